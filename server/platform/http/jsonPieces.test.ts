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

test('a page is one piece, and the next page is read only when it is asked for', async () => {
  let read = 0;
  async function* counted(): AsyncGenerator<number[]> {
    for (; read < 3; ) {
      read += 1;
      yield [read, read];
    }
  }

  const pieces = jsonPieces({ a: counted() });
  const [name, first] = [await pieces.next(), await pieces.next()];

  expect([name.value, first.value, read]).toEqual(['{"a":', '[1,\n1', 1]);
});
