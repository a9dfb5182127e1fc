import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Person as Actor, Movie, MovieDetails, Page, TvDetails } from '../../../../common/schemas/title.ts';
import { log } from '../../../platform/log.ts';
import { type Person, signUp, visitor } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { bundleAnswer } from '../../../testing/titles/movieDatabase.answers.ts';
import type { Fault } from '../../../testing/titles/movieDatabase.faults.ts';
import { type MovieDatabase, startMovieDatabase } from '../../../testing/titles/movieDatabase.ts';
import { createAnswerCache } from './cache/answerCache.ts';
import { createTmdbSource } from './tmdb.source.ts';
import type { Upstream } from './upstream/upstream.ts';

let database: MovieDatabase;
let server: TestServer;
let ana: Person;
/** A title that nothing has asked for yet. */
let fresh = 1000;

beforeAll(async () => {
  database = await startMovieDatabase();
  server = await startTestServer({
    env: {
      TMDB_ACCESS_TOKEN: 'a v4 token',
      TMDB_BASE_URL: database.url,
      OMDB_API_KEY: 'another key',
      OMDB_BASE_URL: database.url.replace('/3', '/omdb'),
      LOG_LEVEL: 'silent',
    },
  });
  ana = await signUp(server);
});
afterAll(async () => {
  await server.stop();
  await database.close();
});
beforeEach(() => {
  fresh++;
  database.requests.length = 0;
});
afterEach(() => database.mend());

// Every answer is also held against the contract by the person who asks.
const parts = ['', '/credits', '/videos', '/recommendations', '/external-ratings', '/watch-providers'];

describe('opening a title', () => {
  test.each(['movie', 'tv'])(
    'of kind %s costs one request for all its parts, and one for its ratings',
    async (kind) => {
      await Promise.all(parts.map((part) => ana.get(`/api/${kind}/${fresh}${part}`).expect(200)));

      const asked = database.requests.map((path) => path.split('?')[0]);
      expect(asked).toEqual([`/${kind}/${fresh}`, expect.stringMatching('/omdb/')]);
      expect(database.requests[0]).toContain(
        'append_to_response=credits%2Cvideos%2Crecommendations%2Cwatch%2Fproviders',
      );
    },
  );

  test('costs one request for a hundred who do so at the same time', async () => {
    const path = `/api/movie/${fresh}`;

    const answers = await Promise.all(Array.from({ length: 100 }, () => ana.get(path).expect(200)));

    expect(new Set(answers.map(({ body }) => (body as MovieDetails).title))).toEqual(new Set([`Film ${fresh}`]));
    expect(database.requests).toHaveLength(1);
  });

  test('gives a film in the contract’s words and no others', async () => {
    const { body } = await ana.get(`/api/movie/${fresh}`).expect(200);

    expect(body).toMatchObject({ title: `Film ${fresh}`, runtime: 136, tagline: '', genre_ids: [28, 878] });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['budget']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['adult']));
    expect(database.lastHeaders().authorization).toBe('Bearer a v4 token');
  });

  test('gives a show’s running time from its last episode where it names no other', async () => {
    const { body } = await ana.get(`/api/tv/${fresh}`).expect(200);

    const show = body as TvDetails;
    expect(show).toMatchObject({ number_of_seasons: 5, episode_run_time: [47], origin_country: ['US'] });
    expect(show.created_by).toEqual([{ id: 31, name: 'The Creator', profile_path: null }]);
  });

  test('gives the cast in billing order and the crew', async () => {
    const { body } = await ana.get(`/api/movie/${fresh}/credits`).expect(200);

    expect(body.cast.map((member: { name: string }) => member.name)).toEqual(['First Billed', 'Second Billed']);
    expect(body.crew).toContainEqual({ id: 21, name: 'The Director', job: 'Director', department: 'Directing' });
  });

  test('gives the studio’s trailers first, and none whose key is no key', async () => {
    const { body } = await ana.get(`/api/movie/${fresh}/videos`).expect(200);

    expect(body.results.map((video: { key: string }) => video.key)).toEqual(['official-1', 'fan-made_1']);
  });

  test('gives the offers of every country, whatever they cost', async () => {
    const { body } = await ana.get(`/api/movie/${fresh}/watch-providers`).expect(200);

    const offer = (provider_id: number, provider_name: string) => [
      { provider_id, provider_name, logo_path: `/logo${provider_id}.jpg` },
    ];
    expect(body.results).toEqual({
      US: {
        flatrate: offer(8, 'A Stream'),
        rent: offer(2, 'A Shop'),
        free: offer(4, 'A Library'),
        ads: offer(5, 'A Channel'),
        buy: offer(2, 'A Shop'),
      },
      DE: { buy: offer(3, 'Another Shop') },
      FR: { flatrate: [] },
    });
  });

  test('gives the critics’ ratings, each where there is one', async () => {
    const { body } = await ana.get(`/api/movie/${fresh}/external-ratings`).expect(200);

    expect(body).toEqual({ rottenTomatoes: { rating: 83 }, imdb: { rating: 8.7 }, metacritic: { rating: 73 } });
  });

  test('that the ratings’ service does not know has none, and says why', async () => {
    const { body } = await ana.get('/api/movie/404/external-ratings').expect(200);

    expect(body).toEqual({ error: 'The ratings service does not know this title.' });
  });

  test('is without ratings for now while their service complains of too many requests', async () => {
    await ana.get('/api/movie/429/external-ratings').expect(502);
  });

  test.each(['/api/movie/9999999', '/api/tv/9999999/credits', '/api/person/9999999', '/api/movie/666'])(
    '%s is not found: unknown, or not for everyone',
    async (path) => {
      await ana.get(path).expect(404);
    },
  );
});

