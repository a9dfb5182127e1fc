import { Types, trusted } from 'mongoose';
import type { ListVisibility } from '../../../common/schemas/account/privacy.ts';
import { listAudienceSchema } from '../../../common/schemas/audience.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { isProblem } from '../../platform/http/errors.ts';
import type { Actor } from '../../platform/requests/operations.ts';
import { holdAccounts } from '../users/accountState.service.ts';
import { findUserDocs, loadUser } from '../users/user.service.ts';
import { instancePrivacy, privacyOf } from '../users/visibility.ts';
import { hastenCleanup, planCleanup } from './cleanup.ts';
import { leaveGroups } from './groups/group.store.ts';
import { DeletedFolderModel } from './model/deletedFolder.model.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from './model/folder.model.ts';
import { type InvitationDoc, InvitationModel } from './model/invitation.model.ts';
import { type JoinRequestDoc, JoinRequestModel } from './model/joinRequest.model.ts';
import { type LinkDoc, LinkModel } from './model/link.model.ts';
import { PublicLinkModel } from './model/publicLink.model.ts';
import { SeenTitlesModel } from './model/seen.model.ts';
import { forgetWeight } from './openPoll/folderEffects.ts';
import { withdraw, withdrawAllOf, withdrawBeyond } from './sharing/invitation.store.ts';
import { writeJoinStateChanged } from './sharing/joinRequest.store.ts';
import { endLinks } from './sharing/link.store.ts';
import { forgetMember, leaveFolder } from './sharing/share.service.ts';
import { changeFolder } from './writing/changeFolder.ts';

/*
 * What becomes of a user's lists when the account is deleted. Each step can be repeated, so a deletion that was interrupted
 * can begin again.
 */

/** A list that others lose or get when the account is deleted. */
export interface SharedOwnList {
  folderId: string;
  name: string;
  /**
   * The members who can own it: first those whose accounts are enabled, among them those who may do most, and among these who
   * joined first.
   */
  memberIds: string[];
}

/** The user's own lists that have members, the oldest first. */
export async function findSharedOwnLists(userId: string): Promise<SharedOwnList[]> {
  const folders = await FolderModel.find({ userId, memberCount: trusted({ $gt: 0 }) })
    .sort({ _id: 1 })
    .lean<FolderDoc[]>();
  const shares = await ShareModel.find({ folderId: trusted({ $in: folders.map(({ _id }) => _id) }) })
    .sort({ _id: 1 })
    .lean<ShareDoc[]>();
  const heirs = await findHeirs(shares.map((share) => share.userId));
  const rankOf = ({ userId, canManage, canShare, canEdit }: ShareDoc) =>
    Number(!heirs.get(String(userId))?.isDisabled) * 8 + Number(canManage) * 4 + Number(canShare) * 2 + Number(canEdit);
  return folders.map(({ _id, name }) => ({
    folderId: _id.toHexString(),
    name,
    memberIds: shares
      .filter(({ folderId, userId }) => folderId.equals(_id) && heirs.has(String(userId)))
      .sort((a, b) => rankOf(b) - rankOf(a))
      .map((share) => share.userId.toHexString()),
  }));
}

/** Those of these users whose accounts are not being deleted as well. */
async function findHeirs(userIds: Iterable<Types.ObjectId | string>) {
  const users = (await findUserDocs(userIds)).filter(({ isEnding }) => !isEnding);
  return new Map(users.map((user) => [user._id.toHexString(), user]));
}

/**
 * Makes a member the owner of the actor's list, who leaves it. Returns true also when the list is not the actor's any more, and
 * false when the user is no member any more, or when that account is being deleted as well: its deletion may have handed over
 * its lists already.
 */
export async function handOverFolder(actor: Actor, folderId: string, heirId: string): Promise<boolean> {
  const handOver = changeFolder({ actor, folderId, action: 'folder:delete' }, async ({ folder, record }) => {
    const shares = await ShareModel.find({ folderId: folder._id }).lean<ShareDoc[]>();
    const share = shares.find(({ userId }) => userId.toHexString() === heirId);
    if (!share) return false;
    await holdAccounts([heirId]);
    if (!(await findHeirs([heirId])).has(heirId)) return false;
    const formerId = folder.userId;
    folder.visibility = await visibilityFor(folder, heirId);
    await ShareModel.deleteOne({ _id: share._id });
    await forgetMember(folder._id, formerId);
    record({ type: 'folder:handed-over', share, to: shares.map(({ userId }) => userId) });
    await withdrawBeyond(folder, formerId, null);
    return true;
  });
  return orIfGone(handOver, true);
}

