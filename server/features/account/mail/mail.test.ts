import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { type MailServer, mailEnv, startMailServer } from '../../../testing/mailServer.ts';
import { cookieOf, PASSWORD, type Person, personWith, signUp, visitor } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { UserModel } from '../../users/user.model.ts';
import { disableAccount, enableAccount } from '../accountChanges.service.ts';
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

test('a forgotten password is replaced by a link, once, and all sessions end with their tabs', async () => {
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
  const tab = await openTab(server, ana);
  await reset(token).expect(204);

  await tab.whenCut();
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

describe('a link for a new password', () => {
  const ask = ({ user }: Person) =>
    visitor(server).post('/api/auth/forgot-password', { email: user.email }).expect(204);
  const change = (person: Person, act: 'disable' | 'enable') =>
    act === 'disable' ? disableAccount(person.user.id) : enableAccount(person.user.id);

  test('is sent neither to disabled people nor to people without a password', async () => {
    const [disabled, other] = await Promise.all([signUp(server, 'Dan'), signUp(server, 'Olga')]);
    await change(disabled, 'disable');
    await UserModel.updateOne({ _id: other.user.id }, { $unset: { passwordHash: 1 }, $set: { oidcSubject: 'olga' } });

    for (const person of [disabled, other, ana]) await ask(person);

    expect((await mail.next()).to).toBe(ana.user.email);
    const asked = [disabled, other].map(({ user }) => user.email);
    expect(mail.received.filter(({ to }) => asked.includes(to))).toEqual([]);
  });

  test('ends when the account is disabled; a later one works, and confirms the address', async () => {
    await ask(ana);
    const token = tokenIn(await mail.next());
    expect((await visitor(server).post('/api/auth/confirm-email', { token })).status).toBe(404);
    const isOver = { error: 'This link is not valid any more. Ask for a new one.' };
    await change(ana, 'disable');
    expect((await reset(token)).body).toMatchObject(isOver);
    await change(ana, 'enable');
    expect((await reset(token)).body).toMatchObject(isOver);
    await ask(ana);

    await reset(tokenIn(await mail.next())).expect(204);

    const { headers } = await signIn(NEW_PASSWORD);
    const again = personWith(server, cookieOf(headers));
    expect((await again.get('/api/channels')).body).toMatchObject({ isEmailConfirmed: true });
  });
});

test('a link that confirms an address works once, for that address, and gives no new password', async () => {
  const ask = async () => {
    await ana.post('/api/user/email/confirmation').expect(204);
    const received = await mail.next();
    expect(received).toMatchObject({ to: ana.user.email, subject: 'Confirm your email address for Marquee' });
    return tokenIn(received);
  };
  const confirmBy = (token: string) => visitor(server).post('/api/auth/confirm-email', { token });
  const token = await ask();
  const { expiresAt } = (await MailTokenModel.findOne({ userId: ana.user.id }).lean()) as { expiresAt: Date };
  expect((expiresAt.getTime() - Date.now()) / (60 * 60 * 1000)).toBeCloseTo(24, 1);

  expect((await reset(token)).status).toBe(404);
  expect([(await confirmBy(token)).status, (await confirmBy(token)).status]).toEqual([204, 404]);
  expect((await ana.get('/api/user/security-events')).body[0]).toMatchObject({
    type: 'email-confirmed',
    detail: ana.user.email,
  });
  const outdated = await ask();
  await ana.put('/api/user/email', { email: `new.${ana.user.email}` }).expect(200);
  expect((await confirmBy(outdated)).status).toBe(404);
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
