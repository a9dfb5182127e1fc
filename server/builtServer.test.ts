import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PASSWORD, type Person, personWith, signUp } from './testing/people.ts';
import { type AppProcess, startProcess } from './testing/process.ts';

/*
 * The other tests run the sources. The built server has its packages inside, so this one uses what loads packages late.
 */

let dataDir: string;
let app: AppProcess;
let ana: Person;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-built-'));
  app = await startProcess(dataDir);
  ana = await signUp(app);
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('the built server judges passwords', async () => {
  const body = { email: 'bo@example.com', password: '1234567890' };

  const answer = await personWith(app, '').post('/api/auth/register', body);

  expect(answer.status).toBe(400);
  expect(answer.body.issues[0].message).toMatch(/^Too easy to guess/);
});

test('the built server begins to add a passkey', async () => {
  // A passkey belongs to a host name.
  const atLocalhost = personWith({ url: app.url.replace('127.0.0.1', 'localhost') }, ana.cookie);
  const answer = await atLocalhost.post('/api/user/passkeys/options', { currentPassword: PASSWORD });

  expect(answer.status).toBe(200);
});

test('the built server searches the catalogue and draws a poster', async () => {
  const { body } = await ana.get('/api/movies/search?q=alien');
  const poster = await fetch(`${app.url}${body.results[0].poster_path}`);

  expect(poster.status).toBe(200);
  expect(poster.headers.get('content-type')).toMatch(/^image\//);
});
