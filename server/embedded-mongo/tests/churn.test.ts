import { rmSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Document, MongoClient } from 'mongodb';
import { findFaults } from '../check.ts';
import { startEmbedded } from '../index.ts';
import { makeFolder } from '../testing/start.ts';

const upTo = (n: number) => Math.floor(Math.random() * n);
const ids = 40;

/** Does one random write, in the session's transaction if there is one. */
function write(rows: ReturnType<MongoClient['db']>, session?: Document): Promise<unknown> {
  const collection = rows.collection<{ _id: number; n?: number; tags?: number[]; kind?: string }>('rows');
  const _id = upTo(ids);
  const options = session ? { session: session as never } : {};
  const row = { n: upTo(60), tags: Array.from({ length: upTo(4) }, () => upTo(5)), kind: upTo(2) ? 'a' : 'b' };
  switch (upTo(7)) {
    case 0:
      return collection.insertOne({ _id, ...row }, options);
    case 1:
      return collection.deleteOne({ _id }, options);
    case 2:
      return collection.updateMany({ n: { $lt: upTo(20) } }, { $inc: { n: 30 }, $set: { kind: row.kind } }, options);
    case 3:
      return collection.findOneAndReplace({ _id }, row, { ...options, upsert: true });
    case 4:
      return collection.updateOne({ tags: upTo(5) }, { $pull: { tags: upTo(5) }, $unset: { kind: 1 } }, options);
    case 5:
      return collection.deleteMany({ n: { $gt: 50 }, kind: row.kind }, options);
    default:
      return collection.updateOne({ _id }, { $set: row }, { ...options, upsert: true });
  }
}

test('after thousands of conflicting writes, inside and outside of transactions, every index agrees with the documents', async () => {
  const dir = makeFolder();
  const server = await startEmbedded({ dir, inProcess: true, database: 'test' });
  const client = await MongoClient.connect(server.uri);
  const db = client.db();
  await db
    .collection('rows')
    .createIndexes([
      { key: { n: 1 }, unique: true, partialFilterExpression: { kind: 'a' } },
      { key: { kind: 1, n: -1 } },
    ]);

  const plain = async () => {
    for (let i = 0; i < 60; i++) await write(db).catch(() => {});
  };
  const transactions = async () => {
    for (let i = 0; i < 25; i++) {
      await client.withSession(async (session) => {
        session.startTransaction();
        try {
          for (let statement = 0; statement < 3; statement++) await write(db, session);
          if (upTo(4)) await session.commitTransaction();
          else await session.abortTransaction();
        } catch {
          // Conflicts and duplicate keys are expected here.
        }
      });
    }
  };
  await Promise.all([plain(), plain(), plain(), transactions(), transactions(), transactions(), transactions()]);
  await client.close();
  await server.stop();

  expect(await findFaults({ dir })).toEqual([]);
  rmSync(dir, { recursive: true, force: true });
});
