import { Router } from 'express';
import { reviewApi } from '../../../common/api.ts';
import { serve } from '../../platform/request.ts';
import type { TitleSource } from '../titles/title.source.ts';
import {
  backfillReviewed,
  createReview,
  deleteReview,
  findMyReview,
  loadOwnReview,
  updateReview,
} from './review.service.ts';

/** One's own reviews; nobody else's can be read or changed here. */
export function reviewRouter(source: TitleSource): Router {
  const router = Router();
  serve(router, reviewApi.mine, ({ params }, { userId }) => findMyReview(userId, params.mediaType, params.tmdbId));
  serve(router, reviewApi.backfill, (_input, actor) => backfillReviewed(source, actor));
  serve(router, reviewApi.create, ({ body }, actor) => createReview(source, actor, body));
  serve(router, reviewApi.update, ({ params, body }, actor) => updateReview(actor, params.id, body), {
    access: ({ params }, userId) => loadOwnReview(userId, params.id),
  });
  serve(router, reviewApi.remove, ({ params }, actor) => deleteReview(actor, params.id));
  return router;
}
