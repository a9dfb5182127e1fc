import { Types, trusted } from 'mongoose';
import type { ExportedReview } from '../../../common/schemas/export/export.ts';
import { type MediaType, mediaTypeSchema } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { mapPages, readPages } from '../../platform/database/readPages.ts';
import { type ReviewDoc, ReviewModel, toReview } from './review.model.ts';

/** A comment can be long. */
const PAGE_SIZE = 20;

function toExported(review: ReviewDoc): ExportedReview {
  const { userId: _userId, ...shown } = toReview(review);
  return shown;
}

/** The user's reviews of these titles, by `titleKey`. */
export async function findOwnReviews(
  userId: string,
  titles: readonly { mediaType: MediaType; tmdbId: number }[],
): Promise<Map<string, ExportedReview>> {
  const own = mediaTypeSchema.options.map((mediaType) => ({
    mediaType,
    tmdbId: trusted({ $in: titles.filter((title) => title.mediaType === mediaType).map(({ tmdbId }) => tmdbId) }),
  }));
  const reviews = await ReviewModel.find({ userId, $or: own }).lean<ReviewDoc[]>();
  return new Map(reviews.map((review) => [titleKey(review), toExported(review)]));
}

export function exportReviews(userId: string): AsyncIterable<ExportedReview[]> {
  return mapPages(readPages<ReviewDoc>(ReviewModel, { userId: new Types.ObjectId(userId) }, PAGE_SIZE), (page) =>
    page.map(toExported),
  );
}
