import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Folder } from '../../../../../common/schemas/folder.ts';
import { inTransaction } from '../../../../platform/database/database.ts';
import { storeInstance } from '../../../../platform/instance/instance.model.ts';
import {
  createFolder,
  only,
  PASSWORD,
  type Person,
  shareWith,
  signInAgain,
  signUp,
  visitor,
} from '../../../../testing/people.ts';
import { createGuestLink, startVote, tokenOf } from '../../../../testing/polls.ts';
import { setUpServer } from '../../../../testing/server.ts';
import { openTab } from '../../../../testing/tabs.ts';
import { disableUser } from '../../../users/accountState.service.ts';
import { findLink, findLinkToUse } from '../link.store.ts';

const server = setUpServer({ env: { REGISTRATION: '' } });
let operator: Person;
/** Owns the list. */
let ana: Person;
/** A member who may invite. */
let ben: Person;
let cleo: Person;
let folder: Folder;

beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});
beforeEach(async () => {
  await storeInstance({ registration: 'open', canMembersInvite: true });
  [ana, ben, cleo] = (await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => signUp(server, name)))) as [
    Person,
    Person,
    Person,
  ];
  folder = await createFolder(ana, 'Friday nights');
  await shareWith(ana, folder.id, ben, only('canShare'));
  await storeInstance({ registration: 'invite' });
});

const disable = async ({ user }: Person) =>
  expect((await operator.post(`/api/admin/accounts/${user.id}/disable`)).status).toBe(204);
const enable = async ({ user }: Person) =>
  expect((await operator.post(`/api/admin/accounts/${user.id}/enable`)).status).toBe(204);
const linkBy = async (person: Person): Promise<string> =>
  (await person.post(`/api/folders/${folder.id}/invitation-links`, { ...only(), maxUses: null })).body.token;
const linksSeenBy = async (person: Person): Promise<string[]> =>
  (await person.get(`/api/folders/${folder.id}/invitation-links`)).body.map(({ token }: { token: string }) => token);
const register = (invitation: string) =>
  visitor(server).post('/api/auth/register', { email: `${randomUUID()}@example.com`, password: PASSWORD, invitation });

/** What a link opens: the answers to its offer, to a new person and to a member of this site. */
async function opens(token: string): Promise<number[]> {
  const offer = await visitor(server).get(`/api/invitation-links/${token}/offer`);
  const registered = await register(token);
  const joined = await cleo.post(`/api/invitation-links/${token}/join`);
  return [offer.status, registered.status, joined.status];
}

const NOTHING = [404, 403, 404];
const EVERYTHING = [200, 201, 200];

describe('a link of a list opens nothing', () => {
  test.each([
    ['its maker', () => ben],
    ['the owner of the list', () => ana],
  ])('while %s is disabled, and works again afterwards', async (_who, person) => {
    const token = await linkBy(ben);

    await disable(person());
    expect(await opens(token)).toEqual(NOTHING);

    await enable(person());
    expect(await opens(token)).toEqual(EVERYTHING);
  });

  test('for its disabled maker either', async () => {
    const own = await linkBy(ana);
    await disable(ana);

    expect((await register(own)).body.code).toBe('invitation_required');
  });

  test('and members see it again when it works again, in open tabs too', async () => {
    const [anas, bens] = [await linkBy(ana), await linkBy(ben)];
    const tab = await openTab(server, ana);
    const shown = async (count: number) =>
      (await tab.next('invitation-links:changed', ({ links }) => links.length === count)).links.map(
        ({ token }) => token,
      );

    await disable(ben);
    expect(await shown(1)).toEqual([anas]);
    expect(await linksSeenBy(ana)).toEqual([anas]);

    await enable(ben);
    expect(await shown(2)).toEqual([anas, bens]);
    tab.close();
  });

  test('and can be ended meanwhile', async () => {
    const { id, token } = (await ben.post(`/api/folders/${folder.id}/invitation-links`, only())).body;
    await disable(ben);

    expect((await ana.delete(`/api/invitation-links/${id}`)).status).toBe(204);

    await enable(ben);
    expect(await opens(token)).toEqual(NOTHING);
  });

  test('for a person whose account is being disabled at that moment', async () => {
    const token = await linkBy(ben);
    let attempts = 0;
    let disabled: Promise<void> | undefined;
    let start = () => {};
    // Outside of the other transaction.
    const disabling = new Promise<void>((resolve) => {
      start = resolve;
    }).then(() => inTransaction(() => disableUser(ben.user.id)));

    const found = await inTransaction(async () => {
      attempts += 1;
      // From here on the transaction sees the database as it is now.
      expect(await findLink(token)).toEqual(attempts === 1 ? expect.anything() : null);
      start();
      disabled ??= disabling;
      await disabled;
      return findLinkToUse(token);
    });

    expect({ found, attempts }).toEqual({ found: null, attempts: 2 });
  });
});

test('an operator’s link leads into no list whose owner is disabled', async () => {
  await shareWith(ana, folder.id, operator, only('canShare', 'canAdd'));
  const { token } = (await operator.post('/api/admin/invitation-links', { listId: folder.id, maxUses: 5 })).body;
  await disable(ana);

  expect(await opens(token)).toEqual(NOTHING);
});

describe('a guest link of a vote opens nothing', () => {
  const guests = async (token: string) => [
    (await visitor(server).get(`/api/guest/${token}`)).status,
    (await visitor(server).post(`/api/guest/${token}`, { name: 'Gil' })).status,
  ];
  const tokenBy = async (maker: Person) => tokenOf(await createGuestLink(maker, (await startVote(ana, folder.id)).id));

  test.each([
    ['its maker', () => ben],
    ['the owner of the list', () => ana],
  ])('while %s is disabled, and works again afterwards', async (_who, person) => {
    const token = await tokenBy(ben);

    await disable(person());
    expect(await guests(token)).toEqual([404, 404]);

    await enable(person());
    expect(await guests(token)).toEqual([200, 201]);
  });

  test('while its maker may not invite', async () => {
    const token = await tokenBy(ben);
    const [share] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;
    const setRights = (flags: object) => ana.put(`/api/folder-shares/${share.id}/permissions`, flags);

    await setRights(only());
    expect(await guests(token)).toEqual([404, 404]);

    await setRights(only('canShare'));
    expect(await guests(token)).toEqual([200, 201]);
  });

  test('for its maker alone: another member’s link goes on', async () => {
    await disable(ben);

    expect(await guests(await tokenBy(ana))).toEqual([200, 201]);
  });
});

test('a person who is enabled again can make links as before', async () => {
  await disable(ben);
  await enable(ben);
  ben = await signInAgain(server, ben);

  expect(await opens(await linkBy(ben))).toEqual(EVERYTHING);
});
