import { Router } from 'express';
import { mayHaveSession } from '../../platform/session/session.ts';
import type { Page } from '../page.ts';
import { landingPreview } from './landing.page.ts';

/** The landing page of visitors, with its preview. */
export function landingRouter(page: Page): Router {
  const router = Router();
  router.get('/', (req, res, next) => {
    if (mayHaveSession(req)) next();
    else page.sendPreview(res, landingPreview);
  });
  return router;
}
