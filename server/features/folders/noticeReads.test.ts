import { beforeEach, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import type { Folder } from '../../../common/schemas/folder.ts';
import { writeComment } from '../../testing/comments.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { disableAccount } from '../account/accountChanges.service.ts';
import {
  exportLevels,
  findAdders,
  findLevel,
  findListAudience,
  findListsAndShares,
  findOpenInvitationIds,
  findShownComments,
  storeLevel,
} from './noticeReads.service.ts';

// What notices read of lists.

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let folder: Folder;
let folderId: Types.ObjectId;
beforeEach(async () => {
  [ana, ben, cleo] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben'), signUp(server, 'Cleo')]);
  folder = await createFolder(ana);
  folderId = new Types.ObjectId(folder.id);
  await shareWith(ana, folder.id, ben);
});

test('the people of lists are their owners and members', async () => {
  await shareWith(ana, folder.id, cleo);
  const other = await createFolder(cleo);
  await shareWith(cleo, other.id, ben);

  const { folders, shares } = await findListsAndShares([folder.id], [ben.user.id]);
  expect(folders.map(({ _id }) => String(_id))).toEqual([folder.id]);
  expect(shares.map((share) => [String(share.folderId), String(share.userId)])).toEqual([[folder.id, ben.user.id]]);
  const audience = await findListAudience([folder.id]);
  expect(audience.folders.map(({ userId }) => String(userId))).toEqual([ana.user.id]);
  expect(audience.shares.map(({ userId }) => String(userId)).sort()).toEqual([ben.user.id, cleo.user.id].sort());
});

test('what a person wants to hear of a list is stored unless it is all', async () => {
  await storeLevel(folderId, ben.user.id, 'nothing');

  expect(await findLevel(folderId, ben.user.id)).toBe('nothing');
  expect(await findLevel(folderId, ana.user.id)).toBeNull();
  expect(await exportLevels(ben.user.id)).toEqual([{ folderId: folder.id, level: 'nothing' }]);
  expect((await findListAudience([folder.id])).levels).toMatchObject([{ level: 'nothing' }]);
  expect((await findListAudience([new Types.ObjectId()])).levels).toEqual([]);

  await storeLevel(folderId, ben.user.id, 'all');

  expect(await findLevel(folderId, ben.user.id)).toBeNull();
  expect(await exportLevels(ben.user.id)).toEqual([]);
});

test('deleted comments, and invitations that cannot be accepted, are left out', async () => {
  const item = await addItem(ben, folder.id);
  const [kept, deleted] = [await writeComment(ana, folder.id, item.id), await writeComment(ana, folder.id, item.id)];
  await ana.delete(`/api/comments/${deleted.id}`).expect(204);
  const dan = await signUp(server, 'Dan');
  const [open, declined, suspended] = [
    await inviteTo(ana, folder.id, dan),
    await inviteTo(ana, folder.id, cleo),
    await inviteTo(cleo, (await createFolder(cleo)).id, dan),
  ];
  await cleo.post(`/api/folder-invitations/${declined.id}/respond`, { status: 'declined' }).expect(200);
  await disableAccount(cleo.user.id);

  expect(await findShownComments([kept.id, deleted.id])).toEqual(new Set([kept.id]));
  expect(await findOpenInvitationIds([open.id, declined.id, suspended.id])).toEqual(new Set([open.id]));
  expect(await findAdders([item.id, new Types.ObjectId()])).toEqual(new Map([[item.id, ben.user.id]]));
  expect([await findShownComments([]), await findOpenInvitationIds([])]).toEqual([new Set(), new Set()]);
});
