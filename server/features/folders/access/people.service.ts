import { type QueryFilter, Types, trusted } from 'mongoose';
import type { PublicUser, User } from '../../../../common/schemas/user.ts';
import { createBatchLoader } from '../../../platform/database/batchLoader.ts';
import { writeNotification } from '../../users/notification.service.ts';
import { findPublicUsers, formerUser } from '../../users/user.service.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { expireFormerMemberships, findFormerFolderIds, findFormerMembers } from '../model/formerMember.model.ts';
import { type InvitationDoc, InvitationModel } from '../model/invitation.model.ts';

/**
 * Runs `change`, which changes a user's name or picture, in the caller's transaction. Sends the new profile to the user's own
 * tabs, to everyone in a folder in which they are, or were: their titles and changes stay there when they leave, and to those
 * who see an invitation by or to them. Raises `peopleRev` of those folders, since their rev stays the same.
 */
export async function changeProfile(userId: string, change: () => Promise<User>): Promise<User> {
  const joined = await ShareModel.find({ userId }, { folderId: 1 }).lean<Pick<ShareDoc, 'folderId'>[]>();
  const folderIdsOfOthers = [...joined.map(({ folderId }) => folderId), ...(await findFormerFolderIds(userId))];
  const namedIn = { $or: [{ userId }, { _id: trusted({ $in: folderIdsOfOthers }) }] };
  // First, so that parallel writes to these folders conflict at once. Otherwise a busy folder could starve this write.
  await FolderModel.updateMany(namedIn, { $inc: { peopleRev: 1 } });
  const user = await change();
  const fellows = [...(await findPeopleIn(namedIn)), ...(await findInvitationPeople(userId))];
  await writeNotification('user:updated', { user: publicOf(user) }, { to: [userId], by: userId, fellows });
  return user;
}

/**
 * Takes the name and picture of a user whose account is deleted off the lists that they were in, in every tab. Call it in the
 * transaction that deletes the account, when the user has left these lists.
 */
export async function forgetProfile(userId: string): Promise<void> {
  const folderIds = await findFormerFolderIds(userId);
  if (folderIds.length === 0) return;
  const namedIn = { _id: trusted({ $in: folderIds }) };
  await FolderModel.updateMany(namedIn, { $inc: { peopleRev: 1 } });
  await expireFormerMemberships(userId);
  const fellows = await findPeopleIn(namedIn);
  await writeNotification('user:updated', { user: formerUser(userId) }, { to: [], by: null, fellows });
}

/** The owners and members of these lists. */
async function findPeopleIn(lists: QueryFilter<FolderDoc>): Promise<Types.ObjectId[]> {
  const folders = await FolderModel.find(lists, { userId: 1 }).lean<Pick<FolderDoc, '_id' | 'userId'>[]>();
  const folderIds = folders.map((folder) => folder._id);
  const shares = await ShareModel.find({ folderId: trusted({ $in: folderIds }) }, { userId: 1 }).lean<
    Pick<ShareDoc, 'userId'>[]
  >();
  return [...folders, ...shares].map((one) => one.userId);
}

/** Who sees a pending invitation by or to this user: the other person, the owner of the list, and members who may invite. */
async function findInvitationPeople(userId: string): Promise<Types.ObjectId[]> {
  const named = { $or: [{ invitedByUserId: userId }, { invitedUserId: userId }], status: 'pending' as const };
  const invitations = await InvitationModel.find(named).lean<InvitationDoc[]>();
  const invitedInto = invitations.filter((one) => one.invitedUserId.equals(userId)).map(({ folderId }) => folderId);
  const owners = await FolderModel.find({ _id: trusted({ $in: invitedInto }) }, { userId: 1 }).lean<
    Pick<FolderDoc, '_id' | 'userId'>[]
  >();
  const inviters = await ShareModel.find(
    { folderId: trusted({ $in: invitedInto }), canShare: true },
    { userId: 1 },
  ).lean<Pick<ShareDoc, 'userId'>[]>();
  return [
    ...invitations.flatMap((one) => [one.invitedByUserId, one.invitedUserId]),
    ...[...owners, ...inviters].map((one) => one.userId),
  ];
}

