import { Types, trusted } from 'mongoose';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { userRatingOf } from '../../../common/schemas/review.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { putManyReviewed, rateReviewed, removeReviewed } from '../folders/items/reviewed.service.ts';
import type { FolderWrite } from '../folders/writing/changeFolder.ts';
import { addPlaysOfReviews } from '../plays/play.service.ts';
import { type ReviewDoc, ReviewModel } from './review.model.ts';

/*
 * The reviews that an import writes, and takes back. Call the functions that write inside changeReviewed. The import notifies
 * the user's tabs once, not for each review.
 */

export type ReviewFields = Pick<ReviewDoc, 'rating' | 'comment' | 'imported' | 'isPrivate'>;
export type KnownReview = ReviewDoc;
/** A review as it was before an import changed it. */
export type KeptReview = ReviewFields & Pick<ReviewDoc, 'updatedAt'>;

/** The reviews that a user has of titles with these ids. */
export async function findReviewsOf(userId: Types.ObjectId, tmdbIds: readonly number[]): Promise<KnownReview[]> {
  return ReviewModel.find({
    userId,
    mediaType: trusted({ $in: ['movie', 'tv'] }),
    tmdbId: trusted({ $in: [...tmdbIds] }),
  }).lean<ReviewDoc[]>();
}

export async function hasReviewOf(userId: string, { mediaType, tmdbId }: { mediaType: MediaType; tmdbId: number }) {
  return (await ReviewModel.exists({ userId, mediaType, tmdbId })) !== null;
}

interface ImportedReview {
  facts: TitleFacts;
  fields: ReviewFields;
  /** When it was written, as far as that is known. */
  at: Date | null;
  known: KnownReview | null;
}

export interface AddedReview {
  reviewId: Types.ObjectId;
  updatedAt: Date;
  before: KeptReview | null;
  /** The play that came with it. */
  playId: Types.ObjectId | null;
}

/** Writes reviews, and returns what it wrote by title. Titles for which Reviewed has no room are left out. */
export async function writeImportedReviews(
  reviewed: FolderWrite,
  reviews: readonly ImportedReview[],
  importId: Types.ObjectId,
): Promise<Map<string, AddedReview>> {
  const { userId } = reviewed.folder;
  const rated = reviews.map(({ facts, fields }) => ({ facts, userRating: userRatingOf(fields.rating) }));
  const placed = await putManyReviewed(reviewed, rated, importId);
  const written = reviews.filter(({ facts }) => placed.has(titleKey(facts)));
  const plays = await addPlaysOfReviews(
    userId.toHexString(),
    written.map(({ facts }) => facts),
  );
  const added = new Map<string, AddedReview>();
  for (const { facts, fields, at, known } of written) {
    const updatedAt = known ? new Date() : (at ?? new Date());
    const reviewId = known?._id ?? new Types.ObjectId();
    await replaceReview(reviewId, {
      userId,
      ...idOf(facts),
      ...fields,
      createdAt: known?.createdAt ?? updatedAt,
      updatedAt,
    });
    const playId = plays.get(titleKey(facts)) ?? null;
    added.set(titleKey(facts), { reviewId, updatedAt, before: known && keptOf(known), playId });
  }
  return added;
}

/** Takes reviews back. Returns the ids of those that the user has changed since, which stay. */
export async function removeImportedReviews(
  reviewed: FolderWrite,
  added: readonly Pick<AddedReview, 'reviewId' | 'updatedAt' | 'before'>[],
): Promise<Set<string>> {
  const { userId } = reviewed.folder;
  const ids = added.map(({ reviewId }) => reviewId);
  const found = await ReviewModel.find({ _id: trusted({ $in: ids }), userId }).lean<ReviewDoc[]>();
  const byId = new Map(found.map((review) => [review._id.toHexString(), review]));
  const stayed = new Set<string>();
  for (const { reviewId, updatedAt, before } of added) {
    const review = byId.get(reviewId.toHexString());
    if (!review) continue;
    if (review.updatedAt.getTime() !== updatedAt.getTime()) stayed.add(reviewId.toHexString());
    else if (before) {
      await replaceReview(reviewId, { userId, ...idOf(review), ...before, createdAt: review.createdAt });
      await rateReviewed(reviewed, review, userRatingOf(before.rating));
    } else {
      await ReviewModel.deleteOne({ _id: reviewId });
      await removeReviewed(reviewed, review);
    }
  }
  return stayed;
}

const idOf = ({ mediaType, tmdbId }: Pick<ReviewDoc, 'mediaType' | 'tmdbId'>) => ({ mediaType, tmdbId });

const keptOf = ({ rating, comment, imported, isPrivate, updatedAt }: ReviewDoc): KeptReview => ({
  rating,
  updatedAt,
  ...(comment && { comment }),
  ...(imported && { imported }),
  ...(isPrivate && { isPrivate }),
});

async function replaceReview(_id: Types.ObjectId, review: Omit<ReviewDoc, '_id'>): Promise<void> {
  await ReviewModel.replaceOne({ _id }, review, { upsert: true, timestamps: false });
}
