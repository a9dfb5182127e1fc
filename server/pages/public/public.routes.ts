import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { pictureUrl, posterPathOf } from '../../../common/pictures.ts';
import { regularEpisodes } from '../../../common/progress.ts';
import { titleKey } from '../../../common/titleKey.ts';
import type { Config } from '../../config/config.ts';
import { type CalendarEvent, icsFile } from '../../features/feeds/icsFile.ts';
import { rssFile } from '../../features/feeds/rssFile.ts';
import { type FindOtherIds, fileNameOf, yearOf } from '../../features/folders/export/listFile.ts';
import {
  findListedReleases,
  type PublicItem,
  radarrList,
  readAllPublicItems,
  readLatestPublicItems,
  readPublicItems,
  sonarrList,
} from '../../features/folders/export/publicList.service.ts';
import { withLocalDates } from '../../features/folders/items/release.service.ts';
import {
  countVisit,
  type OpenedLink,
  openPublicLink,
} from '../../features/folders/sharing/publicLinks/publicLink.service.ts';
import type { Artist } from '../../features/titles/art.ts';
import type { Shows } from '../../features/titles/shows.ts';
import { foundOrNull, type TitleSource } from '../../features/titles/title.source.ts';
import { addressOf } from '../../platform/http/address.ts';
import { BYTE_ORDER_MARK, csvLines } from '../../platform/http/csv.ts';
import { sendPieces } from '../../platform/http/download.ts';
import { invalid, isProblem, notFound, PartMissing } from '../../platform/http/errors.ts';
import { isCurrentVersion, sendTagged } from '../../platform/http/freshness.ts';
import { inSlices, jsonPieces } from '../../platform/http/jsonPieces.ts';
import { originOf } from '../../platform/http/origin.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { PAGE_COST } from '../../platform/limits/requestCosts.ts';
import { linkTokenOf } from '../linkToken.ts';
import { hashOf } from '../page.ts';
import { countOf, embeddedPage, endedPage, publicPage } from './public.page.ts';
import { publicStyle } from './public.style.ts';

interface PublicParts {
  config: Pick<Config, 'publicUrl'>;
  titles: TitleSource;
  shows: Shows;
  artist: Artist;
  findIds: FindOtherIds;
  /** The base address of TMDB's pictures; empty while all pictures come from this server. */
  imageBase: () => string;
  limits: Pick<Limits, 'drawingPerAddress' | 'workPerVisitor'>;
}

/** What one answer is made from. */
interface Visit extends OpenedLink {
  req: Request;
  res: Response;
  /** The address of the page, with the origin and without an ending. */
  url: string;
}

/** Proxies may keep an answer so long, and a link that has ended stays readable there. */
const CACHING = 'public, max-age=60';
/** At most on one page. Its bytes may end it earlier. */
const PAGE_TITLES = 36;
const FRAME_TITLES = 12;
const FEED_TITLES = 50;
const CALENDAR_FILMS = 1000;
const CALENDAR_SHOWS = 200;
const CALENDAR_DAYS_BACK = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
/** So many titles of a list cost a millisecond of processor time more. */
const TITLES_PER_COST = 50;
const FRAME = { width: 480, height: 560 };
const THUMBNAIL = { width: 1200, height: 630 };

/**
 * Lists at their public links, for people without an account and for other programs. Every request checks the link in the
 * database: one that has ended is not found on any node.
 */
export function publicRouter(parts: PublicParts): Router {
  const router = Router();
  const at = (path: string, cost: (opened: OpenedLink) => number, answer: (visit: Visit) => unknown) => {
    router.get(`/s/:token${path}`, headersFor(parts, path), async (req, res) => {
      await parts.limits.workPerVisitor.take(addressOf(req), PAGE_COST);
      const opened = await openPublicLink(linkTokenOf(req));
      await parts.limits.workPerVisitor.take(addressOf(req), cost(opened));
      const url = `${originOf(req, parts.config)}/s/${opened.link.token}`;
      if (path !== '/picture.jpg' && !isProgram(req)) countVisit(opened.link, path === '' ? 'pages' : 'feeds');
      res.set('Cache-Control', CACHING);
      if (path !== '' || !opened.link.isFindable) res.set('X-Robots-Tag', 'noindex');
      await answer({ ...opened, req, res, url });
    });
  };
  const perTitle = ({ folder }: OpenedLink) => Math.ceil(folder.itemCount / TITLES_PER_COST);
  at('/embed', perTitle, (visit) => sendFrame(visit, parts));
  at(
    '/picture.jpg',
    () => 0,
    (visit) => sendPicture(visit, parts),
  );
  at('.json', perTitle, (visit) => sendJson(visit, parts));
  at('.csv', perTitle, (visit) => sendTable(visit, parts));
  at('.rss', () => 10, sendRss);
  at(
    '.ics',
    () => 100,
    (visit) => sendCalendar(visit, parts),
  );
  at('/radarr.json', perTitle, async ({ res, folder }) => res.json(await radarrList(folder, parts.findIds)));
  at('/sonarr.json', perTitle, async ({ res, folder }) => {
    const { shows, leftOut } = await sonarrList(folder, parts.titles);
    res.set('Left-Out', String(leftOut)).json(shows);
  });
  // Last, since a token is all that follows.
  at('', perTitle, (visit) => sendPage(visit, parts));
  router.get('/oembed', (req, res) => sendOembed(req, res, parts));
  router.use('/s', (error: unknown, req: Request, res: Response, next: NextFunction) => {
    res.set('Cache-Control', 'no-store');
    if (isProblem(error, 'not_found') && req.accepts(['json', 'html']) === 'html')
      res.status(404).type('html').send(endedPage());
    else next(error);
  });
  return router;
}

