import { setTimeout as delay } from 'node:timers/promises';
import type { MediaType } from '../../../../common/title.ts';
import type { TitleFacts } from '../title.source.ts';

export interface CandidateList {
  mediaType: MediaType;
  list: 'popular' | 'top_rated';
  page: number;
}

/** Twenty requests in all, and then from the cache. */
const PAGES = [1, 2, 3, 4, 5];
const first: CandidateList = { mediaType: 'movie', list: 'popular', page: 1 };
const lists = (['movie', 'tv'] as const).flatMap((mediaType) =>
  (['popular', 'top_rated'] as const).flatMap((list) =>
    PAGES.map((page): CandidateList => ({ mediaType, list, page })),
  ),
);

/** Pages that take longer are left out this once. */
const ALL_MS = 3000;
const LEAST_MS = 500;

/** Titles of several lists, each once and in the order of the lists, whichever comes first. */
export async function readCandidates(read: (list: CandidateList) => Promise<TitleFacts[]>): Promise<TitleFacts[]> {
  const since = Date.now();
  // While the source is away this costs one list's tries, and not twenty's. When it is not, the list is known by then.
  await read(first);
  const found: TitleFacts[][] = lists.map(() => []);
  const all = Promise.allSettled(
    lists.map(async (list, place) => {
      found[place] = await read(list);
    }),
  );
  await Promise.race([all, delay(Math.max(LEAST_MS, since + ALL_MS - Date.now()), undefined, { ref: false })]);
  const byTitle = new Map(found.flat().map((facts) => [`${facts.mediaType}:${facts.id}`, facts]));
  return [...byTitle.values()];
}
