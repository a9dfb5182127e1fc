import { setTimeout } from 'node:timers/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Family, families } from '../../../common/families.ts';
import { Problem } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { Opening, Page } from '../../platform/page.ts';
import { drawOpening } from './opening.page.ts';
import { readOpening } from './opening.service.ts';

interface OpeningParts {
  page: Page;
  session: RequestHandler;
  /** As in the config. */
  imageBase: string;
}

/** A page that has waited for so long goes without. */
const PATIENCE_MS = 500;

/** The pages of lists bring their first posters along for members; anybody else gets the page as it is. */
export function openingRouter({ page, session, imageBase }: OpeningParts): Router {
  const router = Router();
  const open = async (req: Request, res: Response, family: Family): Promise<Opening | null> => {
    // With a filter other titles come first.
    if (req.query.filter !== undefined) return null;
    await new Promise<void>((resolve, reject) => {
      session(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    const { userId } = req.session;
    return userId ? drawOpening(await readOpening(userId, String(req.params.id)), { family, imageBase }) : null;
  };

  const answer =
    (family: Family): RequestHandler =>
    async (req, res) => {
      const opening = open(req, res, family).catch((error: unknown) => {
        // The app's own calls tell what is wrong, in its words; the page is there to show it.
        if (!(error instanceof Problem)) log.error({ err: error, requestId: res.get('X-Request-Id') }, 'no opening');
        return null;
      });
      const inTime = await Promise.race([opening, setTimeout(PATIENCE_MS, null, { ref: false })]);
      if (inTime) page.sendOpening(res, inTime);
      else page.send(res);
    };

  for (const family of Object.values(families)) router.get(`${family.screenPath}/:id`, answer(family));
  return router;
}
