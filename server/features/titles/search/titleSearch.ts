import { LRUCache } from 'lru-cache';
import { plainText } from '../../../../common/text.ts';
import { type Entry, type Found, type Kind, TitleIndex } from './titleIndex.ts';

/** The index of titles and people. It is filled at the first use. */
export interface TitleSearch {
  find(query: string): Promise<Found>;
  /** Adds what the index does not have. */
  add(kind: Kind, entries: readonly Entry[]): Promise<void>;
}

/** How many queries are kept with their results. */
const RECENT = 50;

export function createTitleSearch(
  longNames: Record<string, string>,
  fill: (index: TitleIndex) => Promise<void>,
): TitleSearch {
  let filled: Promise<TitleIndex> | undefined;
  // The app asks for films, shows and people at the same time, and for further pages later.
  const recent = new LRUCache<string, Found>({ max: RECENT });

  function ready(): Promise<TitleIndex> {
    filled ??= (async () => {
      const index = new TitleIndex(longNames);
      await fill(index);
      return index;
    })();
    return filled;
  }

  return {
    async find(query) {
      const index = await ready();
      const text = plainText(query);
      const known = recent.get(text);
      if (known) return known;
      const found = index.find(text);
      recent.set(text, found);
      return found;
    },

    async add(kind, entries) {
      const index = await ready();
      if (await index.addAll(kind, entries)) recent.clear();
    },
  };
}
