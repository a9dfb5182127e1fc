import { useEffect, useState } from 'react';
import { type CatalogueKind, shelfKey, useCatalogue, useShelf } from '../catalogue.store.ts';
import { type ChosenFilters, noFilters } from '../filters/titleFilters.ts';
import { kinds } from './kinds.ts';

/** Whether the shelf of the tab is here, and with a search text those of the other two, whose tabs show their counts. */
export function useHasShelves(kind: CatalogueKind, query: string, filters: ChosenFilters = noFilters): boolean {
  const isHere = useShelf(kind, query, filters) !== undefined;
  const areAllHere = useCatalogue(({ shelves }) => kinds.every(({ value }) => shelves[shelfKey(value, query)]));
  return isHere && (!query || areAllHere);
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
  const loadShelf = useCatalogue((state) => state.loadShelf);
  const isHere = useShelf(kind, query, filters) !== undefined;
  const edition = useCatalogue((state) => state.edition);
  const [shown, setShown] = useState({ kind, query, filters });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another edition drops what was loaded
  useEffect(() => {
    const controller = new AbortController();
    const wanted = query ? kinds.map(({ value }) => value) : [kind];
    for (const each of wanted) loadShelf(each, query, controller.signal, filters);
    return () => controller.abort();
  }, [kind, query, filters, loadShelf, edition]);

  const isNew = shown.kind !== kind || shown.query !== query || shown.filters !== filters;
  // A new tab has no previous shelf.
  const isDue = (isHere && isRestHere) || shown.kind !== kind;
  if (isDue && isNew) setShown({ kind, query, filters });
  const next = isDue ? { query, filters } : shown;
  return { ...next, isEarly: next.query === query && !isRestHere };
}
