import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits, REVIEWED_NAME } from '../../../../common/constants.ts';
import { can, type FolderAction } from '../../../../common/permissions.ts';
import { episodeOf } from '../../../../common/progress.ts';
import type {
  Comment,
  CommentRef,
  commentBody,
  commentUpdateBody,
  ReactionKind,
} from '../../../../common/schemas/comment.ts';
import type { IdPageQuery } from '../../../../common/schemas/primitives.ts';
import { conflict, forbidden, invalid, isProblem, limitReached, notFound } from '../../../platform/http/errors.ts';
import type { IdPage } from '../../../platform/http/nextPage.ts';
import type { Actor, LargePart } from '../../../platform/requests/operations.ts';
import { writeSharedNotification } from '../../users/notification.service.ts';
import { findBlockedWith } from '../../users/privacy/block.service.ts';
import { lockQuotas } from '../../users/user.service.ts';
import { loadFolderFor, unusedId } from '../access/access.ts';
import { quotaQueue } from '../access/quotas.ts';
import { type CommentDoc, CommentModel, CommentReactionModel } from '../model/comment.model.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel } from '../model/item.model.ts';
import { changeFolder, type FolderWrite } from '../writing/changeFolder.ts';
import { type FindReached, loadReader, nothingReached, viewComment, viewComments, whyHidden } from './comment.views.ts';

type CommentInput = z.output<typeof commentBody>;
type CommentUpdate = z.output<typeof commentUpdateBody>;

const commentNotFound = () => notFound('Comment not found');
const itemNotFound = () => notFound('Item not found');

/** Neither deleted nor on a removed item. */
const isShown = { expiresAt: null };

/** Throws not_found for users who cannot see the list or if it has no such item, and forbidden without the right. */
export async function requireItem(
  userId: string,
  { id, itemId }: { id: string; itemId: string },
  action: FolderAction,
): Promise<Pick<ItemDoc, '_id' | 'folderId' | 'mediaType' | 'tmdbId'>> {
  const { folder } = await loadFolderFor(userId, id, action);
  const fields = { folderId: 1, mediaType: 1, tmdbId: 1 };
  const item = await ItemModel.findOne({ _id: itemId, folderId: folder._id }, fields).lean<ItemDoc>();
  if (!item) throw itemNotFound();
  return item;
}

/** A page of the comments on an item as the user may see them, newest first. */
export async function listComments(
  findReached: FindReached,
  userId: string,
  place: { id: string; itemId: string },
  { limit, after }: IdPageQuery,
): Promise<IdPage<Comment>> {
  const item = await requireItem(userId, place, 'comment:read');
  const reader = await loadReader(findReached, userId, [item]);
  const found = await CommentModel.find({
    itemId: item._id,
    ...isShown,
    userId: trusted({ $nin: [...reader.blocked] }),
    ...(after ? { _id: trusted({ $lt: new Types.ObjectId(after) }) } : {}),
  })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<CommentDoc[]>();
  const page = found.slice(0, limit);
  return {
    page: await viewComments(page, reader),
    next: found.length > page.length ? page.at(-1)?._id.toHexString() : undefined,
  };
}

/** One comment as the user may see it. With `show`, they ask for its text although it has spoilers. */
export async function getComment(
  findReached: FindReached,
  userId: string,
  commentId: string,
  { show }: { show: boolean },
): Promise<Comment> {
  const { comment, reader } = await loadCommentFor(findReached, userId, commentId, 'comment:read');
  return viewComment(comment, reader, { show });
}

/** A comment that the user can read, at least on request. Throws not_found. */
export async function loadReadableComment(
  findReached: FindReached,
  userId: string,
  commentId: string,
): Promise<CommentDoc> {
  if (!Types.ObjectId.isValid(commentId)) throw commentNotFound();
  const { comment, reader } = await loadCommentFor(findReached, userId, commentId, 'comment:read');
  if (whyHidden(comment, reader) === 'waits') throw commentNotFound();
  return comment;
}

/** Throws not_found also for a comment of a person with whom a block keeps the user apart. */
async function loadCommentFor(findReached: FindReached, userId: string, commentId: string, action: FolderAction) {
  const comment = await CommentModel.findOne({ _id: commentId, ...isShown }).lean<CommentDoc>();
  await loadFolderFor(userId, comment?.folderId.toHexString() ?? unusedId(), action, commentNotFound);
  if (!comment) throw commentNotFound();
  const reader = await loadReader(findReached, userId, [comment]);
  if (reader.blocked.has(comment.userId.toHexString())) throw commentNotFound();
  return { comment, reader };
}

