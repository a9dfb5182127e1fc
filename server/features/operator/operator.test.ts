import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { allFlags } from '../../../common/permissions.ts';
import type { Account, Storage } from '../../../common/schemas/operator/operator.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { SessionModel } from '../../platform/session/session.ts';
import {
  addItem,
  confirm,
  createFolder,
  only,
  PASSWORD,
  type Person,
  shareWith,
  signUp,
  visitor,
} from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { changeRole } from '../account/accountChanges.service.ts';
import { PasskeyModel } from '../users/passkey.model.ts';

const server = setUpServer({ env: { REGISTRATION: '' } });
let operator: Person;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
});

/** Time enough for a request to reach its transaction. */
const ARRIVED_AFTER_MS = 700;

const account = (person: Person, what = '') => `/api/admin/accounts/${person.user.id}${what}`;
const accountOf = async (person: Person): Promise<Account> =>
  (await operator.get(`/api/admin/accounts?q=${encodeURIComponent(person.user.email)}`)).body[0];
const signIn = (person: Person, password = PASSWORD) =>
  visitor(server).post('/api/auth/login', { email: person.user.email, password });
const recorded = async (person: Person) =>
  (
    await mongoose.connection
      .collection('securityevents')
      .find({ userId: id(person) })
      .sort({ _id: 1 })
      .toArray()
  ).map(({ type, actorId }) => [type, String(actorId) === operator.user.id]);
const id = (person: Person) => new mongoose.Types.ObjectId(person.user.id);

