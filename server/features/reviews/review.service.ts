import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import { type TitleFacts, titleFactsSchema } from '../../../common/schemas/item.ts';
import {
  type Backfill,
  type MissingReviews,
  type Review,
  type reviewBody,
  type reviewUpdateBody,
  userRatingOf,
} from '../../../common/schemas/review.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { conflict, invalid, isDuplicateKey, notFound } from '../../platform/http/errors.ts';
import type { Actor, LargePart } from '../../platform/requests/operations.ts';
import {
  changeReviewed,
  countReviewed,
  findReviewedKeys,
  putReviewed,
  rateReviewed,
  removeReviewed,
} from '../folders/items/reviewed.service.ts';
import { findItemFacts, loadItemFacts, withRuntime } from '../folders/model/itemFacts.ts';
import { addPlayOfReview } from '../plays/play.service.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { writeNotification } from '../users/notification.service.ts';
import { type ReviewDoc, ReviewModel, toReview } from './review.model.ts';

type ReviewInput = z.output<typeof reviewBody>;
type ReviewUpdate = z.output<typeof reviewUpdateBody>;

const reviewNotFound = () => notFound('Review not found');

export async function findMyReview(userId: string, mediaType: MediaType, tmdbId: number): Promise<Review | null> {
  const review = await ReviewModel.findOne({ userId, mediaType, tmdbId }).lean<ReviewDoc>();
  return review && toReview(review);
}

/** A user's newest reviews without their comments. */
export async function listStarsOf(userId: string, most: number): Promise<Omit<Review, 'comment'>[]> {
  const reviews = await ReviewModel.find({ userId }, { comment: 0 })
    .sort({ updatedAt: -1 })
    .limit(most)
    .lean<ReviewDoc[]>();
  return reviews.map(toReview);
}

/** The stars of all of a user's reviews, by the key of the title. */
export async function findRatings(userId: string): Promise<Map<string, number>> {
  const reviews = await ReviewModel.find({ userId }, { mediaType: 1, tmdbId: 1, rating: 1 }).lean<
    Pick<ReviewDoc, 'mediaType' | 'tmdbId' | 'rating'>[]
  >();
  return new Map(reviews.map((review) => [titleKey(review), review.rating]));
}

/** The comments of a user's newest reviews, by the key of the title, without private ones. */
export async function findCommentsOf(userId: string, most: number): Promise<Map<string, string>> {
  const reviews = await ReviewModel.find(
    { userId, isPrivate: trusted({ $ne: true as const }) },
    { mediaType: 1, tmdbId: 1, comment: 1 },
  )
    .sort({ updatedAt: -1 })
    .limit(most)
    .lean<Pick<ReviewDoc, 'mediaType' | 'tmdbId' | 'comment'>[]>();
  return new Map(reviews.flatMap((review) => (review.comment ? [[titleKey(review), review.comment]] : [])));
}

/**
 * Reviews a title, and adds it to Reviewed and to the watch log. Throws conflict for a second review, and not_found for an
 * unknown title.
 */
export async function createReview(source: TitleSource, actor: Actor, body: ReviewInput): Promise<Review> {
  const facts = await factsOf(source, body);
  try {
    return await changeReviewed(actor, async (reviewed) => {
      const now = new Date();
      const review: ReviewDoc = {
        _id: new Types.ObjectId(),
        userId: new Types.ObjectId(actor.userId),
        mediaType: body.mediaType,
        tmdbId: body.tmdbId,
        rating: body.rating,
        ...(body.comment ? { comment: body.comment } : {}),
        createdAt: now,
        updatedAt: now,
      };
      await ReviewModel.insertOne(review);
      await putReviewed(reviewed, facts, userRatingOf(review.rating));
      await addPlayOfReview(actor.userId, facts);
      return notify('review:saved', review);
    });
  } catch (error) {
    if (isDuplicateKey(error, 'userId', 'mediaType', 'tmdbId')) {
      throw conflict('conflict', 'You have already reviewed this title');
    }
    throw error;
  }
}

/** Changes the author's review, and the rating of its title in Reviewed. */
export async function updateReview(actor: Actor, reviewId: string, body: ReviewUpdate): Promise<Review> {
  const { mediaType, tmdbId } = await loadOwnReview(actor.userId, reviewId);
  if ((body.tmdbId ?? tmdbId) !== tmdbId || (body.mediaType ?? mediaType) !== mediaType) {
    throw invalid([{ path: 'tmdbId', message: 'A review cannot be moved to another title' }]);
  }
  return changeReviewed(actor, async (reviewed) => {
    const comment = body.comment ? { $set: { comment: body.comment } } : { $unset: { comment: 1 } };
    const review = await ReviewModel.findOneAndUpdate(
      { _id: reviewId, userId: actor.userId },
      { ...comment, $set: { ...comment.$set, rating: body.rating } },
    )
      .setOptions({ returnDocument: 'after' })
      .lean<ReviewDoc>();
    if (!review) throw reviewNotFound();
    await rateReviewed(reviewed, review, userRatingOf(review.rating));
    return notify('review:saved', review);
  });
}

