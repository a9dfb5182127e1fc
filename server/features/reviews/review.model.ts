import { model, Schema, type Types } from 'mongoose';
import type { Review } from '../../../common/schemas/review.ts';
import type { SchemaFields, Stored } from '../../platform/stored.ts';

export interface ReviewDoc extends Stored<Review, 'id'> {
  _id: Types.ObjectId;
}

const schema = new Schema<ReviewDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    mediaType: { type: String, enum: ['movie', 'tv'], required: true },
    tmdbId: { type: Number, required: true },
    rating: { type: Number, required: true },
    comment: { type: String },
    imported: { type: Schema.Types.Mixed },
    isPrivate: { type: Boolean },
  } satisfies SchemaFields<ReviewDoc>,
  { timestamps: true, versionKey: false },
);
schema.index({ userId: 1, mediaType: 1, tmdbId: 1 }, { unique: true });
schema.index({ userId: 1, updatedAt: 1 });
schema.index({ userId: 1, _id: 1 });

export const ReviewModel = model<ReviewDoc>('Review', schema, 'reviews');

export function toReview(review: ReviewDoc): Review {
  return {
    id: review._id.toHexString(),
    userId: review.userId.toHexString(),
    tmdbId: review.tmdbId,
    mediaType: review.mediaType,
    rating: review.rating,
    ...(review.comment ? { comment: review.comment } : {}),
    ...(review.imported ? { imported: review.imported } : {}),
    ...(review.isPrivate ? { isPrivate: review.isPrivate } : {}),
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt.toISOString(),
  };
}
