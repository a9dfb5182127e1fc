import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { SessionModel } from '../../../platform/session/session.ts';
import { runAdmin } from '../../../testing/admin.ts';
import { cookieOf, PASSWORD, type Person, personWith, signInAgain, signUp, visitor } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { UserModel } from '../../users/user.model.ts';

const PERIOD_MS = 30_000;

const server = setUpServer({ env: { RATE_LIMIT: '1', LOG_LEVEL: 'silent' } });
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const codeOf = (secret: string, at = Date.now()) => new TOTP({ secret }).generate({ timestamp: at });

/** Moves the clock forward, since each code is accepted once. */
function nextPeriod(periods = 1): void {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + periods * PERIOD_MS);
}

async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  // The clock stands still, so that no code becomes an old one during a test.
  nextPeriod(0);
  const { secret, ticket } = (await ana.post('/api/user/second-factor')).body;
  const answer = await ana.put('/api/user/second-factor', { ticket, code: codeOf(secret) });
  expect(answer.status).toBe(200);
  return { secret, recoveryCodes: answer.body.recoveryCodes };
}

const withPassword = (password = PASSWORD, more: object = {}) =>
  visitor(server).post('/api/auth/login', { email: ana.user.email, password, ...more });
const withCode = (ticket: string, code: string) => visitor(server).post('/api/auth/login/code', { ticket, code });
const ticketOf = async () => String((await withPassword()).body.ticket);
/** The types of what the security log has, the newest first. */
const recorded = async (): Promise<string[]> =>
  (await ana.get('/api/user/security-events')).body.map(({ type }: { type: string }) => type);

describe('turning it on', () => {
  test('needs a right code, ends the other sessions and gives ten recovery codes', async () => {
    const elsewhere = await signInAgain(server, ana);
    const tab = await openTab(server, elsewhere);
    const { secret, uri, ticket } = (await ana.post('/api/user/second-factor')).body;
    const wrong = codeOf(secret, Date.now() - 10 * PERIOD_MS);
    expect(uri).toContain(`secret=${secret}`);

    for (const code of [wrong, '12345', '12345½'])
      expect((await ana.put('/api/user/second-factor', { ticket, code })).status).toBe(400);
    const answer = await ana.put('/api/user/second-factor', { ticket, code: codeOf(secret) });

    expect(new Set(answer.body.recoveryCodes).size).toBe(10);
    expect(await tab.whenCut()).toBe('io server disconnect');
    expect((await ana.get('/api/user/single-sign-on')).body).toMatchObject({
      hasSecondFactor: true,
      recoveryCodes: 10,
    });
    expect((await ana.post('/api/user/second-factor')).status).toBe(409);
  });

  test('cannot be done with the ticket of another user', async () => {
    const ben = await signUp(server, 'Ben');
    const { secret, ticket } = (await ben.post('/api/user/second-factor')).body;

    expect((await ana.put('/api/user/second-factor', { ticket, code: codeOf(secret) })).status).toBe(409);
  });

  test('stores neither the secret nor the recovery codes in readable form', async () => {
    const { secret, recoveryCodes } = await turnOn();

    const stored = JSON.stringify(await UserModel.findById(ana.user.id).select('+totp +recoveryCodes').lean());

    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a sign-in', () => {
  test('by password alone is no longer enough', async () => {
    const { secret } = await turnOn();

    const answer = await withPassword();
    expect([answer.status, answer.body.code]).toEqual([403, 'second_factor_required']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await withPassword('wrong password')).status).toBe(401);
    nextPeriod();

    const done = await withCode(answer.body.ticket, codeOf(secret));
    expect([done.status, done.body.id]).toEqual([200, ana.user.id]);
  });

  test('uses each code once, also at the same time, and no earlier one', async () => {
    const { secret } = await turnOn();
    const ticket = await ticketOf();
    expect((await withCode(ticket, codeOf(secret))).status).toBe(401);
    nextPeriod();
    const code = codeOf(secret);

    const answers = await Promise.all([withCode(ticket, code), withCode(ticket, code)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await withCode(ticket, code)).status).toBe(401);
    expect((await withCode(ticket, codeOf(secret, Date.now() - PERIOD_MS))).status).toBe(401);
  });

  test('cannot be completed twice, even with another right code', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const ticket = await ticketOf();
    nextPeriod();
    expect((await withCode(ticket, codeOf(secret))).status).toBe(200);
    nextPeriod();

    const again = [await withCode(ticket, codeOf(secret)), await withCode(ticket, recoveryCodes[0] ?? '')];

    expect(again.map(({ status }) => status)).toEqual([409, 409]);
    expect((await withCode(await ticketOf(), recoveryCodes[1] ?? '')).status).toBe(200);
  });

  test('by a recovery code works once', async () => {
    const { recoveryCodes } = await turnOn();
    const [code = ''] = recoveryCodes;
    const ticket = await ticketOf();

    expect((await withCode(ticket, ` ${code.toUpperCase()} `)).status).toBe(200);
    expect((await withCode(ticket, code)).status).toBe(401);
    expect((await ana.get('/api/user/single-sign-on')).body.recoveryCodes).toBe(9);
    expect(await recorded()).toContain('recovery-code-used');
  });

  test('has to wait after ten wrong codes, even with the right one', async () => {
    const { secret } = await turnOn();
    const ticket = await ticketOf();
    nextPeriod();

    for (let attempt = 0; attempt < 10; attempt++) expect((await withCode(ticket, '000000')).status).toBe(401);

    expect((await withCode(ticket, codeOf(secret))).status).toBe(429);
  });

  test('fails with a ticket that has expired, was made up, or is older than the last change of credentials', async () => {
    const { secret } = await turnOn();
    const ticket = await ticketOf();
    await ana.put('/api/user/password', { currentPassword: PASSWORD, newPassword: 'another good one' });
    nextPeriod();

    expect((await withCode(ticket, codeOf(secret))).status).toBe(409);
    expect((await withCode('made-up', codeOf(secret))).status).toBe(409);
    nextPeriod(21);
    expect((await withCode(ticket, codeOf(secret))).status).toBe(409);
  });

  test('replaces a temporary password only with the code', async () => {
    const { secret } = await turnOn();
    const output = await runAdmin(server, 'reset-password', ana.user.email);
    const temporary = /is (\S+)/.exec(output.replace(ana.user.email, ''))?.[1] ?? '';
    expect((await withPassword(temporary)).body.code).toBe('password_change_required');
    const { ticket } = (await withPassword(temporary, { newPassword: 'another good one' })).body;
    expect((await withPassword('another good one')).status).toBe(401);
    nextPeriod();

    expect((await withCode(ticket, codeOf(secret))).status).toBe(200);
    expect((await withPassword('another good one')).body.code).toBe('second_factor_required');
  });
});

