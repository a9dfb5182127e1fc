import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Movie, Page } from '../../../common/schemas/title.ts';
import { type Person, signUp, visitor } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const server = setUpServer();
let ana: Person;

beforeAll(async () => {
  ana = await signUp(server);
});

test('the configuration names the source of facts, with the notice of TMDB alone', async () => {
  const { body } = await visitor(server).get('/api/config').expect(200);

  expect(body).toMatchObject({
    source: 'catalogue',
    attribution:
      'This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.',
  });
});

// `Person` also checks every answer against the contract.
describe('the movie database calls', () => {
  test.each([
    '/api/movies/popular',
    '/api/movies/popular?page=3',
    '/api/movies/search?q=matrix',
    '/api/tv/popular',
    '/api/tv/search?q=friends',
    '/api/person/popular',
    '/api/person/search?q=hanks',
    '/api/person/31',
    '/api/person/31/movie_credits',
    '/api/person/31/tv_credits',
    '/api/movie/603',
    '/api/movie/603/credits',
    '/api/movie/603/videos',
    '/api/movie/603/recommendations',
    '/api/movie/603/external-ratings',
    '/api/movie/603/watch-providers',
    '/api/tv/1396',
    '/api/tv/1396/seasons/0',
    '/api/tv/1396/seasons/1',
    '/api/tv/1396/credits',
    '/api/tv/1396/videos',
    '/api/tv/1396/recommendations',
    '/api/tv/1396/external-ratings',
    '/api/tv/1396/watch-providers',
  ])('%s answers signed-in people, but not visitors', async (path) => {
    await ana.get(path).expect(200);
    await visitor(server).get(path).expect(401);
  });

  test.each([
    '/api/movie/999999999',
    '/api/tv/999999999/credits',
    '/api/person/999999999',
    '/api/person/999999999/movie_credits',
    '/api/movie/none',
    '/api/tv/603/recommendations',
    '/api/tv/1396/seasons/99',
    '/api/tv/1396/seasons/first',
    '/api/tv/999999999/seasons/1',
  ])('%s is not found', async (path) => {
    await ana.get(path).expect(404);
  });

  test.each(['/api/movies/search', '/api/tv/search?q=', '/api/person/search?q=%20'])(
    '%s finds nothing',
    async (path) => {
      const { body } = await ana.get(path).expect(200);

      expect(body).toEqual({ page: 1, results: [], total_pages: 0, total_results: 0 });
    },
  );

  test('a page after the last is empty', async () => {
    const { body } = await ana.get('/api/movies/popular?page=499').expect(200);

    expect((body as Page<Movie>).results).toEqual([]);
    expect((body as Page<Movie>).total_pages).toBeGreaterThan(50);
  });

  test.each(['0', '-1', 'two', '1.5'])('page %s is refused', async (page) => {
    await ana.get(`/api/movies/popular?page=${page}`).expect(400);
  });
});

describe('without a key of a movie database', () => {
  test('the catalogue is used, and pages show only pictures of this server', async () => {
    const { body, headers } = await visitor(server).get('/api/config').expect(200);

    expect(body.source).toBe('catalogue');
    expect(headers['content-security-policy']).toContain("img-src 'self' data: blob:;");
  });

  test('popular titles can be filtered and sorted', async () => {
    const { body } = await ana.get('/api/movies/popular?genre=18&decade=1990&rating=8&sort=oldest').expect(200);

    const dates = (body as Page<Movie>).results.map((movie) => movie.release_date);
    expect(dates.length).toBeGreaterThan(5);
    expect(dates.every((date) => date.startsWith('199'))).toBe(true);
    expect(dates).toEqual([...dates].sort());
  });

  test.each(['genre=drama', 'decade=1995', 'rating=eleven', 'runtime=endless', 'sort=colour'])(
    'the filter %s is refused',
    async (filter) => {
      await ana.get(`/api/tv/popular?${filter}`).expect(400);
    },
  );
});

describe('the drawn artwork', () => {
  test('is public, may be cached without limit, and is the same at the path in the answers', async () => {
    const { body } = await ana.get('/api/movie/603').expect(200);
    const poster = await visitor(server).get(`${body.poster_path}?size=w154`).expect(200);
    const plain = await visitor(server).get('/api/art/poster/movie/603?size=w154').expect(200);

    expect(poster.headers['content-type']).toBe('image/webp');
    expect(poster.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(poster.headers['set-cookie']).toBeUndefined();
    expect(Buffer.compare(poster.body, plain.body)).toBe(0);
  });

  test('is not sent again if it has not changed', async () => {
    const { headers } = await visitor(server).get('/api/art/backdrop/tv/1396?size=w300').expect(200);

    await visitor(server)
      .get('/api/art/backdrop/tv/1396?size=w300')
      .set('If-None-Match', String(headers.etag))
      .expect(304);
  });

  test('has the requested size', async () => {
    const [small, large] = await Promise.all(
      ['w92', 'w500'].map((size) => visitor(server).get(`/api/art/person/31?size=${size}`).expect(200)),
    );

    expect(small?.headers.etag).not.toBe(large?.headers.etag);
    expect(small?.body.length).toBeLessThan(large?.body.length);
  });

  test('is refused in other sizes', async () => {
    await visitor(server).get('/api/art/poster/movie/603?size=w93').expect(400);
    await visitor(server).get('/api/art/poster/movie/603?size=w92&size=w154').expect(400);
  });

  test.each([
    '/api/art/poster/movie/999999999',
    '/api/art/poster/tv/603-1b2a44',
    '/api/art/poster/movie/603-xyz',
    '/api/art/backdrop/movie/nothing',
    '/api/art/person/0',
  ])('%s is not found', async (path) => {
    await visitor(server).get(path).expect(404);
  });
});
