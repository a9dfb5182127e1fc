import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { FilmPerson, FoundPage } from '../../../common/schemas/title.ts';
import { about, queryClient } from '../../lib/query.ts';
import { type ChosenFilters, filterText, noFilters } from './filters/titleFilters.ts';
import { fetchActors, fetchTitles, type PageRequest } from './title.api.ts';
import { useTitles } from './title.store.ts';

export type CatalogueKind = 'movie' | 'tv' | 'person';
type Entry = { movie: TitleFacts; tv: TitleFacts; person: FilmPerson };

/** The loaded pages of one list. */
export interface Shelf<T> {
  entries: T[];
  /** How many entries all pages have. */
  total: number;
  /** The name that was probably meant by a search that no name matches. */
  meant: string | undefined;
}

/** So long a list that was left is still there. */
const KEPT_MS = 60 * 60 * 1000;

/** Popular titles or actors, or those that a search finds. They change only with the source of titles. */
export const shelfQuery = <Kind extends CatalogueKind>(kind: Kind, query: string, filters: ChosenFilters = noFilters) =>
  infiniteQueryOptions({
    ...about('titles'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    queryKey: ['shelf', kind, query, filterText(filters)],
    queryFn: ({ pageParam: page, signal }) =>
      fetchPage(kind, { query, page, filters, signal }) as Promise<FoundPage<Entry[Kind]>>,
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    select: toShelf<Entry[Kind]>,
  });

/** A shelf that another component loads. */
export function useShelf<Kind extends CatalogueKind>(kind: Kind, query: string, filters?: ChosenFilters) {
  return useInfiniteQuery({ ...shelfQuery(kind, query, filters), enabled: false });
}

/** An actor of any list that has been loaded. */
export function findInShelves(id: number): FilmPerson | undefined {
  return queryClient
    .getQueriesData<InfiniteData<FoundPage<FilmPerson>>>({ queryKey: ['shelf', 'person'] })
    .flatMap(([, loaded]) => loaded?.pages ?? [])
    .flatMap(({ results }) => results)
    .find((person) => person.id === id);
}

async function fetchPage(kind: CatalogueKind, request: PageRequest): Promise<FoundPage<TitleFacts | FilmPerson>> {
  if (kind === 'person') return fetchActors(request);
  const answer = await fetchTitles(kind, request);
  useTitles.getState().applyFacts(answer.results);
  return answer;
}

/** A list that changes between two requests repeats some entries. */
function toShelf<T extends TitleFacts | FilmPerson>({ pages }: InfiniteData<FoundPage<T>>): Shelf<T> {
  const entries = new Map<number, T>();
  for (const entry of pages.flatMap(({ results }) => results)) {
    const id = 'tmdbId' in entry ? entry.tmdbId : entry.id;
    if (!entries.has(id)) entries.set(id, entry);
  }
  return { entries: [...entries.values()], total: pages.at(-1)?.total_results ?? 0, meant: pages[0]?.did_you_mean };
}
