import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Document, Filter, IndexDescription } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/start.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error) => error.code as number,
  );

describe('index definitions', () => {
  test('creating the same index twice does nothing; a different one with its name or key is a conflict', async () => {
    const rows = database.db.collection('defined');
    await rows.createIndex({ a: 1, b: -1 }, { name: 'ab' });

    expect(await codeOf(rows.createIndex({ a: 1, b: -1 }, { name: 'ab' }))).toBe(0);
    expect(await codeOf(rows.createIndex({ a: 1 }, { name: 'ab' }))).toBe(86);
    expect(await codeOf(rows.createIndex({ a: 1, b: -1 }, { name: 'other' }))).toBe(85);
    expect(await codeOf(rows.createIndex({ a: 1, b: -1 }, { name: 'ab', unique: true }))).toBe(86);
    expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_', 'ab']);
  });

  test('a unique index is not created over duplicates', async () => {
    const rows = database.db.collection('broken');
    await rows.insertMany([{ k: 1 }, { k: 1 }]);

    expect(await codeOf(rows.createIndex({ k: 1 }, { unique: true }))).toBe(11000);
    expect(await rows.indexes()).toHaveLength(1);
  });

  test('a failed index leaves no keys behind', async () => {
    const rows = database.db.collection('traceless');
    await rows.insertMany([{ k: 1 }, { k: 2 }, { k: 2 }]);
    await codeOf(rows.createIndex({ k: 1 }, { unique: true }));

    await rows.deleteOne({ k: 1 });
    await rows.deleteOne({ k: 2 });
    await rows.createIndex({ k: 1 }, { unique: true });

    expect(await rows.find({}, { hint: 'k_1', projection: { _id: 0 } }).toArray()).toEqual([{ k: 2 }]);
  });

  test('of several indexes all are created or none', async () => {
    const rows = database.db.collection('together');
    await rows.insertMany([
      { a: 1, b: 1 },
      { a: 2, b: 1 },
    ]);

    const indexes: IndexDescription[] = [{ key: { a: 1 } }, { key: { b: 1 }, unique: true }];
    expect(await codeOf(rows.createIndexes(indexes))).toBe(11000);
    expect(await rows.indexes()).toHaveLength(1);
    expect(await codeOf(rows.createIndexes([{ key: { a: 1 } }, { key: { a: -1 }, name: 'a_1' }]))).toBe(86);
    expect(await rows.indexes()).toHaveLength(1);
  });

  test('a hint to a partial index that does not contain all matches is refused', async () => {
    const rows = database.db.collection('hinted');
    await rows.createIndex({ k: 1 }, { partialFilterExpression: { on: true } });
    await rows.insertMany([
      { k: 1, on: true },
      { k: 2, on: false },
    ]);

    expect(await codeOf(rows.find({ k: 2 }, { hint: 'k_1' }).toArray())).toBe(291);
    expect(await rows.find({ k: 1, on: true }, { hint: 'k_1' }).toArray()).toHaveLength(1);
  });

  test('an array in an indexed field is refused, by an insert, an update and a new index', async () => {
    const rows = database.db.collection('arrays');
    await rows.createIndex({ 'a.b': 1 });
    await rows.insertOne({ a: { b: 1 }, c: [1] });

    expect(await codeOf(rows.insertOne({ a: { b: [1] } }))).toBe(115);
    expect(await codeOf(rows.updateOne({}, { $set: { a: [{ b: 1 }] } }))).toBe(115);
    expect(await codeOf(rows.createIndex({ c: 1 }))).toBe(115);
    expect(await rows.countDocuments()).toBe(1);
  });

  test('an index can be dropped by its key or its name', async () => {
    const rows = database.db.collection('dropped');
    await rows.createIndexes([{ key: { a: 1, b: 1 } }, { key: { b: 1, a: 1 } }]);

    await database.db.command({ dropIndexes: 'dropped', index: { b: 1, a: 1 } });

    expect(Object.keys(await rows.indexInformation())).toEqual(['_id_', 'a_1_b_1']);
  });

  test('definitions survive a restart and can be dropped', async () => {
    const rows = database.db.collection('kept');
    await rows.createIndex({ k: 1 }, { unique: true, partialFilterExpression: { on: true } });
    await rows.insertOne({ k: 1, on: true });

    await database.restart();
    const again = database.db.collection('kept');

    expect(await codeOf(again.insertOne({ k: 1, on: true }))).toBe(11000);
    expect(await codeOf(again.insertOne({ k: 1, on: false }))).toBe(0);
    await again.dropIndex('k_1');
    expect(await codeOf(again.insertOne({ k: 1, on: true }))).toBe(0);
  });

  test('dropping a collection removes its indexes and documents', async () => {
    const rows = database.db.collection<{ _id: number }>('dropped');
    await rows.insertOne({ _id: 1 });
    await rows.drop();

    await rows.insertOne({ _id: 1 });

    expect(await rows.countDocuments()).toBe(1);
  });
});

