import type { Review, ReviewBody } from '../../../common/schemas/review.ts';
import { reviewApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';

export const reviewCalls = {
  create: (body: ReviewBody, opId: string): Promise<Review> => call(reviewApi.create, { body, opId }),
  update: (id: string, body: ReviewBody, opId: string): Promise<Review> =>
    call(reviewApi.update, { params: { id }, body, opId }),
  remove: (id: string, opId: string) => call(reviewApi.remove, { params: { id }, opId }),
  backfill: (after: string | undefined, opId: string) => call(reviewApi.backfill, { query: { after }, opId }),
} as const;
