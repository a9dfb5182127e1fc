import { setTimeout } from 'node:timers/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { families, familyKeys } from '../../../common/families.ts';
import { OPENING_DATA, type Opening } from '../../../common/opening.ts';
import { Problem } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { Page } from '../../platform/page.ts';
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
  const paths = familyKeys.map((key) => `${families[key].screenPath}/:id`);

  const read = async (req: Request, res: Response): Promise<Opening | null> => {
    // With a filter other titles come first.
    if (req.query.filter !== undefined) return null;
    await new Promise<void>((resolve, reject) => {
      session(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    const { userId } = req.session;
    return userId ? { ...(await readOpening(userId, String(req.params.id))), imageBase } : null;
  };

  router.get(paths, async (req, res) => {
    const reading = read(req, res).catch((error: unknown) => {
      // The app's own calls tell what is wrong, in its words; the page is there to show it.
      if (!(error instanceof Problem)) log.error({ err: error, requestId: res.get('X-Request-Id') }, 'no opening');
      return null;
    });
    const opening = await Promise.race([reading, setTimeout(PATIENCE_MS, null, { ref: false })]);
    if (opening) page.sendWith(res, OPENING_DATA, opening);
    else page.send(res);
  });
  return router;
}
