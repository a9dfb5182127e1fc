import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../../../common/constants.ts';
import { families, familyKeys } from '../../../../../common/families.ts';
import { capFlags, defaultFlags } from '../../../../../common/permissions.ts';
import type { Folder } from '../../../../../common/schemas/folder.ts';
import type { JoinRequest } from '../../../../../common/schemas/joinRequest.ts';
import { type Cast, gatherCast } from '../../../../testing/cast.ts';
import { createFolder, inviteTo, only, type Person, shareWith, signUp } from '../../../../testing/people.ts';
import { setUpServer } from '../../../../testing/server.ts';
import { JoinRequestModel } from '../../model/joinRequest.model.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const server = setUpServer();
let owner: Person;
let member: Person;
let adder: Person;
let guest: Person;
let audience: Cast['audience'];
let folder: Folder;

beforeAll(async () => {
  ({ owner, member, adder, guest, audience } = await gatherCast(server));
});
afterAll(() => {
  audience.close();
});
beforeEach(async () => {
  // The guest has 20 requests at most.
  await JoinRequestModel.deleteMany({});
  folder = await createFolder(owner, 'Weekend');
  await shareWith(owner, folder.id, member, only('canShare'));
});

const path = (id = folder.id) => `/api/folders/${id}/join-requests`;
const ask = (person: Person, id?: string) => person.post(`${path(id)}/me`);
const withdraw = (person: Person) => person.delete(`${path()}/me`);
const answer = (person: Person, status: string) => person.post(`${path()}/${guest.user.id}/respond`, { status });
const statusFor = async (person: Person) => (await person.get(`${path()}/me`)).body.status;
const waiting = async (): Promise<JoinRequest[]> => (await owner.get(path())).body;

const readers = { owner: ['join-requests:changed'], 'owner elsewhere': ['join-requests:changed'] };
const toReaders = { ...readers, member: ['join-requests:changed'], guest: ['join-state:changed'] };

describe.each(familyKeys)('delivered for writes in the %s family:', (key) => {
  const { api } = families[key];
  const inFamily = () => `${api.lists}/${folder.id}/join-requests`;
  const granted = ['folder:changes', 'join-requests:changed'];

  beforeEach(async () => {
    await shareWith(owner, folder.id, adder, only('canAdd'));
  });

  test('a request, to the user who asks and to those who may read invitations', async () => {
    const { body } = await audience.hears(() => guest.post(`${inFamily()}/me`), toReaders);

    expect(body).toEqual({ folderId: folder.id, categoryId: folder.id, status: 'pending' });
    expect(audience.payloads('guest', 'join-state:changed')).toEqual([body]);
    const requests = (await member.get(inFamily())).body;
    expect(requests).toMatchObject([{ folderId: folder.id, userId: guest.user.id, user: { firstName: 'Gus' } }]);
    expect(requests[0].user).not.toHaveProperty('email');
    expect(audience.payloads('member', 'join-requests:changed')).toEqual([{ folderId: folder.id, requests }]);
    expect((await guest.get(`${inFamily()}/me`)).body).toEqual(body);
  });

  test('a withdrawn request, to the same users', async () => {
    await ask(guest);

    await audience.hears(() => guest.delete(`${inFamily()}/me`), toReaders);

    expect(audience.payloads('guest', 'join-state:changed')).toMatchObject([{ status: 'none' }]);
    expect(audience.payloads('member', 'join-requests:changed')).toEqual([{ folderId: folder.id, requests: [] }]);
    expect(await waiting()).toEqual([]);
  });

  test('a declined request, to the same users', async () => {
    await ask(guest);
    const decline = () => member.post(`${inFamily()}/${guest.user.id}/respond`, { status: 'declined' });

    await audience.hears(decline, toReaders);

    expect(audience.payloads('guest', 'join-state:changed')).toMatchObject([{ status: 'declined' }]);
    expect(await waiting()).toEqual([]);
    expect(await statusFor(guest)).toBe('declined');
  });

  test('an accepted request, with the list for the new member and the change for all members', async () => {
    await ask(guest);
    const accept = () => owner.post(`${inFamily()}/${guest.user.id}/respond`, { status: 'accepted' });

    await audience.hears(accept, {
      owner: granted,
      'owner elsewhere': granted,
      member: granted,
      adder: ['folder:changes'],
      guest: ['folder:changes', 'folder:available', 'join-state:changed'],
    });

    expect(audience.payloads('guest', 'join-state:changed')).toMatchObject([{ status: 'member' }]);
    expect(audience.payloads('guest', 'folder:available')).toMatchObject([
      { folder: { id: folder.id, permissions: defaultFlags, sharedByUser: { id: owner.user.id } } },
    ]);
    expect(await waiting()).toEqual([]);
  });
});

