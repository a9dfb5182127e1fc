import { type Types, trusted } from 'mongoose';
import type { ListNoticeLevel } from '../../../common/schemas/notice.ts';
import { CommentModel } from './model/comment.model.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from './model/folder.model.ts';
import { type InvitationDoc, InvitationModel } from './model/invitation.model.ts';
import { ItemModel } from './model/item.model.ts';
import { ListNoticesModel } from './model/listNotices.model.ts';
import { canStillVote, type PollDoc, PollModel } from './model/poll.model.ts';
import { PresenceModel } from './model/presence.model.ts';
import { findOpenInvitations } from './sharing/invitation.store.ts';

/*
 * What notices need to know of lists, read for many lists and people at once.
 */

type Ids = readonly (Types.ObjectId | string)[];

/** These lists, and the shares of these people in them. */
export async function findListsAndShares(folderIds: Ids, userIds: Ids) {
  const [folders, shares] = await Promise.all([
    FolderModel.find({ _id: trusted({ $in: folderIds }) }).lean<FolderDoc[]>(),
    ShareModel.find({ folderId: trusted({ $in: folderIds }), userId: trusted({ $in: userIds }) }).lean<ShareDoc[]>(),
  ]);
  return { folders, shares };
}

/** The owners of lists, the members who may view them, and what each wants to hear. */
export async function findListAudience(folderIds: Ids) {
  const isIn = () => trusted({ $in: folderIds });
  const [folders, shares, levels] = await Promise.all([
    FolderModel.find({ _id: isIn() }, { userId: 1 }).lean<Pick<FolderDoc, '_id' | 'userId'>[]>(),
    ShareModel.find({ folderId: isIn(), canView: true }).lean<ShareDoc[]>(),
    ListNoticesModel.find({ folderId: isIn() }).lean(),
  ]);
  return { folders, shares, levels };
}

/** Those of these comments that nobody has deleted. */
export async function findShownComments(ids: Ids): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await CommentModel.find({ _id: trusted({ $in: ids }), expiresAt: null }, { _id: 1 }).lean();
  return new Set(found.map(({ _id }) => String(_id)));
}

/** Those of these invitations that can be accepted now. */
export async function findOpenInvitationIds(ids: Ids): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const pending = await InvitationModel.find({ _id: trusted({ $in: ids }), status: 'pending' }).lean<InvitationDoc[]>();
  return new Set((await findOpenInvitations(pending)).map(({ _id }) => String(_id)));
}

/** Those of these votes that are not over. */
export async function findOpenVotes(pollIds: Ids): Promise<Set<string>> {
  if (pollIds.length === 0) return new Set();
  const polls = await PollModel.find({ _id: trusted({ $in: pollIds }) }).lean<PollDoc[]>();
  return new Set(polls.filter(canStillVote).map(({ _id }) => String(_id)));
}

/** Who added these items, by item. */
export async function findAdders(itemIds: Ids): Promise<Map<string, string>> {
  if (itemIds.length === 0) return new Map();
  const items = await ItemModel.find({ _id: trusted({ $in: itemIds }) }, { userId: 1 }).lean();
  return new Map(items.map(({ _id, userId }) => [String(_id), String(userId)]));
}

/** Who of these people has which list open in a tab, as 'user list'. */
export async function findPresentIn(userIds: Ids): Promise<Set<string>> {
  const tabs = await PresenceModel.find({ userId: trusted({ $in: userIds }) }, { userId: 1, folderId: 1 }).lean();
  return new Set(tabs.map(({ userId, folderId }) => `${userId} ${folderId}`));
}

/** What these people want to hear of these lists, by 'user list', where it is not all. */
export async function findLevels(folderIds: Ids, userIds: Ids): Promise<Map<string, ListNoticeLevel>> {
  if (folderIds.length === 0) return new Map();
  const found = await ListNoticesModel.find({
    folderId: trusted({ $in: folderIds }),
    userId: trusted({ $in: userIds }),
  }).lean();
  return new Map(found.map(({ userId, folderId, level }) => [`${userId} ${folderId}`, level]));
}

/** What the user has chosen to hear of a list. Null for all. */
export async function findLevel(folderId: Types.ObjectId, userId: string): Promise<ListNoticeLevel | null> {
  return (await ListNoticesModel.findOne({ folderId, userId }, { level: 1 }).lean())?.level ?? null;
}

export async function storeLevel(folderId: Types.ObjectId, userId: string, level: ListNoticeLevel): Promise<void> {
  if (level === 'all') await ListNoticesModel.deleteOne({ folderId, userId });
  else await ListNoticesModel.updateOne({ folderId, userId }, { $set: { level } }, { upsert: true });
}

/** The lists for which the user has chosen something else than all. */
export async function exportLevels(userId: string): Promise<{ folderId: string; level: ListNoticeLevel }[]> {
  const lists = await ListNoticesModel.find({ userId }).lean();
  return lists.map(({ folderId, level }) => ({ folderId: folderId.toHexString(), level }));
}
