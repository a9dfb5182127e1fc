import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { InstanceSettings } from '../../../common/schemas/instance.ts';
import type { Health } from '../../../common/schemas/operator/operator.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { appendNotification } from '../../platform/database/notifications.ts';
import { storeInstance } from '../../platform/instance/instance.model.ts';
import { SessionModel } from '../../platform/session/session.ts';
import { createVault } from '../../platform/vault.ts';
import { confirm, type Person, signUp, visitor } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { type MovieDatabase, startMovieDatabase } from '../../testing/titles/movieDatabase.ts';

const TOKEN = 'header.payload.signature';

let database: MovieDatabase;
let server: TestServer;
let operator: Person;
let ana: Person;

async function start(env: Record<string, string> = {}) {
  server = await startTestServer({
    env: {
      TMDB_BASE_URL: database.url,
      OMDB_BASE_URL: database.url.replace('/3', '/omdb'),
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  operator = await signUp(server, 'Olga');
  ana = await signUp(server, 'Ana');
}

beforeAll(async () => {
  database = await startMovieDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  database.recover();
  database.requests.length = 0;
});

const setKey = (service: string, key: string) => operator.put(`/api/admin/keys/${service}`, { key });
const removeKey = (service: string) => operator.delete(`/api/admin/keys/${service}`);
const settings = async (): Promise<InstanceSettings> => (await operator.get('/api/admin/settings').expect(200)).body;
const config = async () => (await visitor(server).get('/api/config').expect(200)).body;
const findings = async () => ((await operator.get('/api/admin/health')).body as Health).findings;
const titlesOf = async (person: Person): Promise<string[]> =>
  (await person.get('/api/movies/popular').expect(200)).body.results.map(({ title }: { title: string }) => title);
const policy = async () => (await visitor(server).get('/api/config')).headers['content-security-policy'];

describe('without a key in the environment', () => {
  beforeAll(() => start());
  afterAll(() => server.stop());
  afterEach(async () => {
    await removeKey('tmdb');
    await removeKey('omdb');
  });

  test('titles come from TMDB as soon as an operator has set a key, and open tabs hear of it', async () => {
    const before = await titlesOf(ana);
    const tab = await openTab(server, ana);
    expect(await settings()).toMatchObject({ tmdbKey: 'none', omdbKey: 'none' });

    expect((await setKey('tmdb', TOKEN)).body).toEqual({ isChecked: true });

    expect(database.lastHeaders().authorization).toBe(`Bearer ${TOKEN}`);
    expect(await tab.next('titles:changed')).toEqual({});
    expect(await titlesOf(ana)).not.toEqual(before);
    expect(await config()).toMatchObject({ source: 'tmdb' });
    expect(await policy()).toContain('https://image.tmdb.org');
    expect((await removeKey('tmdb')).status).toBe(204);
    expect(await titlesOf(ana)).toEqual(before);
    expect(await policy()).not.toContain('https://image.tmdb.org');
    tab.close();
  });

  test('a key without dots is sent as an API key, and one to OMDb brings ratings', async () => {
    await setKey('tmdb', '0123456789abcdef');
    expect(database.lastParams().get('api_key')).toBe('0123456789abcdef');
    expect((await ana.get('/api/movie/777/external-ratings')).body).toEqual({});

    expect((await setKey('omdb', 'ratings-key')).body).toEqual({ isChecked: true });

    expect((await ana.get('/api/movie/777/external-ratings')).body).toMatchObject({ imdb: { rating: 8.7 } });
    expect(database.lastParams().get('apikey')).toBe('ratings-key');
  });

  test('keys are stored encrypted, named in no answer, and recorded without the key', async () => {
    await setKey('tmdb', TOKEN);
    await setKey('omdb', 'ratings-key');

    const stored = JSON.stringify(await mongoose.connection.collection('instance').findOne());
    const shown = JSON.stringify(await settings());
    const recorded = JSON.stringify(await mongoose.connection.collection('securityevents').find().toArray());

    expect(await settings()).toMatchObject({ tmdbKey: 'settings', omdbKey: 'settings' });
    for (const text of [stored, shown, recorded]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain('ratings-key');
    }
    for (const detail of ['key to TMDB: set', 'key to OMDb: set']) expect(recorded).toContain(detail);
  });

  test.each([
    ['tmdb', 'wrong'],
    ['tmdb', 'wrong.token'],
    ['omdb', 'wrong'],
  ])('a key that %s refuses is not stored (%s)', async (service, key) => {
    const { status, body } = await setKey(service, key);

    expect([status, body.code, body.issues]).toEqual([
      400,
      'validation',
      [{ path: 'key', message: expect.stringContaining('refuses this key') }],
    ]);
    expect(await settings()).toMatchObject({ tmdbKey: 'none', omdbKey: 'none' });
  });

  test('a key is stored although the service is away, and Health says so', async () => {
    database.fail('broken');

    expect((await setKey('tmdb', TOKEN)).body).toEqual({ isChecked: false });

    expect(await settings()).toMatchObject({ tmdbKey: 'settings' });
    expect(await findings()).toContainEqual(expect.objectContaining({ title: 'TMDB does not answer', action: null }));
  });

  test('Health says that a stored key is refused, and where to change it', async () => {
    database.fail('broken');
    await setKey('tmdb', 'wrong');
    await setKey('omdb', 'wrong');
    database.recover();

    const found = await findings();

    for (const id of ['titles_refused', 'ratings_refused'])
      expect(found).toContainEqual(expect.objectContaining({ id, action: 'open_settings' }));
  });

  test('only an operator with a fresh sign-in sets and removes keys', async () => {
    const ownSessions = { 'session.userId': operator.user.id };
    await SessionModel.updateMany(ownSessions, { $set: { 'session.startedAt': Date.now() - 11 * 60_000 } });

    expect((await ana.put('/api/admin/keys/tmdb', { key: TOKEN })).status).toBe(403);
    expect((await setKey('tmdb', TOKEN)).body.code).toBe('fresh_sign_in_required');
    expect((await removeKey('tmdb')).body.code).toBe('fresh_sign_in_required');
    operator = await confirm(server, operator);
    expect((await setKey('tmdb', TOKEN)).status).toBe(200);
  });

  test('a key that another node has stored is in use when tabs of this node hear of it (P35)', async () => {
    const tab = await openTab(server, ana);
    const sealed = createVault(server.config.sessionSecret ?? '', 'service keys').seal(TOKEN);

    await inTransaction(async () => {
      await storeInstance({ tmdbKey: sealed });
      await appendNotification('titles:changed', {}, { isForEveryone: true });
    });

    await tab.next('titles:changed');
    expect(await config()).toMatchObject({ source: 'tmdb' });
    tab.close();
  });

  test('keys of another session secret count as not set, and Health asks for them again', async () => {
    await storeInstance({ tmdbKey: createVault('another secret of before', 'service keys').seal(TOKEN) });

    expect(await settings()).toMatchObject({ tmdbKey: 'unreadable' });
    expect(await findings()).toContainEqual(
      expect.objectContaining({ id: 'keys_unreadable', action: 'open_settings' }),
    );
    expect(await config()).toMatchObject({ source: 'catalogue' });
  });

  test('region and language are used at once, with answers of their own', async () => {
    await setKey('tmdb', TOKEN);
    const page = '/api/movies/popular?page=7';
    await ana.get(page).expect(200);
    expect(database.requests.at(-1)).toContain('language=en-US&region=US');
    const tab = await openTab(server, ana);

    await operator.patch('/api/admin/settings', { region: 'DE', language: 'de-DE' }).expect(200);

    await tab.next('titles:changed');
    expect(await config()).toMatchObject({ region: 'DE' });
    await ana.get(page).expect(200);
    expect(database.requests.at(-1)).toContain('language=de-DE&region=DE');
    await operator.patch('/api/admin/settings', { region: 'US', language: 'en-US' }).expect(200);
    tab.close();
  });

  test.each([{ region: 'XX' }, { region: 'de' }, { language: 'deutsch' }])('%j is refused', async (body) => {
    expect((await operator.patch('/api/admin/settings', body)).status).toBe(400);
  });
});

describe('with keys in the environment', () => {
  beforeAll(() => start({ TMDB_API_KEY: 'wrong', OMDB_API_KEY: 'from-env' }));
  afterAll(() => server.stop());

  test('they win, cannot be changed, and Health names the variables', async () => {
    expect(await settings()).toMatchObject({ tmdbKey: 'environment', omdbKey: 'environment' });
    for (const answer of [await setKey('tmdb', TOKEN), await removeKey('omdb')])
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect(await findings()).toContainEqual(
      expect.objectContaining({ id: 'titles_refused', text: expect.stringContaining('TMDB_API_KEY'), action: null }),
    );
  });
});
