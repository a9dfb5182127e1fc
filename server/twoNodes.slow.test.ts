import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MongoClient, ObjectId } from 'mongodb';
import { allFlags } from '../common/permissions.ts';
import { migrations } from './migrations/all.ts';
import { addItem, createFolder, type Person, personWith, shareWith, signUp } from './testing/people.ts';
import { startVote, vote } from './testing/polls.ts';
import { type AppProcess, startProcess } from './testing/process.ts';
import { startTestServer, type TestServer, testDatabaseUri } from './testing/server.ts';
import { openTab } from './testing/tabs.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Loaded before the app: its clock is wrong by so many milliseconds. */
const withClockOff = (ms: number) => {
  const source = `const now = Date.now; const Right = Date;
    globalThis.Date = class Date extends Right { constructor(...given) { given.length ? super(...given) : super(now() + ${ms}); } };
    Date.now = () => now() + ${ms};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
};

let here: TestServer;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  here = await startTestServer();
  [ana, ben] = await Promise.all([signUp(here), signUp(here, 'Ben')]);
});
afterAll(() => here.stop());

describe.each([
  ['two hours ahead', 2 * HOUR_MS],
  ['two hours behind', -2 * HOUR_MS],
])('a node whose clock is %s', (_how, offMs) => {
  let there: AppProcess;

  beforeAll(async () => {
    there = await startProcess(here.config.dataDir, {
      MONGODB_URI: here.config.mongodbUri ?? '',
      SESSION_SECRET: here.config.sessionSecret ?? '',
      ...withClockOff(offMs),
    });
  });
  afterAll(async () => {
    await there.stop();
  });

  const onThere = (person: Person): Person => ({ ...personWith(there, person.cookie), user: person.user });

  test.each([
    ['is opened on the right one', (person: Person) => person],
    ['is opened on the wrong one', onThere],
  ])('takes part in a vote that %s: no ballot is lost, and both have one result', async (_where, at) => {
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben, allFlags);
    const tabs = [await openTab(here, ben), await openTab(there, ana)];

    const poll = await startVote(at(ana), folder.id, [at(ben)]);
    await vote(onThere(ana), poll, [2, 1, 0], { isReady: false });
    await vote(ben, poll, [2, 0, 1], { isReady: false });
    await vote(ana, poll, [0, 1, 2]);
    await vote(onThere(ben), poll, [1, 2, 0]);

    const results = [];
    for (const tab of tabs) {
      const { result } = await tab.next('poll:changed', ({ state }) => state === 'revealed');
      results.push(result);
      tab.close();
    }
    expect(results[0]?.ranking.reduce((sum, { score }) => sum + score, 0)).toBe(6);
    expect(results[1]).toEqual(results[0]);
    expect((await onThere(ben).get(`/api/polls/${poll.id}`)).body.result).toEqual(results[0]);
  });

  test('delivers changes and a revoked share to tabs of both', async () => {
    const folder = await createFolder(ana);
    await shareWith(ana, folder.id, ben, allFlags);
    const tabs = [await openTab(here, ben), await openTab(there, ben)];

    const items = [await addItem(ana, folder.id), await addItem(onThere(ana), folder.id)];
    for (const tab of tabs)
      for (const { id } of items)
        await tab.next('folder:changes', ({ changes }) =>
          changes.some((change) => change.type === 'item:added' && change.item.id === id),
        );
    const [share] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;
    await onThere(ana).delete(`/api/folder-shares/${share.id}`);

    for (const tab of tabs) {
      await tab.next('folder:gone');
      tab.close();
    }
  });
});

test('two nodes that start at once on old data migrate it once, and both serve it', async () => {
  const uri = testDatabaseUri(`old-${randomUUID()}`);
  const client = await MongoClient.connect(uri);
  const db = client.db();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-old-'));
  const userId = new ObjectId();
  await db.collection('users').insertOne({ _id: userId, email: 'ana@example.org', firstName: 'Ana', lastName: 'Test' });
  const reviews = Array.from({ length: 1500 }, (_, n) => ({
    userId,
    mediaType: 'movie',
    tmdbId: n + 1,
    rating: 4,
    createdAt: new Date(),
    updatedAt: new Date(),
  }));
  await db.collection('reviews').insertMany(reviews);

  const start = () => startProcess(dataDir, { MONGODB_URI: uri, SESSION_SECRET: 'only for tests, nowhere else' });
  const nodes = await Promise.all([start(), start()]);

  const plays = await db.collection('plays').find({ userId }).toArray();
  const versions = await db.collection<{ _id: string }>('versions').find().toArray();
  const operators = await db.collection('users').countDocuments({ isOperator: true });
  const ready = await Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
  await Promise.all(nodes.map((node) => node.stop()));
  await db.dropDatabase();
  await client.close();
  await rm(dataDir, { recursive: true, force: true });
  expect(plays.map(({ tmdbId }) => tmdbId).sort((a, b) => a - b)).toEqual(reviews.map(({ tmdbId }) => tmdbId));
  expect(versions).toMatchObject([{ _id: 'data', version: migrations.length }]);
  expect(versions[0]).not.toHaveProperty('lock');
  expect({ operators, ready }).toEqual({ operators: 1, ready: [200, 200] });
});