describe('without script', () => {
  const form = (path: string, fields: object) =>
    visitor(server).post(path).type('form').send(fields).set('Origin', server.url);
  const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

  test('the sign-in page asks for the code and leads to the screen that was asked for', async () => {
    const { secret } = await turnOn();
    const first = await form('/api/auth/login', { email: ana.user.email, password: PASSWORD, returnTo: '/users' });
    expect(first.text).toContain('Enter your code');
    expect(first.text).not.toContain('role="alert"');
    const fields = { ticket: hidden(first.text, 'ticket'), returnTo: hidden(first.text, 'returnTo') };
    nextPeriod();

    const wrong = await form('/api/auth/login/code', { ...fields, code: '000000' });
    expect(wrong.text).toContain('That code is not right');
    const ticket = hidden(wrong.text, 'ticket');
    const right = await form('/api/auth/login/code', { ...fields, ticket, code: codeOf(secret) });

    expect([right.status, right.headers.location]).toEqual([303, '/users']);
  });

  test('an expired step leads back to the first one', async () => {
    const answer = await form('/api/auth/login/code', { ticket: 'expired', code: '000000', returnTo: '/' });

    expect(answer.text).toContain('That took too long. Please sign in again.');
    expect(answer.text).toContain('name="password"');
  });
});

