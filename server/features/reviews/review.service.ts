import { Types } from 'mongoose';
import type { z } from 'zod';
import { type TitleFacts, titleFactsSchema, titleKey } from '../../../common/item.ts';
import { type Review, type reviewBody, type reviewUpdateBody, userRatingOf } from '../../../common/review.ts';
import type { MediaType } from '../../../common/title.ts';
import type { Actor } from '../../platform/actor.ts';
import { conflict, invalid, isDuplicateKey, notFound } from '../../platform/errors.ts';
import { writeNews } from '../../platform/outbox.ts';
import { itemFactsOf } from '../folders/itemFacts.ts';
import {
  changeReviewed,
  findReviewedKeys,
  putReviewed,
  rateReviewed,
  removeReviewed,
} from '../folders/reviewed.service.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { raiseUserRevs } from '../users/user.service.ts';
import { type ReviewDoc, ReviewModel, toReview } from './review.model.ts';

type ReviewInput = z.output<typeof reviewBody>;
type ReviewUpdate = z.output<typeof reviewUpdateBody>;

const reviewNotFound = () => notFound('Review not found');

export async function findMyReview(userId: string, mediaType: MediaType, tmdbId: number): Promise<Review | null> {
  const review = await ReviewModel.findOne({ userId, mediaType, tmdbId }).lean<ReviewDoc>();
  return review && toReview(review);
}

/** All that somebody has reviewed, newest first; for what is made of it for themselves. */
export async function listReviewsOf(userId: string, most: number): Promise<Review[]> {
  const reviews = await ReviewModel.find({ userId }).sort({ updatedAt: -1 }).limit(most).lean<ReviewDoc[]>();
  return reviews.map(toReview);
}

/** Reviews a title and puts it in Reviewed; throws conflict when the user has reviewed it, not_found for no title. */
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
      return tell('review:saved', review);
    });
  } catch (error) {
    if (isDuplicateKey(error, 'userId', 'mediaType', 'tmdbId')) {
      throw conflict('conflict', 'You have already reviewed this title');
    }
    throw error;
  }
}

/** Changes the author's review and the rating in Reviewed with it. */
export async function updateReview(actor: Actor, reviewId: string, body: ReviewUpdate): Promise<Review> {
  const { mediaType, tmdbId } = await loadOwnReview(actor.userId, reviewId);
  if ((body.tmdbId ?? tmdbId) !== tmdbId || (body.mediaType ?? mediaType) !== mediaType) {
    throw invalid([{ path: 'tmdbId', message: 'A review stays with its title' }]);
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
    return tell('review:saved', review);
  });
}

/** Deletes the author's review and takes the title out of Reviewed. */
export async function deleteReview(actor: Actor, reviewId: string): Promise<void> {
  await loadOwnReview(actor.userId, reviewId);
  await changeReviewed(actor, async (reviewed) => {
    const review = await ReviewModel.findOneAndDelete({ _id: reviewId, userId: actor.userId }).lean<ReviewDoc>();
    if (!review) throw reviewNotFound();
    await removeReviewed(reviewed, review);
    await tell('review:deleted', review);
  });
}

/** Puts every reviewed title that is missing from Reviewed back in; titles that the source does not know stay out. */
export async function backfillReviewed(source: TitleSource, actor: Actor): Promise<{ backfilledCount: number }> {
  const reviews = await ReviewModel.find({ userId: actor.userId }).sort({ _id: 1 }).lean<ReviewDoc[]>();
  const present = await findReviewedKeys(actor.userId);
  const found = await Promise.all(
    reviews
      .filter((review) => !present.has(titleKey(review)))
      .map(async (review) => ({ review, facts: await lookUp(source, review) })),
  );
  return changeReviewed(actor, async (reviewed) => {
    const presentNow = await findReviewedKeys(actor.userId);
    let backfilledCount = 0;
    for (const { review, facts } of found) {
      if (!facts || presentNow.has(titleKey(review))) continue;
      await putReviewed(reviewed, facts, userRatingOf(review.rating));
      backfilledCount += 1;
    }
    return { backfilledCount };
  });
}

/** Throws what somebody who is not the author gets to know. */
export async function loadOwnReview(userId: string, reviewId: string): Promise<ReviewDoc> {
  const review = await ReviewModel.findOne({ _id: reviewId, userId }).lean<ReviewDoc>();
  if (!review) throw reviewNotFound();
  return review;
}

async function tell(event: 'review:saved' | 'review:deleted', review: ReviewDoc): Promise<Review> {
  const shown = toReview(review);
  await raiseUserRevs([review.userId]);
  await writeNews([review.userId], event, { review: shown });
  return shown;
}

async function factsOf(source: TitleSource, body: ReviewInput): Promise<TitleFacts> {
  const given = titleFactsSchema.safeParse(body);
  if (given.success) return given.data;
  const facts = await lookUp(source, body);
  if (!facts) throw notFound('Title not found');
  return facts;
}

async function lookUp(
  source: TitleSource,
  title: { mediaType: MediaType; tmdbId: number },
): Promise<TitleFacts | null> {
  const found = await source.findTitle(title.mediaType, title.tmdbId);
  return found && itemFactsOf(found);
}
