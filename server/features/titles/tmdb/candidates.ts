import { setTimeout as delay } from 'node:timers/promises';
import type { MediaType, Page } from '../../../../common/title.ts';
import type { TitleFacts, TitleOf } from '../title.source.ts';

export interface CandidateList {
  mediaType: MediaType;
  list: 'popular' | 'top_rated';
  page: number;
}

type TitlePage = Page<TitleOf[MediaType]>;

export interface CandidatesFrom {
  read(list: CandidateList): Promise<TitlePage>;
  toFacts(mediaType: MediaType, title: TitleOf[MediaType]): Promise<TitleFacts>;
  /** What there is without the lists. */
  instead?: (() => Promise<TitleFacts[]>) | undefined;
}

/** Twenty requests in all, and then from the cache. */
const PAGES = [1, 2, 3, 4, 5];
const first: CandidateList = { mediaType: 'movie', list: 'popular', page: 1 };
const lists = (['movie', 'tv'] as const).flatMap((mediaType) =>
  (['popular', 'top_rated'] as const).flatMap((list) =>
    PAGES.map((page): CandidateList => ({ mediaType, list, page })),
  ),
);

/** Pages that take longer are left out this once, and there the next time. */
const ALL_MS = 1200;
/** When time is up with fewer pages than this share, what there is without them makes the better picks. */
const ENOUGH = 0.5;

/**
 * Titles of several lists, each once and in the order of the lists, whichever comes first. Nobody waits long for a source
 * that is slow, and the same pages give the very same array, so that what was made of it serves again.
 */
export function createCandidates({ read, toFacts, instead }: CandidatesFrom): () => Promise<TitleFacts[]> {
  let latest: { pages: (TitlePage | undefined)[]; titles: TitleFacts[] } | undefined;

  async function joined(pages: (TitlePage | undefined)[]): Promise<TitleFacts[]> {
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
      // While the source is away this costs one list's tries, and not twenty's. When it is not, the list is known by then.
      await read(first);
      await Promise.allSettled(
        lists.map(async (list, place) => {
          found[place] = await read(list);
        }),
      );
      return true;
    })();
    // A failure is told below, unless there is something instead.
    const isOver = await Promise.race([all, delay(ALL_MS, false, { ref: false })]).catch(() => false);

    const count = found.filter(Boolean).length;
    const isEnough = count > 0 && (isOver || count >= lists.length * ENOUGH);
    if (!isEnough && instead) return instead();
    // Without anything instead, late is better than not at all.
    if (count === 0) await all;
    return joined([...found]);
  };
}
