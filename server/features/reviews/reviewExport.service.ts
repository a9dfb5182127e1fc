import { Types } from 'mongoose';
import type { ExportedReview } from '../../../common/schemas/export/export.ts';
import { mapPages, readPages } from '../../platform/database/readPages.ts';
import { type ReviewDoc, ReviewModel, toReview } from './review.model.ts';

/** A comment can be long. */
const PAGE_SIZE = 20;

/** All reviews of the user. */
export function exportReviews(userId: string): AsyncIterable<ExportedReview[]> {
  return mapPages(readPages<ReviewDoc>(ReviewModel, { userId: new Types.ObjectId(userId) }, PAGE_SIZE), (page) =>
    page.map((review) => {
      const { userId: _userId, ...shown } = toReview(review);
      return shown;
    }),
  );
}
