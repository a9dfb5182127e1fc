import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { failure, makeRows, startTestDatabase, type TestDatabase } from '../testing/start.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

const manyRows = () => makeRows(database, ...Array.from({ length: 6000 }, (_, _id) => ({ _id, n: 0 })));
const isLarge = { $expr: { $gt: ['$_id', 10] } };

test('a write that takes too long changes nothing, not even by the statements before', async () => {
  const rows = await manyRows();
  const statements = [
    { q: { _id: 0 }, u: { $set: { n: 1 } } },
    { q: isLarge, u: { $set: { n: 1 } }, multi: true },
  ];

  const command = { update: rows.collectionName, updates: statements, ordered: false, maxTimeMS: 1 };
  const error = await failure(database.db.command(command));

  expect(error.code).toBe(50);
  expect(await rows.countDocuments({ n: 1 })).toBe(0);
});

test('a deletion that takes too long removes nothing', async () => {
  const rows = await manyRows();

  const error = await failure(rows.deleteMany(isLarge, { maxTimeMS: 1 }));

  expect(error.code).toBe(50);
  expect(await rows.countDocuments()).toBe(6000);
});