describe('accounts', () => {
  test('are listed in pages with how much they hold, and nothing of what', async () => {
    const folder = await createFolder(ana);
    await addItem(ana, folder.id);

    const { body, headers } = await operator.get('/api/admin/accounts?limit=1');

    expect(body).toMatchObject([{ id: operator.user.id, isOperator: true, isDisabled: false }]);
    const next = /^<([^>]*)>; rel="next"$/.exec(String(headers.link))?.[1];
    expect((await operator.get(String(next))).body).toMatchObject([{ isOperator: false }]);
    expect(await accountOf(ana)).toMatchObject({ lists: 2, items: 1, reviews: 0, lastSeenAt: expect.any(String) });
  });

  test('are changed only by an operator who has signed in or confirmed it a short while ago', async () => {
    const ownSessions = { 'session.userId': operator.user.id };
    await SessionModel.updateMany(ownSessions, { $set: { 'session.startedAt': Date.now() - 11 * 60_000 } });

    expect((await operator.post(account(ana, '/disable'))).body).toMatchObject({ code: 'fresh_sign_in_required' });
    operator = await confirm(server, operator);
    expect((await operator.post(account(ana, '/disable'))).status).toBe(204);
  });

  test.each([
    ['settings', () => operator.patch('/api/admin/settings', { name: 'Marquee' })],
    // The list does not exist, so no link is left.
    ['invitation links', () => operator.post('/api/admin/invitation-links', { listId: operator.user.id })],
    ['backups', () => operator.post('/api/admin/backups')],
    ['the schedule of backups', () => operator.put('/api/admin/backups', { everyDays: null, keep: 1 })],
  ])('and %s too', async (_what, change) => {
    const ownSessions = { 'session.userId': operator.user.id };
    await SessionModel.updateMany(ownSessions, { $set: { 'session.startedAt': Date.now() - 11 * 60_000 } });
    await SessionModel.updateMany(ownSessions, { $unset: { 'session.confirmedAt': 1 } });

    expect((await change()).body.code).toBe('fresh_sign_in_required');

    operator = await confirm(server, operator);
    expect((await change()).body.code).not.toBe('fresh_sign_in_required');
  });

  test('that are disabled lose their tabs and sessions at once, and nobody finds or enters them', async () => {
    const folder = await createFolder(ana, 'Stays');
    await shareWith(ana, folder.id, ben);
    const tab = await openTab(server, ana);

    expect((await operator.post(account(ana, '/disable'))).status).toBe(204);

    expect(await tab.whenCut()).toBe('io server disconnect');
    expect((await ana.get('/api/auth/user')).status).toBe(401);
    expect((await signIn(ana)).body).toMatchObject({ code: 'account_disabled' });
    expect((await ben.get(`/api/users/search?q=${ana.user.email}`)).body).toEqual([]);
    expect((await ben.get('/api/users')).body.map((one: Account) => one.id)).not.toContain(ana.user.id);
    expect((await ben.get('/api/shared-folders')).body).toMatchObject([{ name: 'Stays' }]);
    expect(await accountOf(ana)).toMatchObject({ isDisabled: true });
    expect((await signIn(ana, 'wrong password')).status).toBe(401);
  });

  test('that are enabled again can be used, and both is recorded', async () => {
    await operator.post(account(ana, '/disable'));
    await operator.post(account(ana, '/enable'));

    expect((await signIn(ana)).status).toBe(200);
    expect(await recorded(ana)).toEqual(
      expect.arrayContaining([
        ['account-disabled', true],
        ['account-enabled', true],
      ]),
    );
  });

  test.each([
    ['disabled', 'post', '/disable', 'account-disabled'],
    ['given a temporary password', 'post', '/reset-password', 'password-reset'],
    ['made operators', 'put', '/operator', 'operator-added'],
  ] as const)('are not %s when that cannot be recorded', async (_what, method, path, type) => {
    const events = mongoose.connection.collection('securityevents');
    const name = await events.createIndex(
      { userId: 1, type: 1 },
      { unique: true, partialFilterExpression: { userId: id(ana), type } },
    );
    await events.insertOne({ userId: id(ana), type });

    const { status } = await operator[method](account(ana, path));

    await events.dropIndex(name);
    expect(status).toBeGreaterThanOrEqual(409);
    expect(await accountOf(ana)).toMatchObject({ isDisabled: false, isOperator: false });
    expect((await signIn(ana)).status).toBe(200);
  });

  test('get a temporary password, which must be replaced', async () => {
    const { body } = await operator.post(account(ana, '/reset-password'));

    expect((await ana.get('/api/auth/user')).status).toBe(401);
    expect((await signIn(ana, body.password)).body.code).toBe('password_change_required');
    expect(await recorded(ana)).toContainEqual(['password-reset', true]);
  });

  test('replace a temporary password by one that is hard to guess', async () => {
    const { body } = await operator.post(account(ana, '/reset-password'));
    const replace = (newPassword: string) =>
      visitor(server).post('/api/auth/login', { email: ana.user.email, password: body.password, newPassword });

    expect((await replace('watchlist1')).body).toMatchObject({ code: 'validation', issues: [{ path: 'newPassword' }] });
    expect((await replace('another good one')).status).toBe(200);
  });

  test('lose their passkeys with the password', async () => {
    const key = { credentialId: randomUUID(), publicKey: Buffer.from('key'), counter: 0, transports: [] };
    await PasskeyModel.create({ ...key, userId: ana.user.id, name: 'Phone', isBackedUp: false });

    await operator.post(account(ana, '/reset-password'));

    expect(await PasskeyModel.countDocuments({ userId: ana.user.id })).toBe(0);
  });

  test('become operators, and the last operator stays enabled, undeleted and an operator', async () => {
    expect((await operator.put(account(ana, '/operator'))).status).toBe(204);
    expect((await ana.get('/api/admin/settings')).status).toBe(200);
    expect((await ana.delete(account(ana, '/operator'))).status).toBe(204);
    expect((await ana.get('/api/admin/settings')).status).toBe(403);
    expect((await recorded(ana)).slice(-2)).toEqual([
      ['operator-added', true],
      ['operator-removed', false],
    ]);

    expect((await operator.delete(account(operator, '/operator'))).status).toBe(409);
    expect((await operator.post(account(operator, '/disable'))).status).toBe(409);
    expect((await operator.delete(account(operator))).status).toBe(409);
  });

  test.each([
    ['disabled', () => ben.post(account(ana, '/disable'))],
    ['enabled', () => ben.post(account(ana, '/enable'))],
    ['deleted', () => ben.delete(account(ana))],
    ['given a temporary password', () => ben.post(account(ana, '/reset-password'))],
    ['made an operator', () => ben.put(account(ana, '/operator'))],
    ['allowed to request titles', () => ben.put(account(ana, '/requests'))],
  ])('are not %s by a request of an operator whose role ends meanwhile', async (_what, send) => {
    await operator.put(account(ben, '/operator')).expect(204);

    const answer = await inTransaction(async () => {
      await changeRole(ben.user.id, false);
      const sent = send().then(({ status }) => status);
      await delay(ARRIVED_AFTER_MS);
      return [sent];
    });

    expect(await answer[0]).toBe(403);
  });

  test('that become or cease to be operators hear of it in their open tabs', async () => {
    const tab = await openTab(server, ana);

    await operator.put(account(ana, '/operator'));
    expect(await tab.next('operator:changed')).toEqual({ isOperator: true });
    await operator.delete(account(ana, '/operator'));

    expect(await tab.next('operator:changed', ({ isOperator }) => !isOperator)).toEqual({ isOperator: false });
    tab.close();
  });

  test('can be found by their id', async () => {
    const { body } = await operator.get(`/api/admin/accounts?userId=${ben.user.id}`);

    expect(body.map((one: Account) => one.id)).toEqual([ben.user.id]);
  });

  test.each(['/disable', '/enable', '/reset-password'])('that do not exist are not found by %s', async (what) => {
    expect((await operator.post(`/api/admin/accounts/${new mongoose.Types.ObjectId()}${what}`)).status).toBe(404);
  });
});

