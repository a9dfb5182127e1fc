import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Types } from 'mongoose';
import { claimInstance } from '../../../platform/instance/instance.model.ts';
import { log } from '../../../platform/log.ts';
import type { IssuerFaults } from '../../../testing/oidc/issuer.ts';
import {
  claimsOf,
  comeBack,
  leave,
  readAs,
  sessionOf,
  setUpSingleSignOn,
  signInBy,
} from '../../../testing/oidc/singleSignOn.ts';
import { PASSWORD, signInAgain, signUp, visitor } from '../../../testing/people.ts';
import { PasskeyModel } from '../../users/passkey.model.ts';
import { UserModel } from '../../users/user.model.ts';

const EXPIRED = 'That sign-in took too long or was used before. Please try again.';
const AWAY = 'Single sign-on does not answer as it should. Please try again in a moment.';

const sso = setUpSingleSignOn();
beforeAll(async () => {
  // On a new instance the page asks for the operator's account.
  await claimInstance();
});
afterEach(() => sso.issuer.setFaults({}));

/** The error on the page. */
const lineOf = ({ text }: { text: string }) => /role="alert">([^<]*)</.exec(text)?.[1];
const nowSeconds = () => Math.floor(Date.now() / 1000);

test('the page shows one line while the issuer is unreachable, and works when it is reachable again', async () => {
  await sso.issuer.stop();
  const away = await leave(sso.server);
  await sso.issuer.start();

  const there = await leave(sso.server);

  expect([away.answer.status, lineOf(away.answer)]).toEqual([502, AWAY]);
  expect(away.answer.text).toContain('href="/api/auth/oidc?returnTo=%2Ffolders"');
  expect(away.cookie).toBe('');
  expect(there.answer.status).toBe(302);
});

describe('a person who returns', () => {
  test('after cancelling sees one line of ours and both ways to sign in', async () => {
    const { authorization, cookie } = await leave(sso.server, '/users');

    const answer = await comeBack(sso.server, sso.issuer.refuse(authorization, 'access_denied'), cookie);

    expect([answer.status, answer.type]).toEqual([403, 'text/html']);
    expect(lineOf(answer)).toBe('The sign-in was cancelled. Nothing has changed.');
    expect(answer.text).not.toContain('said');
    expect(answer.text).toContain('action="/api/auth/login"');
    expect(answer.text).toContain('href="/api/auth/oidc?returnTo=%2Fusers"');
    expect(sessionOf(answer)).toBe('');
  });

  test('with another error sees that the issuer failed', async () => {
    const { authorization, cookie } = await leave(sso.server);

    const answer = await comeBack(sso.server, sso.issuer.refuse(authorization, 'server_error'), cookie);

    expect([answer.status, lineOf(answer)]).toEqual([502, AWAY]);
  });

  test('by a request for JSON gets the error body', async () => {
    const { authorization, cookie } = await leave(sso.server);

    const answer = await comeBack(sso.server, sso.issuer.refuse(authorization, 'access_denied'), cookie).set(
      'Accept',
      'application/json',
    );

    expect(answer.body).toEqual({ error: 'The sign-in was cancelled. Nothing has changed.', code: 'forbidden' });
  });

  test('without a flow but signed in is redirected to the start page', async () => {
    const ana = await signUp(sso.server);

    const answer = await ana.get('/api/auth/oidc/callback?code=x&state=y');

    expect([answer.status, answer.headers.location]).toEqual([302, '/']);
  });
});

