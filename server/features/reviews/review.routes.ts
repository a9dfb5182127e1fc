import { Router } from 'express';
import { reviewApi } from '../../../common/api/library.ts';
import { serve } from '../../platform/requests/request.ts';
import type { TitleSource } from '../titles/title.source.ts';
import {
  backfillReviewed,
  commentPart,
  countMissingReviews,
  createReview,
  deleteReview,
  findMyReview,
  loadOwnReview,
  updateReview,
} from './review.service.ts';

/** The calls on the user's own reviews. Other users' reviews can be neither read nor changed. */
export function reviewRouter(source: TitleSource): Router {
  const router = Router();
  serve(router, reviewApi.mine, ({ params }, { userId }) => findMyReview(userId, params.mediaType, params.tmdbId));
  serve(router, reviewApi.missing, (_input, { userId }) => countMissingReviews(userId));
  serve(router, reviewApi.backfill, ({ query }, actor) => backfillReviewed(source, actor, query.after));
  serve(router, reviewApi.create, ({ body }, actor) => createReview(source, actor, body), { largePart: commentPart });
  serve(router, reviewApi.update, ({ params, body }, actor) => updateReview(actor, params.id, body), {
    access: ({ params }, userId) => loadOwnReview(userId, params.id),
    largePart: commentPart,
  });
  serve(router, reviewApi.remove, ({ params }, actor) => deleteReview(actor, params.id));
  return router;
}
