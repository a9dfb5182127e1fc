import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { SessionModel } from '../../../platform/session/session.ts';
import {
  claimsOf,
  comeBack,
  readAs,
  sessionOf,
  setUpSingleSignOn,
  signInBy,
} from '../../../testing/oidc/singleSignOn.ts';
import { cookieOf, PASSWORD, type Person, signInAgain, signUp, visitor } from '../../../testing/people.ts';
import { openTab } from '../../../testing/tabs.ts';
import { UserModel } from '../../users/user.model.ts';

const PATH = '/api/user/single-sign-on';

const sso = setUpSingleSignOn();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(sso.server);
});

/** Starts to connect. Gives the address of the issuer and the cookies of flow and session. */
async function leave(person: Person = ana) {
  const answer = await person.post(PATH, { currentPassword: PASSWORD });
  return {
    authorization: String(answer.body.url),
    flow: cookieOf(answer.headers).replace(/marquee\.sid=[^;]*(; )?/, ''),
  };
}

async function connect(claims: object, person: Person = ana) {
  const { authorization, flow } = await leave(person);
  return comeBack(sso.server, sso.issuer.approve(authorization, { ...claims }), `${flow}; ${person.cookie}`);
}

/** The type of the newest entry of Ana's security log. */
const lastRecorded = async () => (await ana.get('/api/user/security-events')).body[0].type;

const lineOf = ({ text }: { text: string }) => /role="alert">([^<]*)</.exec(text)?.[1];

