import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { type MailServer, mailEnv, startMailServer } from '../../../testing/mailServer.ts';
import { PASSWORD, type Person, signUp, visitor } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { MailTokenModel } from './mailToken.model.ts';

const NEW_PASSWORD = 'nine lanterns over the bay';

let mail: MailServer;
let server: TestServer;
let ana: Person;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer({ env: mailEnv(mail) });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});
beforeEach(async () => {
  ana = await signUp(server, 'Ana');
});

const signIn = (password: string) => visitor(server).post('/api/auth/login', { email: ana.user.email, password });
const tokenIn = ({ text }: { text: string }) => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  visitor(server).post('/api/auth/reset-password', { token, newPassword });

test('a forgotten password is replaced by a link, once, and all sessions end', async () => {
  const ask = (email: string) => visitor(server).post('/api/auth/forgot-password', { email });
  const unknown = await ask('nobody@example.com');
  const known = await ask(ana.user.email);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  const received = await mail.next();
  expect(received).toMatchObject({ to: ana.user.email, subject: 'Choose a new password for Marquee' });
  expect(received.text).toContain('http://localhost:3000/reset-password?token=');
  const token = tokenIn(received);
  expect(JSON.stringify(await MailTokenModel.find().lean())).not.toContain(token);

  expect((await reset(token, 'password12')).body).toMatchObject({ code: 'validation' });
  await reset(token).expect(204);

  expect((await ana.get('/api/auth/user')).status).toBe(401);
  expect((await reset(token)).status).toBe(404);
  expect((await signIn(PASSWORD)).status).toBe(401);
  const again = await signIn(NEW_PASSWORD);
  expect(again.status).toBe(200);
  const events = await visitor(server)
    .get('/api/user/security-events')
    .set('Cookie', again.get('Set-Cookie')?.join(';') ?? '');
  expect(events.body.map(({ type }: { type: string }) => type)).toContain('password-reset-by-mail');
  expect(mail.received.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
});

test('a link is over after an hour, after a newer one, and when the password or the address has changed', async () => {
  const ask = async () => {
    await visitor(server).post('/api/auth/forgot-password', { email: ana.user.email }).expect(204);
    return tokenIn(await mail.next());
  };
  const first = await ask();
  const second = await ask();
  expect((await reset(first)).status).toBe(404);
  await MailTokenModel.updateMany({}, { $set: { expiresAt: new Date(0) } });
  expect((await reset(second)).status).toBe(404);
  const third = await ask();
  await ana
    .put('/api/user/password', { currentPassword: PASSWORD, newPassword: 'a lamp beside the river' })
    .expect(204);
  expect((await reset(third)).status).toBe(404);
  expect((await signIn('a lamp beside the river')).status).toBe(200);
});

test('the pages of the links work without JavaScript', async () => {
  const page = await visitor(server).get('/api/login');
  expect(page.text).toContain('href="/forgot-password"');
  const send = (path: string, body: object, origin = 'http://localhost:3000') =>
    request(server.url).post(path).type('form').set('Origin', origin).send(body);

  expect((await send('/forgot-password', { email: ana.user.email })).text).toContain('Look into your mail');
  const token = tokenIn(await mail.next());
  expect((await request(server.url).get(`/reset-password?token=${token}`)).text).toContain(`value="${token}"`);
  const weak = await send('/reset-password', { token, newPassword: 'short' });
  expect([weak.status, weak.text.includes('Use at least 10 characters')]).toEqual([400, true]);
  expect((await send('/reset-password', { token, newPassword: NEW_PASSWORD })).text).toContain(
    'Your password is changed',
  );
  expect((await request(server.url).get(`/reset-password?token=${token}`)).text).toContain('not valid any more');
  const foreign = await send('/forgot-password', { email: ana.user.email }, 'https://elsewhere.example');
  expect(foreign.status).toBe(403);
});

test('daily mail needs a confirmed address, and a new address has to be confirmed again', async () => {
  const email = { kind: 'email' };
  expect((await ana.post('/api/channels', email)).status).toBe(403);
  await ana.post('/api/user/email/confirmation').expect(204);
  const token = tokenIn(await mail.next());

  await visitor(server).post('/api/auth/confirm-email', { token }).expect(204);

  expect((await ana.post('/api/channels', email)).status).toBe(201);
  expect((await ana.get('/api/channels')).body).toMatchObject({ hasEmail: true, isEmailConfirmed: true });
  await ana.put('/api/user/email', { email: `new.${ana.user.email}` }).expect(200);
  expect((await ana.get('/api/channels')).body).toMatchObject({ isEmailConfirmed: false });
});
