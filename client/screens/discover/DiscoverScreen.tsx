import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FoundOnSite } from '../../features/folders/search/FoundOnSite.tsx';
import { useIsSiteSearched } from '../../features/folders/search/siteSearch.queries.ts';
import { UpNextRow } from '../../features/plays/upNext/UpNextRow.tsx';
import { ForYouRow } from '../../features/recommendations/ForYouRow.tsx';
import { FilterBar } from '../../features/titles/filters/FilterBar.tsx';
import { type FilterName, filterTextOf, noFilters, parseFilters } from '../../features/titles/filters/titleFilters.ts';
import { KindHead } from '../../features/titles/search/KindHead.tsx';
import { KindPanel } from '../../features/titles/search/KindPanel.tsx';
import { useKind } from '../../features/titles/search/kinds.ts';
import { useHasShelves, useShelves } from '../../features/titles/search/useShelves.ts';
import { useCreateAction } from '../../lib/page/createAction.ts';
import { useOpenDialog, withParams } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useRemovePreview } from '../../lib/page/preview.ts';
import { useSearchQuery } from '../../lib/page/searchUrl.ts';

/** Shows popular titles and actors, or the results of the header's search. */
export function DiscoverScreen() {
  usePageTitle('Discover');
  const query = useSearchQuery();
  const [kind, setKind] = useKind(query);
  const { params, setFilters, clearFilters } = useFilterAddress();
  // Actors have no genre. A search ignores the filters, which stay in the address until the search is cleared: the
  // movie database cannot filter a search, and filtering single pages would hide results.
  const chosen = kind === 'person' ? '' : filterTextOf(params, kind);
  const chosenFilters = useMemo(() => parseFilters(chosen), [chosen]);
  const filters = query ? noFilters : chosenFilters;
  // All of a search's results appear together, so that those that come late do not move the others.
  const isSiteSearched = useIsSiteSearched(query);
  const shown = useShelves(kind, query, { filters, isRestHere: isSiteSearched });
  const hasShelves = useHasShelves(kind, query, filters);
  useRemovePreview(isSiteSearched && hasShelves);
  const openDialog = useOpenDialog();
  const create = useCallback(() => openDialog({ create: 'category' }), [openDialog]);
  useCreateAction(create);

  return (
    <>
      <KindHead title="Discover" kind={kind} query={query} onChange={setKind}>
        {shown.query
          ? `Results for “${shown.query}”${chosen && ' (filters off)'}`
          : 'Browse popular movies, TV shows and actors'}
      </KindHead>
      {kind !== 'person' && !shown.query && (
        <FilterBar mediaType={kind} filters={chosenFilters} onChange={setFilters} onClear={clearFilters} />
      )}
      {kind !== 'person' && !shown.query && filters === noFilters && <UpNextRow />}
      {shown.query && <FoundOnSite query={shown.query} />}
      <KindPanel {...shown} kind={kind} onClearFilters={clearFilters}>
        {kind !== 'person' && <ForYouRow mediaType={kind} />}
      </KindPanel>
    </>
  );
}

function useFilterAddress() {
  const [params, setParams] = useSearchParams();

  const setFilters = useCallback(
    (changes: Partial<Record<FilterName, string | null>>) => {
      setParams((known) => new URLSearchParams(withParams(known.toString(), changes)), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setParams],
  );
  const clearFilters = useCallback(
    () => setFilters({ genre: null, decade: null, rating: null, runtime: null, sort: null }),
    [setFilters],
  );

  return { params, setFilters, clearFilters };
}
