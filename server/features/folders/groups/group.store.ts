import { type Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { GroupShow } from '../../../../common/schemas/changes.ts';
import { writeGroupChanged } from '../../users/notification.service.ts';
import type { FolderEntry } from '../log/folderEntry.ts';
import { FolderModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel, titleIndex } from '../model/item.model.ts';
import { type GroupPersonDoc, GroupPersonModel } from '../model/watchGroup.model.ts';

/*
 * Who watches a show of a list together. A group stays stored while its show is not in the list, and while its list is
 * deleted and can be restored, but is not found then.
 */

type Id = Types.ObjectId | string;

interface GroupId {
  folderId: Types.ObjectId;
  tmdbId: number;
}

/** Those who watch a show together, in the order in which they joined, and to whom that is proposed. */
export interface Group extends GroupId {
  members: readonly GroupPersonDoc[];
  proposals: readonly GroupPersonDoc[];
}

const isOf = (id: Id) => {
  const text = String(id);
  return ({ userId }: GroupPersonDoc) => userId.toHexString() === text;
};

export const memberIdsOf = ({ members }: Group) => members.map(({ userId }) => userId.toHexString());
export const findMember = ({ members }: Group, userId: Id) => members.find(isOf(userId));

/** The proposal that the user can still answer, or has declined a short time ago. */
export const findGroupProposal = ({ proposals }: Group, userId: Id) => proposals.find(isOf(userId));

/** A group of the list, which may be empty. Null when the list does not have the show. */
export async function findGroup(folderId: Types.ObjectId, tmdbId: number): Promise<Group | null> {
  if (!(await findShow(folderId, tmdbId))) return null;
  const people = await GroupPersonModel.find({ folderId, tmdbId }).lean<GroupPersonDoc[]>();
  return toGroups(people)[0] ?? { folderId, tmdbId, members: [], proposals: [] };
}

/** A show of the list, as its log names it. */
export async function findShow(folderId: Types.ObjectId, tmdbId: number): Promise<GroupShow | null> {
  const item = await ItemModel.findOne({ folderId, mediaType: 'tv', tmdbId }, { title: 1 }).lean<
    Pick<ItemDoc, 'title'>
  >();
  return item && { tmdbId, title: item.title };
}

/** The groups of a list, and those that are only proposed. */
export async function findGroupsIn(folderId: Types.ObjectId): Promise<Group[]> {
  return withoutHidden(toGroups(await GroupPersonModel.find({ folderId }).lean<GroupPersonDoc[]>()));
}

/** The groups of at least two in which one of these users is, the oldest first: of one show, or of all. */
export async function findGroupsOf(userIds: readonly Id[], tmdbId?: number): Promise<Group[]> {
  const own = await findOwn(userIds, tmdbId);
  if (own.length === 0) return [];
  const people = await GroupPersonModel.find({ $or: groupsOf(own) }).lean<GroupPersonDoc[]>();
  return withoutHidden(toGroups(people).filter(({ members }) => members.length > 1));
}

/** The same, for the transaction of a write that can change what is next for them. Another such write conflicts with it. */
export async function lockGroupsOf(userIds: readonly Id[], tmdbId: number): Promise<Group[]> {
  const own = await findOwn(userIds, tmdbId);
  if (own.length === 0) return [];
  await GroupPersonModel.updateMany({ $or: groupsOf(own) }, { $inc: { rev: 1 } });
  return findGroupsOf(userIds, tmdbId);
}

async function findOwn(userIds: readonly Id[], tmdbId: number | undefined): Promise<GroupPersonDoc[]> {
  const of = { userId: trusted({ $in: userIds }), ...(tmdbId !== undefined && { tmdbId }) };
  return GroupPersonModel.find({ ...of, state: 'member' }).lean<GroupPersonDoc[]>();
}

const groupsOf = (people: readonly GroupPersonDoc[]) => people.map(({ folderId, tmdbId }) => ({ folderId, tmdbId }));

/** Whether the user is in any group of the show. */
export async function isInGroup(userId: Id, tmdbId: number): Promise<boolean> {
  return (await GroupPersonModel.exists({ userId, tmdbId, state: 'member' })) !== null;
}

export async function countGroupsOf(userId: Id): Promise<number> {
  return GroupPersonModel.countDocuments({ userId, state: 'member' });
}

/** How many groups are proposed to the user, also those that were declined a short time ago. */
export async function countGroupProposals(userId: Id): Promise<number> {
  return GroupPersonModel.countDocuments({ userId, state: trusted({ $ne: 'member' }) });
}

function toGroups(people: readonly GroupPersonDoc[]): Group[] {
  const byGroup = new Map<string, GroupPersonDoc[]>();
  for (const person of [...people].sort((a, b) => a.since.getTime() - b.since.getTime())) {
    const key = keyOf(person);
    byGroup.set(key, [...(byGroup.get(key) ?? []), person]);
  }
  const now = new Date();
  return [...byGroup.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const { folderId, tmdbId } = first;
    const proposals = all.filter(({ expiresAt }) => expiresAt && expiresAt > now);
    return [{ folderId, tmdbId, members: all.filter(({ state }) => state === 'member'), proposals }];
  });
}

