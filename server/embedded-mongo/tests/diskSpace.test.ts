import { existsSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Collection } from 'mongodb';
import { dataFile, spareFile } from '../file/paths.ts';
import { failure, startTestDatabase, type TestDatabase, withSession } from '../testing/start.ts';

interface Row {
  _id: number;
  kind?: string;
  text: string;
  at?: Date;
}

const quota = 4 * 1024 * 1024;
const text = 'x'.repeat(500);

let database: TestDatabase;
let rows: Collection<Row>;
let others: Collection<Row>;
let nextId: number;

/** A database whose file has no space left. */
beforeEach(async () => {
  database = await startTestDatabase({ quota, changelogSize: 100, expiryInterval: 50 });
  rows = database.db.collection<Row>('rows');
  others = database.db.collection<Row>('others');
  await rows.createIndex({ text: 1, _id: -1 });
  await rows.createIndex({ at: 1 }, { expireAfterSeconds: 0, partialFilterExpression: { at: { $exists: true } } });
  await others.insertOne({ _id: 1, text });
  nextId = 1;
  await fill();
});
afterEach(async () => {
  await database.stop();
});

/** Inserts until the disk is full. Returns how many documents were inserted. */
async function fill(): Promise<number> {
  const first = nextId;
  for (;;) {
    try {
      await rows.insertMany(Array.from({ length: 50 }, (_, i) => ({ _id: nextId + i, text })));
      nextId += 50;
    } catch (error) {
      expect(error).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
      return nextId - first;
    }
  }
}

test('writes that add data are refused, and no acknowledged write is lost', async () => {
  const insert = await failure(rows.insertOne({ _id: 0, text }));
  const upsert = await failure(rows.updateOne({ _id: 0 }, { $set: { text } }, { upsert: true }));
  const growth = await failure(rows.updateOne({ _id: 1 }, { $set: { text: text.repeat(3) } }));
  const index = await failure(rows.createIndex({ kind: 1 }));

  expect([insert, upsert, growth, index].map(({ code }) => code)).toEqual([14031, 14031, 14031, 14031]);
  expect(insert.message).toBe('the disk is nearly full: only writes that free space are accepted');
  expect(await rows.countDocuments()).toBe(nextId - 1);
  expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, text });
  expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_', 'text_1__id_-1', 'at_1']);
  expect(statSync(dataFile(database)).size).toBeLessThan(quota);
});

test('deletes and updates that add nothing are accepted', async () => {
  await rows.deleteOne({ _id: 1 });
  await rows.findOneAndDelete({ _id: 2 });
  await rows.updateOne({ _id: 3 }, { $set: { text: 'y'.repeat(500) } });
  await rows.updateOne({ _id: 4 }, { $set: { text: 'y' } });
  await rows.createIndex({ text: 1, _id: -1 });
  await database.db.collection('more').createIndex({ kind: 1 });

  expect(await rows.find({ _id: { $lt: 5 } }).toArray()).toEqual([
    { _id: 3, text: 'y'.repeat(500) },
    { _id: 4, text: 'y' },
  ]);
});

test('a transaction that removes a document may also insert one, others may not', async () => {
  await withSession(database, (session) =>
    session.withTransaction(async () => {
      await rows.deleteOne({ _id: 1 }, { session });
      await others.insertOne({ _id: 2, text: 'removed 1' }, { session });
    }),
  );
  const error = await withSession(database, async (session) => {
    session.startTransaction();
    await others.insertMany(
      [
        { _id: 3, text },
        { _id: 4, text },
        { _id: 5, text },
      ],
      { session },
    );
    return failure(session.commitTransaction());
  });

  expect(error.code).toBe(14031);
  expect(await rows.findOne({ _id: 1 })).toBeNull();
  expect((await others.find().toArray()).map(({ _id }) => _id)).toEqual([1, 2]);
});

test('small writes are accepted until half of the reserve is used, deletes also after that', async () => {
  const small = () => Array.from({ length: 5 }, () => ({ _id: ++nextId, text: 'x'.repeat(100) }));
  const insertFifty = () => Promise.all(Array.from({ length: 10 }, () => others.insertMany(small())));

  const error = await failure(
    (async () => {
      for (let bytes = 0; bytes < quota; bytes += 5000) await insertFifty();
    })(),
  );
  await rows.deleteMany({ _id: { $lt: 10 } });

  expect(error).toMatchObject({ code: 14031 });
  expect(await others.countDocuments()).toBeGreaterThan(100);
  expect(await rows.countDocuments({ _id: { $lt: 10 } })).toBe(0);
});

test('the spare file is removed when the disk is full', async () => {
  const before = existsSync(spareFile(database));
  await withSession(database, (session) =>
    session.withTransaction(async () => {
      await rows.deleteOne({ _id: 1 }, { session });
      await others.insertOne({ _id: 2, text: 'x'.repeat(600_000) }, { session });
    }),
  );

  await rows.deleteOne({ _id: 2 });

  expect([before, existsSync(spareFile(database))]).toEqual([true, false]);
});

test('expired documents are removed', async () => {
  const stream = rows.watch([{ $match: { operationType: 'delete' } }]);
  const deleted = stream.next();

  await rows.updateOne({ _id: 1 }, { $set: { at: new Date(0), text: '' } });

  expect(await deleted).toMatchObject({ documentKey: { _id: 1 } });
  await stream.close();
});

test('deletes free space within the file', async () => {
  const first = nextId;
  const counts: number[] = [];

  for (let round = 0; round < 3; round++) {
    await rows.deleteMany({ _id: { $lt: nextId - first / 2 } });
    counts.push(await fill());
  }
  await rows.drop();
  counts.push(await fill());

  expect(Math.min(...counts)).toBeGreaterThan(first / 3);
  expect(statSync(dataFile(database)).size).toBeLessThan(quota);
});
