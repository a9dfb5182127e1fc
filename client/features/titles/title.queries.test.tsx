import { beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { isMissing } from '../../lib/http/http.ts';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { type TitlePart, titleParts } from './title.api.ts';
import { areSettled, factsQuery, useTitle } from './title.queries.ts';

let api: ApiStub;
const heat = { mediaType: 'movie', tmdbId: 949 } as const;
const parts = Object.keys(titleParts) as TitlePart[];
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

/** Opens the title; gives what is known of it so far. */
function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useTitle(heat), { wrapper });
  const settled = () => waitFor(() => expect(areSettled(result.current.known, parts)).toBeTruthy());
  return { result, unmount, settled };
}

test('a title loads its six parts once', async () => {
  const first = open();
  await first.settled();
  first.unmount();
  const { result, settled } = open();
  await settled();

  expect(api.calls).toHaveLength(6);
  expect(result.current.known.details).toMatchObject({ title: 'Heat' });
  expect(result.current.known.failed).toEqual({});
});

test('a failed part keeps the others, and only it is loaded again', async () => {
  api.on('GET /api/movie/949/videos', failure(502, 'upstream'));
  const { result, settled } = open();
  await settled();
  expect(Object.keys(result.current.known.failed)).toEqual(['videos']);
  expect(result.current.known.credits).toBeDefined();

  api.on('GET /api/movie/949/videos', { body: { id: 949, results: [] } });
  act(() => result.current.retry());

  await waitFor(() => expect(result.current.known.failed).toEqual({}));
  expect(api.calls.slice(6)).toEqual(['GET /api/movie/949/videos']);
});

test('an unknown title is missing, not failed', async () => {
  api.on('GET /api/movie/949', failure(404, 'not_found'));

  const { result, settled } = open();
  await settled();

  expect(isMissing(result.current.known.failed.details)).toBe(true);
});

test('facts come from the details, including the running time', async () => {
  const details = await queryClient.fetchQuery(factsQuery(heat));

  expect(factsQuery(heat).select?.(details)).toEqual({
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
