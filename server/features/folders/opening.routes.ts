import { type RequestHandler, Router } from 'express';
import { type Family, families } from '../../../common/families.ts';
import { readForMember } from '../../platform/memberPage.ts';
import type { Page } from '../../platform/page.ts';
import { drawOpening } from './opening.page.ts';
import { readOpening } from './opening.service.ts';

interface OpeningParts {
  page: Page;
  session: RequestHandler;
  /** As in the config. */
  imageBase: string;
}

/** The pages of lists bring their first posters along for members; anybody else gets the page as it is. */
export function openingRouter({ page, session, imageBase }: OpeningParts): Router {
  const router = Router();
  const answer =
    (family: Family): RequestHandler =>
    async (req, res) => {
      const draw = async (userId: string) =>
        drawOpening(await readOpening(userId, String(req.params.id)), { family, imageBase });
      // With a filter other titles come first.
      const opening = req.query.filter === undefined ? await readForMember(session, req, res, draw) : null;
      if (opening) page.sendOpening(res, opening);
      else page.send(res);
    };

  for (const family of Object.values(families)) router.get(`${family.screenPath}/:id`, answer(family));
  return router;
}
