import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import {
  type ArtSubject,
  composeBackdrop,
  composeListCard,
  composePortrait,
  composePoster,
  type Picture,
  renderJpeg,
  renderWebp,
  spreadMotifs,
} from 'poster-art';
import type { TitleFacts as ItemFacts } from '../../../common/schemas/item.ts';
import { Busy } from '../../platform/http/errors.ts';
import type { ArtCache } from './art.cache.ts';
import { toSubject } from './artworkPath.ts';
import type { SourceFacts, TitleSource } from './title.source.ts';

export const artSizes = [92, 154, 185, 300, 342, 500, 780, 1280] as const;

export type ArtKind = 'poster/movie' | 'poster/tv' | 'backdrop/movie' | 'backdrop/tv' | 'person';

/** Increased when the same composition is rendered differently, so that caches drop old pictures. */
const EDITION = 3;
/** Below this width posters are simpler: no small print, no grain. */
const SMALL = 100;
const CACHE_BYTES = 24 * 1024 * 1024;
/** Rendering uses the thread pool that file access and password hashing need too. */
const MAX_CONCURRENT = 2;
/** How many pictures may be queued: about five seconds of rendering. */
const MAX_QUEUED = 400;

/** A list in the preview of a link. */
export interface ListCard {
  heading: string;
  /** Small, below the heading. */
  line: string;
  titles: readonly Pick<ItemFacts, 'mediaType' | 'tmdbId' | 'title' | 'releaseDate' | 'genres'>[];
}

export interface Artist {
  /**
   * The picture as WebP, or null for an unknown id. `admit` is called with the cost before a picture is rendered that
   * is not cached yet; it may throw. Throws Busy when the queue is full.
   */
  draw(kind: ArtKind, id: number, width: number, admit?: (cost: number) => Promise<void>): Promise<Buffer | null>;
  etagOf(kind: ArtKind, id: number, width: number): string;
  /** The picture of a list as JPEG, with `admit` and Busy as above. */
  drawListCard(card: ListCard, admit?: (cost: number) => Promise<void>): Promise<Buffer>;
  etagOfListCard(card: ListCard): string;
}

interface ArtistOptions {
  /** Null caches pictures in memory only. */
  cache?: ArtCache | null;
  maxQueued?: number;
}

/** The cost of rendering a list's picture: nine posters. */
const LIST_CARD_COST = 10;

/** The cost of rendering, by area: 1 is a poster in a grid, about 15 ms of processor time. */
function costOf(width: number): number {
  return Math.max(1, Math.round((width / 300) ** 2));
}

/** Draws posters, backdrops and monograms, and caches them in memory and on disk. */
export function createArtist(
  source: TitleSource,
  { cache = null, maxQueued = MAX_QUEUED }: ArtistOptions = {},
): Artist {
  const latest = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (bytes) => bytes.length });
  const rendering = new Map<string, Promise<Buffer>>();
  const queue = pLimit(MAX_CONCURRENT);
  const subjectOf = createSubjects(source);

  function render(key: string, paint: () => Promise<Buffer>): Promise<Buffer> {
    if (queue.pendingCount >= maxQueued) {
      throw new Busy('Too many pictures are being drawn. Please try again in a moment.');
    }
    const result = queue(paint).finally(() => rendering.delete(key));
    rendering.set(key, result);
    return result;
  }

  return {
    async draw(kind, id, width, admit = async () => {}) {
      const key = `${kind}/${id}/${width}`;
      const known = latest.get(key) ?? rendering.get(key);
      if (known) return known;
      const picture = await compose({ source, subjectOf }, kind, id, width < SMALL);
      if (!picture) return null;
      const name = fileNameOf(picture, { kind, id, width });
      const stored = await cache?.read(name);
      if (!stored) await admit(costOf(width));
      // Another request may have started rendering during the awaits above.
      const paint = () => renderWebp(picture, width, width >= SMALL);
      const bytes = stored ?? (await (rendering.get(key) ?? render(key, paint)));
      latest.set(key, bytes);
      if (!stored) void cache?.write(name, bytes);
      return bytes;
    },

    async drawListCard(card, admit = async () => {}) {
      const key = `list/${hashOf(card)}`;
      const known = latest.get(key) ?? rendering.get(key);
      if (known) return known;
      await admit(LIST_CARD_COST);
      const bytes = await (rendering.get(key) ??
        render(key, async () => renderJpeg(await composeCard({ source, subjectOf }, card))));
      latest.set(key, bytes);
      return bytes;
    },

    etagOfListCard: (card) => `"list-${EDITION}-${hashOf(card)}"`,

    etagOf: (kind, id, width) => `"art-${EDITION}-${kind.replace('/', '-')}-${id}-w${width}"`,
  };
}

