import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeBuiltClient } from '../../testing/builtClient.ts';
import { type Person, signUp, visitor } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type MovieDatabase, startMovieDatabase } from '../../testing/titles/movieDatabase.ts';

const TABLE = '{"Discover":["assets/Discover-1.js","assets/Discover-1.css"],"Users":["assets/Users-1.js"]}';
const PAGE = `<!doctype html><title>Marquee</title><script type="application/json" id="screens">${TABLE}</script>`;

const client = makeBuiltClient(PAGE, { 'Discover-1.js': '', 'Discover-1.css': '' });
afterAll(() => client.remove());

async function pageFor(who: Pick<Person, 'get'>, route = '/') {
  const { headers } = await who.get(route).expect(200, PAGE);
  return { hints: headers.link as string | undefined, cacheControl: headers['cache-control'] };
}

describe('the page of Discover', () => {
  let server: TestServer;
  let ana: Person;
  beforeAll(async () => {
    server = await startTestServer({ clientDir: client.dir });
    ana = await signUp(server);
  });
  afterAll(() => server.stop());

  test.each([
    ['/', 'movies', 'movie'],
    ['/browse', 'movies', 'movie'],
    ['/?tab=tv', 'tv', 'tv'],
  ])('names at %s what a member’s browser needs first, by addresses that answer', async (route, titles, mediaType) => {
    const { hints = '', cacheControl } = await pageFor(ana, route);

    const hrefs = [...hints.matchAll(/<([^>]+)>/g)].map(([, href = '']) => href);
    expect(hrefs).toEqual([
      '/assets/Discover-1.js',
      '/assets/Discover-1.css',
      `/api/${titles}/popular?page=1`,
      `/api/recommendations?mediaType=${mediaType}`,
      expect.stringMatching(/^\/api\/art\/backdrop\/.*\?size=w1280$/),
    ]);
    for (const href of hrefs) await ana.get(href).expect(200);
    expect(cacheControl).toBe('private, no-cache');
  });

  test('has no hints for visitors', async () => {
    expect(await pageFor(visitor(server))).toEqual({ hints: undefined, cacheControl: 'private, no-store' });
  });

  test.each(['/?tab=person', '/?tab=x', '/?genre=drama', '/?tab=tv&sort=rating', '/?movie=603', '/my-list'])(
    'names nothing at %s, which shows something else first',
    async (route) => {
      expect((await pageFor(ana, route)).hints).toBeUndefined();
    },
  );
});

describe('with a remote movie database', () => {
  let database: MovieDatabase;
  let server: TestServer;
  beforeEach(async () => {
    database = await startMovieDatabase();
    const env = { TMDB_ACCESS_TOKEN: 'a token', TMDB_BASE_URL: database.url };
    server = await startTestServer({ clientDir: client.dir, env });
  });
  afterEach(async () => {
    await server.stop();
    await database.close();
  });

  test('the page does not wait for it, and has a hint for its picture once that is cached', async () => {
    const ana = await signUp(server);
    const release = database.hold();

    expect((await pageFor(ana)).hints).not.toContain('as=image');
    release();
    await ana.get('/api/movies/popular?page=1').expect(200);
    expect((await pageFor(ana)).hints).toMatch(
      /<https:\/\/image\.tmdb\.org\/t\/p\/w1280\/[^>]+>; rel=preload; as=image$/,
    );
  });
});
