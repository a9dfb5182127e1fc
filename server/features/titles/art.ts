import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { composeBackdrop, composePortrait, composePoster, type Picture, renderWebp } from 'poster-art';
import { Busy } from '../../platform/http/errors.ts';
import type { ArtCache } from './art.cache.ts';
import { toSubject } from './artworkPath.ts';
import type { TitleSource } from './title.source.ts';

export const artSizes = [92, 154, 185, 300, 342, 500, 780, 1280] as const;

export type ArtKind = 'poster/movie' | 'poster/tv' | 'backdrop/movie' | 'backdrop/tv' | 'person';

/** Increased when the same composition is rendered differently, so that caches drop old pictures. */
const EDITION = 2;
/** Below this width posters are simpler: no small print, no grain. */
const SMALL = 100;
const CACHE_BYTES = 24 * 1024 * 1024;
/** Rendering uses the thread pool that file access and password hashing need too. */
const MAX_CONCURRENT = 2;
/** How many pictures may be queued: about five seconds of rendering. */
const MAX_QUEUED = 400;

export interface Artist {
  /**
   * The picture as WebP, or null for an unknown id. `admit` is called with the cost before a picture is rendered that
   * is not cached yet; it may throw. Throws Busy when the queue is full.
   */
  draw(kind: ArtKind, id: number, width: number, admit?: (cost: number) => Promise<void>): Promise<Buffer | null>;
  etagOf(kind: ArtKind, id: number, width: number): string;
}

interface ArtistOptions {
  /** Null caches pictures in memory only. */
  cache?: ArtCache | null;
  maxQueued?: number;
}

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

  function render(key: string, picture: Picture, width: number): Promise<Buffer> {
    if (queue.pendingCount >= maxQueued) {
      throw new Busy('Too many pictures are being drawn. Please try again in a moment.');
    }
    const result = queue(() => renderWebp(picture, width, width >= SMALL)).finally(() => rendering.delete(key));
    rendering.set(key, result);
    return result;
  }

  return {
    async draw(kind, id, width, admit = async () => {}) {
      const key = `${kind}/${id}/${width}`;
      const known = latest.get(key) ?? rendering.get(key);
      if (known) return known;
      const picture = await compose(source, kind, id, width < SMALL);
      if (!picture) return null;
      const name = fileNameOf(picture, { kind, id, width });
      const stored = await cache?.read(name);
      if (!stored) await admit(costOf(width));
      // Another request may have started rendering during the awaits above.
      const bytes = stored ?? (await (rendering.get(key) ?? render(key, picture, width)));
      latest.set(key, bytes);
      if (!stored) void cache?.write(name, bytes);
      return bytes;
    },

    etagOf: (kind, id, width) => `"art-${EDITION}-${kind.replace('/', '-')}-${id}-w${width}"`,
  };
}

async function compose(source: TitleSource, kind: ArtKind, id: number, isSmall: boolean): Promise<Picture | null> {
  if (kind === 'person') {
    const person = await source.findPerson(id);
    return person && composePortrait(person);
  }
  const facts = await source.findTitle(kind.endsWith('tv') ? 'tv' : 'movie', id);
  if (!facts) return null;
  return kind.startsWith('poster') ? composePoster(toSubject(facts), isSmall) : composeBackdrop(toSubject(facts));
}

/** The name contains a hash of the drawing: after an upgrade that draws a title differently, the name differs too. */
function fileNameOf(
  { svg, width: w, height: h }: Picture,
  { kind, id, width }: { kind: ArtKind; id: number; width: number },
): string {
  const drawing = createHash('sha256').update(`${EDITION} ${w} ${h} ${svg}`).digest('hex').slice(0, 16);
  return `${kind.replace('/', '-')}-${id}-w${width}-${drawing}.webp`;
}
