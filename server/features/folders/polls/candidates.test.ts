import { expect, test } from '@jest/globals';
import { chooseMix } from './candidates.ts';

const titles = (genre: number, count: number) => Array.from({ length: count }, () => ({ genres: [genre, 18] }));
const mainGenres = (mix: { genres: number[] }[]) => mix.map(({ genres }) => genres[0]).sort();

test('a mix has as many main genres as it can', () => {
  const mix = chooseMix([...titles(1, 50), ...titles(2, 1), ...titles(3, 2)], 6);

  expect(mainGenres(mix)).toEqual([1, 1, 1, 2, 3, 3]);
});

test('a mix of few titles has them all, once each', () => {
  const few = [...titles(1, 2), { genres: [] }];

  expect(new Set(chooseMix(few, 8))).toEqual(new Set(few));
});

test('a mix is drawn by chance', () => {
  const many = titles(1, 50);

  const places = () => chooseMix(many, 5).map((title) => many.indexOf(title));

  expect(places()).not.toEqual(places());
});
