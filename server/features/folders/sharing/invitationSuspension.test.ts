import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../../common/families.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { createFolder, inviteTo, only, type Person, shareWith, signInAgain, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab, type Tab } from '../../../testing/tabs.ts';
import { disableUser } from '../../users/accountState.service.ts';

const server = setUpServer();
let operator: Person;
/** Owns the list. */
let ana: Person;
/** A member who may invite, and invites. */
let ben: Person;
/** Is invited. */
let cleo: Person;
let folder: Folder;
let invitation: Invitation;
let tab: Tab;

beforeAll(async () => {
  operator = await signUp(server, 'Olga');
});
beforeEach(async () => {
  [ana, ben, cleo] = (await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => signUp(server, name)))) as [
    Person,
    Person,
    Person,
  ];
  folder = await createFolder(ana, 'Friday nights');
  await shareWith(ana, folder.id, ben, only('canShare'));
  invitation = await inviteTo(ben, folder.id, cleo, only());
});

const change = (person: Person, what: 'disable' | 'enable') =>
  operator.post(`/api/admin/accounts/${person.user.id}/${what}`).expect(204);
const answer = (status: 'accepted' | 'declined', person = cleo) =>
  person.post(`/api/folder-invitations/${invitation.id}/respond`, { status });
const offered = async (person = cleo) =>
  (await person.get('/api/folder-invitations')).body.map(({ id }: Invitation) => id);

describe.each([
  ['the inviter', () => ben],
  ['the owner of the list', () => ana],
])('while the account of %s is disabled, an invitation', (_who, disabled) => {
  beforeEach(async () => {
    tab = await openTab(server, cleo);
    await change(disabled(), 'disable');
  });

  test('disappears from the invitee’s open tab, and from its next sync', async () => {
    expect(await tab.next('invitation:withdrawn')).toMatchObject({ invitation: { id: invitation.id } });
    expect((await tab.sync()).invitations).toEqual([]);
    tab.close();
  });

  test.each(familyKeys)('is not listed and cannot be accepted in the %s family', async (key) => {
    const { invitations } = families[key].api;

    expect((await cleo.get(invitations)).body).toEqual([]);
    expect((await cleo.post(`${invitations}/${invitation.id}/respond`, { status: 'accepted' })).status).toBe(404);
    expect((await cleo.get(`/api/folders/${folder.id}`)).status).toBe(404);
    tab.close();
  });

  test('can be declined by a tab that still shows it', async () => {
    expect((await answer('declined')).status).toBe(200);
    tab.close();
  });

  test('is there again when the account is enabled', async () => {
    await tab.next('invitation:withdrawn');
    await change(disabled(), 'enable');

    expect(await tab.next('invitation:received')).toMatchObject({ invitation: { id: invitation.id } });
    expect(await offered()).toEqual([invitation.id]);
    expect((await answer('accepted')).status).toBe(200);
    expect((await cleo.get(`/api/folders/${folder.id}`)).body.name).toBe('Friday nights');
    tab.close();
  });
});

test('an invitation stays hidden until both accounts on which it depends are enabled', async () => {
  await change(ana, 'disable');
  await change(ben, 'disable');

  await change(ana, 'enable');
  const between = await offered();
  await change(ben, 'enable');

  expect([between, await offered()]).toEqual([[], [invitation.id]]);
});

test('those who may share the list still see the invitation, and the owner can withdraw it', async () => {
  await change(ben, 'disable');

  const listed = await ana.get(`/api/folders/${folder.id}/invitations`);
  const withdrawn = await ana.delete(`/api/folder-invitations/${invitation.id}`);

  expect(listed.body).toMatchObject([{ id: invitation.id }]);
  expect(withdrawn.status).toBe(204);
});

test('while the inviter is disabled, another one may invite, or the invitee may ask to join', async () => {
  await ana.put(`/api/folders/${folder.id}/visibility`, { visibility: 'everyone' });
  await change(ben, 'disable');

  const asked = await cleo.post(`/api/folders/${folder.id}/join-requests/me`);
  const other = await inviteTo(ana, folder.id, cleo, only());

  expect(asked.body).toMatchObject({ status: 'pending' });
  expect(await offered()).toEqual([other.id]);
  await change(ben, 'enable');
  expect(await offered()).toEqual([other.id]);
});

test('an invitation to a disabled person waits for them', async () => {
  await change(cleo, 'disable');
  const listed = await ben.get(`/api/folders/${folder.id}/invitations`);
  await change(cleo, 'enable');
  const again = await signInAgain(server, cleo);

  expect(listed.body).toMatchObject([{ id: invitation.id }]);
  expect(await offered(again)).toEqual([invitation.id]);
  expect((await answer('accepted', again)).status).toBe(200);
});

test('an answer that is sent while the inviter is being disabled comes before it or finds nothing', async () => {
  let answered: Promise<number> | undefined;
  await inTransaction(async () => {
    await disableUser(ben.user.id);
    // Outside of the transaction, and waits for it.
    answered ??= answer('accepted').then(({ status }) => status);
  });

  expect(await answered).toBe(404);
});
