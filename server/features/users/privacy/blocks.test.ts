import { beforeEach, describe, expect, test } from '@jest/globals';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { DirectoryUser } from '../../../../common/schemas/user.ts';
import { createFolder, inviteTo, PASSWORD, type Person, shareWith, signUp, visitor } from '../../../testing/people.ts';
import { recordPlay } from '../../../testing/plays.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const nothing = 'f'.repeat(24);

const server = setUpServer();
let ana: Person;
let ben: Person;
let list: Folder;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben', 'Blocked')]);
  list = await createFolder(ana);
});

const block = (by: Person, whom: Person) => by.put(`/api/users/${whom.user.id}/block`);
const unblock = (by: Person, whom: Person) => by.delete(`/api/users/${whom.user.id}/block`);
const isListed = async (viewer: Person, person: Person) =>
  (await viewer.get('/api/users')).body.some(({ id }: DirectoryUser) => id === person.user.id);
const isFound = async (viewer: Person, person: Person) =>
  (await viewer.get(`/api/users/search?q=${encodeURIComponent(person.user.email)}`)).body.length > 0;
const invite = (by: Person, whom: string, folderId: string) =>
  by.post('/api/folder-invitations', { folderId, invitedUserId: whom });

describe('after a block, neither', () => {
  beforeEach(async () => {
    expect((await block(ana, ben)).status).toBe(204);
  });

  test('is in the directory of the other, or found by search, although the address is exact', async () => {
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      expect([await isListed(one, other), await isFound(one, other)]).toEqual([false, false]);
    }
  });

  test('finds the other, their lists or a way to pin them, as if the account did not exist', async () => {
    const paths = (id: string, listId: string) => [
      `/api/users/${id}`,
      `/api/users/${id}/folders`,
      `/api/users/${id}/folders/${listId}`,
      `/api/users/${id}/folders/${listId}/items`,
      `/api/folders/${listId}/owner`,
      `/api/folders/${listId}/join-requests/me`,
    ];
    const ask = (id: string, listId: string) =>
      Promise.all([
        ...paths(id, listId).map((path) => ben.get(path)),
        ben.post(`/api/users/${id}/pin`),
        ben.put(`/api/users/${id}/block`),
        ben.post(`/api/folders/${listId}/join-requests/me`),
      ]);

    const [blocked, unknown] = [await ask(ana.user.id, list.id), await ask(nothing, nothing)];

    expect(blocked.map(({ status }) => status)).toEqual(blocked.map(() => 404));
    expect(blocked.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body));
    expect((await ana.get(`/api/users/${ben.user.id}`)).status).toBe(404);
  });

  test('can invite the other: the blocked one is answered as for an unknown user', async () => {
    const other = await createFolder(ben);

    const [toBlocker, toNobody] = [await invite(ben, ana.user.id, other.id), await invite(ben, nothing, other.id)];
    const toBlocked = await invite(ana, ben.user.id, list.id);

    expect([toBlocker.status, toBlocker.body]).toEqual([404, toNobody.body]);
    expect([toBlocked.status, toBlocked.body.error]).toEqual([
      409,
      'You have blocked this person. Unblock them to invite them.',
    ]);
  });

  test('joins by a link of the other, or reads what it offers', async () => {
    const offer = async (by: Pick<Person, 'get'>, token: string) => by.get(`/api/invitation-links/${token}/offer`);
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      const { id } = await createFolder(one);
      const { token } = (await one.post(`/api/folders/${id}/invitation-links`, { maxUses: null })).body;

      expect((await other.post(`/api/invitation-links/${token}/join`)).status).toBe(404);
      const [blocked, unknown] = [await offer(other, token), await offer(other, 'x'.repeat(22))];
      expect([blocked.status, blocked.body]).toEqual([404, unknown.body]);
      expect((await offer(one, token)).status).toBe(200);
      expect((await offer(visitor(server), token)).status).toBe(200);
    }
  });

  test('is invited into a list of the other by a third person', async () => {
    const cleo = await signUp(server, 'Cleo');
    for (const [owner, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      const { id } = await createFolder(owner);
      await shareWith(owner, id, cleo, allFlags);

      const answers = [
        await invite(cleo, other.user.id, id),
        await cleo.post(`/api/folders/${id}/invite`, { invitedUserId: other.user.id }),
        await cleo.post(`/api/categories/${id}/invite`, { invitedUserId: other.user.id }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
      expect((await other.get('/api/folder-invitations')).body).toEqual([]);
    }
  });

  test('joins a list of the other by a link of a third person, or reads what it offers', async () => {
    const cleo = await signUp(server, 'Cleo');
    for (const [owner, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      const { id } = await createFolder(owner);
      await shareWith(owner, id, cleo, allFlags);
      const { token } = (await cleo.post(`/api/folders/${id}/invitation-links`, { maxUses: null })).body;

      expect((await other.post(`/api/invitation-links/${token}/join`)).status).toBe(404);
      expect((await other.get(`/api/invitation-links/${token}/offer`)).status).toBe(404);
      expect((await cleo.get(`/api/invitation-links/${token}/offer`)).status).toBe(200);
    }
  });
});

test('ends invitations and requests between the two, in open tabs too', async () => {
  const [bens, third] = await Promise.all([createFolder(ben), createFolder(ana)]);
  await inviteTo(ana, list.id, ben);
  await inviteTo(ben, bens.id, ana);
  await ben.post(`/api/folders/${third.id}/join-requests/me`);
  const tab = await openTab(server, ben);

  await block(ana, ben);

  expect((await tab.next('invitation:withdrawn')).invitation.folderId).toEqual(expect.any(String));
  expect(await tab.next('join-state:changed')).toMatchObject({ folderId: third.id, status: 'none' });
  expect((await ana.get('/api/folder-invitations')).body).toEqual([]);
  expect((await ben.get('/api/folder-invitations')).body).toEqual([]);
  expect((await ana.get(`/api/folders/${third.id}/join-requests`)).body).toEqual([]);
  tab.close();
});

test('ends invitations of third people into the lists of the other', async () => {
  const [cleo, bens] = [await signUp(server, 'Cleo'), await createFolder(ben)];
  for (const [owner, { id }] of [
    [ana, list],
    [ben, bens],
  ] as const) {
    await shareWith(owner, id, cleo, allFlags);
  }
  const [intoAnas, intoBens] = [await inviteTo(cleo, list.id, ben), await inviteTo(cleo, bens.id, ana)];
  const elsewhere = await inviteTo(cleo, (await createFolder(cleo)).id, ben);

  await block(ana, ben);

  expect((await ana.get('/api/folder-invitations')).body).toEqual([]);
  expect((await ben.get('/api/folder-invitations')).body).toMatchObject([{ id: elsewhere.id }]);
  for (const [invitee, { id }] of [
    [ben, intoAnas],
    [ana, intoBens],
  ] as const) {
    expect((await invitee.post(`/api/folder-invitations/${id}/respond`, { status: 'accepted' })).status).toBe(404);
  }
});

test('an invitation into a list does not let a person in whom its new owner blocks', async () => {
  const cleo = await signUp(server, 'Cleo');
  const { id } = await createFolder(cleo);
  await shareWith(cleo, id, ana, allFlags);
  const dan = await signUp(server, 'Dan');
  await shareWith(cleo, id, dan, allFlags);
  const invitation = await inviteTo(dan, id, ben);
  await block(ana, ben);
  const deleted = await cleo.delete('/api/user', { currentPassword: PASSWORD });
  expect([deleted.status, (await ana.get(`/api/folders/${id}`)).body.userId]).toEqual([204, ana.user.id]);

  const answer = await ben.post(`/api/folder-invitations/${invitation.id}/respond`, { status: 'accepted' });

  expect(answer.status).toBe(404);
  expect((await ben.get(`/api/folders/${id}`)).status).toBe(404);
});

test('leaves shared lists as they are, without proposals of plays', async () => {
  await shareWith(ana, list.id, ben);

  await block(ana, ben);
  await recordPlay(ben, { withUserIds: [ana.user.id] });

  expect((await ben.get(`/api/folders/${list.id}`)).status).toBe(200);
  expect((await ana.get(`/api/folders/${list.id}/shares`)).body).toHaveLength(1);
  expect((await ana.get('/api/plays/proposals')).body).toEqual([]);
});

test('hides from both the plays that they have proposed to each other, until it ends', async () => {
  await shareWith(ana, list.id, ben);
  const ofAna = await recordPlay(ana, { withUserIds: [ben.user.id] });
  await recordPlay(ben, { withUserIds: [ana.user.id] });
  await block(ana, ben);

  for (const person of [ana, ben]) expect((await person.get('/api/plays/proposals')).body).toEqual([]);
  expect((await ben.post(`/api/plays/${ofAna.id}/confirm`, { status: 'accepted' })).status).toBe(404);

  await unblock(ana, ben);
  for (const person of [ana, ben]) expect((await person.get('/api/plays/proposals')).body).toHaveLength(1);
});

test('is listed for the blocker alone, ends with an unblock, and is live for both', async () => {
  const [tabOfAna, tabOfBen] = [await openTab(server, ana), await openTab(server, ben)];
  await block(ana, ben);
  expect((await block(ana, ben)).status).toBe(204);
  const blocks = (await ana.get('/api/user/blocks')).body;
  expect(blocks).toMatchObject([{ user: { id: ben.user.id, lastName: 'Blocked' } }]);
  expect(blocks[0].user).not.toHaveProperty('email');
  expect((await ben.get('/api/user/blocks')).body).toEqual([]);
  expect(await tabOfAna.next('user:visibility-changed')).toEqual({ userId: ben.user.id });
  // The blocked person's tab must not name the blocker.
  expect(await tabOfBen.next('user:visibility-changed')).toEqual({ userId: null });

  expect((await unblock(ana, ben)).status).toBe(204);

  expect(await tabOfBen.next('user:visibility-changed')).toEqual({ userId: null });
  expect([await isListed(ben, ana), await isFound(ana, ben)]).toEqual([true, true]);
  expect((await unblock(ana, ben)).status).toBe(204);
  for (const tab of [tabOfAna, tabOfBen]) tab.close();
});

test('keeps the changes of a person’s settings from those whom they block', async () => {
  await block(ana, ben);
  const tab = await openTab(server, ben);

  await ana.patch('/api/user/privacy', { isListed: false });
  const other = await signUp(server, 'Cleo');
  await other.patch('/api/user/privacy', { isListed: false });

  expect(await tab.next('user:visibility-changed')).toEqual({ userId: other.user.id });
  tab.close();
});

test('is refused for oneself and for unknown people', async () => {
  expect((await block(ana, ana)).status).toBe(409);
  expect((await ana.put(`/api/users/${nothing}/block`)).status).toBe(404);
});

test('an invitation that races a block is not left over', async () => {
  await Promise.all([invite(ben, ana.user.id, (await createFolder(ben)).id), block(ana, ben)]);

  expect((await ana.get('/api/folder-invitations')).body).toEqual([]);
});
