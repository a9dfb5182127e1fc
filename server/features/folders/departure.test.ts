import { beforeEach, describe, expect, test } from '@jest/globals';
import { allFlags } from '../../../common/permissions.ts';
import type { ListVisibility } from '../../../common/schemas/account/privacy.ts';
import type { ListAudience } from '../../../common/schemas/audience.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { addItem, createFolder, inviteTo, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { recordPlay } from '../../testing/plays.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { beginDeletion, disableAccount } from '../account/accountChanges.service.ts';
import { countListsOf, departFromFolders, findSharedOwnLists, handOverFolder } from './departure.service.ts';
import { FolderModel, ShareModel } from './model/folder.model.ts';
import { InvitationModel } from './model/invitation.model.ts';
import { JoinRequestModel } from './model/joinRequest.model.ts';
import { findSeenKeys } from './seen/seen.service.ts';

const server = setUpServer();
let eve: Person;
let ana: Person;
let ben: Person;
beforeEach(async () => {
  [eve, ana, ben] = await Promise.all([signUp(server, 'Eve'), signUp(server, 'Ana'), signUp(server, 'Ben')]);
});
const idOf = ({ user }: Person) => user.id;

describe('who can own a list next', () => {
  test('are its members: those who may manage it, share it and edit it come first, then who joined first', async () => {
    const people = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => signUp(server, name)));
    const [viewer, editor, sharer, manager, disabled, late, adder] = people as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    const { id } = await createFolder(eve, 'First');
    await shareWith(eve, id, adder, only('canAdd', 'canRemove'));
    await shareWith(eve, id, viewer, only());
    await shareWith(eve, id, editor, only('canEdit'));
    await shareWith(eve, id, sharer, only('canShare'));
    await shareWith(eve, id, manager, only('canManage'));
    await shareWith(eve, id, disabled, allFlags);
    await shareWith(eve, id, late, only('canShare', 'canEdit'));
    await disableAccount(disabled.user.id);
    const second = await createFolder(eve, 'Second');
    await shareWith(eve, second.id, ana);
    await createFolder(eve, 'Alone');

    const lists = await findSharedOwnLists(eve.user.id);

    expect(lists).toEqual([
      {
        folderId: id,
        name: 'First',
        memberIds: [manager, late, sharer, editor, adder, viewer, disabled].map(idOf),
      },
      { folderId: second.id, name: 'Second', memberIds: [ana.user.id] },
    ]);
  });

  test('is always a member whose account is not being deleted', async () => {
    const { id } = await createFolder(eve);
    await shareWith(eve, id, ana);

    expect(await handOverFolder({ userId: eve.user.id }, id, ben.user.id)).toBe(false);
    await beginDeletion(ana.user.id);
    expect(await handOverFolder({ userId: eve.user.id }, id, ana.user.id)).toBe(false);
    expect((await eve.get(`/api/folders/${id}`)).body).toMatchObject({ userId: eve.user.id, memberCount: 1 });
  });

  test.each<[ListAudience, ListAudience, ListVisibility, ListVisibility]>([
    ['everyone', 'everyone', null, null],
    ['shared', 'everyone', null, 'shared'],
    ['everyone', 'shared', null, null],
    ['everyone', 'everyone', 'nobody', 'nobody'],
  ])('shows it to no more people: from %s to %s, chosen %s, then %s', async (before, after, chosen, visibility) => {
    const { id } = await createFolder(eve);
    await shareWith(eve, id, ana);
    await eve.patch('/api/user/privacy', { listsFor: before }).expect(200);
    await ana.patch('/api/user/privacy', { listsFor: after }).expect(200);
    await eve.put(`/api/folders/${id}/visibility`, { visibility: chosen }).expect(200);

    await handOverFolder({ userId: eve.user.id }, id, ana.user.id);

    expect((await ana.get(`/api/folders/${id}`)).body.visibility).toBe(visibility);
  });

  test('gets the list with its other members, as an owner who is no member, and the former owner loses it', async () => {
    const { id } = await createFolder(eve);
    await shareWith(eve, id, ana, allFlags);
    await shareWith(eve, id, ben);
    const dan = await signUp(server, 'Dan');
    await inviteTo(eve, id, dan);
    await inviteTo(ana, id, await signUp(server, 'Kim'));

    expect(await handOverFolder({ userId: eve.user.id }, id, ana.user.id)).toBe(true);

    expect((await ana.get(`/api/folders/${id}`)).body).toMatchObject({
      userId: ana.user.id,
      memberCount: 1,
      memberIds: [ana.user.id, ben.user.id],
    });
    expect((await eve.get(`/api/folders/${id}`)).status).toBe(404);
    expect((await dan.get('/api/folder-invitations')).body).toEqual([]);
    expect((await ana.get(`/api/folders/${id}/invitations`)).body).toHaveLength(1);
  });
});

