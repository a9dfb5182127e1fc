import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import mongoose, { Types, trusted } from 'mongoose';
import { allFlags } from '../../../common/permissions.ts';
import { type ServerWithDatabase, startWithOwnDatabase } from '../../testing/ownDatabase.ts';
import { createFolder, type Person, shareWith, signUp, titleFacts } from '../../testing/people.ts';
import { type Cleanup, planCleanup, startCleanup } from './cleanup.ts';
import { ItemModel } from './model/item.model.ts';

const TIMEOUT_MS = 150_000;
const KILLS = 3;
const ITEMS = 4000;

let app: ServerWithDatabase;
let owner: Person;

beforeAll(async () => {
  // The embedded database reports its restart on the console.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  app = await startWithOwnDatabase();
  owner = await signUp(app.server);
});
afterAll(async () => {
  await app?.stop();
  jest.restoreAllMocks();
});

/** The cleanup of another node. */
const nodes: Cleanup[] = [];
function startNode(lookMs = TIMEOUT_MS): Cleanup {
  const node = startCleanup({ lookMs, retryMs: 10 });
  nodes.push(node);
  return node;
}
afterEach(async () => {
  mongoose.set('debug', false);
  for (const node of nodes.splice(0)) await node.stop();
});

/** A deleted folder that a node planned to clean up before it ended. */
async function leaveBehind(count: number): Promise<string> {
  const folderId = new Types.ObjectId();
  await fill(folderId.toHexString(), count);
  await planCleanup(folderId, new Date());
  return folderId.toHexString();
}

/** Ends the time in which the owner can restore a folder. */
async function letExpire(folderId: string): Promise<void> {
  const sweeps = mongoose.connection.collection('sweeps');
  await sweeps.updateOne({ _id: new Types.ObjectId(folderId) }, { $set: { dueAt: new Date() } });
}

async function fill(folderId: string, count: number): Promise<void> {
  const items = Array.from({ length: count }, () => ({
    ...titleFacts(),
    folderId: new Types.ObjectId(folderId),
    userId: new Types.ObjectId(owner.user.id),
    createdAt: new Date(),
  }));
  await ItemModel.insertMany(items, { lean: true });
}

/** How many items of the folder are left. Retries while the database is away. */
async function countLeft(folderId: string): Promise<number> {
  for (;;) {
    try {
      return await ItemModel.countDocuments({ folderId });
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoError)) throw error;
    }
  }
}

async function untilAtMost(count: number, folderId: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while ((await countLeft(folderId)) > count) {
    if (performance.now() > deadline) throw new Error('The folder was not cleaned up');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('a deleted folder is cleaned up even when the database is killed several times', async () => {
  const { id } = await createFolder(owner);
  await shareWith(owner, id, await signUp(app.server), allFlags);
  await fill(id, ITEMS);

  await owner.delete(`/api/folders/${id}`);
  await letExpire(id);
  startNode(50);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await untilAtMost(ITEMS - (kill * ITEMS) / (KILLS + 1), id);
    app.killDatabase();
  }
  await untilAtMost(0, id);

  expect(await countLeft(id)).toBe(0);
});

test('a deleted folder whose time is over is either restored or cleaned up, also when both happen at once', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { id } = await createFolder(owner);
    await fill(id, 10);
    await owner.delete(`/api/folders/${id}`);
    ids.push(id);
  }
  startNode(5);

  const answers = await Promise.all(
    ids.map(async (id) => {
      const [{ status }] = await Promise.all([owner.post(`/api/folders/${id}/restore`, {}), letExpire(id)]);
      if (status !== 200) await untilAtMost(0, id);
      return { id, status };
    }),
  );

  for (const { id, status } of answers) {
    expect({ status, items: await countLeft(id) }).toEqual(
      status === 200 ? { status, items: 10 } : { status: 404, items: 0 },
    );
    expect((await owner.get(`/api/folders/${id}`)).status).toBe(status);
  }
  expect((await owner.get('/api/deleted-folders')).body).toEqual([]);
});

test('a node finishes the work of a stopped node, at its start and later', async () => {
  const before = await leaveBehind(10);
  startNode(50);
  await untilAtMost(0, before);

  const later = await leaveBehind(10);
  await untilAtMost(0, later);

  expect(await ItemModel.countDocuments({ folderId: trusted({ $in: [before, later] }) })).toBe(0);
});

test('nodes that start together share the work', async () => {
  const folderId = await leaveBehind(ITEMS);
  let deletes = 0;
  mongoose.set('debug', (collection: string, method: string) => {
    if (collection === 'items' && method === 'deleteMany') deletes += 1;
  });

  startNode();
  startNode();
  startNode();
  await untilAtMost(0, folderId);

  // A slice is 500 items. A node that loses the folder to another may finish its current slice.
  expect(deletes).toBeLessThanOrEqual(ITEMS / 500 + 2);
});

test('a node that stops leaves the rest to the next node', async () => {
  const folderId = await leaveBehind(ITEMS);
  const first = startNode();
  await untilAtMost(ITEMS - 1, folderId);
  await first.stop();
  const left = await countLeft(folderId);

  startNode();
  await untilAtMost(0, folderId);

  expect(left).toBeGreaterThan(0);
});
