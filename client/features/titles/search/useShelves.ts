import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { type ChosenFilters, noFilters } from '../filters/titleFilters.ts';
import { type CatalogueKind, shelfQuery, useShelf } from '../shelf.queries.ts';

/** Whether the shelf of the tab is here, and with a search text those of the other two, whose tabs show their counts. */
export function useHasShelves(kind: CatalogueKind, query: string, filters: ChosenFilters = noFilters): boolean {
  const { isPending } = useShelf(kind, query, filters);
  const all = [useShelf('movie', query), useShelf('tv', query), useShelf('person', query)];
  return !isPending && (!query || !all.some((shelf) => shelf.isPending));
}

/** The name that was probably meant by a search that no name matches. */
export function useMeant(query: string): string | undefined {
  const all = [useShelf('movie', query), useShelf('tv', query), useShelf('person', query)];
  return all.find(({ data }) => data?.meant)?.data?.meant;
}

/** The films and shows that a search finds, and whether there may be more of them in a moment. */
export function useFoundTitles(query: string): { titles: TitleFacts[]; isPending: boolean } {
  const movies = useInfiniteQuery({ ...shelfQuery('movie', query), enabled: query !== '' });
  const shows = useInfiniteQuery({ ...shelfQuery('tv', query), enabled: query !== '' });
  return {
    titles: query === '' ? [] : [...(movies.data?.entries ?? []), ...(shows.data?.entries ?? [])],
    isPending: query !== '' && (movies.isPending || shows.isPending),
  };
}

interface Shown {
  query: string;
  filters: ChosenFilters;
  /** What stands above the shelf is not here yet, so the shelf would move. */
  isEarly: boolean;
}

interface ShelvesOptions {
  filters?: ChosenFilters;
  /** Whether what stands above the shelf, found by the same search, is here. */
  isRestHere?: boolean;
}

/**
 * Loads the shelf of the tab, and with a search text those of the other two. Returns the shelf to show: the last one
 * stays until the next has loaded, so that typing and filtering do not flash skeletons.
 */
export function useShelves(
  kind: CatalogueKind,
  query: string,
  { filters = noFilters, isRestHere = true }: ShelvesOptions = {},
): Shown {
  const isHere = !useShelf(kind, query, filters).isPending;
  const [shown, setShown] = useState({ kind, query, filters });

  const isWanted = (each: CatalogueKind) => query !== '' || each === kind;
  useInfiniteQuery({ ...shelfQuery('movie', query, filters), enabled: isWanted('movie') });
  useInfiniteQuery({ ...shelfQuery('tv', query, filters), enabled: isWanted('tv') });
  useInfiniteQuery({ ...shelfQuery('person', query, filters), enabled: isWanted('person') });

  const isNew = shown.kind !== kind || shown.query !== query || shown.filters !== filters;
  // A new tab has no previous shelf.
  const isDue = (isHere && isRestHere) || shown.kind !== kind;
  if (isDue && isNew) setShown({ kind, query, filters });
  const next = isDue ? { query, filters } : shown;
  return { ...next, isEarly: next.query === query && !isRestHere };
}