/** The visibility of a list with a new owner: that of before, if the new owner shows their lists to more people. */
async function visibilityFor({ userId, visibility }: FolderDoc, heirId: string): Promise<ListVisibility> {
  if (visibility) return visibility;
  const instance = await instancePrivacy();
  const { listsFor } = privacyOf(await loadUser(userId), instance);
  const { listsFor: ofHeir } = privacyOf(await loadUser(heirId), instance);
  const { options: widestFirst } = listAudienceSchema;
  return widestFirst.indexOf(ofHeir) < widestFirst.indexOf(listsFor) ? listsFor : null;
}

/** Deletes one of the actor's lists for good, Reviewed included. */
export async function dropFolder(actor: Actor, folderId: string): Promise<void> {
  const drop = changeFolder({ actor, folderId, action: 'folder:delete' }, async ({ folder, record }) => {
    const shares = await ShareModel.find({ folderId }).lean<ShareDoc[]>();
    await ShareModel.deleteMany({ folderId });
    await withdrawAllOf(folder);
    await FolderModel.deleteOne({ _id: folderId });
    record({ type: 'folder:deleted', to: [folder.userId, ...shares.map((share) => share.userId)] });
    await planCleanup(folder._id, new Date());
  });
  await orIfGone(drop, undefined);
}

/** Another node may be finishing the same deletion, and the owner of a list may delete it or remove the user at the same time. */
async function orIfGone<T>(step: Promise<T>, result: T): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (isProblem(error, 'not_found')) return result;
    throw error;
  }
}

/** Deletes the actor's remaining lists, and ends all that the actor has to do with those of others. */
export async function departFromFolders(actor: Actor): Promise<void> {
  const { userId } = actor;
  for (const { _id } of await FolderModel.find({ userId }, { _id: 1 }).lean()) await dropFolder(actor, String(_id));
  const id = new Types.ObjectId(userId);
  // First, so that a list that is restored meanwhile is among the next ones, and again for those that are deleted meanwhile.
  await leaveDeletedFolders(id);
  for (const { folderId } of await ShareModel.find({ userId }, { folderId: 1 }).lean())
    await orIfGone(leaveFolder(actor, String(folderId)), undefined);
  await leaveDeletedFolders(id);
  await withdrawRequests(userId);
  await inTransaction(async () => {
    const kept = await DeletedFolderModel.find({ userId }, { _id: 1 }).lean();
    await DeletedFolderModel.deleteMany({ userId });
    await hastenCleanup(kept.map(({ _id }) => _id));
    for (const link of await LinkModel.find({ createdByUserId: userId }).lean<LinkDoc[]>())
      await endLinks(link.folderId, [link]);
    await PublicLinkModel.deleteMany({ createdByUserId: userId });
  });
  await inTransaction(() => leaveGroups(userId));
  await SeenTitlesModel.deleteOne({ _id: id });
}

/** Takes the user out of the deleted lists of others, which would have a member without an account when they are restored. */
async function leaveDeletedFolders(userId: Types.ObjectId): Promise<void> {
  await inTransaction(async () => {
    for (const { _id } of await DeletedFolderModel.find({ 'shares.userId': userId }, { _id: 1 }).lean()) {
      const withoutShare = { $pull: { shares: { userId } }, $inc: { 'folder.memberCount': -1 } };
      await DeletedFolderModel.updateOne({ _id }, withoutShare);
      await forgetMember(_id, userId);
      await forgetWeight(_id, userId);
    }
  });
}

/** Withdraws the invitations that the user has sent or received, and the user's requests to join lists. */
async function withdrawRequests(userId: string): Promise<void> {
  await inTransaction(async () => {
    const own = { $or: [{ invitedUserId: userId }, { invitedByUserId: userId }] };
    const invitations = await InvitationModel.find({ ...own, status: 'pending' }).lean<InvitationDoc[]>();
    for (const invitation of invitations) {
      const folder = await FolderModel.findById(invitation.folderId).lean<FolderDoc>();
      if (folder) await withdraw(folder, [invitation]);
    }
    await InvitationModel.deleteMany(own);
    for (const { folderId, _id } of await JoinRequestModel.find({ userId }).lean<JoinRequestDoc[]>()) {
      await JoinRequestModel.deleteOne({ _id });
      await writeJoinStateChanged(folderId, userId, 'none');
    }
  });
}

/** How many lists each of these users owns, and how many titles are in them. Users without any are left out. */
export async function countListsOf(userIds: readonly string[]): Promise<Map<string, { lists: number; items: number }>> {
  const counts = await FolderModel.aggregate<{ _id: Types.ObjectId; lists: number; items: number }>([
    { $match: { userId: { $in: userIds.map((id) => new Types.ObjectId(id)) } } },
    { $group: { _id: '$userId', lists: { $sum: 1 }, items: { $sum: '$itemCount' } } },
  ]);
  return new Map(counts.map(({ _id, lists, items }) => [_id.toHexString(), { lists, items }]));
}
