import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Folder } from '../../../../../common/schemas/folder.ts';
import type { InvitationLink } from '../../../../../common/schemas/invitationLink.ts';
import type { Share } from '../../../../../common/schemas/share.ts';
import { inTransaction } from '../../../../platform/database/database.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../../../testing/people.ts';
import { setUpServer } from '../../../../testing/server.ts';
import { beginDeletion, disableAccount } from '../../../account/accountChanges.service.ts';
import type { LinkDoc } from '../../model/link.model.ts';
import { admitNewcomer, enterList } from './newcomer.service.ts';

/*
 * A newcomer's account is created first, and enters the list of the link in a transaction of its own. These tests change
 * something between the two.
 */

const server = setUpServer();
let ana: Person;
/** A member who makes the link. */
let ben: Person;
let folder: Folder;
let link: InvitationLink;

beforeAll(async () => {
  // Not one of the people below, since the last operator's account cannot be disabled.
  await signUp(server, 'Olga');
});
beforeEach(async () => {
  [ana, ben] = (await Promise.all([signUp(server), signUp(server, 'Ben')])) as [Person, Person];
  folder = await createFolder(ana);
  await shareWith(ana, folder.id, ben, only('canShare', 'canAdd'));
  link = await linkFor(2);
});

const settings = {
  name: 'Marquee',
  registration: 'invite',
  canMembersInvite: true,
} as Parameters<typeof admitNewcomer>[1];

const linkFor = async (maxUses: number): Promise<InvitationLink> =>
  (await ben.post(`/api/folders/${folder.id}/invitation-links`, { ...only('canAdd'), maxUses })).body;
/** The link lets a newcomer in. The returned function does the second step. */
async function admit({ token }: InvitationLink): Promise<() => Promise<boolean>> {
  const used = (await inTransaction(() => admitNewcomer(token, settings))) as LinkDoc;
  const newcomer = await signUp(server, 'Nina');
  return async () => {
    const entered = await enterList(newcomer.user.id, used);
    expect((await newcomer.get(`/api/folders/${folder.id}`)).status).toBe(entered === null ? 404 : 200);
    return entered !== null;
  };
}
const shareOfBen = async (): Promise<Share> => (await ana.get(`/api/folders/${folder.id}/shares`)).body[0];

test('a newcomer enters the list of the link', async () => {
  const enter = await admit(link);

  expect(await enter()).toBe(true);
});

test.each([
  ['the link is ended', () => ana.delete(`/api/invitation-links/${link.id}`)],
  [
    'its maker loses a right that it gives',
    async () => ana.put(`/api/folder-shares/${(await shareOfBen()).id}/permissions`, only('canShare')),
  ],
  ['its maker is removed from the list', async () => ana.delete(`/api/folder-shares/${(await shareOfBen()).id}`)],
  ['its maker leaves the list', () => ben.delete(`/api/folders/${folder.id}/leave`)],
  ['its maker’s account is disabled', () => disableAccount(ben.user.id)],
  ['the owner’s account is disabled', () => disableAccount(ana.user.id)],
  ['its maker’s account is being deleted', () => beginDeletion(ben.user.id)],
  ['the list is deleted', () => ana.delete(`/api/folders/${folder.id}`)],
])('a newcomer does not enter it after %s', async (_what, change) => {
  const enter = await admit(link);

  await change();

  expect(await enter()).toBe(false);
});

test('the last use of a link by others does not keep out those whom it has let in', async () => {
  const [first, second] = [await admit(link), await admit(link)];

  expect(await Promise.all([first(), second()])).toEqual([true, true]);
});

test('nor does a member’s', async () => {
  const enter = await admit(link);
  const cleo = await signUp(server, 'Cleo');
  expect((await cleo.post(`/api/invitation-links/${link.token}/join`)).status).toBe(200);

  expect(await enter()).toBe(true);
});

test('a link that is used up cannot be ended, and lets no one in', async () => {
  const one = await linkFor(1);
  const enter = await admit(one);

  expect((await ana.delete(`/api/invitation-links/${one.id}`)).status).toBe(404);
  await expect(admit(one)).rejects.toMatchObject({ code: 'invitation_required' });
  expect(await enter()).toBe(true);
});

test('a newcomer does not enter by a used-up link whose maker lost a right', async () => {
  const enter = await admit(await linkFor(1));

  await ana.put(`/api/folder-shares/${(await shareOfBen()).id}/permissions`, only('canShare'));

  expect(await enter()).toBe(false);
});