describe('deleting an account', () => {
  test('hands its shared lists over to the member with most rights, live, and deletes the rest', async () => {
    const [shared, own] = [await createFolder(ana, 'Friday nights'), await createFolder(ana, 'Mine')];
    const cleo = await signUp(server, 'Cleo');
    await shareWith(ana, shared.id, ben, only('canAdd'));
    await shareWith(ana, shared.id, cleo, allFlags);
    const item = await addItem(ana, shared.id);
    await ana.post('/api/reviews', { ...item, rating: 4 });
    const [bens, cleos] = [await openTab(server, ben), await openTab(server, cleo)];

    expect((await operator.delete(account(ana))).status).toBe(204);

    expect((await cleos.next('folder:available')).folder).toMatchObject({ id: shared.id, permissions: allFlags });
    expect((await bens.next('folder:available')).folder).toMatchObject({ sharedByUser: { id: cleo.user.id } });
    expect((await cleo.get(`/api/folders/${shared.id}/permissions`)).body.isOwner).toBe(true);
    expect((await cleo.get(`/api/folders/${shared.id}`)).body).toMatchObject({ memberCount: 1 });
    expect((await ben.get(`/api/folders/${shared.id}/items`)).body).toMatchObject([{ addedBy: { firstName: null } }]);
    const { changes } = (await ben.get(`/api/folders/${shared.id}/changes`)).body;
    expect(changes[changes.length - 1]).toMatchObject({ type: 'folder:handed-over', by: { firstName: null } });
    expect((await signIn(ana)).status).toBe(401);
    expect((await operator.get(`/api/users/${ana.user.id}`)).status).toBe(404);
    for (const name of ['reviews', 'plays', 'pins', 'sessions', 'shares', 'invitations'])
      expect([name, await mongoose.connection.collection(name).countDocuments({ userId: id(ana) })]).toEqual([name, 0]);
    expect(await mongoose.connection.collection('folders').countDocuments({ userId: id(ana) })).toBe(0);
    expect((await ana.get(`/api/folders/${own.id}`)).status).toBe(401);
    expect(await recorded(operator)).toContainEqual(['account-deleted', true]);
    bens.close();
    cleos.close();
  });

  test('by its own user asks for the password, and does with each list as chosen', async () => {
    const [kept, gone, foreign] = [await createFolder(ana), await createFolder(ana), await createFolder(ben)];
    await shareWith(ana, kept.id, ben);
    await shareWith(ana, gone.id, ben);
    await shareWith(ben, foreign.id, ana);
    const tab = await openTab(server, ben);
    const lists = [{ listId: gone.id, newOwnerId: null }];

    const plan = await ana.get('/api/user/deletion');
    const refused = await personDeletes(ana, { currentPassword: 'wrong', lists });
    const done = await personDeletes(ana, { currentPassword: PASSWORD, lists });

    expect(plan.body).toMatchObject({
      sharedLists: [
        { id: kept.id, members: [{ id: ben.user.id }] },
        { id: gone.id, members: [{ id: ben.user.id }] },
      ],
      ownLists: 3,
    });
    expect([refused.status, done.status]).toEqual([403, 204]);
    expect(await tab.next('folder:gone')).toEqual({ folderId: gone.id, reason: 'deleted' });
    expect((await ben.get(`/api/folders/${kept.id}/permissions`)).body.isOwner).toBe(true);
    expect((await ben.get(`/api/folders/${foreign.id}`)).body.memberCount).toBe(0);
    tab.close();
  });

  test('by an operator who deletes their own leaves no entry about it', async () => {
    await operator.put(account(ana, '/operator')).expect(204);

    await ana.delete(account(ana)).expect(204);

    expect(await recorded(ana)).toEqual([]);
  });

  test('that was interrupted cannot be signed in to any more', async () => {
    await mongoose.connection
      .collection('users')
      .updateOne({ _id: id(ana) }, { $set: { isDisabled: true, isEnding: true } });

    expect((await operator.post(account(ana, '/enable'))).status).toBe(404);
    expect((await operator.delete(account(ana))).status).toBe(204);
  });
});