describe('asking', () => {
  test('again changes nothing while the request waits', async () => {
    await ask(guest);
    const before = await waiting();

    await audience.hears(() => ask(guest), {});

    expect(await waiting()).toEqual(before);
  });

  test('twice at the same time makes one request', async () => {
    const answers = await Promise.all([ask(guest), ask(guest)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await waiting()).toHaveLength(1);
  });

  test.each([
    ['the owner', () => owner],
    ['a member', () => member],
  ])('is refused for %s', async (_who, person) => {
    const { status, body } = await ask(person());

    expect([status, body.code]).toEqual([409, 'already_member']);
    expect(await statusFor(person())).toBe('member');
  });

  test('is refused for who is invited', async () => {
    await inviteTo(owner, folder.id, guest);

    expect((await ask(guest)).body.code).toBe('already_invited');
    expect(await waiting()).toEqual([]);
  });

  test('is not found for Reviewed, for its owner neither', async () => {
    await owner.post('/api/reviews', { tmdbId: 949, mediaType: 'movie', title: 'Heat', rating: 4 });
    const lists: Folder[] = (await owner.get('/api/folders')).body;
    const reviewed = lists.find(({ isReviewed }) => isReviewed)?.id ?? '';

    for (const person of [guest, owner]) {
      expect((await ask(person, reviewed)).status).toBe(404);
      expect((await person.get(`${path(reviewed)}/me`)).status).toBe(404);
      expect((await person.delete(`${path(reviewed)}/me`)).status).toBe(404);
    }
  });

  test('is not found for a list that does not exist', async () => {
    expect((await ask(guest, 'f'.repeat(24))).status).toBe(404);
  });

  test('stops at the limit of a person, and a withdrawn request makes room', async () => {
    const cleo = await signUp(server, 'Cleo');
    const others: Folder[] = [];
    for (let asked = 0; asked < limits.pendingJoinRequestsPerPerson; asked += 1) others.push(await createFolder(owner));
    for (const { id } of others) expect((await ask(cleo, id)).status).toBe(200);

    const { status, body } = await ask(cleo);
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect(await waiting()).toEqual([]);

    await cleo.delete(`${path(others[0]?.id)}/me`);
    expect((await ask(cleo)).status).toBe(200);
  });

  test('is possible again 30 days after it was declined, and not by withdrawing', async () => {
    await ask(guest);
    await answer(owner, 'declined');
    await withdraw(guest);
    expect((await ask(guest)).body.code).toBe('already_answered');

    const declinedAt = new Date(Date.now() - limits.declinedJoinRequestDays * DAY_MS - 1);
    await JoinRequestModel.updateOne({ userId: guest.user.id }, { $set: { declinedAt } });

    expect(await statusFor(guest)).toBe('none');
    expect((await ask(guest)).body.status).toBe('pending');
    expect(await waiting()).toHaveLength(1);
  });
});

describe('a request', () => {
  test('gives no flags that who accepts it lacks', async () => {
    await ask(guest);
    expect((await answer(member, 'accepted')).status).toBe(204);

    const { body } = await guest.get(`/api/folders/${folder.id}`);
    expect(body.permissions).toEqual(capFlags(defaultFlags, only('canShare')));
  });

  test('is answered only once', async () => {
    await ask(guest);
    const answers = await Promise.all([answer(owner, 'accepted'), answer(member, 'declined')]);

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  test('is accepted once for a repeated Idempotency-Key', async () => {
    await ask(guest);
    const key = '7f5f6a52-0b0e-4f0a-9c55-1d3a7a4a1f01';
    const first = await answer(owner, 'accepted').set('Idempotency-Key', key);
    const second = await answer(owner, 'accepted').set('Idempotency-Key', key);

    expect([first.status, second.status]).toEqual([204, 204]);
  });

  test('that was withdrawn cannot be answered', async () => {
    await ask(guest);
    await withdraw(guest);

    expect((await answer(owner, 'accepted')).status).toBe(404);
    expect(await statusFor(guest)).toBe('none');
  });

  test('is settled when the user joins by an invitation', async () => {
    await ask(guest);
    const { id } = await inviteTo(owner, folder.id, guest);
    await guest.post(`/api/folder-invitations/${id}/respond`, { status: 'accepted' });

    expect(await waiting()).toEqual([]);
    expect(await statusFor(guest)).toBe('member');
  });

  test('settles an invitation when it is accepted', async () => {
    await ask(guest);
    const { id } = await inviteTo(owner, folder.id, guest);
    await answer(owner, 'accepted');

    expect((await guest.post(`/api/folder-invitations/${id}/respond`, { status: 'accepted' })).status).toBe(404);
  });

  test('ends with the list, and who was declined stays so when the list is restored', async () => {
    const cleo = await signUp(server, 'Cleo');
    await ask(guest);
    await answer(owner, 'declined');
    await ask(cleo);

    await owner.delete(`/api/folders/${folder.id}`);
    expect((await cleo.get(`${path()}/me`)).status).toBe(404);
    await owner.post(`/api/folders/${folder.id}/restore`);

    expect(await waiting()).toEqual([]);
    expect([await statusFor(cleo), await statusFor(guest)]).toEqual(['none', 'declined']);
  });

  test('ends live for its user when the list is deleted', async () => {
    await ask(guest);

    await audience.hears(() => owner.delete(`/api/folders/${folder.id}`), {
      owner: ['folder:gone'],
      'owner elsewhere': ['folder:gone'],
      member: ['folder:gone'],
      guest: ['join-state:changed'],
    });
    expect(audience.payloads('guest', 'join-state:changed')).toMatchObject([{ status: 'none' }]);
  });
});
