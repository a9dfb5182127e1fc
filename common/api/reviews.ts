import { reviewEndpoints } from '../endpoints.ts';
import { noContentSchema } from '../schemas/primitives.ts';
import {
  backfillQuery,
  backfillSchema,
  missingReviewsSchema,
  reviewBody,
  reviewedTitleParams,
  reviewSchema,
  reviewUpdateBody,
} from '../schemas/review.ts';
import { call, idParams, seen } from './call.ts';

const reviewClash = ['conflict', 'limit_reached', 'not_found', 'upstream'] as const;

export const reviewApi = {
  mine: call(reviewEndpoints.mine, {
    params: reviewedTitleParams,
    answer: reviewSchema.nullable(),
  }),
  create: call(reviewEndpoints.create, { body: reviewBody, answer: reviewSchema, status: 201, errors: reviewClash }),
  update: call(reviewEndpoints.update, {
    params: idParams,
    body: reviewUpdateBody,
    answer: reviewSchema,
    errors: seen,
  }),
  remove: call(reviewEndpoints.remove, { params: idParams, answer: noContentSchema, status: 204, errors: seen }),
  missing: call(reviewEndpoints.missing, { answer: missingReviewsSchema }),
  backfill: call(reviewEndpoints.backfill, {
    query: backfillQuery,
    answer: backfillSchema,
    errors: ['limit_reached', 'upstream'],
  }),
} as const;