/** Writes a comment. Throws limit_reached when the item or the author has too many. */
export async function addComment(
  actor: Actor,
  { id: folderId, itemId }: { id: string; itemId: string },
  body: CommentInput,
): Promise<Comment> {
  const write = async ({ folder, items, record }: FolderWrite) => {
    refuseReviewed(folder);
    const item = await items.find(itemId);
    if (!item) throw itemNotFound();
    requireEpisodesIn(item, body);
    await requireRoomForComment(actor.userId, item._id);
    const comment: CommentDoc = {
      _id: new Types.ObjectId(),
      folderId: folder._id,
      itemId: item._id,
      mediaType: item.mediaType,
      tmdbId: item.tmdbId,
      userId: new Types.ObjectId(actor.userId),
      text: body.text,
      ...body.about,
      spoiler: body.spoiler,
      createdAt: new Date(),
      editedAt: null,
      expiresAt: null,
    };
    await CommentModel.insertMany([comment], { lean: true });
    record({ type: 'comment:added', comment: refOf(comment, item) });
    return viewOwn(comment);
  };
  return quotaQueue([actor.userId], () =>
    changeFolder({ actor, folderId, action: 'comment:write', itemIds: [itemId] }, write),
  );
}

/** Authors read their own comments, whatever they have seen. */
async function viewOwn(comment: CommentDoc): Promise<Comment> {
  const userId = comment.userId.toHexString();
  const blocked = await findBlockedWith(userId);
  return viewComment(comment, { userId, blocked, reachedOf: () => nothingReached });
}

function refuseReviewed({ kind }: FolderDoc): void {
  if (kind === 'reviewed') throw forbidden(`${REVIEWED_NAME} has no comments. Review the title instead.`);
}

function requireEpisodesIn({ mediaType }: Pick<ItemDoc, 'mediaType'>, { about }: CommentUpdate): void {
  if (about && mediaType === 'movie') throw invalid([{ path: 'about', message: 'Only TV shows have episodes' }]);
}

const refOf = (comment: CommentDoc, { title }: ItemDoc): CommentRef => ({
  id: comment._id.toHexString(),
  itemId: comment.itemId.toHexString(),
  mediaType: comment.mediaType,
  tmdbId: comment.tmdbId,
  title,
  about: episodeOf(comment),
});

const HOUR_MS = 60 * 60 * 1000;

/** A deleted comment is kept for an hour, so it counts too. */
async function requireRoomForComment(userId: string, itemId: Types.ObjectId): Promise<void> {
  await lockQuotas(userId);
  const now = new Date();
  const since = Types.ObjectId.createFromTime((now.getTime() - HOUR_MS) / 1000);
  const recent = await CommentModel.countDocuments({ userId, _id: trusted({ $gte: since }) });
  if (recent >= limits.commentsPerHour) {
    throw limitReached(`You have written ${limits.commentsPerHour} comments within an hour. Please try again later.`);
  }
  await requireRoomOnItem(itemId);
}

/** The list's transactions run one after the other, so the count is exact. */
async function requireRoomOnItem(itemId: Types.ObjectId): Promise<void> {
  const most = limits.commentsPerItem;
  const count = await CommentModel.countDocuments({ itemId, ...isShown }, { limit: most });
  if (count < most) return;
  throw limitReached(`This title has ${most.toLocaleString('en')} comments, the most there can be in a list.`);
}

/** Changes the actor's own comment. */
export async function updateComment(actor: Actor, commentId: string, update: CommentUpdate): Promise<Comment> {
  return changeComment(actor, commentId, 'comment:write', async ({ comment: before }) => {
    requireAuthor(actor, before);
    requireEpisodesIn(before, update);
    const { season: _season, episode: _episode, ...kept } = before;
    const { text = before.text, spoiler = before.spoiler, about = episodeOf(before) } = update;
    const comment: CommentDoc = { ...kept, text, spoiler, ...about, editedAt: new Date() };
    await CommentModel.replaceOne({ _id: comment._id }, comment, { timestamps: false });
    await writeChanged(comment);
    return viewOwn(comment);
  });
}

/** Throws not_found, or forbidden for a comment that the user may not edit. */
export async function requireOwnComment(findReached: FindReached, userId: string, commentId: string): Promise<void> {
  const { comment } = await loadCommentFor(findReached, userId, commentId, 'comment:write');
  requireAuthor({ userId }, comment);
}

function requireAuthor({ userId }: Pick<Actor, 'userId'>, comment: CommentDoc): void {
  if (comment.userId.toHexString() !== userId) throw forbidden('You can only edit your own comments');
}

