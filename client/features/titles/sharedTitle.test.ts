import { expect, test } from '@jest/globals';
import { queryClient } from '../../lib/query.ts';
import { stubApi } from '../../testing/api.ts';
import { searchTextOf, sharedTitleQuery } from './sharedTitle.ts';

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

test.each([
  ['heat', 'tv 2'],
  ['Heat (1995)', 'tv 2'],
  ['Heated', undefined],
  ['https://www.imdb.com/title/tt0113277/', 'movie 1'],
])('%j is surely about the title with this name, or what its address names', async (text, expected) => {
  const page = (title: object) => ({ body: { page: 1, total_pages: 1, total_results: 1, results: [title] } });
  stubApi({
    'GET /api/movies/search': page({ id: 1, title: 'The Heat' }),
    'GET /api/tv/search': page({ id: 2, name: 'Heat' }),
  });

  const found = await queryClient.fetchQuery(sharedTitleQuery(text));

  expect(found ? `${found.mediaType} ${found.tmdbId}` : undefined).toBe(expected);
});
