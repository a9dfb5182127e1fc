import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { withParams } from '../../../lib/page/dialogUrl.ts';
import { type CatalogueKind, type Shelf, useShelf } from '../shelf.queries.ts';

/** What can be browsed and searched, as tabs. */
export const kinds = [
  { value: 'movie', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
  { value: 'person', label: 'Actors' },
] as const;

/** The id of the panel that the tabs switch. */
export const PANEL_ID = 'titles';

/**
 * The chosen kind, kept in the address as `?tab=`. Until the viewer chooses one, a search opens the first kind with
 * results.
 */
export function useKind(query: string): [CatalogueKind, (kind: CatalogueKind) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const found = useFirstFound(query);
  const kind = kinds.find(({ value }) => value === params.get('tab'))?.value ?? found;

  const setKind = useCallback(
    (tab: CatalogueKind) =>
      setParams((known) => new URLSearchParams(withParams(known.toString(), { tab })), {
        replace: true,
        preventScrollReset: true,
        state,
      }),
    [setParams, state],
  );
  return [kind, setKind];
}

/** The first kind with results. Until one has any, it is 'movie', so that the choice does not move while answers arrive. */
function useFirstFound(query: string): CatalogueKind {
  const { data: movies } = useShelf('movie', query);
  const { data: shows } = useShelf('tv', query);
  const { data: people } = useShelf('person', query);
  if (!query || !isEmpty(movies)) return 'movie';
  if (shows?.entries.length) return 'tv';
  return isEmpty(shows) && people?.entries.length ? 'person' : 'movie';
}

function isEmpty(shelf: Shelf<unknown> | undefined): boolean {
  return shelf?.entries.length === 0;
}