describe('changes that need a fresh sign-in', () => {
  const longAgo = () =>
    SessionModel.updateMany(
      { 'session.userId': ana.user.id },
      { $set: { 'session.startedAt': Date.now() - 11 * 60_000 } },
    );
  const confirm = async (body: object) => {
    const answer = await ana.post('/api/user/fresh-sign-in', body);
    if (answer.status === 204) ana = { user: ana.user, ...personWith(server, cookieOf(answer.headers)) };
    return answer;
  };

  test('are refused ten minutes after the sign-in, until the password confirms it', async () => {
    await longAgo();
    const changes = [
      () => ana.post('/api/user/second-factor'),
      () => ana.put('/api/user/second-factor', { ticket: 'x', code: '1' }),
      () => ana.delete('/api/user/second-factor'),
      () => ana.post('/api/user/recovery-codes'),
      () => ana.delete('/api/user/single-sign-on'),
      () => ana.put('/api/user/email', { email: 'new@example.com' }),
    ];
    for (const change of changes) expect((await change()).body.code).toBe('fresh_sign_in_required');

    expect((await confirm({ method: 'password', password: 'wrong password' })).status).toBe(403);
    expect((await ana.post('/api/user/second-factor')).status).toBe(403);
    expect((await confirm({ method: 'password', password: PASSWORD })).status).toBe(204);
    expect((await ana.post('/api/user/second-factor')).status).toBe(200);
  });

  test('are not confirmed by the password alone while the second factor is on', async () => {
    await turnOn();
    await longAgo();

    const answer = await confirm({ method: 'password', password: PASSWORD });

    expect([answer.status, answer.body.code]).toEqual([403, 'second_factor_required']);
    expect((await ana.delete('/api/user/second-factor')).body.code).toBe('fresh_sign_in_required');
  });

  test('are not confirmed by a wrong code, or by a code alone', async () => {
    const { secret } = await turnOn();
    nextPeriod();
    await longAgo();

    const wrong = await confirm({ method: 'password', password: PASSWORD, code: '000000' });
    const alone = await confirm({ method: 'code', code: codeOf(secret) });

    expect([wrong.status, wrong.body.issues]).toEqual([403, [expect.objectContaining({ path: 'code' })]]);
    expect(alone.status).toBe(400);
    expect((await ana.post('/api/user/recovery-codes')).body.code).toBe('fresh_sign_in_required');
  });

  test('are confirmed by the password with a recovery code, which is recorded; a wrong password spends none', async () => {
    const { recoveryCodes } = await turnOn();
    const [code = ''] = recoveryCodes;
    await longAgo();

    expect((await confirm({ method: 'password', password: 'wrong password', code })).status).toBe(403);
    expect((await confirm({ method: 'password', password: PASSWORD, code })).status).toBe(204);

    expect((await ana.get('/api/user/single-sign-on')).body.recoveryCodes).toBe(9);
    expect((await ana.get('/api/user/security-events')).body.slice(0, 2)).toMatchObject([
      { type: 'fresh-sign-in' },
      { type: 'recovery-code-used' },
    ]);
  });

  test('include those with the current password in their own form, while the second factor is on', async () => {
    const { secret } = await turnOn();
    nextPeriod();
    await longAgo();
    const passwords = { currentPassword: PASSWORD, newPassword: 'another good one' };

    expect((await ana.put('/api/user/password', passwords)).body.code).toBe('fresh_sign_in_required');
    expect((await ana.delete('/api/user', passwords)).body.code).toBe('fresh_sign_in_required');
    expect((await confirm({ method: 'password', password: PASSWORD, code: codeOf(secret) })).status).toBe(204);
    expect((await ana.put('/api/user/password', passwords)).status).toBe(204);
  });

  test('are confirmed by the password with a code, in this session alone', async () => {
    const { secret } = await turnOn();
    nextPeriod();
    await longAgo();

    expect((await confirm({ method: 'password', password: PASSWORD, code: codeOf(secret) })).status).toBe(204);

    const renewed = (await ana.post('/api/user/recovery-codes')).body.recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect((await ana.delete('/api/user/second-factor')).status).toBe(204);
    expect(await recorded()).toEqual([
      'second-factor-off',
      'recovery-codes-renewed',
      'fresh-sign-in',
      'second-factor-on',
      'sign-in',
      'account-created',
    ]);
    expect((await withPassword()).status).toBe(200);
  });

  test('guesses count as sign-ins', async () => {
    for (let guess = 0; guess < 10; guess++) await confirm({ method: 'password', password: 'wrong password' });

    expect((await confirm({ method: 'password', password: PASSWORD })).status).toBe(429);
  });
});
