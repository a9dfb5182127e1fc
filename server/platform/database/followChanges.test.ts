import { afterEach, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { FolderEntry } from '../../features/folders/log/folderEntry.ts';
import { addItem, createFolder, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { log } from '../log.ts';
import { beginFollowing, type Following, followChanges } from './followChanges.ts';

const server = setUpServer();
const FAST = { lookMs: 20, leaseMs: 600 };

const running: Following[] = [];
afterEach(async () => {
  for (const following of running.splice(0)) await following.stop();
});

interface Handling {
  entries: FolderEntry[];
  revs(folderId: string): number[];
  stop(): Promise<void>;
}

function follow(name: string, check: (entries: FolderEntry[]) => Promise<void> | void = () => {}): Handling {
  const entries: FolderEntry[] = [];
  const following = followChanges<FolderEntry>(
    name,
    async (batch) => {
      await check(batch);
      entries.push(...batch);
    },
    FAST,
  );
  running.push(following);
  return {
    entries,
    revs: (folderId) => entries.filter((entry) => String(entry.folderId) === folderId).map(({ rev }) => rev),
    stop: () => following.stop(),
  };
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('The condition was never met');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const followers = () => mongoose.connection.collection<{ _id: string }>('followers');

test('entries come in order from the beginning, on one of two nodes, and go on where the first one stopped', async () => {
  const owner = await signUp(server);
  const early = await createFolder(owner, 'Early');
  await createFolder(owner, 'Later');
  const [one, two] = [follow('pair'), follow('pair')];
  await beginFollowing('pair');
  const folder = await createFolder(owner, 'Late');
  for (let added = 0; added < 3; added += 1) await addItem(owner, folder.id);
  await until(() => one.revs(folder.id).length + two.revs(folder.id).length === 4);
  const [working, waiting] = one.entries.length > 0 ? [one, two] : [two, one];

  await working.stop();
  await addItem(owner, folder.id);
  await until(() => waiting.revs(folder.id).length === 1);

  expect(working.revs(folder.id)).toEqual([1, 2, 3, 4]);
  expect(waiting.revs(folder.id)).toEqual([5]);
  expect([working, waiting].flatMap(({ revs }) => revs(early.id))).toEqual([]);
});

test('an entry that fails is tried again, and left out when it never succeeds', async () => {
  log.level = 'silent';
  await beginFollowing('failing');
  const owner = await signUp(server);
  let failures = 0;
  const handling = follow('failing', (entries) => {
    if (entries.some(({ type }) => type === 'folder:renamed')) throw new Error('never');
    if (entries.some(({ type }) => type === 'item:added') && failures === 0) {
      failures += 1;
      throw new Error('once');
    }
  });
  const folder = await createFolder(owner);

  await addItem(owner, folder.id);
  await owner.put(`/api/folders/${folder.id}`, { name: 'Renamed' }).expect(200);
  await addItem(owner, folder.id);
  await until(() => handling.revs(folder.id).includes(4));

  expect(handling.revs(folder.id)).toEqual([1, 2, 4]);
  log.level = server.config.logLevel;
});

test('an entry waits while the disk of the database is full, however often it is tried', async () => {
  log.level = 'silent';
  await beginFollowing('full');
  const owner = await signUp(server);
  const folder = await createFolder(owner);
  let failures = 0;
  const handling = follow('full', (entries) => {
    if (failures === 11 || !entries.some(({ type }) => type === 'folder:renamed')) return;
    failures += 1;
    throw new mongoose.mongo.MongoServerError({ message: 'full', code: 14031 });
  });

  await owner.put(`/api/folders/${folder.id}`, { name: 'Renamed' }).expect(200);
  await addItem(owner, folder.id);
  await until(() => handling.revs(folder.id).includes(3));

  expect(handling.revs(folder.id)).toEqual([1, 2, 3]);
  log.level = server.config.logLevel;
});

test('nothing is missed when the stream cannot resume, or a node dies with the lease', async () => {
  log.level = 'silent';
  await beginFollowing('lost');
  const owner = await signUp(server);
  const folder = await createFolder(owner);
  // The end of a stream that the database no longer has, and a lease that nobody gives back.
  await followers().updateOne(
    { _id: 'lost' },
    { $set: { from: { resumeAfter: { _data: 'ff' } }, heldBy: 'dead', until: new Date(Date.now() + 300) } },
  );
  const handling = follow('lost');

  await until(() => handling.revs(folder.id).length > 0);
  await addItem(owner, folder.id);
  await until(() => handling.revs(folder.id).includes(2));

  expect([...new Set(handling.revs(folder.id))]).toEqual([1, 2]);
  log.level = server.config.logLevel;
});

test('a node that has lost the lease handles no more and stores no position', async () => {
  await beginFollowing('stolen');
  const owner = await signUp(server);
  const folder = await createFolder(owner);
  const slow = follow('stolen');
  await until(() => slow.revs(folder.id).length === 1);
  await followers().updateOne({ _id: 'stolen' }, { $set: { heldBy: 'other', until: new Date(Date.now() + 60_000) } });
  await new Promise((resolve) => setTimeout(resolve, FAST.leaseMs));
  const before = await followers().findOne({ _id: 'stolen' });

  await addItem(owner, folder.id);
  await slow.stop();

  expect(slow.revs(folder.id)).toEqual([1]);
  expect(await followers().findOne({ _id: 'stolen' })).toEqual(before);
});
