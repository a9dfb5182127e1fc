import { expect, test } from '@jest/globals';
import { seasonsReadWith } from './seasonParts.ts';

const seasons = (...counts: number[]) =>
  counts.map((episode_count, season_number) => ({ season_number, episode_count, name: '', air_date: null }));

test('the seasons of most shows are read at once', () => {
  expect(seasonsReadWith(seasons(3, 7, 13, 13), 2)).toEqual([0, 1, 2, 3]);
});

test('at most twenty seasons and 250 episodes are read at once', () => {
  const many = seasons(...Array<number>(45).fill(5));
  expect(seasonsReadWith(many, 19)).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect(seasonsReadWith(many, 44)).toEqual([40, 41, 42, 43, 44]);

  expect(seasonsReadWith(seasons(100, 150, 1), 0)).toEqual([0, 1]);
  const long = seasons(10, 200, 60, 1000, 8);
  expect([0, 1, 2, 3, 4].map((number) => seasonsReadWith(long, number))).toEqual([[0, 1], [0, 1], [2], [3], [4]]);
});

test('a season that the show does not have is null', () => {
  expect(seasonsReadWith(seasons(3, 7), 2)).toBeNull();
  expect(seasonsReadWith([], 1)).toBeNull();
});
