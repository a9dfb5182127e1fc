import { model, Schema, type Types } from 'mongoose';
import type { Review } from '../../../common/review.ts';
import type { MediaType } from '../../../common/title.ts';

export interface ReviewDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  mediaType: MediaType;
  tmdbId: number;
  /** Stars, 1 to 5. */
  rating: number;
  comment?: string;
  createdAt: Date;
  updatedAt: Date;
}

const schema = new Schema<ReviewDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    mediaType: { type: String, enum: ['movie', 'tv'], required: true },
    tmdbId: { type: Number, required: true },
    rating: { type: Number, required: true },
    comment: { type: String },
  },
  { timestamps: true, versionKey: false },
);
schema.index({ userId: 1, mediaType: 1, tmdbId: 1 }, { unique: true });
schema.index({ userId: 1, updatedAt: 1 });

export const ReviewModel = model<ReviewDoc>('Review', schema, 'reviews');

export function toReview(review: ReviewDoc): Review {
  return {
    id: review._id.toHexString(),
    userId: review.userId.toHexString(),
    tmdbId: review.tmdbId,
    mediaType: review.mediaType,
    rating: review.rating,
    ...(review.comment ? { comment: review.comment } : {}),
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt.toISOString(),
  };
}
