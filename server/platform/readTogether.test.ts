import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from '@jest/globals';
import { readTogether } from './readTogether.ts';

test('what is asked for at once is read at once, and each asker gets what it asked for', async () => {
  const batches: number[][] = [];
  const doubles = readTogether<number, number>(async (keys) => {
    batches.push([...keys]);
    return keys.map((key) => key * 2);
  }, 10);

  expect(await Promise.all([1, 2, 2].map((key) => doubles.load(key)))).toEqual([2, 4, 4]);
  expect(batches).toEqual([[1, 2, 2]]);
});

test('nothing is kept for who asks later', async () => {
  let count = 0;
  const counted = readTogether<string, number>(async (keys) => keys.map(() => ++count), 10);

  expect([await counted.load('a'), await counted.load('a')]).toEqual([1, 2]);
});

test('an error is its asker’s alone', async () => {
  const picky = readTogether<number, number>(async (keys) => keys.map((key) => (key > 0 ? key : new Error('no'))), 10);

  expect(await Promise.allSettled([picky.load(1), picky.load(0)])).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: { message: 'no' } },
  ]);
});

test('the read is no part of the transaction of whoever asked first', async () => {
  // As mongoose hands a transaction's session to the statements inside it.
  const transaction = new AsyncLocalStorage<string>();
  const seen = readTogether<number, string>(async (keys) => keys.map(() => transaction.getStore() ?? 'outside'), 10);

  const [inside, outside] = await Promise.all([transaction.run('one', () => seen.load(1)), seen.load(2)]);

  expect([inside, outside]).toEqual(['outside', 'outside']);
});
