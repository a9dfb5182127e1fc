import { setTimeout as delay } from 'node:timers/promises';
import type { MediaType, Page } from '../../../../common/schemas/title.ts';
import type { SourceFacts, TitleOf } from '../title.source.ts';

interface CandidateList {
  mediaType: MediaType;
  list: 'popular' | 'top_rated';
  page: number;
}

type TitlePage = Page<TitleOf[MediaType]>;

export interface CandidatesFrom {
  read(list: CandidateList): Promise<TitlePage>;
  toFacts(mediaType: MediaType, title: TitleOf[MediaType]): Promise<SourceFacts>;
  /** Candidates for when the lists are unavailable. */
  fallback?: (() => Promise<SourceFacts[]>) | undefined;
}

/** Twenty requests in total; later ones come from the cache. */
const PAGES = [1, 2, 3, 4, 5];
const first: CandidateList = { mediaType: 'movie', list: 'popular', page: 1 };
const lists = (['movie', 'tv'] as const).flatMap((mediaType) =>
  (['popular', 'top_rated'] as const).flatMap((list) =>
    PAGES.map((page): CandidateList => ({ mediaType, list, page })),
  ),
);

/** Slower pages are left out this time; the next call finds them in the cache. */
const TIMEOUT_MS = 1200;
/** With a smaller share of the pages, the fallback gives better recommendations. */
const MIN_SHARE = 0.5;

/**
 * Titles of several lists without duplicates, in the order of the lists. Waits only a short time for a slow source. The
 * same pages give the same array, so that callers can cache what they compute from it.
 */
export function createCandidates({ read, toFacts, fallback }: CandidatesFrom): () => Promise<SourceFacts[]> {
  let latest: { pages: (TitlePage | undefined)[]; titles: SourceFacts[] } | undefined;

  async function join(pages: (TitlePage | undefined)[]): Promise<SourceFacts[]> {
    if (latest && pages.every((page, place) => page === latest?.pages[place])) return latest.titles;
    const all = await Promise.all(
      pages.flatMap((page, place) =>
        (page?.results ?? []).map((title) => toFacts(lists[place]?.mediaType ?? 'movie', title)),
      ),
    );
    const titles = [...new Map(all.map((facts) => [`${facts.mediaType}:${facts.id}`, facts])).values()];
    latest = { pages, titles };
    return titles;
  }

  return async () => {
    const found: (TitlePage | undefined)[] = lists.map(() => undefined);
    const all = (async () => {
      // If the source is unavailable, this causes the attempts for one list instead of twenty. Otherwise it is cached.
      await read(first);
      await Promise.allSettled(
        lists.map(async (list, place) => {
          found[place] = await read(list);
        }),
      );
      return true;
    })();
    // A failure is thrown below, unless there is a fallback.
    const isOver = await Promise.race([all, delay(TIMEOUT_MS, false, { ref: false })]).catch(() => false);

    const count = found.filter(Boolean).length;
    const isEnough = count > 0 && (isOver || count >= lists.length * MIN_SHARE);
    if (!isEnough && fallback) return fallback();
    // Without a fallback, wait for the lists.
    if (count === 0) await all;
    return join([...found]);
  };
}