describe('a person who departs', () => {
  let own: Folder;
  let bens: Folder;
  beforeEach(async () => {
    [own, bens] = [await createFolder(eve, 'Own'), await createFolder(ben, 'Of Ben')];
    await shareWith(ben, bens.id, eve, allFlags);
  });
  const depart = () => departFromFolders({ userId: eve.user.id });

  test('leaves no list, share, link, invitation or request, and others keep theirs', async () => {
    const kept = await createFolder(ana);
    const asked = await createFolder(ana);
    await inviteTo(eve, own.id, ana);
    await inviteTo(ana, kept.id, eve);
    await inviteTo(ana, kept.id, ben);
    await eve.post(`/api/folders/${asked.id}/join-requests/me`).expect(200);
    await ben.post(`/api/folders/${asked.id}/join-requests/me`).expect(200);
    const link = { maxUses: null, validDays: 7, ...only() };
    for (const person of [eve, ben]) await person.post(`/api/folders/${bens.id}/invitation-links`, link).expect(201);
    const shown = { showsNotes: false, showsNames: false, isFindable: false, expiresInDays: null };
    for (const person of [eve, ben]) await person.post(`/api/folders/${bens.id}/public-links`, shown).expect(201);
    await recordPlay(eve);
    const tab = await openTab(server, ana);

    await depart();

    expect((await tab.next('join-requests:changed')).requests).toMatchObject([{ userId: ben.user.id }]);
    tab.close();
    expect(await FolderModel.countDocuments({ userId: eve.user.id })).toBe(0);
    expect(await ShareModel.countDocuments({ userId: eve.user.id })).toBe(0);
    expect((await ben.get(`/api/folders/${bens.id}`)).body).toMatchObject({ memberCount: 0 });
    const about = [{ invitedUserId: eve.user.id }, { invitedByUserId: eve.user.id }];
    expect(await InvitationModel.countDocuments({ $or: about })).toBe(0);
    expect(await InvitationModel.countDocuments({ invitedUserId: ben.user.id, folderId: kept.id })).toBe(1);
    const requests = await JoinRequestModel.find({ folderId: asked.id }).lean();
    expect(requests.map(({ userId }) => String(userId))).toEqual([ben.user.id]);
    expect((await ben.get(`/api/folders/${bens.id}/invitation-links`)).body).toHaveLength(1);
    expect((await ben.get(`/api/folders/${bens.id}/public-links`)).body).toHaveLength(1);
    expect(await findSeenKeys(eve.user.id)).toEqual(new Set());
  });

  test('is no member of a deleted list of another when that is restored, and their own cannot be restored', async () => {
    await shareWith(ben, bens.id, ana);
    await ben.delete(`/api/folders/${bens.id}`).expect(204);
    await eve.delete(`/api/folders/${own.id}`).expect(204);

    await depart();

    expect((await eve.post(`/api/folders/${own.id}/restore`)).status).toBe(404);
    await ben.post(`/api/folders/${bens.id}/restore`).expect(200);
    expect((await ben.get(`/api/folders/${bens.id}`)).body).toMatchObject({
      memberCount: 1,
      memberIds: [ben.user.id, ana.user.id],
    });
  });
});

test('the lists of people are counted with their titles, Reviewed too', async () => {
  const { id } = await createFolder(eve);
  await addItem(eve, id);
  await addItem(eve, id);
  await createFolder(eve);

  expect(await countListsOf([eve.user.id, ana.user.id])).toEqual(
    new Map([
      [eve.user.id, { lists: 3, items: 2 }],
      [ana.user.id, { lists: 1, items: 0 }],
    ]),
  );
});
