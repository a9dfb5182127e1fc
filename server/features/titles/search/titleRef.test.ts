import { expect, test } from '@jest/globals';
import { toBareId, toTitleRef } from './titleRef.ts';

test.each([
  ['tt0133093', { imdbId: 'tt0133093' }],
  ['https://www.imdb.com/title/tt0133093/', { imdbId: 'tt0133093' }],
  ['https://www.imdb.com/title/tt0133093/?ref_=nv_sr_1', { imdbId: 'tt0133093' }],
  ['m.imdb.com/de/title/TT0133093', { imdbId: 'tt0133093' }],
  ['https://www.imdb.com/name/nm0000206/', { imdbId: 'nm0000206' }],
  ['https://www.themoviedb.org/movie/603-the-matrix?language=de', { kind: 'movie', id: 603 }],
  ['themoviedb.org/tv/1396', { kind: 'tv', id: 1396 }],
  ['https://www.themoviedb.org/person/6384-keanu-reeves', { kind: 'person', id: 6384 }],
  ['tmdb:603', { kind: null, id: 603 }],
  ['TMDB movie/603', { kind: 'movie', id: 603 }],
])('%j names a title', (text, ref) => {
  expect(toTitleRef(text)).toEqual(ref);
});

test.each(['tt', 'tt01 heat', 'heat', '603', 'https://example.org/title/tt0133093', 'themoviedb.org/movie'])(
  '%j names none',
  (text) => {
    expect(toTitleRef(text)).toBeNull();
  },
);

test('a number alone may be an id', () => {
  expect(['603', '7', '603a', '6.3'].map(toBareId)).toEqual([603, null, null, null]);
});
