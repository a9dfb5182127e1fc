import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MongoClient, type ResumeToken } from 'mongodb';
import { backUp, restore } from '../backup.ts';
import { dataFile } from '../file/paths.ts';
import { startEmbedded } from '../index.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start.ts';
import { hashDocuments } from '../testing/verify.ts';

let root: string;
let database: TestDatabase;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'backup-'));
  database = await startTestDatabase();
});
afterEach(async () => {
  await database.stop();
  rmSync(root, { recursive: true, force: true });
});

const isIn = (file: string, text: string) => readFileSync(file, 'latin1').includes(text);

test('a backup has the documents, and nothing of those that were deleted', async () => {
  const rows = database.db.collection('rows');
  await rows.insertMany([{ text: 'a document that stays' }, { text: 'a document that goes' }]);
  await rows.deleteOne({ text: 'a document that goes' });
  const copy = { dir: join(root, 'copy') };

  await backUp({ dir: database.dir }, copy.dir);

  expect(isIn(dataFile({ dir: database.dir }), 'a document that goes')).toBe(true);
  expect(isIn(dataFile(copy), 'a document that stays')).toBe(true);
  expect(isIn(dataFile(copy), 'a document that goes')).toBe(false);
});

test('a large database that no process serves is backed up', async () => {
  const stopped = { dir: join(root, 'stopped') };
  const server = await startEmbedded({ ...stopped, inProcess: true });
  const client = await MongoClient.connect(server.uri);
  const rows = Array.from({ length: 400 }, (_, n) => ({ n, text: 'x'.repeat(10_000) }));
  await client.db().collection('rows').insertMany(rows);
  await client.close();
  await server.stop();

  await backUp(stopped, join(root, 'copy'));

  expect(await hashDocuments(join(root, 'copy'))).toBe(await hashDocuments(stopped.dir));
});

test('a change stream begins in restored data, and does not resume from before the backup', async () => {
  const rows = database.db.collection<{ _id: number }>('rows');
  const before = rows.watch([], { maxAwaitTimeMS: 50 });
  await before.tryNext();
  await rows.insertMany([{ _id: 1 }, { _id: 2 }]);
  await before.next();
  const resumeAfter: ResumeToken = before.resumeToken;
  await before.close();
  await backUp({ dir: database.dir }, join(root, 'copy'));
  await restore(join(root, 'copy'), { dir: join(root, 'restored') });

  const restored = await startTestDatabase({ dir: join(root, 'restored') });
  try {
    const again = restored.db.collection<{ _id: number }>('rows');
    const stream = again.watch([], { maxAwaitTimeMS: 50 });
    await stream.tryNext();
    await again.insertOne({ _id: 3 });

    expect(await stream.next()).toMatchObject({ operationType: 'insert', documentKey: { _id: 3 } });
    await expect(again.watch([], { resumeAfter }).next()).rejects.toMatchObject({ code: 286 });
    expect(await again.countDocuments()).toBe(3);
    await stream.close();
  } finally {
    await restored.stop();
  }
});
