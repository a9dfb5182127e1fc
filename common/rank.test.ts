import { describe, expect, test } from '@jest/globals';
import { byRank, rankBetween, rankOf } from './rank.ts';

const id = (n: number) => n.toString(16).padStart(24, '0');

describe('a rank', () => {
  test('is between its neighbours, wherever and however often an item is put', () => {
    const ranks = [id(1), id(2), id(0xfff), 'f'.repeat(24)];

    for (let step = 0; step < 2000; step += 1) {
      const place = (step * 7919) % (ranks.length + 1);
      const [after, before] = [ranks[place - 1] ?? null, ranks[place] ?? null];
      ranks.splice(place, 0, rankBetween(after, before));
    }

    expect(ranks).toEqual([...ranks].sort());
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  test('grows by less than a digit for each item that is put first', () => {
    let first = id(1);

    for (let step = 0; step < 400; step += 1) first = rankBetween(null, first);

    expect(first.length).toBeLessThan(400);
  });

  test('differs for two members who use the same place at once', () => {
    expect(rankBetween(id(1), id(2))).not.toBe(rankBetween(id(1), id(2)));
  });

  test.each([
    ['have passed each other', id(2), id(1)],
    ['are the same', id(2), id(2)],
    ['have nothing between them', 'ab', 'ab0'],
  ])('follows the item before it if its neighbours %s', (_case, after, before) => {
    expect(rankBetween(after, before) > after).toBe(true);
  });
});

test('items that nobody moved are in the order of adding, and a moved one is at its rank', () => {
  const items = [1, 2, 3].map((n) => ({ id: id(n), rank: null as string | null }));
  const [first, second, third] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]];
  expect([third, first, second].sort(byRank)).toEqual(items);

  const moved = { ...third, rank: rankBetween(null, rankOf(first)) };

  expect([first, second, moved].sort(byRank)).toEqual([moved, first, second]);
});

test('two items of the same rank are in the order of adding', () => {
  const [a, b] = [1, 2].map((n) => ({ id: id(n), rank: '8' }));

  expect([b!, a!].sort(byRank)).toEqual([a, b]);
});
