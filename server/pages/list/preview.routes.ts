import { type RequestHandler, Router } from 'express';
import { families } from '../../../common/families.ts';
import { readForMember } from '../memberPage.ts';
import type { HtmlPage } from '../page.ts';
import { drawPreview, readPreview } from './preview.page.ts';

interface PreviewParts {
  page: HtmlPage;
  session: RequestHandler;
  /** Throws rate_limited if the user's budget is used up: then the page has no preview. */
  admit: (userId: string) => Promise<void>;
  /** The base address of TMDB's pictures; empty while all pictures come from this server. */
  imageBase: () => string;
}

/** With one of these in the address, the screen shows other titles or another order, so there is no preview. */
const chosenViews = ['filter', 'find', 'genre', 'length', 'q', 'sort'];

/** Pages of lists contain a preview with the first posters for members. Other visitors get the plain page. */
export function previewRouter({ page, session, admit, imageBase }: PreviewParts): Router {
  const router = Router();
  const paths = Object.values(families).map(({ screenPath }) => `${screenPath}/:id`);
  router.get(paths, async (req, res) => {
    const draw = async (userId: string) => {
      await admit(userId);
      return drawPreview(await readPreview(userId, String(req.params.id)), imageBase());
    };
    const isUsualView = chosenViews.every((name) => req.query[name] === undefined);
    const preview = isUsualView ? await readForMember(session, req, res, draw) : null;
    if (preview) page.sendPreview(res, preview);
    else page.send(res);
  });
  return router;
}