/** Programs that say so. They look at pages for search engines and for previews. */
const isProgram = (req: Request) =>
  /bot\b|crawl|spider|preview|slurp|facebookexternalhit|embedly|whatsapp|monitor/i.test(req.get('user-agent') ?? '');

/** These pages run no script and send no form. Only the frame may be shown inside of other sites. */
function headersFor({ imageBase }: PublicParts, path: string): RequestHandler {
  return (_req, res, next) => {
    const pictures = imageBase() ? `'self' ${new URL(imageBase()).origin}` : "'self'";
    const directives = {
      'default-src': "'none'",
      'style-src': hashOf(publicStyle),
      'img-src': pictures,
      'font-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': path === '/embed' ? '*' : "'none'",
    };
    const policy = Object.entries(directives).map(([name, value]) => `${name} ${value}`);
    res.set('Content-Security-Policy', policy.join(';'));
    if (path === '/embed') res.removeHeader('X-Frame-Options');
    next();
  };
}

async function pageOf({ link, folder, url }: Visit, { imageBase }: PublicParts, from: number, count: number) {
  return {
    name: folder.name,
    itemCount: folder.itemCount,
    from,
    items: await readPublicItems({ link, folder }, from, count),
    imageBase: imageBase(),
    url,
    appUrl: `${new URL(url).origin}/folder/${folder._id.toHexString()}`,
    isFindable: link.isFindable,
  };
}

async function sendPage(visit: Visit, parts: PublicParts): Promise<void> {
  const { req, res, folder } = visit;
  const asked = Number(req.query.from ?? 0);
  if (!Number.isInteger(asked) || asked < 0) throw invalid([{ path: 'from', message: 'Must be a whole number' }]);
  const from = Math.min(asked, folder.itemCount);
  sendTagged(req, res, 'text/html', publicPage(await pageOf(visit, parts, from, PAGE_TITLES)));
}

async function sendFrame(visit: Visit, parts: PublicParts): Promise<void> {
  sendTagged(visit.req, visit.res, 'text/html', embeddedPage(await pageOf(visit, parts, 0, FRAME_TITLES)));
}

/** More posters than the picture has room for are not read. */
const PICTURE_TITLES = 9;

async function sendPicture({ req, res, link, folder }: Visit, { artist, limits }: PublicParts): Promise<void> {
  const titles = await readPublicItems({ link, folder }, 0, PICTURE_TITLES);
  const card = { heading: folder.name, line: countOf(folder.itemCount), titles };
  const etag = artist.etagOfListCard(card);
  res.set('ETag', etag);
  if (isCurrentVersion(req, etag)) {
    res.status(304).end();
    return;
  }
  const admit = (cost: number) => limits.drawingPerAddress.take(addressOf(req), cost);
  res.type('jpeg').send(await artist.drawListCard(card, admit));
}

/** Notes and names are there only if the link shows them. */
const extrasOf = ({ note, addedBy }: PublicItem) => ({ ...(note && { note }), ...(addedBy && { addedBy }) });

async function sendJson({ res, link, folder, url }: Visit, { findIds, imageBase }: PublicParts): Promise<void> {
  const base = imageBase();
  const origin = new URL(url).origin;
  async function* items() {
    for await (const page of readAllPublicItems({ link, folder })) {
      const ids = await findIds(page);
      yield page.map((item) => {
        const poster = pictureUrl(posterPathOf(item, base), 'w500', base);
        return {
          mediaType: item.mediaType,
          tmdbId: item.tmdbId,
          imdbId: ids.get(titleKey(item))?.imdb ?? null,
          title: item.title,
          releaseDate: item.releaseDate,
          overview: item.overview,
          posterUrl: poster && new URL(poster, origin).href,
          addedAt: item.addedAt.toISOString(),
          ...extrasOf(item),
        };
      });
    }
  }
  res.type('json');
  await sendPieces(res, inSlices(jsonPieces({ name: folder.name, url, itemCount: folder.itemCount, items: items() })));
}

