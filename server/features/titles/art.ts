import { LRUCache } from 'lru-cache';
import { composePortrait } from './art/portrait.ts';
import { composeBackdrop, composePoster } from './art/poster.ts';
import { type Picture, renderWebp } from './art/render.ts';
import { toSubject } from './art/subject.ts';
import type { TitleSource } from './title.source.ts';

export const artSizes = [92, 154, 185, 300, 342, 500, 780, 1280] as const;

export type ArtKind = 'poster/movie' | 'poster/tv' | 'backdrop/movie' | 'backdrop/tv' | 'person';

/** Raised when drawings change, so that no cache keeps an old one. */
const EDITION = 1;
/** Up to this width posters are simpler: no small print, no grain. */
const SMALL = 100;
const CACHE_BYTES = 24 * 1024 * 1024;
/** At once. Drawing runs on the threads that files and passwords need too. */
const DRAWN_AT_ONCE = 2;

export interface Artist {
  draw(kind: ArtKind, id: number, width: number): Promise<Buffer | null>;
  etagOf(kind: ArtKind, id: number, width: number): string;
}

/** Lets so many tasks run at once; the others wait in line. */
function createQueue(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await task();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

/** Draws posters, backdrops and monograms, and remembers the last few thousand. */
export function createArtist(source: TitleSource): Artist {
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (bytes) => bytes.length });
  const drawing = new Map<string, Promise<Buffer | null>>();
  const queued = createQueue(DRAWN_AT_ONCE);

  async function compose(kind: ArtKind, id: number, isSmall: boolean): Promise<Picture | null> {
    if (kind === 'person') {
      const person = await source.findPerson(id);
      return person && composePortrait(person);
    }
    const facts = await source.findTitle(kind.endsWith('tv') ? 'tv' : 'movie', id);
    if (!facts) return null;
    return kind.startsWith('poster') ? composePoster(toSubject(facts), isSmall) : composeBackdrop(toSubject(facts));
  }

  async function drawNew(kind: ArtKind, id: number, width: number): Promise<Buffer | null> {
    const isSmall = width < SMALL;
    const picture = await compose(kind, id, isSmall);
    return picture && renderWebp(picture, width, !isSmall);
  }

  return {
    async draw(kind, id, width) {
      const key = `${kind}/${id}/${width}`;
      const known = cache.get(key);
      if (known) return known;
      let started = drawing.get(key);
      if (!started) {
        started = queued(() => drawNew(kind, id, width)).finally(() => drawing.delete(key));
        drawing.set(key, started);
      }
      const bytes = await started;
      if (bytes) cache.set(key, bytes);
      return bytes;
    },

    etagOf: (kind, id, width) => `"art-${EDITION}-${kind.replace('/', '-')}-${id}-w${width}"`,
  };
}
