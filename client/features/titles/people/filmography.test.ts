import { describe, expect, test } from '@jest/globals';
import type { MovieCredit } from '../../../../common/schemas/title.ts';
import { worthShowing } from './person.queries.ts';

const credit = (id: number, over: Partial<MovieCredit> = {}) =>
  ({ id, title: `Film ${id}`, poster_path: '/p', vote_count: 100, release_date: '2000-01-01', ...over }) as MovieCredit;

describe('a filmography', () => {
  test('keeps titles with a poster and more than ten votes', () => {
    const cast = [
      credit(1),
      credit(2, { poster_path: null }),
      credit(3, { vote_count: 10 }),
      credit(4, { vote_count: 11 }),
    ];

    expect(worthShowing(cast).map(({ id }) => id)).toEqual([1, 4]);
  });

  test('is newest first, with at most twelve', () => {
    const cast = Array.from({ length: 15 }, (_, n) => credit(n + 1, { release_date: `20${10 + n}-01-01` }));

    expect(worthShowing(cast).map(({ id }) => id)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
  });

  test('lists a film once for an actor with two roles', () => {
    expect(worthShowing([credit(1), credit(1, { character: 'His twin' })])).toHaveLength(1);
  });
});
