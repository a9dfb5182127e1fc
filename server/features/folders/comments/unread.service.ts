import { Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { type Actor, inOperation } from '../../../platform/requests/operations.ts';
import { writeNotification } from '../../users/notification.service.ts';
import { loadFolderFor } from '../access/access.ts';
import { type CommentDoc, CommentModel, type CommentReadDoc, CommentReadModel } from '../model/comment.model.ts';
import { type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { requireItem } from './comment.service.ts';
import { type FindReached, type Guarded, loadReader, whyHidden } from './comment.views.ts';

type Unread = Guarded & Pick<CommentDoc, '_id' | 'itemId'>;

const guardedFields = { itemId: 1, mediaType: 1, tmdbId: 1, userId: 1, season: 1, episode: 1, spoiler: 1 };

/**
 * The items of a list with comments that the user has not seen yet. A comment that waits for an episode counts from when the
 * user has reached it. Comments from before the user came to the list do not count.
 */
export async function findUnread(
  findReached: FindReached,
  userId: string,
  folderId: string,
): Promise<{ itemIds: string[] }> {
  const { folder, access } = await loadFolderFor(userId, folderId, 'comment:read');
  const share = access.isOwner
    ? null
    : await ShareModel.findOne({ folderId: folder._id, userId }, { createdAt: 1 }).lean<Pick<ShareDoc, 'createdAt'>>();
  const reads = await CommentReadModel.find({ folderId: folder._id, userId }).lean<CommentReadDoc[]>();
  const readById = new Map(reads.map((read) => [read.itemId.toHexString(), read]));
  const [recent, waiting] = await Promise.all([
    CommentModel.find(
      {
        folderId: folder._id,
        expiresAt: null,
        ...(share && { _id: trusted({ $gt: Types.ObjectId.createFromTime(share.createdAt.getTime() / 1000) }) }),
      },
      guardedFields,
    )
      .sort({ _id: -1 })
      .limit(limits.recentComments)
      .lean<Unread[]>(),
    CommentModel.find(
      { _id: trusted({ $in: reads.flatMap(({ waitingIds }) => waitingIds) }), expiresAt: null },
      guardedFields,
    ).lean<Unread[]>(),
  ]);
  const isNew = ({ _id, itemId }: Unread) => {
    const read = readById.get(itemId.toHexString());
    return !read || String(_id) > String(read.upToId);
  };
  const unread = [...recent.filter(isNew), ...waiting].filter((comment) => comment.userId.toHexString() !== userId);
  const reader = await loadReader(
    findReached,
    userId,
    unread.filter(({ season }) => season !== undefined),
  );
  const readable = unread.filter(
    (comment) => !reader.blocked.has(comment.userId.toHexString()) && whyHidden(comment, reader) !== 'waits',
  );
  return { itemIds: [...new Set(readable.map(({ itemId }) => itemId.toHexString()))] };
}

/** Notes that the user has seen the comments on an item up to this one, and which of them are still hidden. */
export async function markRead(
  findReached: FindReached,
  actor: Actor,
  place: { id: string; itemId: string },
  { upTo }: { upTo: string },
): Promise<void> {
  const { _id: itemId, folderId, ...title } = await requireItem(actor.userId, place, 'comment:read');
  const userId = new Types.ObjectId(actor.userId);
  const reader = await loadReader(findReached, actor.userId, [title]);
  await inOperation(actor, async () => {
    const known = await CommentReadModel.findOne({ folderId, userId, itemId }).lean<CommentReadDoc>();
    const upToId = new Types.ObjectId(known && String(known.upToId) > upTo ? known.upToId : upTo);
    const beforeIt = trusted({ $lte: upToId });
    const aboutEpisodes = await CommentModel.find(
      { itemId, _id: beforeIt, season: trusted({ $exists: true }), expiresAt: null },
      guardedFields,
    )
      .sort({ _id: -1 })
      .limit(limits.recentComments)
      .lean<Unread[]>();
    const waitingIds = aboutEpisodes.filter((comment) => whyHidden(comment, reader) === 'waits').map(({ _id }) => _id);
    await CommentReadModel.updateOne({ folderId, userId, itemId }, { $set: { upToId, waitingIds } }, { upsert: true });
    const payload = { folderId: String(folderId), itemId: String(itemId) };
    await writeNotification('comments:read', payload, { to: [userId], by: userId });
  });
}
