import { Types, trusted } from 'mongoose';
import { episodeOf } from '../../../../common/progress.ts';
import type { ExportedComment, ExportedReaction } from '../../../../common/schemas/export/export.ts';
import { mapPages, readById, readPages } from '../../../platform/database/readPages.ts';
import {
  type CommentDoc,
  CommentModel,
  type CommentReactionDoc,
  CommentReactionModel,
  CommentReadModel,
} from '../model/comment.model.ts';

const placeOf = ({ folderId, mediaType, tmdbId }: CommentDoc | CommentReactionDoc) => ({
  listId: folderId.toHexString(),
  mediaType,
  tmdbId,
});

/** The comments that the user has written and not deleted, also in lists that they have left. */
export function exportComments(userId: string): AsyncIterable<ExportedComment[]> {
  const own = { userId: new Types.ObjectId(userId), deletedByUserId: null };
  return mapPages(readById<CommentDoc>(CommentModel, own), (page) =>
    page.map((comment) => ({
      id: comment._id.toHexString(),
      ...placeOf(comment),
      about: episodeOf(comment),
      text: comment.text,
      spoiler: comment.spoiler,
      createdAt: comment.createdAt.toISOString(),
      editedAt: comment.editedAt?.toISOString() ?? null,
    })),
  );
}

/** The user's reactions, without what others wrote. */
export function exportReactions(userId: string): AsyncIterable<ExportedReaction[]> {
  const own = { userId: new Types.ObjectId(userId) };
  return mapPages(readById<CommentReactionDoc>(CommentReactionModel, own), (page) =>
    page.map((reaction) => ({
      commentId: reaction.commentId.toHexString(),
      ...placeOf(reaction),
      kind: reaction.kind,
    })),
  );
}

/** Deletes the comments and reactions of a user whose account ends, and how far they have read. */
export async function deleteCommentsOf(userId: string): Promise<void> {
  const id = new Types.ObjectId(userId);
  for (const own of [{ userId: id }, { deletedByUserId: id }]) {
    for await (const page of readPages<CommentDoc>(CommentModel, own)) {
      const ids = page.map(({ _id }) => _id);
      await CommentReactionModel.deleteMany({ commentId: trusted({ $in: ids }) });
      await CommentModel.deleteMany({ _id: trusted({ $in: ids }) });
    }
  }
  await CommentReactionModel.deleteMany({ userId: id });
  await CommentReadModel.deleteMany({ userId: id });
}
