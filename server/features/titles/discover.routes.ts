import { setTimeout } from 'node:timers/promises';
import { type Request, type RequestHandler, Router } from 'express';
import { pictureUrl } from '../../../common/pictures.ts';
import type { MediaType } from '../../../common/title.ts';
import { readForMember } from '../../platform/memberPage.ts';
import type { Hint, Page } from '../../platform/page.ts';
import type { TitleSource } from './title.source.ts';

interface DiscoverParts {
  page: Page;
  session: RequestHandler;
  source: TitleSource;
  /** As in the config. */
  imageBase: string;
}

/** The picture is worth no more waiting: its address comes with the titles anyway. */
const PATIENCE_MS = 100;

/** The page of Discover names what a member's browser will need first, so that it is fetched beside the app's code. */
export function discoverRouter({ page, session, source, imageBase }: DiscoverParts): Router {
  const router = Router();

  async function hintsFor(mediaType: MediaType): Promise<Hint[]> {
    const popular = source.popular(mediaType, 1, {}).catch(() => null); // who asks for the titles is told
    const first = await Promise.race([popular, setTimeout(PATIENCE_MS, null, { ref: false })]);
    const picture = pictureUrl(first?.results[0]?.backdrop_path, 'w1280', imageBase);
    return [
      ...page.filesOf('Discover'),
      // The very addresses that the app asks for, or the answers would not be taken up.
      { as: 'fetch', href: `/api/${mediaType === 'movie' ? 'movies' : 'tv'}/popular?page=1` },
      { as: 'fetch', href: `/api/recommendations?mediaType=${mediaType}` },
      ...(picture ? [{ as: 'image' as const, href: picture }] : []),
    ];
  }

  router.get(['/', '/browse'], async (req, res) => {
    const mediaType = plainTabOf(req);
    const hints = mediaType ? await readForMember(session, req, res, () => hintsFor(mediaType)) : null;
    page.send(res, hints ?? []);
  });
  return router;
}

/** The tab that shows what is popular; null where it is another, or filters ask for other titles. */
function plainTabOf({ query: { tab = 'movie', ...others } }: Request): MediaType | null {
  if (Object.keys(others).length > 0) return null;
  return tab === 'movie' || tab === 'tv' ? tab : null;
}