describe('connecting single sign-on', () => {
  test('returns to the settings, and both single sign-on and the password then open the account', async () => {
    const claims = claimsOf();

    const answer = await connect(claims);

    expect([answer.status, answer.headers.location]).toEqual([302, '/account']);
    expect((await ana.get(PATH)).body).toMatchObject({ hasPassword: true, isConnected: true });
    expect(await lastRecorded()).toBe('single-sign-on-connected');
    expect((await readAs(sso.server, await signInBy(sso, claims))).body).toMatchObject(ana.user);
    expect((await signInAgain(sso.server, ana)).user).toEqual(ana.user);
  });

  test('needs the password, so that an open tab is not enough', async () => {
    const answer = await ana.post(PATH, { currentPassword: 'wrong' });

    expect([answer.status, answer.body.error]).toEqual([403, "That's not your current password"]);
    expect(cookieOf(answer.headers)).not.toContain('marquee.oidc');
  });

  test('cannot be started by another site', async () => {
    const answer = await ana.post(PATH, { currentPassword: PASSWORD }).set('Origin', 'https://elsewhere.example');

    expect(answer.status).toBe(403);
  });

  test.each(['a visitor', 'another person'])('cannot be finished by %s', async (who) => {
    const { authorization, flow } = await leave();
    const cookie = who === 'a visitor' ? '' : (await signUp(sso.server, 'Ben')).cookie;

    const answer = await comeBack(sso.server, sso.issuer.approve(authorization, claimsOf()), `${flow}; ${cookie}`);

    expect([answer.status, lineOf(answer)]).toEqual([403, 'You are no longer signed in']);
    expect((await ana.get(PATH)).body.isConnected).toBe(false);
  });

  test('is refused if it already opens another account, on a page with a link back', async () => {
    const claims = claimsOf();
    await signInBy(sso, claims);

    const answer = await connect(claims);

    expect([answer.status, lineOf(answer)]).toEqual([409, 'This single sign-on opens another account already']);
    expect(answer.text).toContain('href="/account"');
    expect(answer.text).not.toContain('<form');
    expect((await ana.get('/api/auth/user')).body).toMatchObject(ana.user);
  });

  test('is refused for an empty subject', async () => {
    sso.issuer.setFaults({ token: { sub: '' } });

    const answer = await connect(claimsOf());

    sso.issuer.setFaults({});
    expect([answer.status, (await ana.get(PATH)).body.isConnected]).toEqual([502, false]);
  });

  test('with the password alone is refused while the second factor is on', async () => {
    await UserModel.updateOne({ _id: ana.user.id }, { $set: { totp: { secret: 'unknown', lastPeriod: 0 } } });
    const startedAt = Date.now() - 11 * 60_000;
    await SessionModel.updateMany({ 'session.userId': ana.user.id }, { $set: { 'session.startedAt': startedAt } });

    expect((await ana.post(PATH, { currentPassword: PASSWORD })).body.code).toBe('fresh_sign_in_required');
  });

  test('is refused a second time, at the start or at the end', async () => {
    const late = await leave();
    await connect(claimsOf());

    const answers = [
      await ana.post(PATH, { currentPassword: PASSWORD }),
      await comeBack(sso.server, sso.issuer.approve(late.authorization, claimsOf()), `${late.flow}; ${ana.cookie}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  });
});

describe('disconnecting', () => {
  test('removes single sign-on, and ends the other sessions with their tabs', async () => {
    const claims = { ...claimsOf(), email: ana.user.email };
    await connect(claims);
    const elsewhere = await signInBy(sso, claims);
    const tab = await openTab(sso.server, { cookie: sessionOf(elsewhere) });

    const answer = await ana.delete(PATH);

    expect(answer.status).toBe(204);
    await tab.whenCut();
    expect((await readAs(sso.server, elsewhere)).status).toBe(401);
    expect((await ana.get(PATH)).body).toMatchObject({ hasPassword: true, isConnected: false });
    expect(await lastRecorded()).toBe('single-sign-on-disconnected');
    expect((await signInBy(sso, claims)).status).toBe(409);
  });

  test('is refused without a password', async () => {
    const session = sessionOf(await signInBy(sso, claimsOf()));

    const answer = await ana.delete(PATH).set('Cookie', session);

    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  });
});

test('a person without a password cannot change it or connect with it', async () => {
  const session = sessionOf(await signInBy(sso, claimsOf()));
  const as = (test: ReturnType<Person['get']>) => test.set('Cookie', session);

  const change = await as(ana.put('/api/user/password', { currentPassword: 'x', newPassword: 'another good one' }));
  const again = await as(ana.post(PATH, { currentPassword: 'x' }));

  expect([change.status, change.body.error]).toEqual([403, 'You sign in by single sign-on, without a password']);
  expect(again.status).toBe(409);
  expect((await as(ana.get(PATH))).body).toMatchObject({ hasPassword: false, isConnected: true });
});

describe('confirming by single sign-on', () => {
  /** A person who signs in by single sign-on alone, eleven minutes ago. */
  async function setUp() {
    const claims = claimsOf();
    const session = sessionOf(await signInBy(sso, claims));
    await SessionModel.updateMany({}, { $set: { 'session.startedAt': Date.now() - 11 * 60_000 } });
    const as = (test: Test, cookie = session) => test.set('Cookie', cookie);
    const begin = async () => {
      const answer = await as(
        visitor(sso.server).post('/api/user/fresh-sign-in/single-sign-on', { returnTo: '/users' }),
      );
      return { authorization: String(answer.body.url), cookie: `${cookieOf(answer.headers)}; ${session}` };
    };
    const isFresh = async (cookie = session) => {
      const email = `${Date.now()}.${claims.email}`;
      return (await as(visitor(sso.server).put('/api/user/email', { email }), cookie)).status === 200;
    };
    return { claims, begin, isFresh };
  }

  test('asks for a new sign-in there and returns to the screen', async () => {
    const { claims, begin, isFresh } = await setUp();
    expect(await isFresh()).toBe(false);
    const { authorization, cookie } = await begin();
    const request = new URL(authorization).searchParams;
    expect([request.get('prompt'), request.get('max_age')]).toEqual(['login', '0']);

    const answer = await comeBack(sso.server, sso.issuer.approve(authorization, claims), cookie);

    expect([answer.status, answer.headers.location]).toEqual([302, '/users']);
    expect([await isFresh(), await isFresh(sessionOf(answer))]).toEqual([false, true]);
  });

  test('is refused for another account there, and for an old or future sign-in', async () => {
    const { claims, begin, isFresh } = await setUp();
    const anHourAgo = { ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 };
    const tomorrow = { ...claims, auth_time: Math.floor(Date.now() / 1000) + 24 * 3600 };

    for (const [other, status] of [
      [claimsOf('Ben'), 403],
      [anHourAgo, 403],
      [tomorrow, 502],
    ] as const) {
      const { authorization, cookie } = await begin();
      expect((await comeBack(sso.server, sso.issuer.approve(authorization, other), cookie)).status).toBe(status);
    }

    expect(await isFresh()).toBe(false);
  });

  test('says what to do where the issuer does not say when one signed in', async () => {
    const { claims, begin, isFresh } = await setUp();
    const { authorization, cookie } = await begin();
    sso.issuer.setFaults({ token: { auth_time: undefined } });

    const answer = await comeBack(sso.server, sso.issuer.approve(authorization, claims), cookie);

    sso.issuer.setFaults({});
    expect([answer.status, await isFresh()]).toEqual([403, false]);
    expect(answer.text).toContain('Log out here, sign in again and repeat the change.');
  });
});
