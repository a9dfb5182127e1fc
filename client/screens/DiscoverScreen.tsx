import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SegmentedTabs } from '../components/SegmentedTabs.tsx';
import { ForYouRow } from '../features/recommendations/ForYouRow.tsx';
import { ActorShelf } from '../features/titles/ActorShelf.tsx';
import { type CatalogueKind, useCatalogue, useShelf } from '../features/titles/catalogue.store.ts';
import { FilterBar } from '../features/titles/FilterBar.tsx';
import { TitleShelf } from '../features/titles/TitleShelf.tsx';
import { type ChosenFilters, type FilterName, filterTextOf, parseFilters } from '../features/titles/titleFilters.ts';
import { useCreateAction } from '../lib/createAction.ts';
import { useOpenDialog, withParams } from '../lib/dialogUrl.ts';
import { usePageTitle } from '../lib/pageTitle.ts';
import { useSearchText } from '../lib/searchText.ts';
import { useDebounced } from '../lib/useDebounced.ts';
import classes from './DiscoverScreen.module.css';

const kinds = [
  { value: 'movie', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
  { value: 'person', label: 'Actors' },
] as const;

/** Browse what is popular, or what the header's search finds. */
export function DiscoverScreen() {
  usePageTitle('Discover');
  const [params, setParams] = useSearchParams();
  const kind = kinds.find(({ value }) => value === params.get('tab'))?.value ?? 'movie';
  const query = useDebounced(useSearchText((state) => state.text).trim());
  // Actors have no genre. A search goes over everything, and the filters wait in the address until it is cleared: the
  // movie database cannot narrow what it searches, and half-filtered pages would hide what is there.
  const chosen = kind === 'person' ? '' : filterTextOf(params, kind);
  const filterText = query ? '' : chosen;
  const filters = useMemo(() => parseFilters(filterText), [filterText]);
  const shown = useShelves(kind, query, filters);
  const openDialog = useOpenDialog();
  const create = useCallback(() => openDialog({ create: 'category' }), [openDialog]);
  useCreateAction(create);

  const handleTab = useCallback(
    (tab: CatalogueKind) => {
      setParams(
        (known) => {
          known.set('tab', tab);
          return known;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );

  const handleFilter = useCallback(
    (changes: Partial<Record<FilterName, string | null>>) => {
      setParams((known) => new URLSearchParams(withParams(known.toString(), changes)), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setParams],
  );
  const handleClear = useCallback(
    () => handleFilter({ genre: null, decade: null, rating: null, runtime: null, sort: null }),
    [handleFilter],
  );

  return (
    <>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>Discover</h1>
          <p className={classes.subtitle} aria-live="polite">
            {shown.query
              ? `What matches “${shown.query}”${chosen && ', filters aside'}`
              : 'Browse popular movies, TV shows and actors'}
          </p>
        </div>
        <SegmentedTabs
          look="screen"
          label="What to browse"
          tabs={kinds.map(({ value, label }) => ({
            value,
            label: <TabLabel kind={value} label={label} query={query} />,
          }))}
          value={kind}
          onChange={handleTab}
          panelId="discover"
        />
      </header>
      {kind !== 'person' && !query && (
        <FilterBar mediaType={kind} filters={filters} onChange={handleFilter} onClear={handleClear} />
      )}
      <div id="discover" role="tabpanel" aria-label={kinds.find(({ value }) => value === kind)?.label}>
        {kind === 'person' ? (
          <ActorShelf query={shown.query} />
        ) : (
          <TitleShelf
            key={kind}
            mediaType={kind}
            query={shown.query}
            filters={shown.filters}
            onClearFilters={handleClear}
          >
            <ForYouRow mediaType={kind} />
          </TitleShelf>
        )}
      </div>
    </>
  );
}

/** While searching, each tab says how much it found. */
function TabLabel({ kind, label, query }: { kind: CatalogueKind; label: string; query: string }) {
  const shelf = useShelf(kind, query);
  if (!query || !shelf) return label;
  const hasMore = shelf.page < shelf.totalPages;
  return (
    <>
      {label}{' '}
      <span className={classes.count}>
        {shelf.entries.length}
        {hasMore && '+'}
      </span>
    </>
  );
}

interface Shown {
  query: string;
  filters: ChosenFilters;
}

/**
 * Loads what the tab shows, and with a search text the other two as well. Gives what to show: the last one stays
 * until the answers to the next are here, so that typing and filtering do not flash skeletons.
 */
function useShelves(kind: CatalogueKind, query: string, filters: ChosenFilters): Shown {
  const loadShelf = useCatalogue((state) => state.loadShelf);
  const isHere = useShelf(kind, query, filters) !== undefined;
  const [shown, setShown] = useState({ kind, query, filters });

  useEffect(() => {
    const controller = new AbortController();
    const wanted = query ? kinds.map(({ value }) => value) : [kind];
    for (const each of wanted) loadShelf(each, query, controller.signal, filters);
    return () => controller.abort();
  }, [kind, query, filters, loadShelf]);

  const isNew = shown.kind !== kind || shown.query !== query || shown.filters !== filters;
  // Another tab has nothing to stay.
  const isDue = isHere || shown.kind !== kind;
  if (isDue && isNew) setShown({ kind, query, filters });
  return isDue ? { query, filters } : shown;
}
