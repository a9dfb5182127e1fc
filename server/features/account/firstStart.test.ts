import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import request from 'supertest';
import { setupCodeOf } from '../../platform/instance/instance.ts';
import { cookieOf, PASSWORD, personWith, visitor } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type MovieDatabase, startMovieDatabase } from '../../testing/titles/movieDatabase.ts';

let database: MovieDatabase;
let server: TestServer;

beforeEach(async () => {
  database = await startMovieDatabase();
});
afterEach(async () => {
  await server.stop();
  await database.close();
});

async function start(env: Record<string, string> = {}) {
  const urls = { TMDB_BASE_URL: database.url, OMDB_BASE_URL: database.url.replace('/3', '/omdb') };
  server = await startTestServer({ env: { REGISTRATION: '', LOG_LEVEL: 'silent', ...urls, ...env } });
}

const account = { email: 'olga@example.com', password: PASSWORD };
const send = (fields: Record<string, string>) =>
  fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    body: new URLSearchParams({ ...account, ...fields }),
    headers: { origin: server.url },
    redirect: 'manual',
  });
const accounts = () => mongoose.connection.collection('users').countDocuments();

test('the first visitor may enter keys, a country and a language, folded away, and all are used at once', async () => {
  await start();
  const { text } = await visitor(server).get('/api/login');
  for (const part of [
    '<details>',
    'Titles, country and language',
    'name="tmdbKey"',
    'name="omdbKey"',
    '<option value="US" selected>United States</option>',
    '<option value="en-US" selected>English (United States)</option>',
  ])
    expect(text).toContain(part);

  const answer = await send({ tmdbKey: 'a.b.c', omdbKey: '', region: 'DE', language: 'de-DE' });

  expect(answer.status).toBe(303);
  const olga = personWith(server, cookieOf(Object.fromEntries([['set-cookie', answer.headers.getSetCookie()]])));
  const { body } = await olga.get('/api/admin/settings');
  expect(body).toMatchObject({ tmdbKey: 'settings', omdbKey: 'none', region: 'DE', language: 'de-DE' });
  expect((await olga.get('/api/user/security-events')).body).toContainEqual(
    expect.objectContaining({ type: 'instance-changed', detail: 'key to TMDB: set' }),
  );
  expect((await olga.get('/api/config')).body).toMatchObject({ source: 'tmdb', region: 'DE' });
});

test('a key that TMDB refuses is named in its field, the fields stay open, and there is no account yet', async () => {
  await start();

  const answer = await send({ tmdbKey: 'wrong', region: 'DE' });

  const text = await answer.text();
  expect(answer.status).toBe(400);
  expect(text).toContain('<details open>');
  expect(text).toContain('TMDB refuses this key.');
  expect(text).toContain('<option value="DE" selected>');
  expect(text).not.toContain('value="wrong"');
  expect(await accounts()).toBe(0);
});

const registerWith = (headers: Record<string, string>, body: object) =>
  request(server.url).post('/api/auth/register').set(headers).send(body);

describe('although the app listens on this machine alone, the setup code is needed', () => {
  const others = { Host: 'marquee.example' };
  test.each<[string, Record<string, string>, Record<string, string>]>([
    [
      'behind a proxy, with an https PUBLIC_URL',
      { PUBLIC_URL: 'https://marquee.example' },
      { ...others, Via: '1.1 x' },
    ],
    ['behind a proxy, without PUBLIC_URL', {}, { 'X-Forwarded-For': '203.0.113.7' }],
    ['behind a proxy that names itself by Forwarded', {}, { Forwarded: 'for=203.0.113.7' }],
    ['behind a tunnel', {}, { 'CF-Connecting-IP': '203.0.113.7' }],
    ['at a name in ALLOWED_HOSTS', { ALLOWED_HOSTS: 'marquee.example' }, others],
    ['behind a silent proxy, with an http PUBLIC_URL', { PUBLIC_URL: 'http://marquee.example' }, others],
    ['at an address of the local network', {}, { Host: '192.168.1.20:3000' }],
  ])('%s', async (_case, env, headers) => {
    await start(env);
    const setupCode = setupCodeOf(server.config.sessionSecret ?? '');

    const page = await request(server.url).get('/api/login').set(headers);
    const refused = await registerWith(headers, account);
    const admitted = await registerWith(headers, { ...account, setupCode });

    expect(page.text).toContain('name="setupCode"');
    expect(refused.body).toMatchObject({ code: 'forbidden', error: expect.stringContaining('setup code') });
    expect(admitted.status).toBe(201);
  });
});

test.each(['localhost:3000', 'marquee.localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'at http://%s no code is needed',
  async (host) => {
    await start();

    const page = await request(server.url).get('/api/login').set({ Host: host });

    expect(page.text).not.toContain('name="setupCode"');
    expect((await registerWith({ Host: host }, account)).status).toBe(201);
  },
);

test('a service that is away prevents nothing', async () => {
  await start();
  database.fail('broken');

  expect((await send({ tmdbKey: 'a.b.c' })).status).toBe(303);
  expect(await accounts()).toBe(1);
});

test('keys in the environment are not asked for, and win', async () => {
  await start({ TMDB_API_KEY: 'from-env', OMDB_API_KEY: 'from-env' });
  const { text } = await visitor(server).get('/api/login');

  expect(text).not.toContain('name="tmdbKey"');
  expect(text).not.toContain('name="omdbKey"');
  expect((await send({ tmdbKey: 'wrong' })).status).toBe(303);
});

test('later accounts set nothing', async () => {
  await start({ REGISTRATION: 'open' });
  await send({});

  expect((await send({ email: 'ben@example.com', tmdbKey: 'wrong', region: 'DE' })).status).toBe(303);

  expect((await visitor(server).get('/api/config')).body).toMatchObject({ source: 'catalogue', region: 'US' });
});
