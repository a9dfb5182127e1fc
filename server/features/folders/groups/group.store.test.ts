import { beforeEach, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { GroupPersonModel } from '../model/watchGroup.model.ts';
import {
  countGroupProposals,
  countGroupsOf,
  deleteGroupsOf,
  findGroup,
  findGroupProposal,
  findGroupsIn,
  findGroupsOf,
  findMember,
  findPartsInGroups,
  findShow,
  isInGroup,
  leaveGroups,
  lockGroupsOf,
  memberIdsOf,
  storeDeclined,
  storeGroupProposal,
  storeMember,
} from './group.store.ts';

const SHOW = 1399;

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let folder: Folder;
let group: { folderId: Types.ObjectId; tmdbId: number };
let itemId: string;
beforeEach(async () => {
  [ana, ben, cleo] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben'), signUp(server, 'Cleo')]);
  folder = await createFolder(ana);
  await shareWith(ana, folder.id, ben);
  itemId = (await addItem(ana, folder.id, { tmdbId: SHOW, mediaType: 'tv', title: 'Dark' })).id;
  group = { folderId: new Types.ObjectId(folder.id), tmdbId: SHOW };
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const join = ({ user }: Person, n: number, of = group) => storeMember(of, user.id, n === 1, day(n));
const found = async (people: readonly Person[], tmdbId?: number) =>
  (
    await findGroupsOf(
      people.map(({ user }) => user.id),
      tmdbId,
    )
  ).map(memberIdsOf);

test('a group has its members in the order in which they joined, and what each of them allows', async () => {
  await join(ben, 2);
  await join(ana, 1);

  const one = await findGroup(group.folderId, SHOW);

  expect(one && memberIdsOf(one)).toEqual([ana.user.id, ben.user.id]);
  expect(one && [ana, ben, cleo].map(({ user }) => findMember(one, user.id)?.trusts)).toEqual([true, false, undefined]);
  expect(await findShow(group.folderId, SHOW)).toEqual({ tmdbId: SHOW, title: 'Dark' });
});

test('a show without a group has an empty one; a film and a show that is not in the list have none', async () => {
  const film = await addItem(ana, folder.id);

  expect(await findGroup(group.folderId, SHOW)).toEqual({ ...group, members: [], proposals: [] });
  expect(await findGroup(group.folderId, film.tmdbId)).toBeNull();
  expect(await findShow(group.folderId, SHOW + 1)).toBeNull();
});

test('a proposal lasts until its day, declined or not, and becomes a membership', async () => {
  await join(ana, 1);
  await storeGroupProposal(group, ben.user.id, ana.user.id);
  await storeGroupProposal(group, cleo.user.id, ana.user.id);
  const proposal = async () => {
    const one = await findGroup(group.folderId, SHOW);
    return one && findGroupProposal(one, ben.user.id)?.state;
  };

  expect(await proposal()).toBe('proposed');
  const [waiting] = await findPartsInGroups(ben.user.id);
  const days = ((waiting?.expiresAt?.getTime() ?? 0) - (waiting?.since.getTime() ?? 0)) / 86_400_000;
  expect(days).toBe(limits.proposalDays);
  expect([await countGroupProposals(ben.user.id), await countGroupsOf(ben.user.id)]).toEqual([1, 0]);
  expect([await storeDeclined(group, ben.user.id), await storeDeclined(group, ben.user.id)]).toEqual([true, false]);
  expect([await proposal(), await countGroupProposals(ben.user.id)]).toEqual(['declined', 1]);
  await GroupPersonModel.updateOne({ userId: ben.user.id }, { expiresAt: new Date() });
  expect(await proposal()).toBeUndefined();
  expect(await storeDeclined(group, ana.user.id)).toBe(false);

  await join(ben, 2);

  const [part] = await findPartsInGroups(ben.user.id);
  expect(part).toMatchObject({ state: 'member', since: day(2), trusts: false });
  expect([part?.byUserId, part?.expiresAt]).toEqual([undefined, undefined]);
  expect([await countGroupProposals(ben.user.id), await countGroupsOf(ben.user.id)]).toEqual([0, 1]);
});

test('a person is in groups of at least two, of one show or of all', async () => {
  await addItem(ana, folder.id, { tmdbId: SHOW + 1, mediaType: 'tv' });
  const other = { ...group, tmdbId: SHOW + 1 };
  await join(ana, 1);
  await storeGroupProposal(group, ben.user.id, ana.user.id);
  expect([await isInGroup(ana.user.id, SHOW), await isInGroup(ben.user.id, SHOW)]).toEqual([true, false]);
  expect(await isInGroup(ana.user.id, SHOW + 1)).toBe(false);
  expect(await found([ana])).toEqual([]);
  await join(ben, 2);
  await join(ben, 3, other);
  await join(ana, 4, other);

  expect(await found([ana])).toEqual([
    [ana.user.id, ben.user.id],
    [ben.user.id, ana.user.id],
  ]);
  expect(await found([ben], SHOW + 1)).toEqual([[ben.user.id, ana.user.id]]);
  expect([await found([cleo]), await found([])]).toEqual([[], []]);
});

test('a write that may change what is next counts in each member of the group, and in no other', async () => {
  await addItem(ana, folder.id, { tmdbId: SHOW + 1, mediaType: 'tv' });
  await join(ana, 1);
  await join(ben, 2);
  await join(ben, 3, { ...group, tmdbId: SHOW + 1 });

  const locked = await lockGroupsOf([ana.user.id], SHOW);

  expect(locked.map(memberIdsOf)).toEqual([[ana.user.id, ben.user.id]]);
  const revs = (await GroupPersonModel.find({ folderId: folder.id }).sort({ since: 1 }).lean()).map(({ rev }) => rev);
  expect(revs).toEqual([1, 1, 0]);
  expect(await lockGroupsOf([cleo.user.id], SHOW)).toEqual([]);
});

test('a group is hidden while its show is not in the list, and while the list is deleted', async () => {
  await join(ana, 1);
  await join(ben, 2);
  const shown = async () => [(await findGroupsIn(group.folderId)).length, (await found([ana])).length];
  expect(await shown()).toEqual([1, 1]);

  await ana.delete(`/api/watchlist/${itemId}`).expect(204);
  expect(await shown()).toEqual([0, 0]);
  await addItem(ana, folder.id, { tmdbId: SHOW });
  expect(await shown()).toEqual([0, 0]);
  await addItem(ana, folder.id, { tmdbId: SHOW, mediaType: 'tv' });
  expect(await shown()).toEqual([1, 1]);
  await ana.delete(`/api/folders/${folder.id}`).expect(204);
  expect(await findGroupsIn(group.folderId)).toEqual([]);

  await deleteGroupsOf(folder.id);

  expect(await findPartsInGroups(ana.user.id)).toEqual([]);
});

test('who leaves the groups of a list takes their proposals along, and stays in those of other lists', async () => {
  const elsewhere = { folderId: new Types.ObjectId((await createFolder(ana)).id), tmdbId: SHOW };
  await join(ana, 1);
  await join(ben, 2);
  await join(ana, 3, elsewhere);
  await storeGroupProposal(group, cleo.user.id, ana.user.id);

  await inTransaction(() => leaveGroups(ana.user.id, { folderId: group.folderId }));

  expect((await findPartsInGroups(ana.user.id)).map(({ folderId }) => folderId)).toEqual([elsewhere.folderId]);
  expect(await findPartsInGroups(cleo.user.id)).toEqual([]);
  expect(await findPartsInGroups(ben.user.id)).toHaveLength(1);
  await inTransaction(() => leaveGroups(ana.user.id));
  expect(await findPartsInGroups(ana.user.id)).toEqual([]);
});

test('who loses the list leaves its groups', async () => {
  await join(ana, 1);
  await join(ben, 2);

  await ben.delete(`/api/folders/${folder.id}/leave`).expect(204);

  expect(await findPartsInGroups(ben.user.id)).toEqual([]);
  expect(await findPartsInGroups(ana.user.id)).toHaveLength(1);
});