async function sendTable({ res, link, folder }: Visit, { findIds }: PublicParts): Promise<void> {
  const { showsNotes, showsNames } = link;
  const columns = ['Title', 'Year', 'Type', 'TMDB', 'IMDb', 'Added'];
  const extra = [...(showsNotes ? ['Note'] : []), ...(showsNames ? ['Added by'] : [])];
  async function* lines() {
    yield `${BYTE_ORDER_MARK}${csvLines([[...columns, ...extra]])}`;
    for await (const page of readAllPublicItems({ link, folder })) {
      const ids = await findIds(page);
      yield csvLines(
        page.map((item) => [
          item.title,
          yearOf(item),
          item.mediaType === 'movie' ? 'Movie' : 'TV show',
          item.tmdbId,
          ids.get(titleKey(item))?.imdb,
          item.addedAt.toISOString(),
          ...(showsNotes ? [item.note] : []),
          ...(showsNames ? [item.addedBy] : []),
        ]),
      );
    }
  }
  res.attachment(`${fileNameOf(folder.name)}.csv`).type('text/csv; charset=utf-8');
  await sendPieces(res, inSlices(lines()));
}

async function sendRss({ req, res, link, folder, url }: Visit): Promise<void> {
  const items = await readLatestPublicItems({ link, folder }, FEED_TITLES);
  const text = rssFile({
    title: folder.name,
    description: `What was added to ${folder.name}`,
    pageUrl: url,
    feedUrl: `${url}.rss`,
    entries: items.map((item) => {
      const year = yearOf(item);
      const by = item.addedBy ? `Added by ${item.addedBy}.` : '';
      return {
        id: item.id,
        title: year ? `${item.title} (${year})` : item.title,
        url,
        text: [by, item.note, item.overview].filter(Boolean).join(' '),
        date: item.addedAt,
      };
    }),
  });
  sendTagged(req, res, 'application/rss+xml', text);
}

/** The days on which the list's films come out and episodes of its shows air, without names: who reads it is unknown. */
async function sendCalendar({ req, res, folder }: Visit, { shows, titles }: PublicParts): Promise<void> {
  const { films, showIds } = await findListedReleases(folder, CALENDAR_FILMS);
  const local = await withLocalDates(titles, films);
  const releases: CalendarEvent[] = local.films.flatMap(({ tmdbId, title, releaseDate }) =>
    releaseDate ? [{ day: releaseDate, title: { mediaType: 'movie' as const, tmdbId, title }, episodes: [] }] : [],
  );
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const since = new Date(now.getTime() - CALENDAR_DAYS_BACK * DAY_MS).toISOString().slice(0, 10);
  const found = await shows.findAll(showIds.slice(0, CALENDAR_SHOWS));
  // Calendar programs delete events that are missing.
  if (local.isAway || found.includes('away')) throw new PartMissing();
  for (const one of found) {
    const show = foundOrNull(one);
    if (!show) continue;
    const byDay = new Map<string, CalendarEvent['episodes'][number][]>();
    for (const { airDate, season, episode } of regularEpisodes(show, today)) {
      if (airDate !== null && airDate >= since)
        byDay.set(airDate, [...(byDay.get(airDate) ?? []), { season, episode }]);
    }
    const title = { mediaType: 'tv' as const, tmdbId: show.facts.tmdbId, title: show.facts.title };
    for (const [day, episodes] of byDay) releases.push({ day, title, episodes });
  }
  releases.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  sendTagged(req, res, 'text/calendar', icsFile(folder.name, folder._id.toHexString(), releases));
}

/** How programs show the address of a public list: as its frame. */
async function sendOembed(req: Request, res: Response, { config, limits }: PublicParts): Promise<void> {
  await limits.workPerVisitor.take(addressOf(req), PAGE_COST);
  if (req.query.format !== undefined && req.query.format !== 'json') {
    res.status(501).json({ error: 'Only JSON is available' });
    return;
  }
  const origin = originOf(req, config);
  const asked = String(req.query.url ?? '');
  const token =
    URL.canParse(asked) && new URL(asked).origin === origin && /^\/s\/([\w-]{22})$/.exec(new URL(asked).pathname)?.[1];
  if (!token) throw notFound();
  const { folder } = await openPublicLink(token);
  res.set({ 'Cache-Control': CACHING, 'Access-Control-Allow-Origin': '*' });
  const within = (most: unknown, usual: number) =>
    Number(most) >= 1 ? Math.min(Math.floor(Number(most)), usual) : usual;
  const width = within(req.query.maxwidth, FRAME.width);
  const height = within(req.query.maxheight, FRAME.height);
  const url = `${origin}/s/${token}`;
  // A picture that is too large for the caller is left out.
  const hasThumbnail =
    within(req.query.maxwidth, THUMBNAIL.width) === THUMBNAIL.width &&
    within(req.query.maxheight, THUMBNAIL.height) === THUMBNAIL.height;
  const thumbnail = {
    thumbnail_url: `${url}/picture.jpg`,
    thumbnail_width: THUMBNAIL.width,
    thumbnail_height: THUMBNAIL.height,
  };
  res.json({
    version: '1.0',
    type: 'rich',
    title: folder.name,
    provider_name: 'Marquee',
    provider_url: origin,
    cache_age: 60,
    width,
    height,
    html: `<iframe src="${url}/embed" width="${width}" height="${height}" loading="lazy" frameborder="0" title="A list on Marquee"></iframe>`,
    ...(hasThumbnail && thumbnail),
  });
}
