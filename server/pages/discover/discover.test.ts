import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeBuiltClient } from '../../testing/builtClient.ts';
import { type Person, signUp, visitor } from '../../testing/people.ts';
import { recordPlay } from '../../testing/plays.ts';
import { setUpServer, startTestServer, type TestServer } from '../../testing/server.ts';
import { type MovieDatabase, startMovieDatabase } from '../../testing/titles/movieDatabase.ts';

/** A show of the bundled facts. */
const SEVERANCE = 95396;
const TABLE = JSON.stringify({
  Discover: { paths: [], files: ['assets/Discover-1.js', 'assets/Discover-1.css'] },
  Users: { paths: ['/users'], files: ['assets/Users-1.js'] },
});
const PAGE = `<!doctype html><html><head><title>Marquee</title><script type="application/json" id="screens">${TABLE}</script></head><body><div id="root"></div></body></html>`;

const client = makeBuiltClient(PAGE, { 'Discover-1.js': '', 'Discover-1.css': '' });
afterAll(() => client.remove());

async function pageFor(who: Pick<Person, 'get'>, route = '/') {
  const { headers, text } = await who.get(route).expect(200);
  return { html: text, hints: headers.link as string | undefined, cacheControl: headers['cache-control'] };
}

const hasPreview = (html: string) => html.includes('<div id="preview"');

/** The page with its preview, which a busy server leaves out. */
async function previewFor(who: Pick<Person, 'get'>, route: string) {
  for (;;) {
    const answer = await pageFor(who, route);
    if (hasPreview(answer.html)) return answer;
  }
}
const headingsIn = (html: string) => [...html.matchAll(/<h[12]>([^<]*)</g)].map(([, heading]) => heading);
const tabsIn = (html: string) => [...html.matchAll(/class="tab( chosen)?">([^<]*)(?:<small>(.*?)<)?/g)];

describe('the page of Discover', () => {
  const server = setUpServer({ clientDir: client.dir });
  let ana: Person;
  beforeAll(async () => {
    ana = await signUp(server);
    // The catalogue is loaded with the first call, which takes longer than the page waits.
    await ana.get('/api/movies/popular?page=1').expect(200);
  });

  test.each([
    ['/', 'movies', 'movie'],
    ['/browse', 'movies', 'movie'],
    ['/?tab=tv', 'tv', 'tv'],
  ])('names at %s what a member’s browser needs first, by addresses that answer', async (route, titles, mediaType) => {
    const { hints = '' } = await pageFor(ana, route);

    const hrefs = [...hints.matchAll(/<([^>]+)>/g)].map(([, href = '']) => href);
    expect(hrefs).toEqual([
      '/assets/Discover-1.js',
      '/assets/Discover-1.css',
      `/api/${titles}/popular?page=1`,
      `/api/recommendations?mediaType=${mediaType}`,
    ]);
    for (const href of hrefs) await ana.get(href).expect(200);
  });

  test.each([
    ['/', 'movies'],
    ['/?tab=tv', 'tv'],
  ])('contains at %s the first popular title with its picture, and the posters of all', async (route, titles) => {
    const { body } = await ana.get(`/api/${titles}/popular?page=1`);
    const [first] = body.results;

    const { html, cacheControl } = await previewFor(ana, route);

    expect(headingsIn(html)).toEqual(['Discover', first.title ?? first.name, 'For you']);
    expect(html).toContain(`src="${first.backdrop_path}?size=w1280"`);
    const posters = [...html.matchAll(/src="([^"?]+)\?size=w154"/g)].map(([, path]) => path);
    expect(posters).toEqual(body.results.map((title: { poster_path: string }) => title.poster_path));
    expect(cacheControl).toBe('private, no-store');
  });

  test('has neither hints nor a preview for visitors', async () => {
    expect(await pageFor(visitor(server), '/browse')).toEqual({
      html: PAGE.replace('<html', '<html data-visitor'),
      hints: undefined,
      cacheControl: 'private, no-store',
    });
  });

  test.each(['/', '/?tab=tv', '/?q=matrix'])(
    'is at %s the landing page for visitors, with its preview',
    async (route) => {
      const { html, hints, cacheControl } = await pageFor(visitor(server), route);

      expect(html).toContain('<html data-visitor');
      expect(headingsIn(html)).toEqual(['What are we watching tonight?']);
      expect([hints, cacheControl]).toEqual([undefined, 'private, no-store']);
    },
  );

  test('has room for what is next of a person who follows a show', async () => {
    const person = await signUp(server);
    const isMarked = async () => (await previewFor(person, '/')).html.includes('<html data-follows>');
    expect(await isMarked()).toBe(false);

    await recordPlay(person, { tmdbId: SEVERANCE, mediaType: 'tv', facts: undefined, season: 1, episode: 1 });
    expect(await isMarked()).toBe(true);

    await person.patch(`/api/tv/${SEVERANCE}/progress`, { state: 'dropped', timeZone: 'UTC' }).expect(200);
    expect(await isMarked()).toBe(false);
  });

  test.each(['/?tab=person', '/?tab=x', '/?genre=drama', '/?tab=tv&sort=rating', '/?movie=603', '/my-list'])(
    'names nothing at %s, which shows something else first',
    async (route) => {
      const { html, hints } = await pageFor(ana, route);

      expect([html, hints]).toEqual([PAGE, undefined]);
    },
  );
});

