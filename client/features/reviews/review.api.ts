import { reviewApi } from '../../../common/api.ts';
import type { Review, ReviewBody } from '../../../common/review.ts';
import type { MediaType } from '../../../common/title.ts';
import { call } from '../../lib/http.ts';

export const reviewCalls = {
  mine: (mediaType: MediaType, tmdbId: number) => call(reviewApi.mine, { params: { mediaType, tmdbId } }),
  create: (body: ReviewBody, idempotencyKey: string): Promise<Review> =>
    call(reviewApi.create, { body, idempotencyKey }),
  update: (id: string, body: ReviewBody, idempotencyKey: string): Promise<Review> =>
    call(reviewApi.update, { params: { id }, body, idempotencyKey }),
  remove: (id: string, idempotencyKey: string) => call(reviewApi.remove, { params: { id }, idempotencyKey }),
  backfill: (idempotencyKey: string) => call(reviewApi.backfill, { idempotencyKey }),
} as const;