interface Subjects {
  source: TitleSource;
  subjectOf: (facts: Parameters<typeof toSubject>[0]) => Promise<ArtSubject>;
}

function createSubjects(source: TitleSource): Subjects['subjectOf'] {
  const motifOf = createMotifs(source);
  return async (facts) => ({ ...toSubject(facts), motif: await motifOf(facts) });
}

async function compose(
  { source, subjectOf }: Subjects,
  kind: ArtKind,
  id: number,
  isSmall: boolean,
): Promise<Picture | null> {
  if (kind === 'person') {
    const person = await source.findPerson(id);
    return person && composePortrait(person);
  }
  const facts = await source.findTitle(kind.endsWith('tv') ? 'tv' : 'movie', id);
  if (!facts) return null;
  const subject = await subjectOf(facts);
  return kind.startsWith('poster') ? composePoster(subject, isSmall) : composeBackdrop(subject);
}

/** Titles that the bundled catalogue does not have are drawn from the facts in the list. */
async function composeCard({ source, subjectOf }: Subjects, { heading, line, titles }: ListCard): Promise<Picture> {
  const subjects = titles.map(async ({ mediaType, tmdbId, title, releaseDate, genres }) => {
    const facts = { mediaType, id: tmdbId, title, releaseDate: releaseDate ?? '', genreIds: genres };
    return subjectOf((await source.findTitle(mediaType, tmdbId)) ?? { ...facts, keywords: [], makers: [] });
  });
  return composeListCard({ heading, line, titles: await Promise.all(subjects) });
}

/** The name contains a hash of the drawing: after an upgrade that draws a title differently, the name differs too. */
function fileNameOf(
  { svg, width: w, height: h }: Picture,
  { kind, id, width }: { kind: ArtKind; id: number; width: number },
): string {
  const drawing = createHash('sha256').update(`${EDITION} ${w} ${h} ${svg}`).digest('hex').slice(0, 16);
  return `${kind.replace('/', '-')}-${id}-w${width}-${drawing}.webp`;
}

const hashOf = ({ heading, line, titles }: ListCard) => {
  const shown = titles.map(({ mediaType, tmdbId, title }) => [mediaType, tmdbId, title]);
  return createHash('sha256')
    .update(JSON.stringify([heading, line, shown]))
    .digest('hex')
    .slice(0, 24);
};

type Title = Pick<SourceFacts, 'mediaType' | 'id'>;

const keyOf = ({ mediaType, id }: Title) => `${mediaType}/${id}`;

/**
 * The motif of each title of the source's candidates, spread over the walls of popular titles and of each genre. They are
 * chosen with the first drawing, which takes a tenth of a second.
 */
function createMotifs(source: TitleSource): (title: Title) => Promise<string | undefined> {
  let motifs: Promise<Map<string, string>> | undefined;
  return async (title) => {
    motifs ??= source.candidates().then(chooseMotifs);
    return (await motifs).get(keyOf(title));
  };
}

export function chooseMotifs(titles: readonly SourceFacts[]): Map<string, string> {
  const ordered = [...titles].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const motifs = spreadMotifs(
    ordered.map((title) => ({
      subject: toSubject(title),
      walls: [title.mediaType, ...title.genreIds.map((genre) => `${title.mediaType} ${genre}`)],
    })),
  );
  return new Map(ordered.map((title, at) => [keyOf(title), motifs[at] ?? '']));
}
