import { expect, test } from '@jest/globals';
import { searchTextOf } from './sharedTitle.ts';

const nothing = { title: '', text: '', url: '' };

test.each([
  [
    'IMDb',
    { text: 'Heat (1995) - IMDb https://m.imdb.com/title/tt0113277/?ref_=ext_shr' },
    'https://m.imdb.com/title/tt0113277/?ref_=ext_shr',
  ],
  ['TMDB', { url: 'https://www.themoviedb.org/movie/949-heat' }, 'https://www.themoviedb.org/movie/949-heat'],
  ['Letterboxd', { url: 'https://letterboxd.com/film/heat-1995/' }, 'heat 1995'],
  ['a diary of Letterboxd', { text: 'https://letterboxd.com/ana/film/the-matrix/' }, 'the matrix'],
  ['a short address of Letterboxd', { title: 'Heat (1995)', text: 'https://boxd.it/2aSc' }, 'Heat (1995)'],
  ['Netflix', { text: 'Seen “Heat” on Netflix yet?\n\nhttps://www.netflix.com/title/60000861?s=a' }, 'Heat'],
  ['a browser', { title: 'Watch Heat | Netflix Official Site', url: 'https://www.netflix.com/title/60000861' }, 'Heat'],
  ['another site with IMDb in its address', { title: 'Heat', url: 'https://example.org/imdb.com/' }, 'Heat'],
  ['nothing', {}, ''],
])('a link shared by %s is searched for', (_app, shared, expected) => {
  expect(searchTextOf({ ...nothing, ...shared })).toBe(expected);
});
