import { describe, expect, test } from '@jest/globals';
import type { FilmPerson, Movie, Page } from '../../../../common/schemas/title.ts';
import { setUpTmdb } from '../../../testing/titles/tmdbServer.ts';

const tmdb = setUpTmdb();

describe('lists', () => {
  test('leave out titles for adults and entries that are no titles, and accept missing facts', async () => {
    const { body } = await tmdb.ana.get('/api/movies/popular?page=3').expect(200);

    const { results, total_pages } = body as Page<Movie>;
    expect(results).toHaveLength(18);
    expect(results.at(-1)).toEqual({
      id: 390,
      title: 'Hardly known',
      overview: '',
      poster_path: null,
      backdrop_path: null,
      release_date: '',
      vote_average: 0,
      vote_count: 0,
      popularity: 0,
      genre_ids: [],
      original_language: '',
    });
    expect(total_pages).toBe(500);
  });

  test('of people leave out titles for adults from what the people are known for', async () => {
    const { body } = await tmdb.ana.get('/api/person/popular').expect(200);

    const [first] = (body as Page<FilmPerson>).results;
    expect(first?.known_for.map((title) => title.id)).toEqual([603, 1396]);
  });

  test('are not searched for an empty text', async () => {
    await tmdb.ana.get('/api/movies/search?q=%20').expect(200);
    expect(tmdb.database.requests).toEqual([]);

    await tmdb.ana.get('/api/tv/search?q=a%20show&page=2').expect(200);
    expect(tmdb.database.requests).toEqual(
      [1, 2].map((page) => `/search/tv?language=en-US&query=a+show&page=${page}&include_adult=false`),
    );
  });

  test('are searched once for the same text in different capitals', async () => {
    const spellings = [`Heat ${tmdb.newId}`, `heat ${tmdb.newId}`, `HEAT ${tmdb.newId}`];

    await Promise.all(spellings.map((text) => tmdb.ana.get(`/api/movies/search?q=${text}`).expect(200)));

    expect(tmdb.database.requests).toHaveLength(1);
  });

  test('with filters come from /discover', async () => {
    await tmdb.ana.get('/api/movies/popular?genre=35,28&decade=1990&rating=7&runtime=medium&sort=rating').expect(200);

    const [asked = ''] = tmdb.database.requests;
    expect(asked.split('?')[0]).toBe('/discover/movie');
    expect(Object.fromEntries(new URLSearchParams(asked.split('?')[1]))).toEqual({
      language: 'en-US',
      include_adult: 'false',
      page: '1',
      sort_by: 'vote_average.desc',
      with_genres: '28,35',
      'primary_release_date.gte': '1990-01-01',
      'primary_release_date.lte': '1999-12-31',
      'vote_average.gte': '7',
      'vote_count.gte': '100',
      'with_runtime.gte': '90',
      'with_runtime.lte': '120',
    });
  });

  test('of shows are sorted by the fields that shows have for date and name', async () => {
    await tmdb.ana.get('/api/tv/popular?sort=newest').expect(200);
    await tmdb.ana.get('/api/tv/popular?sort=title').expect(200);

    expect(tmdb.database.requests[0]).toMatch(/sort_by=first_air_date\.desc&first_air_date\.lte=\d{4}-\d\d-\d\d&/);
    expect(tmdb.database.requests[1]).toContain('sort_by=name.asc');
  });
});
