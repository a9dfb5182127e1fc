import type { Review, ReviewBody } from '../../../common/schemas/review.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { reviewApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';

export const reviewCalls = {
  mine: (mediaType: MediaType, tmdbId: number) => call(reviewApi.mine, { params: { mediaType, tmdbId } }),
  create: (body: ReviewBody, idempotencyKey: string): Promise<Review> =>
    call(reviewApi.create, { body, idempotencyKey }),
  update: (id: string, body: ReviewBody, idempotencyKey: string): Promise<Review> =>
    call(reviewApi.update, { params: { id }, body, idempotencyKey }),
  remove: (id: string, idempotencyKey: string) => call(reviewApi.remove, { params: { id }, idempotencyKey }),
  missing: () => call(reviewApi.missing),
  backfill: (after: string | undefined, idempotencyKey: string) =>
    call(reviewApi.backfill, { query: { after }, idempotencyKey }),
} as const;