describe('unique indexes', () => {
  test('an update into and out of a partial index is checked', async () => {
    const rows = database.db.collection<{ _id: number; k: number; status: string }>('partial');
    await rows.createIndex({ k: 1 }, { unique: true, partialFilterExpression: { status: 'pending' } });
    await rows.insertMany([
      { _id: 1, k: 1, status: 'pending' },
      { _id: 2, k: 1, status: 'done' },
    ]);

    expect(await codeOf(rows.updateOne({ _id: 2 }, { $set: { status: 'pending' } }))).toBe(11000);
    await rows.updateOne({ _id: 1 }, { $set: { status: 'done' } });
    expect(await codeOf(rows.updateOne({ _id: 2 }, { $set: { status: 'pending' } }))).toBe(0);
  });

  test('long keys with the same prefix are distinguished, equal ones are duplicates', async () => {
    const rows = database.db.collection('long');
    await rows.createIndex({ text: 1 }, { unique: true });
    const start = 'x'.repeat(3000);

    expect(await codeOf(rows.insertMany([{ text: `${start}a` }, { text: `${start}b` }]))).toBe(0);
    expect(await codeOf(rows.insertOne({ text: `${start}a` }))).toBe(11000);
    expect(await rows.countDocuments({ text: { $gt: start } })).toBe(2);
    expect(
      await rows
        .find({}, { sort: { text: -1 } })
        .map(({ text }) => text.at(-1))
        .toArray(),
    ).toEqual(['b', 'a']);
  });
});

describe('plans', () => {
  const planOf = async (filter: Filter<Document>, sort: Document = {}) => {
    const { executionStats, queryPlanner } = await database.db
      .collection('planned')
      .find(filter)
      .sort(sort as never)
      .explain();
    return {
      plan: JSON.stringify(queryPlanner.winningPlan),
      documents: executionStats.totalDocsExamined,
      n: executionStats.nReturned,
    };
  };

  beforeAll(async () => {
    const rows = database.db.collection('planned');
    await rows.createIndexes([
      { key: { folder: 1, _id: 1 } },
      { key: { folder: 1, kind: 1, number: 1 }, unique: true },
      { key: { email: 1 }, unique: true, partialFilterExpression: { email: { $exists: true } } },
    ]);
    await rows.insertMany(
      Array.from({ length: 300 }, (_, i) => ({
        folder: i % 3,
        kind: i % 2 ? 'tv' : 'movie',
        number: i,
        email: `${i}@x`,
      })),
    );
  });

  test.each([
    ['by _id order in a folder', { folder: 1 }, { _id: -1 }, 100, 'folder_1__id_1'],
    ['one key of a unique index', { folder: 1, kind: 'tv', number: 1 }, {}, 1, 'folder_1_kind_1_number_1'],
    ['a range after equals', { folder: 0, kind: 'movie', number: { $gte: 150, $lt: 199 } }, {}, 9, 'folder_1_kind'],
    ['a partial index that the filter implies', { email: '7@x' }, {}, 1, 'email_1'],
    ['several values', { email: { $in: ['7@x', '8@x', '7@x'] } }, {}, 2, 'email_1'],
    ['each branch of an $or', { $or: [{ email: '7@x' }, { folder: 1, kind: 'tv', number: 1 }] }, {}, 2, 'OR'],
    ['nothing that fits', { number: 5 }, {}, 300, 'COLLSCAN'],
    ['no partial index without its condition', { email: null }, {}, 300, 'COLLSCAN'],
  ])('%s', async (_name, filter, sort, documents, plan) => {
    const explained = await planOf(filter as Filter<Document>, sort);

    expect(explained.documents).toBe(documents);
    expect(explained.plan).toContain(plan);
    expect(explained.plan).not.toContain('SORT');
  });

  test('a sort by an index stops at the limit', async () => {
    const found = await database.db.collection('planned').find({ folder: 2 }).sort({ _id: 1 }).limit(5).explain();

    expect(found.executionStats.totalDocsExamined).toBe(5);
  });
});
