import { beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { SESSION_COLLECTION } from '../../platform/session/session.ts';
import { runAdmin } from '../../testing/admin.ts';
import { claimsOf, comeBack, sessionOf, setUpSingleSignOn, signInBy } from '../../testing/oidc/singleSignOn.ts';
import { cookieOf, PASSWORD, type Person, signInAgain, signUp, visitor } from '../../testing/people.ts';
import { openTab, type Tab } from '../../testing/tabs.ts';
import { UserModel } from '../users/user.model.ts';

const NEW_PASSWORD = 'another good one';

const sso = setUpSingleSignOn();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(sso.server);
});

interface StoredSession {
  _id: string;
  session: { userId: string; credentialsRev?: number };
}

const storedSessions = () => mongoose.connection.collection<StoredSession>(SESSION_COLLECTION);
const signIn = (password: string) => visitor(sso.server).post('/api/auth/login', { email: ana.user.email, password });
const changePassword = (person: Person, newPassword = NEW_PASSWORD) =>
  person.put('/api/user/password', { currentPassword: PASSWORD, newPassword });
const statusWith = async (cookie: string) =>
  (await visitor(sso.server).get('/api/auth/user').set('Cookie', cookie)).status;
const openOrNull = (cookie: string) => openTab(sso.server, { cookie }).catch(() => null);

/** Starts to connect single sign-on. Gives the address of the issuer and the cookies of the flow. */
async function beginConnecting(person: Person) {
  const answer = await person.post('/api/user/single-sign-on', { currentPassword: PASSWORD });
  return { authorization: String(answer.body.url), cookie: `${cookieOf(answer.headers)}; ${person.cookie}` };
}

describe('requests with the old password during its change', () => {
  test('keep no session for requests or sockets', async () => {
    const tabs: Promise<Tab | null>[] = [];
    const signInAndOpen = async () => {
      const answer = await signIn(PASSWORD);
      const cookie = cookieOf(answer.headers);
      if (cookie) tabs.push(openOrNull(cookie));
      return cookie;
    };

    const racing = Array.from({ length: 24 }, signInAndOpen);
    const changed = await changePassword(ana);
    const cookies = (await Promise.all(racing)).filter(Boolean);

    expect(changed.status).toBe(204);
    expect(cookies.length).toBeGreaterThan(0);
    expect(await Promise.all(cookies.map(statusWith))).toEqual(cookies.map(() => 401));
    expect(await Promise.all(cookies.map(openOrNull))).toEqual(cookies.map(() => null));
    for (const tab of await Promise.all(tabs)) await tab?.whenCut();
    expect(await statusWith(ana.cookie)).toBe(200);
  });

  test('can change the password only once', async () => {
    const other = await signInAgain(sso.server, ana);

    const answers = await Promise.all([changePassword(ana, 'chosen by Ana'), changePassword(other, 'chosen by other')]);

    const won = answers.map(({ status }) => status === 204);
    expect(won.filter(Boolean)).toHaveLength(1);
    const statuses = [(await signIn('chosen by Ana')).status, (await signIn('chosen by other')).status];
    expect(statuses).toEqual(won.map((isWinner) => (isWinner ? 200 : 401)));
  });
});

test('the session that changes the password stays valid for its requests at the same time', async () => {
  let isChanged = false;
  const repeat = async (send: () => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    while (!isChanged) statuses.push((await send()).status);
    return statuses;
  };

  const others = [
    repeat(() => ana.get('/api/auth/user')),
    repeat(() => ana.get('/api/auth/user')),
    repeat(() => ana.delete('/api/user/sessions')),
  ];
  expect((await changePassword(ana)).status).toBe(204);
  isChanged = true;
  const statuses = (await Promise.all(others)).flat();

  expect(statuses).not.toContain(401);
  expect(await statusWith(ana.cookie)).toBe(200);
});

describe('a session from before a change of credentials', () => {
  const changes: [string, () => Promise<unknown>][] = [
    ['a new password', () => changePassword(ana)],
    ['a password that the operator sets', () => runAdmin(sso.server, 'reset-password', ana.user.email)],
    ['a hand-over', () => runAdmin(sso.server, 'hand-over', ana.user.email)],
    ['disconnecting single sign-on', () => ana.delete('/api/user/single-sign-on')],
    [
      'connecting single sign-on',
      async () => {
        const { authorization, cookie } = await beginConnecting(ana);
        return comeBack(sso.server, sso.issuer.approve(authorization, claimsOf()), cookie);
      },
    ],
  ];

  test.each(changes)('ends after %s, even if a slow request stores it again', async (_what, change) => {
    const elsewhere = await signInAgain(sso.server, ana);
    const before = await storedSessions().find({ 'session.userId': ana.user.id }).toArray();

    await change();
    for (const { _id, ...stored } of before) {
      await storedSessions().updateOne({ _id }, { $setOnInsert: stored }, { upsert: true });
    }

    expect(await statusWith(elsewhere.cookie)).toBe(401);
    expect(await openOrNull(elsewhere.cookie)).toBeNull();
  });

  test.each(changes.filter(([what]) => !/operator|hand-over/.test(what)))(
    'stays after %s for the person who made the change, with its tabs',
    async (_what, change) => {
      const tab = await openTab(sso.server, ana);

      await change();

      expect(await statusWith(ana.cookie)).toBe(200);
      expect((await tab.sync()).gone).toEqual([]);
      tab.close();
    },
  );

  test('stays valid after an upgrade, without a rev in session and user', async () => {
    await storedSessions().updateMany({ 'session.userId': ana.user.id }, { $unset: { 'session.credentialsRev': 1 } });
    await UserModel.updateOne({ _id: ana.user.id }, { $unset: { credentialsRev: 1 } });

    expect(await statusWith(ana.cookie)).toBe(200);
    expect((await changePassword(ana)).status).toBe(204);
    expect(await statusWith(ana.cookie)).toBe(200);
  });
});

test('a connection of single sign-on that was started with the old password fails after its change', async () => {
  const { authorization, cookie } = await beginConnecting(ana);
  await changePassword(ana);

  const answer = await comeBack(sso.server, sso.issuer.approve(authorization, claimsOf()), cookie);

  expect(answer.status).toBe(409);
  expect((await ana.get('/api/user/single-sign-on')).body.isConnected).toBe(false);
});

test('a session by single sign-on ends when single sign-on is disconnected', async () => {
  const claims = { ...claimsOf(), email: ana.user.email };
  const { authorization, cookie } = await beginConnecting(ana);
  await comeBack(sso.server, sso.issuer.approve(authorization, claims), cookie);
  const racing = Array.from({ length: 6 }, async () => sessionOf(await signInBy(sso, claims)));

  await ana.delete('/api/user/single-sign-on');

  const sessions = (await Promise.all(racing)).filter(Boolean);
  expect(await Promise.all(sessions.map(statusWith))).toEqual(sessions.map(() => 401));
});
