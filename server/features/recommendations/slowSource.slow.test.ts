import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Recommendations } from '../../../common/schemas/recommendation.ts';
import { type Person, signUp, visitor } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type MovieDatabase, startMovieDatabase } from '../../testing/titles/movieDatabase.ts';

/** Titles that the bundled catalogue does not know. */
const unknown = [8_000_001, 8_000_002, 8_000_003];
const isTheirs = ({ title }: { title: string }) => /^(Film|Show) \d+$/.test(title);
describe('picks while the movie database is slow', () => {
  let database: MovieDatabase;
  let server: TestServer;
  let ana: Person;
  beforeAll(async () => {
    database = await startMovieDatabase();
  });
  afterAll(() => database.close());
  // The cache is empty.
  beforeEach(async () => {
    const env = { TMDB_ACCESS_TOKEN: 'a token', TMDB_BASE_URL: database.url, LOG_LEVEL: 'silent' };
    server = await startTestServer({ env });
    ana = await signUp(server);
    for (const tmdbId of unknown) await ana.post('/api/reviews', { mediaType: 'movie', tmdbId, rating: 5 }).expect(201);
    // The page of posters loads the bundled catalogue, which would distort the comparison below.
    await visitor(server).get('/api/login').expect(200);
  });
  afterEach(async () => {
    database.recover();
    await server.stop();
  });

  const ask = async () =>
    ((await ana.get('/api/recommendations?limit=20').expect(200)).body as Recommendations).results;

  /** The picks, if they arrive before the answer to a call that waits for all attempts of the source. */
  async function askBesideList() {
    const list = ana.get('/api/movies/popular?page=1').then(() => null);
    const picks = await Promise.race([ask(), list]);
    if (!picks) throw new Error('The picks waited for the database as long as a list of titles does');
    return { picks, list };
  }

  test('arrive in time from the bundled catalogue, and from the movie database once it has answered', async () => {
    const release = database.hold();

    const { picks, list } = await askBesideList();
    release();
    await list;
    let later = await ask();
    // A busy machine may need several attempts for twenty lists.
    for (let tries = 0; tries < 5 && !later.every(isTheirs); tries++) later = await ask();

    expect(picks).toHaveLength(20);
    expect(picks.filter(isTheirs)).toEqual([]);
    expect(later.every(isTheirs)).toBe(true);
  });

  test('arrive in time while it does not answer', async () => {
    database.fail('silent');

    const { picks, list } = await askBesideList();
    await list;

    expect(picks).toHaveLength(20);
    for (const { reason } of picks) expect(reason.text).not.toBe('');
  });

  test('arrive while it is unavailable', async () => {
    database.fail('unavailable');

    const picks = await ask();

    expect(picks).toHaveLength(20);
    for (const { reason } of picks) expect(reason.text).not.toBe('');
  });
});