const personDeletes = (person: Person, body: object) => person.delete('/api/user', body);

describe('settings', () => {
  test('are changed and recorded', async () => {
    const { body } = await operator.patch('/api/admin/settings', { name: ' Film Club ', canMembersInvite: false });

    expect(body).toEqual({
      name: 'Film Club',
      registration: 'open',
      isRegistrationFixed: false,
      emailFor: 'everyone',
      listsFor: 'everyone',
      tmdbKey: 'none',
      omdbKey: 'none',
      region: 'US',
      language: 'en-US',
      canMembersInvite: false,
    });
    const [event] = (await operator.get('/api/user/security-events')).body;
    expect(event).toMatchObject({ type: 'instance-changed', detail: 'name: Film Club, canMembersInvite: false' });
  });
});

describe('invitation links of operators', () => {
  test('let new people in, with or without a list, until they are ended', async () => {
    const folder = await createFolder(operator, 'Friday nights');
    await operator.patch('/api/admin/settings', { registration: 'invite', canMembersInvite: false });
    const plain = (await operator.post('/api/admin/invitation-links', { maxUses: 2 })).body;
    const carrying = (await operator.post('/api/admin/invitation-links', { listId: folder.id })).body;

    const register = (invitation: string) =>
      visitor(server).post('/api/auth/register', {
        email: `${new mongoose.Types.ObjectId()}@example.com`,
        password: PASSWORD,
        invitation,
      });

    expect(carrying).toMatchObject({ list: { id: folder.id, name: 'Friday nights' }, uses: 0, maxUses: 1 });
    expect((await register(carrying.token)).status).toBe(201);
    expect((await operator.get(`/api/folders/${folder.id}`)).body.memberCount).toBe(1);
    expect((await register(plain.token)).status).toBe(201);
    expect((await operator.get('/api/admin/invitation-links')).body).toMatchObject([{ id: plain.id, uses: 1 }]);
    expect((await operator.delete(`/api/admin/invitation-links/${plain.id}`)).status).toBe(204);
    expect((await register(plain.token)).status).toBe(403);
    expect((await operator.get('/api/user/security-events')).body.slice(0, 3)).toMatchObject([
      { type: 'invitation-revoked' },
      { type: 'invitation-created', detail: 'Friday nights' },
      { type: 'invitation-created' },
    ]);
    await operator.patch('/api/admin/settings', { registration: 'open' });
  });

  test('without a list lead people who have an account into none', async () => {
    const { token } = (await operator.post('/api/admin/invitation-links')).body;

    expect((await ana.post(`/api/invitation-links/${token}/join`)).status).toBe(404);
  });

  test('carry only lists that the operator may share', async () => {
    const folder = await createFolder(ana);

    expect((await operator.post('/api/admin/invitation-links', { listId: folder.id })).status).toBe(404);
  });
});

test('storage names the collections, nodes and jobs', async () => {
  const { body } = await operator.get('/api/admin/storage');

  expect(body.collections).toContainEqual({ name: 'users', label: 'Accounts', documents: expect.any(Number) });
  const hasNoLabel = ({ name, label }: Storage['collections'][number]) => label === name;
  expect(body.collections.filter(hasNoLabel)).toEqual([]);
  expect(body.nodes).toMatchObject([{ isOwn: true }]);
  expect(body.backups).toBeNull();
});
