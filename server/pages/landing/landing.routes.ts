import { Router } from 'express';
import type { CookieConfig } from '../../platform/http/cookies.ts';
import type { Instance } from '../../platform/instance/instance.ts';
import { mayHaveSession } from '../../platform/session/session.ts';
import type { HtmlPage } from '../page.ts';
import { landingPreview } from './landing.page.ts';

/** The landing page of visitors, with its preview. Before there is an account, visitors are asked to create the first one. */
export function landingRouter(page: HtmlPage, instance: Instance, config: CookieConfig): Router {
  const router = Router();
  router.get('/', async (req, res, next) => {
    if (mayHaveSession(req, config)) next();
    else if (await isNew(instance)) res.set('Cache-Control', 'no-store').redirect(`${SIGN_IN}?form=register`);
    else page.sendPreview(res, landingPreview);
  });
  return router;
}

const SIGN_IN = '/api/login';

/** False also while the database is away: the landing page needs none. */
async function isNew(instance: Instance): Promise<boolean> {
  return instance.isNew().catch(() => false);
}
