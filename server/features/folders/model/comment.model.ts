import { model, Schema, type Types, trusted } from 'mongoose';
import { reactionKinds } from '../../../../common/constants.ts';
import type { ReactionKind } from '../../../../common/schemas/comment.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import type { SchemaFields } from '../../../platform/stored.ts';

/** What a member wrote about a title of a list. Stored here, because it goes with the item and the list. */
export interface CommentDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  itemId: Types.ObjectId;
  mediaType: MediaType;
  tmdbId: number;
  /** The author. */
  userId: Types.ObjectId;
  text: string;
  /** The episode that it is about. Absent: the title as a whole. */
  season?: number;
  episode?: number;
  spoiler: boolean;
  createdAt: Date;
  editedAt: Date | null;
  /** Who deleted it. That person can restore it until it expires. */
  deletedByUserId?: Types.ObjectId;
  /** It was deleted, or its item was removed, and nobody sees it. Undo sets this to null again. */
  expiresAt: Date | null;
}

const schema = new Schema<CommentDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    itemId: { type: Schema.Types.ObjectId, required: true },
    mediaType: { type: String, enum: ['movie', 'tv'], required: true },
    tmdbId: { type: Number, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    text: { type: String, required: true },
    season: { type: Number },
    episode: { type: Number },
    spoiler: { type: Boolean, required: true },
    editedAt: { type: Date, default: null },
    deletedByUserId: { type: Schema.Types.ObjectId },
    expiresAt: { type: Date, default: null },
  } satisfies SchemaFields<CommentDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
// For the comments on an item, and on all items of a list, newest first.
schema.index({ itemId: 1, _id: 1 });
schema.index({ folderId: 1, _id: 1 });
// For how many a person has written lately, and for the export.
schema.index({ userId: 1, _id: 1 });
schema.index({ deletedByUserId: 1 }, { partialFilterExpression: { deletedByUserId: { $exists: true } } });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const CommentModel = model<CommentDoc>('Comment', schema, 'comments');

/** How a user reacted to a comment. It goes with the comment. */
export interface CommentReactionDoc extends Pick<CommentDoc, 'folderId' | 'itemId' | 'mediaType' | 'tmdbId'> {
  _id: Types.ObjectId;
  commentId: Types.ObjectId;
  userId: Types.ObjectId;
  kind: ReactionKind;
  /** That of the comment. */
  expiresAt: Date | null;
}

const reactionSchema = new Schema<CommentReactionDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    itemId: { type: Schema.Types.ObjectId, required: true },
    mediaType: { type: String, enum: ['movie', 'tv'], required: true },
    tmdbId: { type: Number, required: true },
    commentId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: reactionKinds, required: true },
    expiresAt: { type: Date, default: null },
  } satisfies SchemaFields<CommentReactionDoc>,
  { versionKey: false },
);
reactionSchema.index({ commentId: 1, userId: 1, kind: 1 }, { unique: true });
reactionSchema.index({ itemId: 1 });
reactionSchema.index({ folderId: 1, _id: 1 });
reactionSchema.index({ userId: 1, _id: 1 });
reactionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const CommentReactionModel = model<CommentReactionDoc>('CommentReaction', reactionSchema, 'commentreactions');

/** How far a member has read the comments on an item. */
export interface CommentReadDoc {
  _id: Types.ObjectId;
  folderId: Types.ObjectId;
  itemId: Types.ObjectId;
  userId: Types.ObjectId;
  /** The newest comment that they have seen. */
  upToId: Types.ObjectId;
  /** Comments before that which were still hidden from them. */
  waitingIds: Types.ObjectId[];
}

const readSchema = new Schema<CommentReadDoc>(
  {
    folderId: { type: Schema.Types.ObjectId, required: true },
    itemId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    upToId: { type: Schema.Types.ObjectId, required: true },
    waitingIds: { type: [Schema.Types.ObjectId], default: [] },
  } satisfies SchemaFields<CommentReadDoc>,
  { versionKey: false },
);
readSchema.index({ folderId: 1, userId: 1, itemId: 1 }, { unique: true });
readSchema.index({ userId: 1 });

export const CommentReadModel = model<CommentReadDoc>('CommentRead', readSchema, 'commentreads');

/** As long as a removal is in the log and can be undone. */
const KEPT_DAYS = 90;

/** Hides the comments on items that are removed. Call it in the transaction that removes them. */
export async function hideCommentsOf(itemIds: readonly Types.ObjectId[]): Promise<void> {
  const now = new Date();
  const $set = { expiresAt: new Date(now.getTime() + KEPT_DAYS * 24 * 60 * 60 * 1000) };
  const shown = { itemId: trusted({ $in: itemIds }), expiresAt: null };
  await CommentModel.updateMany(shown, { $set }, { timestamps: false });
  await CommentReactionModel.updateMany(shown, { $set });
}

/** Shows the comments on items again whose removal is undone. Those that somebody deleted stay deleted. */
export async function showCommentsOf(itemIds: readonly Types.ObjectId[]): Promise<void> {
  const onItems = { itemId: trusted({ $in: itemIds }) };
  const $set = { expiresAt: null };
  await CommentModel.updateMany({ ...onItems, deletedByUserId: null }, { $set }, { timestamps: false });
  const deleted = await CommentModel.find({ ...onItems, expiresAt: trusted({ $ne: null }) }, { _id: 1 }).lean();
  const commentId = trusted({ $nin: deleted.map(({ _id }) => _id) });
  await CommentReactionModel.updateMany({ ...onItems, commentId }, { $set });
}

/** Forgets how far a user has read in a list. Call it in the transaction that ends the membership. */
export async function forgetReadComments(folderId: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
  await CommentReadModel.deleteMany({ folderId, userId });
}
