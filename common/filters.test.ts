import { expect, test } from '@jest/globals';
import { genreIdsOf, isUnfiltered } from './filters.ts';

test('the genres of a filter are the ids in its text, and none without a text', () => {
  expect(genreIdsOf({ genre: '18,53' })).toEqual([18, 53]);
  expect(genreIdsOf({ genre: '' })).toEqual([]);
  expect(genreIdsOf({})).toEqual([]);
});

test('titles are unfiltered only without any filter and in the default order', () => {
  expect(isUnfiltered({})).toBe(true);
  expect(isUnfiltered({ genre: '', sort: 'popularity' })).toBe(true);
  for (const filters of [{ genre: '18' }, { decade: 1990 }, { rating: 7 }, { sort: 'rating' as const }]) {
    expect(isUnfiltered(filters)).toBe(false);
  }
});