describe('lists', () => {
  test('leave out titles for adults and what is no title, and put up with missing facts', async () => {
    const { body } = await ana.get('/api/movies/popular?page=3').expect(200);

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

  test('of people leave out what nobody should see in what they are known for', async () => {
    const { body } = await ana.get('/api/person/popular').expect(200);

    const [first] = (body as Page<Actor>).results;
    expect(first?.known_for.map((title) => title.id)).toEqual([603, 1396]);
  });

  test('are searched without asking for nothing', async () => {
    await ana.get('/api/movies/search?q=%20').expect(200);
    expect(database.requests).toEqual([]);

    await ana.get('/api/tv/search?q=a%20show&page=2').expect(200);
    expect(database.requests).toEqual(['/search/tv?language=en-US&query=a+show&page=2&include_adult=false']);
  });

  test('are searched once for a text however it is capitalised', async () => {
    const spellings = [`Heat ${fresh}`, `heat ${fresh}`, `HEAT ${fresh}`];

    await Promise.all(spellings.map((text) => ana.get(`/api/movies/search?q=${text}`).expect(200)));

    expect(database.requests).toHaveLength(1);
  });

  test('narrowed by filters come from /discover', async () => {
    await ana.get('/api/movies/popular?genre=35,28&decade=1990&rating=7&runtime=medium&sort=rating').expect(200);

    const [asked = ''] = database.requests;
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

  test('of shows are sorted by what shows call a date and a name', async () => {
    await ana.get('/api/tv/popular?sort=newest').expect(200);
    await ana.get('/api/tv/popular?sort=title').expect(200);

    expect(database.requests[0]).toMatch(/sort_by=first_air_date\.desc&first_air_date\.lte=\d{4}-\d\d-\d\d&/);
    expect(database.requests[1]).toContain('sort_by=name.asc');
  });
});

describe('a person', () => {
  test('has a filmography of each title once, with what they only directed', async () => {
    const path = `/api/person/${fresh}`;
    const [{ body: person }, { body: films }, { body: shows }] = await Promise.all([
      ana.get(path).expect(200),
      ana.get(`${path}/movie_credits`).expect(200),
      ana.get(`${path}/tv_credits`).expect(200),
    ]);

    expect(person.known_for.map((title: { id: number }) => title.id)).toEqual([1396, 604, 603]);
    expect(films.cast.map(({ id, character }: { id: number; character: string }) => [id, character])).toEqual([
      [603, 'Hero, His double'],
      [604, ''],
    ]);
    expect(shows.cast).toHaveLength(1);
    expect(database.requests).toHaveLength(1);
  });
});

describe('while the movie database fails', () => {
  const faults: Fault[] = [
    'tooMany',
    'broken',
    'cut',
    'malformed',
    'portal',
    'nothing',
    'wrongTypes',
    'empty',
    'refused',
  ];

  test.each(faults)('with %s, what was never seen is 502 with a text for people', async (fault) => {
    database.fail(fault);
    const paths = [
      ...parts.map((part) => `/api/movie/${fresh}${part}`),
      `/api/movies/search?q=${fault}`,
      `/api/person/${fresh}/tv_credits`,
      `/api/tv/popular?decade=1980&rating=${faults.indexOf(fault)}.5`,
    ];

    const answers = await Promise.all(paths.map((path) => ana.get(path)));

    for (const answer of answers) {
      expect(answer.status).toBe(502);
      expect(answer.body).toEqual({ code: 'upstream', error: expect.stringMatching(/^The movie database .+\.$/) });
    }
  });

  test('no request writes an error of its own into the log', async () => {
    const written: unknown[] = [];
    const { error } = log;
    log.error = (...line: unknown[]) => void written.push(line);
    database.fail('refused');

    await Promise.all(parts.map((part) => ana.get(`/api/movie/${fresh}${part}`).expect(502)));

    log.error = error;
    expect(written).toEqual([]);
  });

  test('which has no such list, that is told as a failure and not as an empty list', async () => {
    const elsewhere: Upstream = { get: async () => null, close: () => undefined };
    const source = createTmdbSource({ tmdb: elsewhere, cache: createAnswerCache(), language: `test-${fresh}` });

    await expect(source.popular('movie', 1)).rejects.toMatchObject({ code: 'upstream' });
    await expect(source.searchPeople('anna', 1)).rejects.toMatchObject({ code: 'upstream' });
    expect(await source.recommendations('tv', 1, 2)).toBeNull();
  });

  test('what was seen is answered as before', async () => {
    await Promise.all(parts.map((part) => ana.get(`/api/movie/${fresh}${part}`).expect(200)));
    database.fail('broken');

    await Promise.all(parts.map((part) => ana.get(`/api/movie/${fresh}${part}`).expect(200)));
  });

  test('only the ratings fail where only their service does', async () => {
    await ana.get(`/api/tv/${fresh}`).expect(200);
    database.fail('broken');

    await ana.get(`/api/tv/${fresh}/external-ratings`).expect(502);
    await ana.get(`/api/tv/${fresh}/credits`).expect(200);
  });

  test('the rest works: signing in, lists, and artwork that was drawn here', async () => {
    database.fail('cut');

    await visitor(server).get('/api/login').expect(200);
    await visitor(server).get('/api/art/poster/movie/603?size=w92').expect(200);
    await ana.post('/api/folders', { name: `Friday ${fresh}` }).expect(201);
    expect(database.requests).toEqual([]);
  });
});

describe('a title that was kept while the bundled catalogue was on', () => {
  test('opens under TMDB by the same id, and its drawn poster is still there', async () => {
    const folder = await ana.post('/api/folders', { name: `Kept ${fresh}` }).expect(201);
    const posterPath = '/api/art/poster/movie/603-1b2a44';
    const item = { folderId: folder.body.id, tmdbId: 603, mediaType: 'movie', title: 'The Matrix', posterPath };
    await ana.post('/api/watchlist', item).expect(201);

    const { body } = await ana.get(`/api/folders/${folder.body.id}/items`).expect(200);

    expect(body[0].posterPath).toBe(posterPath);
    await visitor(server).get(`${posterPath}?size=w154`).expect(200);
    await ana.get('/api/movie/603').expect(200);
  });
});

describe('an answer that is larger than any should be', () => {
  const film = { ...(bundleAnswer('movie', 603) as object) };
  const person = (id: number, job: string) => ({ id, name: `Person ${id}`, job, department: 'Any' });
  const many = (count: number, make: (place: number) => unknown) =>
    Array.from({ length: count }, (_, at) => make(at + 1));
  const listed = (id: number) => ({ id, title: `Film ${id}`, vote_count: id, release_date: '1999-03-31' });

  test('is told with a hundred of the cast, and with the director though he comes last', async () => {
    const cast = many(5000, (id) => ({ id, name: `Actor ${id}`, character: 'One', order: id - 1 }));
    const crew = [...many(5000, (id) => person(id, 'Grip')), person(9999, 'Director')];
    database.answerWith({ ...film, credits: { cast, crew } });

    const { body } = await ana.get(`/api/movie/${fresh}/credits`).expect(200);

    expect(body.cast).toHaveLength(100);
    expect(body.crew).toHaveLength(100);
    expect(body.crew[0]).toMatchObject({ id: 9999, job: 'Director' });
  });

  test('is told with the most voted for of what a person was in', async () => {
    const credits = { cast: many(500, (id) => ({ ...listed(id), character: 'c'.repeat(900) })), crew: [] };
    database.answerWith({ id: fresh, name: 'Everywhere', movie_credits: credits, tv_credits: null });

    const { body } = await ana.get(`/api/person/${fresh}/movie_credits`).expect(200);

    expect(body.cast).toHaveLength(300);
    expect(Math.min(...body.cast.map(({ vote_count }: Movie) => vote_count))).toBe(201);
  });

  test('is told with so many videos, offers and recommendations as can be shown', async () => {
    const offers = many(500, (id) => ({ provider_id: id, provider_name: `Shop ${id}`, logo_path: null }));
    const videos = many(500, (id) => ({ type: 'Trailer', site: 'YouTube', key: `key${id}`, name: 'A trailer' }));
    database.answerWith({
      ...film,
      videos: { results: videos },
      'watch/providers': { results: { US: { flatrate: offers, rent: offers }, Nowhere: { flatrate: offers } } },
      recommendations: { page: 1, results: many(500, listed), total_pages: 1, total_results: 500 },
    });
    const path = `/api/movie/${fresh}`;

    const [seen, where, next] = await Promise.all(
      ['videos', 'watch-providers', 'recommendations'].map((part) => ana.get(`${path}/${part}`).expect(200)),
    );

    expect(seen?.body.results).toHaveLength(50);
    expect(Object.keys(where?.body.results)).toEqual(['US']);
    expect(where?.body.results.US.rent).toHaveLength(50);
    expect(next?.body.results).toHaveLength(100);
  });

  test('is told with texts that an item may hold, without hidden characters', async () => {
    database.answerWith({
      ...film,
      title: `\u202e${'e\u0301'.repeat(100_000)}`,
      overview: 'Two\u200b\r\nlines',
      credits: { cast: [{ id: 1, name: '\u2066A\u2069ctor', character: `\u200f${'x'.repeat(100_000)}`, order: 0 }] },
    });

    const { body } = await ana.get(`/api/movie/${fresh}`).expect(200);
    const credits = await ana.get(`/api/movie/${fresh}/credits`).expect(200);

    expect(body).toMatchObject({ title: 'é'.repeat(500), overview: 'Two lines' });
    expect(credits.body.cast).toEqual([
      { id: 1, name: 'Actor', character: 'x'.repeat(500), profile_path: null, order: 0 },
    ]);
  });

  test.each([
    ['fifty megabytes', () => `{"id":1,"title":"x","overview":"${'x'.repeat(50_000_000)}"}`],
    [
      'a million members of the cast',
      () => JSON.stringify({ ...film, credits: { cast: Array(1_000_000).fill({ id: 1 }) } }),
    ],
    ['half a million empty objects', () => `{"id":1,"title":"x","cast":[${'{},'.repeat(500_000)}{}]}`],
    ['a hundred thousand levels', () => `{"id":1,"title":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('of %s is none, and is asked for once', async (_what, body) => {
    database.answerWith(body());

    await ana.get(`/api/movie/${fresh}`).expect(502);

    expect(database.requests).toHaveLength(1);
  });
});

describe('what the server says of itself', () => {
  test('names the source, its image host and the words that it asks for', async () => {
    const { body } = await visitor(server).get('/api/config').expect(200);

    expect(body).toMatchObject({
      source: 'tmdb',
      imageBase: 'https://image.tmdb.org/t/p/',
      attribution:
        'This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.',
    });
  });

  test('lets pages show pictures of that host and of no other', async () => {
    const { headers } = await visitor(server).get('/api/config');

    expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://image.tmdb.org;");
  });

  test('counts requests, failures and what the cache saved', async () => {
    await ana.get(`/api/movie/${fresh}`).expect(200);
    await ana.get(`/api/movie/${fresh}`).expect(200);
    database.fail('malformed');
    await ana.get(`/api/tv/${fresh}`).expect(502);

    const { text } = await visitor(server).get('/metrics').expect(200);

    expect(text).toMatch(/marquee_upstream_requests_total\{service="tmdb",kind="title"\} [1-9]/);
    expect(text).toMatch(/marquee_upstream_failures_total\{service="tmdb",kind="title",reason="malformed"\} [1-9]/);
    expect(text).toMatch(/marquee_title_cache_reads_total\{kind="title",result="memory"\} [1-9]/);
    expect(text).toMatch(/marquee_title_cache_reads_total\{kind="title",result="miss"\} [1-9]/);
  });
});