/** Deletes the author's review and removes the title from Reviewed. */
export async function deleteReview(actor: Actor, reviewId: string): Promise<void> {
  await loadOwnReview(actor.userId, reviewId);
  await changeReviewed(actor, async (reviewed) => {
    const review = await ReviewModel.findOneAndDelete({ _id: reviewId, userId: actor.userId }).lean<ReviewDoc>();
    if (!review) throw reviewNotFound();
    await removeReviewed(reviewed, review);
    await notify('review:deleted', review);
  });
}

/** How many of the user's reviewed titles are missing from Reviewed, so that backfill could add them. */
export async function countMissingReviews(userId: string): Promise<MissingReviews> {
  const [reviews, listed] = await Promise.all([ReviewModel.countDocuments({ userId }), countReviewed(userId)]);
  return { missingCount: Math.max(0, reviews - listed) };
}

/**
 * Adds reviewed titles that are missing from Reviewed, except titles that the source does not know. Processes one page of
 * reviews, starting after `after`. `next` is the `after` of the next page.
 */
export async function backfillReviewed(source: TitleSource, actor: Actor, after?: string): Promise<Backfill> {
  const reviews = await ReviewModel.find(
    { userId: actor.userId, ...(after ? { _id: trusted({ $gt: new Types.ObjectId(after) }) } : {}) },
    { comment: 0 },
  )
    .sort({ _id: 1 })
    .limit(limits.backfillPage)
    .lean<ReviewDoc[]>();
  const last = reviews.length === limits.backfillPage ? reviews.at(-1)?._id.toHexString() : undefined;
  const present = await findReviewedKeys(actor.userId, reviews);
  const found = await Promise.all(
    reviews
      .filter((review) => !present.has(titleKey(review)))
      .map(async (review) => ({ review, facts: await findItemFacts(source, review) })),
  );
  return changeReviewed(actor, async (reviewed) => {
    const presentNow = await findReviewedKeys(actor.userId, reviews);
    let backfilledCount = 0;
    for (const { review, facts } of found) {
      if (!facts || presentNow.has(titleKey(review))) continue;
      await putReviewed(reviewed, facts, userRatingOf(review.rating));
      backfilledCount += 1;
    }
    return { backfilledCount, ...(last ? { next: last } : {}) };
  });
}

/** A review's comment, which stored answers leave out. */
export const commentPart: LargePart<Review> = {
  omit: ({ comment: _large, ...review }) => review,
  async restore(stored) {
    const review = await ReviewModel.findById(stored.id, { comment: 1 }).lean<Pick<ReviewDoc, 'comment'>>();
    return { ...stored, comment: review?.comment };
  },
};

/** Throws not_found for users who are not the author. */
export async function loadOwnReview(userId: string, reviewId: string): Promise<ReviewDoc> {
  const review = await ReviewModel.findOne({ _id: reviewId, userId }).lean<ReviewDoc>();
  if (!review) throw reviewNotFound();
  return review;
}

async function notify(event: 'review:saved' | 'review:deleted', review: ReviewDoc): Promise<Review> {
  const shown = toReview(review);
  await writeNotification(event, { review: shown }, { to: [review.userId], by: review.userId });
  return shown;
}

async function factsOf(source: TitleSource, body: ReviewInput): Promise<TitleFacts> {
  const given = titleFactsSchema.safeParse(body);
  if (given.success) return withRuntime(source, given.data);
  return loadItemFacts(source, body);
}

/** Deletes all reviews of a user whose account ends. */
export async function deleteReviewsOf(userId: string): Promise<void> {
  await ReviewModel.deleteMany({ userId });
}

/** How many reviews each of these users has. Users without any are left out. */
export async function countReviewsOf(userIds: readonly string[]): Promise<Map<string, number>> {
  const counts = await ReviewModel.aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { userId: { $in: userIds.map((id) => new Types.ObjectId(id)) } } },
    { $group: { _id: '$userId', count: { $sum: 1 } } },
  ]);
  return new Map(counts.map(({ _id, count }) => [_id.toHexString(), count]));
}
