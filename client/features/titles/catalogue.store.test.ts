import { beforeEach, describe, expect, test } from '@jest/globals';
import { type ApiStub, deferred, failure, stubApi } from '../../testing/api.ts';
import { shelfKey, useCatalogue } from './catalogue.store.ts';
import { useTitles } from './title.store.ts';

let api: ApiStub;

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
const shelf = (query = '') => useCatalogue.getState().shelves[`movie:${query}`];
const idsOf = (query = '') => shelf(query)?.entries.map((entry) => ('tmdbId' in entry ? entry.tmdbId : 0));

beforeEach(() => {
  api = stubApi();
});

describe('a shelf', () => {
  test('loads its first page once, as item facts', async () => {
    api.on('GET /api/movies/popular', pageOf(1, [1, 2]));

    await useCatalogue.getState().loadShelf('movie', '');
    await useCatalogue.getState().loadShelf('movie', '');

    expect(api.calls).toEqual(['GET /api/movies/popular']);
    expect(shelf()?.entries[0]).toMatchObject({ tmdbId: 1, mediaType: 'movie', title: 'Film 1', voteAverage: 82 });
  });

  test('appends the next page without repeated entries', async () => {
    api.on('GET /api/movies/popular', ({ query }) =>
      query.get('page') === '2' ? pageOf(2, [2, 3]) : pageOf(1, [1, 2]),
    );

    await useCatalogue.getState().loadShelf('movie', '');
    await useCatalogue.getState().loadMore('movie', '');

    expect(idsOf()).toEqual([1, 2, 3]);
    expect(shelf()).toMatchObject({ page: 2, totalPages: 3, isLoadingMore: false });
  });

  test('requests one further page at a time, and none after the last', async () => {
    api.on('GET /api/movies/popular', ({ query }) => pageOf(Number(query.get('page')), [Number(query.get('page'))], 2));
    const { loadShelf, loadMore } = useCatalogue.getState();

    await loadShelf('movie', '');
    await Promise.all([loadMore('movie', ''), loadMore('movie', '')]);
    await loadMore('movie', '');

    expect(api.calls).toHaveLength(2);
  });

  test('keeps its entries when the next page fails, and can try again', async () => {
    api.on('GET /api/movies/popular', ({ query }) =>
      query.get('page') === '2' ? failure(502, 'upstream') : pageOf(1, [1]),
    );
    await useCatalogue.getState().loadShelf('movie', '');

    await expect(useCatalogue.getState().loadMore('movie', '')).rejects.toThrow('502');

    expect(idsOf()).toEqual([1]);
    expect(shelf()?.isLoadingMore).toBe(false);
  });

  test('that failed loads again on the next request', async () => {
    api.on('GET /api/movies/popular', failure(502, 'upstream'));
    await useCatalogue.getState().loadShelf('movie', '');
    expect(shelf()?.status).toBe('failed');

    api.on('GET /api/movies/popular', pageOf(1, [1]));
    await useCatalogue.getState().loadShelf('movie', '');

    expect(idsOf()).toEqual([1]);
  });

  test('with filters is a separate shelf with its own pages', async () => {
    api.on('GET /api/movies/popular', ({ query }) =>
      query.get('genre') ? pageOf(Number(query.get('page')), [Number(query.get('page')) * 10]) : pageOf(1, [1]),
    );
    const filters = { genre: '28,35', sort: 'rating' } as const;

    await useCatalogue.getState().loadShelf('movie', '');
    await useCatalogue.getState().loadShelf('movie', '', undefined, filters);
    await useCatalogue.getState().loadMore('movie', '', filters);

    expect(idsOf()).toEqual([1]);
    expect(useCatalogue.getState().shelves[shelfKey('movie', '', filters)]?.entries).toHaveLength(2);
    expect(api.requests.at(-1)?.query.toString()).toBe('page=2&genre=28%2C35&sort=rating');
  });

  test('keeps nothing of an aborted search', async () => {
    const answer = deferred<never>();
    api.on('GET /api/movies/search', () => answer.promise);
    const original = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new DOMException('given up', 'AbortError'));

    await useCatalogue.getState().loadShelf('movie', 'hea');

    globalThis.fetch = original;
    expect(shelf('hea')).toBeUndefined();
  });
});

test('listed titles are known to dialogs', async () => {
  api.on('GET /api/movies/popular', pageOf(1, [603]));
  await useCatalogue.getState().loadShelf('movie', '');

  expect(useTitles.getState().facts['movie:603']?.title).toBe('Film 603');
  expect(api.calls).toEqual(['GET /api/movies/popular']);
});
