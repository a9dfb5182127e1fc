import { type Request, type Response, Router } from 'express';
import { listInOrder } from '../../features/folders/items/item.service.ts';
import { loadOffered } from '../../features/folders/sharing/links/link.service.ts';
import type { Artist, ListCard } from '../../features/titles/art.ts';
import { addressOf } from '../../platform/http/address.ts';
import type { CookieConfig } from '../../platform/http/cookies.ts';
import { isProblem } from '../../platform/http/errors.ts';
import { isCurrentVersion } from '../../platform/http/freshness.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { PAGE_COST } from '../../platform/limits/requestCosts.ts';
import { mayHaveSession } from '../../platform/session/session.ts';
import { linkTokenOf } from '../linkToken.ts';
import { orNullInTime } from '../memberPage.ts';
import type { HtmlPage, LinkPreview } from '../page.ts';

interface JoinParts {
  config: CookieConfig;
  page: HtmlPage;
  artist: Artist;
  limits: Pick<Limits, 'drawingPerAddress' | 'workPerVisitor'>;
}

/** Titles that the bundled catalogue has, for the picture of every address but those of invitation links. */
const wellKnown = [603, 129, 157336, 335984, 120467, 680, 313369, 496243, 105];

const generalPicture: ListCard = {
  heading: 'What are we watching tonight?',
  line: 'Watchlists that you keep together',
  titles: wellKnown.map((tmdbId) => ({ mediaType: 'movie', tmdbId, title: '', releaseDate: null, genres: [] })),
};

/**
 * The pictures that programs show in place of a link, and the card of invitation links. These programs have no session:
 * only the token of an invitation link shows them anything of a list. Every other address has the general picture.
 */
export function joinRouter({ config, page, artist, limits }: JoinParts): Router {
  const router = Router();
  const admitVisit = (req: Request) => limits.workPerVisitor.take(addressOf(req), PAGE_COST);

  async function sendPicture(req: Request, res: Response, card: ListCard, cacheControl: string): Promise<void> {
    const etag = artist.etagOfListCard(card);
    res.set({ ETag: etag, 'Cache-Control': cacheControl });
    if (isCurrentVersion(req, etag)) {
      res.status(304).end();
      return;
    }
    const admit = (cost: number) => limits.drawingPerAddress.take(addressOf(req), cost);
    res.type('jpeg').send(await artist.drawListCard(card, admit));
  }

  router.get('/picture.jpg', (req, res) => sendPicture(req, res, generalPicture, 'public, max-age=86400'));

  router.get('/join/:token/picture.jpg', async (req, res) => {
    await admitVisit(req);
    const card = await readOfferedCard(linkTokenOf(req));
    // A link can end at any time, so no copy is used without asking.
    await sendPicture(req, res, card ?? generalPicture, 'private, no-cache');
  });

  router.get('/join/:token', async (req, res, next) => {
    if (mayHaveSession(req, config)) return next();
    const read = async () => {
      await admitVisit(req);
      return readOfferedCard(linkTokenOf(req));
    };
    const offered = await orNullInTime(read(), res);
    page.send(res, offered ? { card: cardOf(offered, req.path) } : {});
  });
  return router;
}

const cardOf = ({ heading, line }: ListCard, path: string): LinkPreview => ({
  title: `Join “${heading}”`,
  description: `${line} · Watch together on Marquee`,
  picturePath: `${path.replace(/\/$/, '')}/picture.jpg`,
});

/** More posters than the picture has room for are not read. */
const SHOWN = 9;

/**
 * What the preview of an invitation link shows to anyone who has the link: name, numbers and first titles of the list.
 * Null for a link that has ended.
 */
async function readOfferedCard(token: string): Promise<ListCard | null> {
  try {
    const { folder } = await loadOffered(token);
    const [titles, people] = [countOf(folder.itemCount, 'title'), countOf(folder.memberCount + 1, 'person', 'people')];
    return { heading: folder.name, line: `${titles} · ${people}`, titles: await listInOrder(folder, SHOWN) };
  } catch (error) {
    if (isProblem(error, 'not_found')) return null;
    throw error;
  }
}

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
