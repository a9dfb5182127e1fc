import { beforeEach, expect, test } from '@jest/globals';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { useTitles } from './title.store.ts';

let api: ApiStub;
const heat = { mediaType: 'movie', tmdbId: 949 } as const;
const known = () => useTitles.getState().titles['movie:949'];
const details = {
  id: 949,
  title: 'Heat',
  release_date: '1995-12-15',
  overview: 'A crew and a detective.',
  poster_path: '/heat.jpg',
  backdrop_path: null,
  vote_average: 7.9,
  genre_ids: [80],
  genres: [{ id: 80, name: 'Crime' }],
  runtime: 170,
};

beforeEach(() => {
  api = stubApi({
    'GET /api/movie/949': { body: details },
    'GET /api/movie/949/credits': { body: { id: 949, cast: [], crew: [] } },
    'GET /api/movie/949/videos': { body: { id: 949, results: [] } },
    'GET /api/movie/949/recommendations': { body: { page: 1, results: [], total_pages: 1, total_results: 0 } },
    'GET /api/movie/949/external-ratings': { body: {} },
    'GET /api/movie/949/watch-providers': { body: { id: 949, results: {} } },
  });
});

test('a title loads its six parts once', async () => {
  await useTitles.getState().loadTitle(heat);
  await useTitles.getState().loadTitle(heat);

  expect(api.calls).toHaveLength(6);
  expect(known()?.details).toMatchObject({ title: 'Heat' });
  expect(known()?.failed).toEqual({});
});

test('a failed part keeps the others, and only it is loaded again', async () => {
  api.on('GET /api/movie/949/videos', failure(502, 'upstream'));
  await useTitles.getState().loadTitle(heat);
  expect(known()?.failed).toEqual({ videos: 'failed' });
  expect(known()?.credits).toBeDefined();

  api.on('GET /api/movie/949/videos', { body: { id: 949, results: [] } });
  await useTitles.getState().loadTitle(heat);

  expect(api.calls.slice(6)).toEqual(['GET /api/movie/949/videos']);
  expect(known()?.failed).toEqual({});
});

test('an unknown title is missing, not failed', async () => {
  api.on('GET /api/movie/949', failure(404, 'not_found'));

  await useTitles.getState().loadTitle(heat);

  expect(known()?.failed.details).toBe('missing');
});

test('facts that no list has come from the details, including the running time', async () => {
  const facts = await useTitles.getState().loadFacts(heat);

  expect(facts).toEqual({
    tmdbId: 949,
    mediaType: 'movie',
    title: 'Heat',
    overview: 'A crew and a detective.',
    posterPath: '/heat.jpg',
    backdropPath: null,
    releaseDate: '1995-12-15',
    voteAverage: 79,
    genres: [80],
    runtime: 170,
  });
});
