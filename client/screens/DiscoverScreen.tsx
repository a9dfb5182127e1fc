import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SegmentedTabs } from '../components/SegmentedTabs.tsx';
import { ActorShelf } from '../features/titles/ActorShelf.tsx';
import { type CatalogueKind, useCatalogue, useShelf } from '../features/titles/catalogue.store.ts';
import { TitleShelf } from '../features/titles/TitleShelf.tsx';
import { useCreateAction } from '../lib/createAction.ts';
import { useOpenDialog } from '../lib/dialogUrl.ts';
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
  const shownQuery = useShelves(kind, query);
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

  return (
    <>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>Discover</h1>
          <p className={classes.subtitle} aria-live="polite">
            {shownQuery ? `What matches “${shownQuery}”` : 'Browse popular movies, TV shows and actors'}
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
      <div id="discover" role="tabpanel" aria-label={kinds.find(({ value }) => value === kind)?.label}>
        {kind === 'person' ? (
          <ActorShelf query={shownQuery} />
        ) : (
          <TitleShelf key={kind} mediaType={kind} query={shownQuery} />
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

/**
 * Loads what the tab shows, and with a search text the other two as well. Gives the text to show: the last one stays
 * until the answers to the next are here, so that typing does not flash skeletons.
 */
function useShelves(kind: CatalogueKind, query: string): string {
  const loadShelf = useCatalogue((state) => state.loadShelf);
  const isHere = useShelf(kind, query) !== undefined;
  const [shown, setShown] = useState(query);

  useEffect(() => {
    const controller = new AbortController();
    const wanted = query ? kinds.map(({ value }) => value) : [kind];
    for (const each of wanted) loadShelf(each, query, controller.signal);
    return () => controller.abort();
  }, [kind, query, loadShelf]);

  if (isHere && shown !== query) setShown(query);
  return isHere ? query : shown;
}
