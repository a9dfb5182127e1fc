import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { pageOf as lastPageOf } from '../../testing/titles.ts';
import type { ChosenFilters } from './filters/titleFilters.ts';
import { findInShelves, shelfQuery } from './shelf.queries.ts';
import { useTitles } from './title.store.ts';

const POPULAR = 'GET /api/movies/popular';
let api: ApiStub;
let stops: (() => void)[] = [];

const film = (id: number) => ({
  id,
  title: `Film ${id}`,
  release_date: '1999-01-01',
  overview: '',
  poster_path: null,
  backdrop_path: null,
  vote_average: 8.16,
  genre_ids: [18],
});
const pageOf = (page: number, ids: number[], total = 3) => ({
  body: { page, total_pages: total, total_results: 60, results: ids.map(film) },
});

beforeEach(() => {
  api = stubApi();
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

/** Shows films until the end of the test, or until `hide`. */
async function show(query = '', filters?: ChosenFilters) {
  const observer = new InfiniteQueryObserver(queryClient, shelfQuery('movie', query, filters));
  const hide = observer.subscribe(() => undefined);
  stops.push(hide);
  await settled();
  return { observer, hide, ids: () => observer.getCurrentResult().data?.entries.map(({ tmdbId }) => tmdbId) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a shelf', () => {
  test('loads its first page once, as item facts', async () => {
    api.on(POPULAR, pageOf(1, [1, 2]));

    const { observer } = await show();
    await show();

    expect(api.calls).toEqual([POPULAR]);
    const { data, hasNextPage } = observer.getCurrentResult();
    expect(data?.entries[0]).toMatchObject({ tmdbId: 1, mediaType: 'movie', title: 'Film 1', voteAverage: 82 });
    expect([data?.total, hasNextPage]).toEqual([60, true]);
  });

  test('appends the next page without repeated entries, and none after the last', async () => {
    api.on(POPULAR, ({ query }) => (query.get('page') === '2' ? pageOf(2, [2, 3], 2) : pageOf(1, [1, 2], 2)));

    const { observer, ids } = await show();
    await observer.fetchNextPage();

    expect(ids()).toEqual([1, 2, 3]);
    expect(observer.getCurrentResult().hasNextPage).toBe(false);
  });

  test('keeps its entries when the next page fails, and can try again', async () => {
    api.on(POPULAR, ({ query }) => (query.get('page') === '2' ? failure(502, 'upstream') : pageOf(1, [1])));
    const { observer, ids } = await show();

    const { isFetchNextPageError } = await observer.fetchNextPage();
    expect(isFetchNextPageError).toBe(true);
    expect(ids()).toEqual([1]);
    api.on(POPULAR, pageOf(2, [2]));
    await observer.fetchNextPage();

    expect(ids()).toEqual([1, 2]);
  });

  test('that failed loads again when it is shown again', async () => {
    api.on(POPULAR, failure(502, 'upstream'));
    const first = await show();
    expect(first.observer.getCurrentResult().status).toBe('error');
    first.hide();

    api.on(POPULAR, pageOf(1, [1]));

    expect((await show()).ids()).toEqual([1]);
  });

  test('with filters is a separate shelf with its own pages', async () => {
    api.on(POPULAR, ({ query }) =>
      query.get('genre') ? pageOf(Number(query.get('page')), [Number(query.get('page')) * 10]) : pageOf(1, [1]),
    );

    const popular = await show();
    const filtered = await show('', { genre: '28,35', sort: 'rating' });
    await filtered.observer.fetchNextPage();

    expect(popular.ids()).toEqual([1]);
    expect(filtered.ids()).toEqual([10, 20]);
    expect(api.requests.at(-1)?.query.toString()).toBe('page=2&genre=28%2C35&sort=rating');
  });

  test('keeps nothing of a search that is left before its answer', async () => {
    const answer = deferred<StubAnswer>();
    api.on('GET /api/movies/search', () => answer.promise);
    const { hide } = await show('hea');

    hide();
    expect(api.requests[0]?.signal?.aborted).toBe(true);
    answer.resolve(pageOf(1, [1]));
    await settled();

    expect(queryClient.getQueryData(shelfQuery('movie', 'hea').queryKey)).toBeUndefined();
  });
});

test('listed titles and actors are known to dialogs', async () => {
  api.on(POPULAR, pageOf(1, [603]));
  const person = { id: 6384, name: 'Keanu Reeves', profile_path: null };
  api.on('GET /api/person/popular', { body: lastPageOf([person]) });
  await show();
  await queryClient.fetchInfiniteQuery(shelfQuery('person', ''));

  expect(useTitles.getState().facts['movie:603']?.title).toBe('Film 603');
  expect(findInShelves(6384)).toEqual(person);
});
