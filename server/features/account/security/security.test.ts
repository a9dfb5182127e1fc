import { beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { ListedSession } from '../../../../common/schemas/account/session.ts';
import type { SecurityEvent } from '../../../../common/schemas/operator/securityEvent.ts';
import { SecurityEventModel } from '../../../platform/securityLog/securityEvent.model.ts';
import { SessionModel } from '../../../platform/session/session.ts';
import { runAdmin } from '../../../testing/admin.ts';
import {
  cookieOf,
  createFolder,
  PASSWORD,
  type Person,
  signInAgain,
  signUp,
  visitor,
} from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY_MS = 24 * 60 * 60 * 1000;

const server = setUpServer({ env: { RATE_LIMIT: '1', LOG_LEVEL: 'silent' } });
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});

async function events(person: Person = ana): Promise<SecurityEvent[]> {
  return (await person.get('/api/user/security-events')).body;
}
const types = async () => (await events()).map(({ type }) => type);

/** Failed sign-ins are recorded after their answer. */
async function waitForTypes(count: number): Promise<string[]> {
  for (;;) {
    const found = await types();
    if (found.length >= count) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const signIn = (password: string, cookie = '') =>
  visitor(server).post('/api/auth/login', { email: ana.user.email, password }).set('Cookie', cookie);

describe('the security log', () => {
  test('begins with the new account, without a note about the device', async () => {
    expect(await events()).toMatchObject([
      { type: 'sign-in', isByOther: false },
      { type: 'account-created', isByOther: false },
    ]);
  });

  test('says when a device is new, and names browser and system', async () => {
    const first = await signIn(PASSWORD).set('User-Agent', FIREFOX);
    await signIn(PASSWORD, cookieOf(first.headers));

    const [again, fresh] = await events();
    expect(again?.type).toBe('sign-in');
    expect(fresh).toMatchObject({ type: 'sign-in-new-device', device: 'Firefox on Linux', address: '127.0.0.1' });
  });

  test('has what opens the account to programs and visitors, when it is made and removed', async () => {
    const folder = await createFolder(ana, 'Friday nights');
    const hook = { name: 'Chat', address: 'https://example.com/secret', events: ['item:added'] };
    const made = await Promise.all([
      ana.post('/api/feeds', { kind: 'calendar' }).expect(201),
      ana.post('/api/players', { kind: 'plex', name: 'TV', names: [] }).expect(201),
      ana.post(`/api/folders/${folder.id}/webhooks`, hook).expect(201),
      ana.post(`/api/folders/${folder.id}/public-links`, { expiresInDays: null }).expect(201),
    ]);
    const [feed, player, webhook, link] = made.map(({ body }) => body);

    await ana.post(`/api/players/${player.player.id}/address`).expect(201);
    await ana.post(`/api/webhooks/${webhook.id}/secret`).expect(200);
    const created = (await events()).slice(0, 6).map(({ type, detail }) => [type, detail]);
    await ana.delete(`/api/feeds/${feed.id}`).expect(204);
    await ana.delete(`/api/players/${player.player.id}`).expect(204);
    await ana.delete(`/api/webhooks/${webhook.id}`).expect(204);
    await ana.delete(`/api/public-links/${link.id}`).expect(204);
    await ana.put(`/api/folders/${folder.id}/public-links/setting`, { isAllowed: false }).expect(200);

    expect(created.sort()).toEqual([
      ['feed-created', 'My calendar'],
      ['player-added', 'TV'],
      ['player-address-renewed', 'TV'],
      ['public-link-created', 'Friday nights'],
      ['webhook-created', 'Chat (example.com)'],
      ['webhook-secret-renewed', 'Chat (example.com)'],
    ]);
    expect((await types()).slice(0, 5)).toEqual([
      'public-links-turned-off',
      'public-link-ended',
      'webhook-deleted',
      'player-removed',
      'feed-revoked',
    ]);
  });

  test('has wrong passwords of others, and their wait once', async () => {
    for (let attempt = 0; attempt < 12; attempt++) await signIn('wrong password');

    const found = await waitForTypes(13);
    expect(found.filter((type) => type === 'sign-in-failed')).toHaveLength(10);
    expect(found.filter((type) => type === 'sign-in-locked')).toHaveLength(1);
  });

  test('has changes of the password, by the user and by the operator', async () => {
    await ana.put('/api/user/password', { currentPassword: PASSWORD, newPassword: 'another good one' });
    await runAdmin(server, 'reset-password', ana.user.email);

    // Two processes wrote them, perhaps within a second, so their ids may have either order.
    const entries = await SecurityEventModel.find({ userId: ana.user.id }).lean();
    expect(entries).toContainEqual(expect.objectContaining({ type: 'password-reset', actorId: null, address: null }));
    expect(entries).toContainEqual(expect.objectContaining({ type: 'password-changed' }));
  });

  test('is paged, and shows only own entries', async () => {
    const other = await signUp(server, 'Ben');
    const entry = { type: 'sign-in', userId: new mongoose.Types.ObjectId(ana.user.id), actorId: null };
    await SecurityEventModel.insertMany(Array.from({ length: limits.securityEventsPage }, () => entry));

    const first = await ana.get('/api/user/security-events');
    const next = /<([^>]*)>; rel="next"/.exec(String(first.headers.link))?.[1];
    const second = await ana.get(String(next));

    expect(first.body).toHaveLength(limits.securityEventsPage);
    expect(second.body.map(({ type }: SecurityEvent) => type)).toEqual(['sign-in', 'account-created']);
    expect(second.headers.link).toBeUndefined();
    expect(await events(other)).toHaveLength(2);
  });
});

const sessions = async (person = ana): Promise<ListedSession[]> => (await person.get('/api/user/sessions')).body;

describe('the list of sessions', () => {
  test('has this session first, and the device and address of each sign-in', async () => {
    const answer = await signIn(PASSWORD).set('User-Agent', FIREFOX);

    const listed = await sessions();

    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(listed[1]).toMatchObject({ device: 'Firefox on Linux', address: '127.0.0.1' });
    const stored = await SessionModel.find({ 'session.userId': ana.user.id }).lean();
    for (const { _id } of stored) expect(JSON.stringify(listed)).not.toContain(_id);
    expect(answer.status).toBe(200);
  });

  test('ends one session with its tabs, and no other', async () => {
    const elsewhere = await signInAgain(server, ana);
    const [cut, own] = await Promise.all([openTab(server, elsewhere), openTab(server, ana)]);
    const [, listed] = await sessions();

    expect((await ana.delete(`/api/user/sessions/${listed?.id}`)).status).toBe(204);

    expect(await cut.whenCut()).toBe('io server disconnect');
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
    expect((await own.sync()).gone).toEqual([]);
    own.close();
    expect(await sessions()).toHaveLength(1);
    expect((await types())[0]).toBe('session-ended');
  });

  test('cannot end the own session, or one of another user', async () => {
    const ben = await signUp(server, 'Ben');
    const [own] = await sessions();

    expect((await ana.delete(`/api/user/sessions/${own?.id}`)).body.code).toBe('conflict');
    expect((await ben.delete(`/api/user/sessions/${own?.id}`)).status).toBe(404);
    expect((await ana.get('/api/auth/user')).status).toBe(200);
  });

  test('ends all others', async () => {
    const others = [await signInAgain(server, ana), await signInAgain(server, ana)];
    const tab = await openTab(server, others[0] as Person);

    expect((await ana.delete('/api/user/sessions')).status).toBe(204);

    expect(await tab.whenCut()).toBe('io server disconnect');
    for (const other of others) expect((await other.get('/api/auth/user')).status).toBe(401);
    expect(await sessions()).toHaveLength(1);
    expect((await types())[0]).toBe('other-sessions-ended');
  });
});

describe('a session', () => {
  const started = (daysAgo: number) =>
    SessionModel.updateMany(
      { 'session.userId': ana.user.id },
      { $set: { 'session.startedAt': Date.now() - daysAgo * DAY_MS } },
    );

  test('lasts at most 90 days, for requests and sockets, however often it is used', async () => {
    await started(limits.sessionDays - 1);
    expect((await ana.get('/api/auth/user')).status).toBe(200);

    await started(limits.sessionDays + 1);

    expect((await ana.get('/api/auth/user')).status).toBe(401);
    await expect(openTab(server, ana)).rejects.toThrow('unauthorized');
  });
});

describe('a password that is easy to guess', () => {
  const issuesOf = (answer: { body: { issues?: { path: string }[] } }) => answer.body.issues?.map(({ path }) => path);

  test('is refused for a new account', async () => {
    const person = { email: 'Zelda.Quist@example.com', firstName: 'Zelda', lastName: 'Quist' };
    for (const password of ['qwertyuiop', '1111111111', 'zelda-quist', 'Marquee2026!', 'watchlist1']) {
      const answer = await visitor(server).post('/api/auth/register', { ...person, password });
      expect([answer.status, issuesOf(answer)]).toEqual([400, ['password']]);
    }
  });

  test('is refused as a new password, and so is the old one', async () => {
    for (const newPassword of ['qwertyuiop', PASSWORD]) {
      const answer = await ana.put('/api/user/password', { currentPassword: PASSWORD, newPassword });
      expect([answer.status, issuesOf(answer)]).toEqual([400, ['newPassword']]);
    }
    expect((await signIn(PASSWORD)).status).toBe(200);
  });
});