describe('the page of a search', () => {
  const server = setUpServer({ clientDir: client.dir });
  let ana: Person;
  beforeAll(async () => {
    ana = await signUp(server);
    await ana.get('/api/movies/search?q=matrix').expect(200);
  });

  test.each([
    ['/?q=matrix', 'Discover'],
    ['/browse?q=matrix', 'Discover'],
    ['/my-list?q=matrix', 'Search'],
    [`/folder/${'f'.repeat(24)}?q=matrix`, 'Search'],
  ])('contains at %s the results with the counts of films, shows and people', async (route, title) => {
    const [movies, shows, people] = await Promise.all(
      ['movies', 'tv', 'person'].map(async (kind) => (await ana.get(`/api/${kind}/search?q=matrix`)).body),
    );

    const { html, cacheControl } = await previewFor(ana, route);

    expect(headingsIn(html)).toEqual([title]);
    expect(html).toContain('Results for “matrix”');
    expect(tabsIn(html).map(([, chosen, label, count]) => [!!chosen, label?.trim(), count])).toEqual([
      [true, 'Movies', `(${movies.total_results})`],
      [false, 'TV Shows', `(${shows.total_results})`],
      [false, 'Actors', `(${people.total_results})`],
    ]);
    expect(html.match(/class="poster"/g)).toHaveLength(movies.results.length);
    expect(cacheControl).toBe('private, no-store');
  });

  test.each([
    ['/?q=matrix&tab=tv', 'TV Shows'],
    ['/?q=keanu+reeves&tab=person', 'Actors'],
    ['/?q=qqqqzzzzxxxx', 'Movies'],
  ])('opens at %s the tab %s', async (route, tab) => {
    const { html } = await previewFor(ana, route);

    expect(
      tabsIn(html)
        .find(([, chosen]) => chosen)?.[2]
        ?.trim(),
    ).toBe(tab);
  });

  test('escapes the search', async () => {
    const { html } = await previewFor(ana, `/?q=${encodeURIComponent('<img src=x>')}`);

    expect(html).toContain('Results for “&lt;img src=x&gt;”');
  });

  test.each(['/?q=', '/?q=%20', '/?q=matrix&title=movie-603', '/folders?q=matrix', `/?q=${'x'.repeat(201)}`])(
    'is the plain page at %s',
    async (route) => {
      expect(hasPreview((await pageFor(ana, route)).html)).toBe(false);
    },
  );

  test('is the plain page for visitors', async () => {
    expect(hasPreview((await pageFor(visitor(server), '/browse?q=matrix')).html)).toBe(false);
  });
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

  test('the page does not wait for it, and has a preview once its titles are cached', async () => {
    const ana = await signUp(server);
    const release = database.hold();

    const waiting = await pageFor(ana);
    release();
    await ana.get('/api/movies/popular?page=1').expect(200);
    const { html, hints } = await pageFor(ana);

    expect([hasPreview(waiting.html), waiting.hints]).toEqual([false, hints]);
    expect(html).toMatch(/<img alt="" src="https:\/\/image\.tmdb\.org\/t\/p\/w1280\/[^"]+" srcset=/);
  });

  test('neither does the page of a search', async () => {
    const ana = await signUp(server);
    const release = database.hold();

    expect(hasPreview((await pageFor(ana, '/?q=matrix')).html)).toBe(false);
    release();
  });
});