/** Deletes a comment, which the actor can restore for an hour. Its author may do so, and who may moderate. */
export async function deleteComment(actor: Actor, commentId: string): Promise<void> {
  await changeComment(actor, commentId, 'comment:read', async ({ comment, access }) => {
    if (comment.userId.toHexString() !== actor.userId && !can(access, 'comment:moderate')) throw forbidden();
    const deletedByUserId = new Types.ObjectId(actor.userId);
    const now = new Date();
    const expiresAt = new Date(now.getTime() + HOUR_MS);
    await CommentModel.updateOne({ _id: comment._id }, { $set: { deletedByUserId, expiresAt } }, { timestamps: false });
    await CommentReactionModel.updateMany({ commentId: comment._id }, { $set: { expiresAt } });
    await writeChanged(comment);
  });
}

/** Restores a comment that the actor has deleted. */
export async function restoreComment(findReached: FindReached, actor: Actor, commentId: string): Promise<Comment> {
  const isDeletedByActor = { deletedByUserId: new Types.ObjectId(actor.userId) };
  return changeComment(
    actor,
    commentId,
    'comment:read',
    async ({ comment }) => {
      await requireRoomOnItem(comment.itemId);
      const shown = { $set: { expiresAt: null }, $unset: { deletedByUserId: 1 } };
      await CommentModel.updateOne({ _id: comment._id }, shown, { timestamps: false });
      await CommentReactionModel.updateMany({ commentId: comment._id }, { $set: { expiresAt: null } });
      await writeChanged(comment);
      return viewComment(comment, await loadReader(findReached, actor.userId, [comment]));
    },
    isDeletedByActor,
  );
}

/** Sets whether the actor reacts to a comment in this way. Throws conflict for one whose text they may not see yet. */
export async function setReaction(
  findReached: FindReached,
  actor: Actor,
  commentId: string,
  { kind, isOn }: { kind: ReactionKind; isOn: boolean },
): Promise<void> {
  await changeComment(actor, commentId, 'comment:read', async ({ comment }) => {
    const reader = await loadReader(findReached, actor.userId, [comment]);
    if (reader.blocked.has(comment.userId.toHexString())) throw commentNotFound();
    if (whyHidden(comment, reader) === 'waits') {
      throw conflict('conflict', 'You can react once you have seen what this comment is about');
    }
    const { _id: commentId, folderId, itemId, mediaType, tmdbId } = comment;
    const own = { commentId, userId: new Types.ObjectId(actor.userId), kind };
    if (isOn === ((await CommentReactionModel.exists(own)) !== null)) return;
    if (isOn) {
      const reaction = { ...own, _id: new Types.ObjectId(), folderId, itemId, mediaType, tmdbId, expiresAt: null };
      await CommentReactionModel.insertMany([reaction], { lean: true });
    } else await CommentReactionModel.deleteOne(own);
    await writeChanged(comment);
  });
}

interface CommentWrite extends FolderWrite {
  comment: CommentDoc;
}

/** A write to a comment that is shown, or that matches `filter`. Throws not_found if its item is gone. */
async function changeComment<T>(
  actor: Actor,
  commentId: string,
  action: FolderAction,
  write: (write: CommentWrite) => Promise<T>,
  filter: { expiresAt: null } | { deletedByUserId: Types.ObjectId } = isShown,
): Promise<T> {
  const find = () => CommentModel.findOne({ _id: commentId, ...filter }).lean<CommentDoc>();
  const found = await find();
  const folderId = found?.folderId.toHexString() ?? unusedId();
  const itemId = found?.itemId.toHexString() ?? unusedId();
  return changeFolder({ actor, folderId, action, itemIds: [itemId], missing: commentNotFound }, async (folderWrite) => {
    const comment = await find();
    if (!comment || !(await folderWrite.items.find(itemId))) throw commentNotFound();
    return write({ ...folderWrite, comment });
  });
}

/** The text of a comment is not in the event: each tab asks for what its user may see. */
async function writeChanged({ _id, folderId, itemId }: CommentDoc): Promise<void> {
  const payload = { folderId: String(folderId), itemId: String(itemId), commentId: String(_id) };
  await writeSharedNotification('comment:changed', payload, { membersOf: folderId });
}

/** A comment's text, which stored answers leave out. It may have changed since, so the caller must be able to read it now. */
export const textPart = (reachedOf: () => FindReached): LargePart<Comment> => ({
  omit: (comment) => (comment.hidden ? comment : { ...comment, text: '' }),
  async restore(stored, callerId) {
    if (stored.hidden) return stored;
    const comment = await CommentModel.findById(stored.id).lean<CommentDoc>();
    if (comment?.userId.toHexString() === callerId) return { ...stored, text: comment.text };
    try {
      const now = await getComment(reachedOf(), callerId, stored.id, { show: false });
      return now.hidden ? stored : { ...stored, text: now.text };
    } catch (error) {
      if (isProblem(error, 'not_found')) return stored;
      throw error;
    }
  },
});