describe('a return without a flow of this browser', () => {
  const asked = () => sso.issuer.requests.filter((path) => path === '/token').length;

  test('is refused without using the code, so that no one is signed in to another account', async () => {
    const before = asked();
    const attacker = await leave(sso.server);
    const address = sso.issuer.approve(attacker.authorization, claimsOf());

    const answer = await comeBack(sso.server, address, '');

    expect([answer.status, lineOf(answer)]).toEqual([400, EXPIRED]);
    expect(sessionOf(answer)).toBe('');
    expect(asked()).toBe(before);
  });

  test.each([
    ['with the cookie of another flow', (one: string, two: string) => `${one.split('=')[0]}=${two.split('=')[1]}`],
    ['with a cookie that was changed', (one: string) => one.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'))],
    ['with a cookie that was shortened', (one: string) => one.slice(0, -4)],
    ['with the flow in plain text', (one: string) => `${one.split('=')[0]}=${Buffer.from('{}').toString('base64url')}`],
    ['with an empty cookie', (one: string) => `${one.split('=')[0]}=`],
  ])('is refused %s', async (_, changeCookie) => {
    const before = asked();
    const [one, two] = [await leave(sso.server), await leave(sso.server)];

    const answer = await comeBack(
      sso.server,
      sso.issuer.approve(one.authorization, claimsOf()),
      changeCookie(one.cookie, two.cookie),
    );

    expect([answer.status, lineOf(answer)]).toEqual([400, EXPIRED]);
    expect(asked()).toBe(before);
  });

  test.each(['', '?code=x', '?state=', '?code=x&state=__proto__', '?state=%00', `?state=${'x'.repeat(200)}`])(
    'is refused at %s',
    async (query) => {
      const answer = await visitor(sso.server).get(`/api/auth/oidc/callback${query}`);

      expect([answer.status, lineOf(answer)]).toEqual([400, EXPIRED]);
    },
  );

  test('is refused with the code of another flow', async () => {
    const [victim, attacker] = [await leave(sso.server), await leave(sso.server)];
    const stolen = new URL(sso.issuer.approve(victim.authorization, claimsOf())).searchParams.get('code') ?? '';
    const own = new URL(sso.issuer.approve(attacker.authorization, claimsOf()));
    own.searchParams.set('code', stolen);

    const answer = await comeBack(sso.server, own.href, attacker.cookie);

    expect([answer.status, lineOf(answer)]).toEqual([400, EXPIRED]);
    expect(sessionOf(answer)).toBe('');
  });

  test('is refused the second time, even with the old cookie', async () => {
    const { authorization, cookie } = await leave(sso.server);
    const address = sso.issuer.approve(authorization, claimsOf());
    const first = await comeBack(sso.server, address, cookie);

    const second = await comeBack(sso.server, address, cookie);

    expect([second.status, lineOf(second)]).toEqual([400, EXPIRED]);
    expect(sessionOf(second)).toBe('');
    expect((await readAs(sso.server, first)).status).toBe(200);
  });

  test('is refused the second time, even with the old cookie and a new code', async () => {
    const { authorization, cookie } = await leave(sso.server);
    await comeBack(sso.server, sso.issuer.approve(authorization, claimsOf()), cookie);
    const before = asked();

    const second = await comeBack(sso.server, sso.issuer.approve(authorization, claimsOf()), cookie);

    expect([second.status, lineOf(second), sessionOf(second)]).toEqual([400, EXPIRED, '']);
    expect(asked()).toBe(before);
  });

  test('is accepted once if it comes several times at the same time', async () => {
    const { authorization, cookie } = await leave(sso.server);

    const answers = await Promise.all(
      [1, 2, 3].map(() => comeBack(sso.server, sso.issuer.approve(authorization, claimsOf()), cookie)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400]);
  });
});

describe('an issuer that cannot be trusted', () => {
  test.each<[string, IssuerFaults]>([
    ['a token for another request', { token: { nonce: 'another' } }],
    ['a token without a nonce', { token: { nonce: undefined } }],
    ['a token for another app', { token: { aud: 'another' } }],
    ['a token of another issuer', { token: { iss: 'https://another.example' } }],
    ['an expired token', { token: { exp: nowSeconds() - 120 } }],
    ['a token from the future', { token: { nbf: nowSeconds() + 600 } }],
    ['a token that was issued in an hour', { token: { iat: nowSeconds() + 3600, exp: nowSeconds() + 7200 } }],
    ['a token of a sign-in that is tomorrow', { token: { auth_time: nowSeconds() + 24 * 3600 } }],
    ['a token with the time of the sign-in as text', { token: { auth_time: 'now' } }],
    ['a token that another app asked for', { token: { azp: 'another' } }],
    ['a token for two apps that another app asked for', { token: { aud: ['marquee', 'another'], azp: 'another' } }],
    ['a token for two apps that does not name the one that asked', { token: { aud: ['marquee', 'another'] } }],
    ['a token with a list in place of the app that asked', { token: { azp: ['marquee'] } }],
    ['a token without a subject', { token: { sub: undefined } }],
    ['a token with an empty subject', { token: { sub: '' }, userinfo: { sub: '' } }],
    ['a token with too long a subject', { token: { sub: 'x'.repeat(256) }, userinfo: { sub: 'x'.repeat(256) } }],
    ['a token with a control character in the subject', { token: { sub: 'a\0' }, userinfo: { sub: 'a\0' } }],
    ['a token signed with another key', { signedWith: 'an unpublished key' }],
    ['a token without a signature', { signedWith: 'nothing' }],
    ['a token signed with the secret of this app', { signedWith: 'the secret' }],
    ['a token signed with the public key as a secret', { signedWith: 'the public key' }],
    ['userinfo of another person', { userinfo: { sub: 'another' } }],
    ['an error for the code', { fails: { path: '/token', status: 500 } }],
    ['an error for the userinfo', { fails: { path: '/userinfo', status: 503 } }],
  ])('and answers with %s signs no one in', async (_, faults) => {
    sso.issuer.setFaults(faults);

    const answer = await signInBy(sso, claimsOf());

    expect([answer.status, lineOf(answer)]).toEqual([502, AWAY]);
    expect(sessionOf(answer)).toBe('');
  });

  test('may name other apps beside this one, if this one has asked', async () => {
    sso.issuer.setFaults({ token: { aud: ['marquee', 'another'], azp: 'marquee' } });

    expect((await signInBy(sso, claimsOf())).status).toBe(302);
  });

  test('may have a clock that is slightly early', async () => {
    sso.issuer.setFaults({ token: { iat: nowSeconds() + 30, auth_time: nowSeconds() + 30 } });

    expect((await signInBy(sso, claimsOf())).status).toBe(302);
  });

  test('may have a clock that is slightly late', async () => {
    sso.issuer.setFaults({ token: { iat: nowSeconds() - 330, exp: nowSeconds() - 30 } });

    expect((await signInBy(sso, claimsOf())).status).toBe(302);
  });
});

describe('an address', () => {
  test.each<[string, IssuerFaults]>([
    ['is missing', { userinfo: { email: undefined } }],
    ['is not confirmed', { userinfo: { email_verified: false } }],
    ['is not said to be confirmed', { userinfo: { email_verified: undefined } }],
    [
      'is confirmed in the token but comes from the userinfo',
      { userinfo: { email_verified: undefined }, token: { email_verified: true } },
    ],
    ['is said to be confirmed by a list', { userinfo: { email_verified: ['true'] } }],
    ['is said to be confirmed by a number', { userinfo: { email_verified: 1 } }],
    [
      'is said to be confirmed by a list in the token',
      { token: { email: 'ana@example.com', email_verified: ['true'] }, userinfo: { email_verified: undefined } },
    ],
    [
      'comes from the token but is confirmed by the userinfo alone',
      { token: { email: 'ana@example.com' }, userinfo: { email: undefined } },
    ],
    ['is confirmed by the userinfo but not by the token', { token: { email_verified: false } }],
    ['is another one in the token than in the userinfo', { token: { email: 'ana@example.com' } }],
    ['is a list', { userinfo: { email: ['ana@example.com'] } }],
    ['is invalid', { userinfo: { email: 'ana' } }],
    ['has a control character', { userinfo: { email: 'a\0na@example.com' } }],
  ])('that %s creates no account', async (_, faults) => {
    sso.issuer.setFaults(faults);

    const answer = await signInBy(sso, claimsOf());

    expect([answer.status, sessionOf(answer)]).toEqual([403, '']);
    expect(lineOf(answer)).toContain('has not confirmed an email address of yours');
  });

  test('that is not confirmed any more does not lock out an existing account', async () => {
    const claims = claimsOf();
    await signInBy(sso, claims);

    expect((await signInBy(sso, { ...claims, email_verified: false })).status).toBe(302);
  });

  test('that is registered with a password opens no account by single sign-on', async () => {
    const ana = await signUp(sso.server);
    const claims = { ...claimsOf(), email: ana.user.email.toUpperCase() };

    const answer = await signInBy(sso, claims);

    expect([answer.status, sessionOf(answer)]).toEqual([409, '']);
    expect(lineOf(answer)).toBe(
      'An account with your email address exists already. If it is yours, sign in with its password and connect single sign-on in Account Settings.',
    );
    expect((await signInAgain(sso.server, ana)).user.id).toBe(ana.user.id);
    expect((await ana.get('/api/user/single-sign-on')).body).toMatchObject({ hasPassword: true, isConnected: false });
  });

  test('does not open an account that has a passkey, because nobody has confirmed its address', async () => {
    const ana = await signUp(sso.server);
    const _id = new Types.ObjectId(ana.user.id);
    await UserModel.updateOne({ _id }, { $unset: { passwordHash: 1 } });
    const key = { credentialId: ana.user.id, publicKey: Buffer.from('key'), counter: 0, transports: [] };
    await PasskeyModel.create([{ ...key, userId: _id, name: 'Phone', isBackedUp: false }]);

    const answer = await signInBy(sso, { ...claimsOf(), email: ana.user.email });

    expect([answer.status, sessionOf(answer)]).toEqual([409, '']);
    expect((await ana.get('/api/user/single-sign-on')).body).toMatchObject({ isConnected: false });
  });

  test('of another person at the same issuer opens no account', async () => {
    const claims = claimsOf();
    await signInBy(sso, claims);

    const answer = await signInBy(sso, { ...claims, sub: 'another' });

    expect(answer.status).toBe(409);
  });

  test('of an account without a password cannot sign in by the form', async () => {
    const claims = claimsOf();
    await signInBy(sso, claims);

    for (const password of [PASSWORD, 'undefined']) {
      const answer = await visitor(sso.server).post('/api/auth/login', { email: claims.email, password });
      expect(answer.status).toBe(401);
    }
  });
});

test('the log has the reason, but no token and no data of the person', async () => {
  const warn = jest.spyOn(log, 'warn');
  const claims = claimsOf();
  sso.issuer.setFaults({ token: { nonce: 'another' } });

  await signInBy(sso, claims);

  const said = JSON.stringify(warn.mock.calls);
  warn.mockRestore();
  expect(said).toContain('unexpected JWT claim value encountered');
  for (const secret of [claims.email, claims.sub, 'a secret', 'eyJ']) expect(said).not.toContain(secret);
});

test('unusual names are adapted', async () => {
  const odd = { ...claimsOf(), given_name: ' \ud83c\udfac'.repeat(100), family_name: { $gt: '' } };

  const { body } = await readAs(sso.server, await signInBy(sso, odd));

  expect([...body.firstName].length).toBeLessThanOrEqual(80);
  expect(body.lastName).toBeNull();
});

test('a link to the return address does not redirect', async () => {
  const answer = await visitor(sso.server).get('/api/auth/oidc/callback?returnTo=//elsewhere.example');

  expect(answer.text).not.toContain('elsewhere');
});
