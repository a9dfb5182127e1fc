import { setTimeout } from 'node:timers/promises';
import { type Request, type RequestHandler, Router } from 'express';
import type { MediaType } from '../../../common/schemas/title.ts';
import { isFollowingShows } from '../../features/plays/progress.store.ts';
import type { TitleSource } from '../../features/titles/title.source.ts';
import { readForMember } from '../memberPage.ts';
import type { Hint, HtmlPage, Preview } from '../page.ts';
import { drawDiscover } from './discover.page.ts';

export interface DiscoverParts {
  page: HtmlPage;
  session: RequestHandler;
  /** Throws rate_limited if the user's budget is used up: then the page has neither hints nor a preview. */
  admit: (userId: string) => Promise<void>;
  source: TitleSource;
  /** The base address of TMDB's pictures; empty while all pictures come from this server. */
  imageBase: () => string;
}

/** The page waits no longer than this for titles of a remote source. */
export const PATIENCE_MS = 100;

interface Drawn {
  hints: Hint[];
  preview: Preview | null;
}

/**
 * The page of Discover lists what a member's browser needs first, so that it loads in parallel with the app's code. It has
 * a preview if the titles are there at once.
 */
export function discoverRouter({ page, session, admit, source, imageBase }: DiscoverParts): Router {
  const router = Router();

  async function draw(mediaType: MediaType, userId: string): Promise<Drawn> {
    const hints: Hint[] = [
      ...page.filesOf('Discover'),
      // Must equal the app's request URLs, or the browser does not reuse the responses.
      { as: 'fetch', href: `/api/${mediaType === 'movie' ? 'movies' : 'tv'}/popular?page=1` },
      { as: 'fetch', href: `/api/recommendations?mediaType=${mediaType}` },
    ];
    const popular = source.popular(mediaType, 1, {}).catch(() => null); // the app's own request shows the error
    const read = Promise.all([popular, isFollowingShows(userId)]);
    const [first, follows = false] = (await Promise.race([read, setTimeout(PATIENCE_MS, null, { ref: false })])) ?? [];
    return { hints, preview: first ? drawDiscover({ mediaType, titles: first.results, follows }, imageBase()) : null };
  }

  router.get(['/', '/browse'], async (req, res) => {
    const mediaType = plainTabOf(req);
    const read = async (userId: string, wanted: MediaType) => {
      await admit(userId);
      return draw(wanted, userId);
    };
    const drawn = mediaType ? await readForMember(session, req, res, (userId) => read(userId, mediaType)) : null;
    if (drawn?.preview) page.sendPreview(res, drawn.preview, drawn.hints);
    else page.send(res, drawn ? { hints: drawn.hints } : {});
  });
  return router;
}

/** The media type of the popular titles to show; null for another tab or with filters. */
function plainTabOf({ query: { tab = 'movie', ...others } }: Request): MediaType | null {
  if (Object.keys(others).length > 0) return null;
  return tab === 'movie' || tab === 'tv' ? tab : null;
}
