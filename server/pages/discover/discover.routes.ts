import { setTimeout } from 'node:timers/promises';
import { type Request, type RequestHandler, Router } from 'express';
import { pictureUrl } from '../../../common/pictures.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import type { TitleSource } from '../../features/titles/title.source.ts';
import { readForMember } from '../memberPage.ts';
import type { Hint, Page } from '../page.ts';

interface DiscoverParts {
  page: Page;
  session: RequestHandler;
  /** Throws rate_limited if the user's budget is used up: then the page has no hints. */
  admit: (userId: string) => Promise<void>;
  source: TitleSource;
  /** As in the config. */
  imageBase: string;
}

/** The page waits no longer than this for the picture's address, which the titles contain too. */
const PATIENCE_MS = 100;

/** The page of Discover lists what a member's browser needs first, so that it loads in parallel with the app's code. */
export function discoverRouter({ page, session, admit, source, imageBase }: DiscoverParts): Router {
  const router = Router();

  async function hintsFor(mediaType: MediaType): Promise<Hint[]> {
    const popular = source.popular(mediaType, 1, {}).catch(() => null); // who asks for the titles is told
    const first = await Promise.race([popular, setTimeout(PATIENCE_MS, null, { ref: false })]);
    const picture = pictureUrl(first?.results[0]?.backdrop_path, 'w1280', imageBase);
    return [
      ...page.filesOf('Discover'),
      // Must equal the app's request URLs, or the browser does not reuse the responses.
      { as: 'fetch', href: `/api/${mediaType === 'movie' ? 'movies' : 'tv'}/popular?page=1` },
      { as: 'fetch', href: `/api/recommendations?mediaType=${mediaType}` },
      ...(picture ? [{ as: 'image' as const, href: picture }] : []),
    ];
  }

  router.get(['/', '/browse'], async (req, res) => {
    const mediaType = plainTabOf(req);
    const read = async (userId: string, wanted: MediaType) => {
      await admit(userId);
      return hintsFor(wanted);
    };
    const hints = mediaType ? await readForMember(session, req, res, (userId) => read(userId, mediaType)) : null;
    page.send(res, hints ?? []);
  });
  return router;
}

/** The media type of the popular titles to show; null for another tab or with filters. */
function plainTabOf({ query: { tab = 'movie', ...others } }: Request): MediaType | null {
  if (Object.keys(others).length > 0) return null;
  return tab === 'movie' || tab === 'tv' ? tab : null;
}
