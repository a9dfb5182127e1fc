import { expect, test } from '@jest/globals';
import { jsonPieces } from './jsonPieces.ts';

async function* pagesOf<T>(...pages: T[][]): AsyncGenerator<T[]> {
  yield* pages;
}

async function piecesOf(value: unknown): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of jsonPieces(value)) pieces.push(piece);
  return pieces;
}

test.each([
  ['a plain value', () => ({ a: [1, { b: null }], c: 'é "x"' }), { a: [1, { b: null }], c: 'é "x"' }],
  ['an array of pages', () => ({ a: pagesOf([1, 2], [], [3]), b: 4 }), { a: [1, 2, 3], b: 4 }],
  ['an array without pages', () => ({ a: pagesOf() }), { a: [] }],
  [
    'pages in entries of pages',
    () => ({ lists: pagesOf([{ name: 'A', items: pagesOf([1], [2]) }], [{ name: 'B', items: [3] }]) }),
    {
      lists: [
        { name: 'A', items: [1, 2] },
        { name: 'B', items: [3] },
      ],
    },
  ],
  [
    'pages deeper inside, and a field without value',
    () => ({ a: { b: pagesOf([1]) }, c: undefined }),
    { a: { b: [1] } },
  ],
])('%s is written as JSON', async (_what, make, expected) => {
  expect(JSON.parse((await piecesOf(make())).join(''))).toEqual(expected);
});

test('small pages are joined, and the next page is read only when a piece is asked for', async () => {
  let read = 0;
  const page = ['x'.repeat(20_000)];
  async function* counted(): AsyncGenerator<string[]> {
    for (; read < 10; ) {
      read += 1;
      yield page;
    }
  }

  const pieces = jsonPieces({ a: counted() });
  const first = await pieces.next();

  expect([String(first.value).slice(0, 10), read]).toEqual(['{"a":["xxx', 4]);
});
