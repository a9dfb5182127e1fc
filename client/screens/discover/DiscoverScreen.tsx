import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ScreenTabs } from '../../components/controls/ScreenTabs.tsx';
import { ForYouRow } from '../../features/recommendations/ForYouRow.tsx';
import { type CatalogueKind, useCatalogue, useShelf } from '../../features/titles/catalogue.store.ts';
import { FilterBar } from '../../features/titles/filters/FilterBar.tsx';
import {
  type ChosenFilters,
  type FilterName,
  filterTextOf,
  parseFilters,
} from '../../features/titles/filters/titleFilters.ts';
import { ActorShelf } from '../../features/titles/people/ActorShelf.tsx';
import { TitleShelf } from '../../features/titles/TitleShelf.tsx';
import { useCreateAction } from '../../lib/page/createAction.ts';
import { useOpenDialog, withParams } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useSearchText } from '../../lib/page/searchText.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import classes from './DiscoverScreen.module.css';

const kinds = [
  { value: 'movie', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
  { value: 'person', label: 'Actors' },
] as const;

/** Shows popular titles and actors, or the results of the header's search. */
export function DiscoverScreen() {
  usePageTitle('Discover');
  const { params, kind, setKind, setFilters, clearFilters } = useDiscoverAddress();
  const query = useDebounced(useSearchText((state) => state.text).trim());
  // Actors have no genre. A search ignores the filters, which stay in the address until the search is cleared: the
  // movie database cannot filter a search, and filtering single pages would hide results.
  const chosen = kind === 'person' ? '' : filterTextOf(params, kind);
  const filterText = query ? '' : chosen;
  const filters = useMemo(() => parseFilters(filterText), [filterText]);
  const shown = useShelves(kind, query, filters);
  const openDialog = useOpenDialog();
  const create = useCallback(() => openDialog({ create: 'category' }), [openDialog]);
  useCreateAction(create);

  return (
    <>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>Discover</h1>
          <p className={classes.subtitle} aria-live="polite">
            {shown.query
              ? `Results for “${shown.query}”${chosen && ' (filters off)'}`
              : 'Browse popular movies, TV shows and actors'}
          </p>
        </div>
        <KindTabs kind={kind} query={query} onChange={setKind} />
      </header>
      {kind !== 'person' && !query && (
        <FilterBar mediaType={kind} filters={filters} onChange={setFilters} onClear={clearFilters} />
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
            onClearFilters={clearFilters}
          >
            <ForYouRow mediaType={kind} />
          </TitleShelf>
        )}
      </div>
    </>
  );
}

/** The tab and the filters in the address. */
function useDiscoverAddress() {
  const [params, setParams] = useSearchParams();
  const kind: CatalogueKind = kinds.find(({ value }) => value === params.get('tab'))?.value ?? 'movie';

  const change = useCallback(
    (changes: Partial<Record<FilterName | 'tab', string | null>>) => {
      setParams((known) => new URLSearchParams(withParams(known.toString(), changes)), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setParams],
  );
  const setKind = useCallback((tab: CatalogueKind) => change({ tab }), [change]);
  const clearFilters = useCallback(
    () => change({ genre: null, decade: null, rating: null, runtime: null, sort: null }),
    [change],
  );

  return { params, kind, setKind, setFilters: change, clearFilters };
}

interface KindTabsProps {
  kind: CatalogueKind;
  query: string;
  onChange: (kind: CatalogueKind) => void;
}

function KindTabs({ kind, query, onChange }: KindTabsProps) {
  return (
    <ScreenTabs
      label="What to browse"
      tabs={kinds.map(({ value, label }) => ({
        value,
        label: <TabLabel kind={value} label={label} query={query} />,
      }))}
      value={kind}
      onChange={onChange}
      panelId="discover"
    />
  );
}

/** While searching, each tab shows its number of results. */
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
 * Loads the shelf of the tab, and with a search text those of the other two. Returns the shelf to show: the last one
 * stays until the next has loaded, so that typing and filtering do not flash skeletons.
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
  // A new tab has no previous shelf.
  const isDue = isHere || shown.kind !== kind;
  if (isDue && isNew) setShown({ kind, query, filters });
  return isDue ? { query, filters } : shown;
}
