import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from '@jest/globals';
import { createBatchLoader } from './batchLoader.ts';

test('loads at the same time are one read, and each caller gets its own value', async () => {
  const batches: number[][] = [];
  const doubles = createBatchLoader<number, number>(async (keys) => {
    batches.push([...keys]);
    return keys.map((key) => key * 2);
  }, 10);

  expect(await Promise.all([1, 2, 2].map((key) => doubles.load(key)))).toEqual([2, 4, 4]);
  expect(batches).toEqual([[1, 2, 2]]);
});

test('values are not cached', async () => {
  let count = 0;
  const counted = createBatchLoader<string, number>(async (keys) => keys.map(() => ++count), 10);

  expect([await counted.load('a'), await counted.load('a')]).toEqual([1, 2]);
});

test('an error reaches only the caller of its key', async () => {
  const picky = createBatchLoader<number, number>(
    async (keys) => keys.map((key) => (key > 0 ? key : new Error('no'))),
    10,
  );

  expect(await Promise.allSettled([picky.load(1), picky.load(0)])).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: { message: 'no' } },
  ]);
});

test('the read does not join the transaction of its first caller', async () => {
  // Mongoose passes a transaction's session to the statements inside it in the same way.
  const transaction = new AsyncLocalStorage<string>();
  const seen = createBatchLoader<number, string>(
    async (keys) => keys.map(() => transaction.getStore() ?? 'outside'),
    10,
  );

  const [inside, outside] = await Promise.all([transaction.run('one', () => seen.load(1)), seen.load(2)]);

  expect([inside, outside]).toEqual(['outside', 'outside']);
});