const keyOf = ({ folderId, tmdbId }: Pick<ItemDoc, 'folderId' | 'tmdbId'> | GroupId) => `${String(folderId)} ${tmdbId}`;

/** Without groups of deleted lists, and of shows that are no longer in the list. */
async function withoutHidden(groups: readonly Group[]): Promise<Group[]> {
  if (groups.length === 0) return [];
  const folderIds = groups.map(({ folderId }) => folderId);
  const folders = await FolderModel.find({ _id: trusted({ $in: folderIds }) }, { _id: 1 }).lean();
  const items = await ItemModel.find(
    {
      folderId: trusted({ $in: folders.map(({ _id }) => _id) }),
      mediaType: 'tv',
      tmdbId: trusted({ $in: groups.map(({ tmdbId }) => tmdbId) }),
    },
    { folderId: 1, tmdbId: 1 },
  )
    .hint(titleIndex)
    .lean<Pick<ItemDoc, '_id' | 'folderId' | 'tmdbId'>[]>();
  const shown = new Set(items.map(keyOf));
  return groups.filter((group) => shown.has(keyOf(group)));
}

/** Makes a user a member, or sets whether the others may record plays for them. */
export async function storeMember({ folderId, tmdbId }: GroupId, userId: Id, trusts: boolean, since: Date) {
  const set = { $set: { state: 'member', since, trusts }, $unset: { byUserId: 1, expiresAt: 1 } };
  await GroupPersonModel.updateOne({ folderId, tmdbId, userId }, set, { upsert: true });
}

export async function removeMember({ folderId, tmdbId }: GroupId, userId: Id): Promise<void> {
  await GroupPersonModel.deleteOne({ folderId, tmdbId, userId });
}

const PROPOSED_FOR_MS = limits.proposalDays * 24 * 60 * 60 * 1000;

/** Proposes a group to a user who is not in it. */
export async function storeGroupProposal({ folderId, tmdbId }: GroupId, userId: Id, byUserId: Id): Promise<void> {
  const since = new Date();
  const expiresAt = new Date(since.getTime() + PROPOSED_FOR_MS);
  const set = { $set: { state: 'proposed', since, trusts: false, byUserId, expiresAt } };
  await GroupPersonModel.updateOne({ folderId, tmdbId, userId }, set, { upsert: true });
}

/** Returns false when there is nothing to decline. */
export async function storeDeclined({ folderId, tmdbId }: GroupId, userId: Id): Promise<boolean> {
  const proposed = { folderId, tmdbId, userId, state: 'proposed' as const };
  return (await GroupPersonModel.updateOne(proposed, { $set: { state: 'declined' } })).matchedCount === 1;
}

/** Who loses the list leaves its groups. Call it in the transaction of these changes. */
export async function updateGroups(entries: readonly FolderEntry[]): Promise<void> {
  for (const entry of entries) {
    if (entry.type === 'share:revoked') await leaveGroups(entry.after.userId, { folderId: entry.folderId });
    // The former owner makes this change.
    if (entry.type === 'folder:handed-over') await leaveGroups(entry.byUserId, { folderId: entry.folderId });
  }
}

/**
 * Ends a user's part in the groups of a list, or in all groups. Call it in the transaction that ends the access to them: the
 * others must not wait.
 */
export async function leaveGroups(userId: Id, list: { folderId?: Types.ObjectId } = {}): Promise<void> {
  const own = await GroupPersonModel.find({ ...list, userId, state: 'member' }).lean<GroupPersonDoc[]>();
  await GroupPersonModel.deleteMany({ ...list, $or: [{ userId }, { byUserId: userId }] });
  for (const person of own) await writeGroupChanged(person);
}

/** Deletes the groups of a list that can no longer be restored. */
export async function deleteGroupsOf(folderId: string): Promise<void> {
  await GroupPersonModel.deleteMany({ folderId });
}

/** In which groups the user is, and which are proposed to them. */
export async function findPartsInGroups(userId: string): Promise<GroupPersonDoc[]> {
  return GroupPersonModel.find({ userId }).sort({ _id: 1 }).lean<GroupPersonDoc[]>();
}