/** The owner and the members of a list. */
export async function findMemberIds({ _id, userId }: Pick<FolderDoc, '_id' | 'userId'>): Promise<string[]> {
  const shares = await ShareModel.find({ folderId: _id }, { userId: 1 }).lean<Pick<ShareDoc, 'userId'>[]>();
  return [userId, ...shares.map((share) => share.userId)].map(String);
}

/**
 * Which of these users share a list with a user: as its owner or as members of the same list. The statements run in
 * sequence, because this may run in a transaction.
 */
export async function findFellows(userId: string, userIds: readonly string[]): Promise<Set<string>> {
  const others = userIds.filter((id) => Types.ObjectId.isValid(id) && id !== userId);
  const { joinedIds, folderIds } = await findSharedIds(userId);
  if (folderIds.length === 0 || others.length === 0) return new Set();
  // The hints name the indexes that have both fields. Others read all lists of one side.
  const inLists = { folderId: trusted({ $in: folderIds }), userId: trusted({ $in: others }) };
  const members = await ShareModel.find(inLists, { userId: 1 })
    .hint({ folderId: 1, userId: 1 })
    .lean<Pick<ShareDoc, 'userId'>[]>();
  const ownLists = { _id: trusted({ $in: joinedIds }), userId: trusted({ $in: others }) };
  const owners = await FolderModel.find(ownLists, { userId: 1 })
    .hint({ userId: 1, _id: 1 })
    .lean<Pick<FolderDoc, 'userId'>[]>();
  return new Set([...members, ...owners].map((one) => one.userId.toHexString()));
}

/** All who share a list with a user. */
export async function findAllFellows(userId: string): Promise<Set<string>> {
  const { joinedIds, folderIds } = await findSharedIds(userId);
  const members = await ShareModel.find({ folderId: trusted({ $in: folderIds }) }, { _id: 0, userId: 1 })
    .hint({ folderId: 1, userId: 1 })
    .lean<Pick<ShareDoc, 'userId'>[]>();
  const owners = await FolderModel.find({ _id: trusted({ $in: joinedIds }) }, { userId: 1 }).lean<
    Pick<FolderDoc, 'userId'>[]
  >();
  const ids = new Set([...members, ...owners].map((one) => one.userId.toHexString()));
  ids.delete(userId);
  return ids;
}

/** The lists that a user shares with others: those of others, and with them the own ones. */
async function findSharedIds(userId: string) {
  const joined = await ShareModel.find({ userId }, { folderId: 1 }).lean<Pick<ShareDoc, 'folderId'>[]>();
  const owned = await FolderModel.find({ userId, memberCount: trusted({ $gt: 0 }) }, { _id: 1 }).lean<
    Pick<FolderDoc, '_id'>[]
  >();
  const joinedIds = joined.map(({ folderId }) => folderId);
  return { joinedIds, folderIds: [...joinedIds, ...owned.map(({ _id }) => _id)] };
}

function publicOf({ id, username, firstName, lastName, profileImageUrl }: User): PublicUser {
  return { id, username, firstName, lastName, profileImageUrl };
}

const MAX_BATCH = 100;

/** The current profiles of the owners, members and former members of these folders, each once. Deleted accounts have no name. */
export function findPeopleOf(folders: readonly FolderDoc[]): Promise<PublicUser[]> {
  return peopleOf.load(folders);
}

/** After a restart many tabs may ask for the same people, so their reads are batched. */
const peopleOf = createBatchLoader(async (requests: readonly (readonly FolderDoc[])[]) => {
  const members = new Map<string, Set<string>>();
  for (const folder of requests.flat()) members.set(folder._id.toHexString(), new Set([folder.userId.toHexString()]));
  const shares = await ShareModel.find(
    { folderId: trusted({ $in: [...members.keys()] }) },
    { folderId: 1, userId: 1 },
  ).lean<Pick<ShareDoc, 'folderId' | 'userId'>[]>();
  const former = await findFormerMembers([...members.keys()]);
  for (const { folderId, userId } of [...shares, ...former])
    members.get(folderId.toHexString())?.add(userId.toHexString());
  const found = await findPublicUsers([...members.values()].flatMap((ids) => [...ids]));
  const byId = new Map(found.map((person) => [person.id, person]));
  return requests.map((folders) => {
    const ids = new Set(folders.flatMap(({ _id }) => [...(members.get(_id.toHexString()) ?? [])]));
    return [...ids].map((id) => byId.get(id) ?? formerUser(id));
  });
}, MAX_BATCH);
