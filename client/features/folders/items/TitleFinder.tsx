import { Button } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { SegmentedFilter } from '../../../components/controls/SegmentedFilter.tsx';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { MorePages } from '../../../components/feedback/MorePages.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { searchQueryOf } from '../../../lib/page/searchUrl.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { shelfQuery } from '../../titles/shelf.queries.ts';
import { ratingOf } from '../../titles/titleFacts.ts';
import classes from './TitleFinder.module.css';

type Kind = 'movie' | 'tv';

const kinds = [
  { value: 'movie', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
] as const;

interface TitleFinderProps {
  /** The titles that are already in the list, by titleKey. */
  present: ReadonlySet<string>;
  onAdd: (title: TitleFacts) => void;
  /** Shown above the popular titles while nothing is searched. */
  suggestions?: ReactNode;
}

/** Popular or found titles to add to the list. */
export function TitleFinder({ present, onAdd, suggestions }: TitleFinderProps) {
  const [text, setText] = useState('');
  const [chosen, setKind] = useState<Kind | null>(null);
  const query = useDebounced(searchQueryOf(text));
  const shelves = useBothShelves(chosen ?? 'movie', query);
  // As on Discover, a search opens the first kind with results until one is chosen.
  const hasOnlyShows = shelves.movie.data?.total === 0 && Boolean(shelves.tv.data?.total);
  const kind = chosen ?? (query && hasOnlyShows ? 'tv' : 'movie');
  const meant = query ? (shelves.movie.data?.meant ?? shelves.tv.data?.meant) : undefined;
  const shelf = shelves[kind];
  const choices = kinds.map(({ value, label }) => {
    const found = query ? shelves[value].data?.total : undefined;
    return { value, label: found === undefined ? label : `${label} (${found.toLocaleString('en')})`, found };
  });
  const other = choices.find(({ value }) => value !== kind);

  return (
    <div className={classes.finder}>
      <div className={classes.controls}>
        <SearchBox value={text} onChange={setText} placeholder="Search titles to add..." label="Search titles" />
        <SegmentedFilter choices={choices} value={kind} onChange={setKind} label="Kind of title" />
      </div>
      {meant && (
        <p className={classes.meant}>
          Did you mean{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setText(meant)}>
            <bdi>{meant}</bdi>
          </Button>
          ?
        </p>
      )}
      {!text.trim() && suggestions}
      {shelf.isPending && <FinderSkeleton />}
      {shelf.isError && !shelf.data && (
        <EmptyState
          drawing="reel"
          title={`Failed to fetch ${kind === 'movie' ? 'movies' : 'TV shows'}`}
          action={<Button onClick={() => void shelf.refetch()}>Try again</Button>}
        />
      )}
      {shelf.data?.entries.length === 0 && (
        <EmptyState
          drawing="ticket"
          title={`Nothing found for "${query}"`}
          action={other?.found ? <Button onClick={() => setKind(other.value)}>Show {other.label}</Button> : undefined}
        />
      )}
      {shelf.data && shelf.data.entries.length > 0 && (
        <FinderList kind={kind} query={query} shelf={shelf} present={present} onAdd={onAdd} />
      )}
    </div>
  );
}

interface FinderListProps extends Pick<TitleFinderProps, 'present' | 'onAdd'> {
  kind: Kind;
  query: string;
  shelf: ReturnType<typeof useBothShelves>[Kind];
}

/** The loaded titles, with 'Load More'. */
function FinderList({ kind, query, shelf, present, onAdd }: FinderListProps) {
  return (
    <>
      <ul className={classes.list} aria-label={query ? `Found for ${query}` : 'Popular titles'}>
        {shelf.data?.entries.map((title) => (
          <li key={titleKey(title)}>
            <FinderRow title={title} isIn={present.has(titleKey(title))} onAdd={onAdd} />
          </li>
        ))}
      </ul>
      <MorePages
        query={shelf}
        label="Load More"
        failure={`Failed to fetch ${kind === 'movie' ? 'movies' : 'TV shows'}`}
        className={classes.more}
      />
    </>
  );
}

/** The shelf of the kind, and when searching that of the other kind, whose number is shown. */
function useBothShelves(kind: Kind, query: string) {
  return {
    movie: useInfiniteQuery({ ...shelfQuery('movie', query), enabled: query !== '' || kind === 'movie' }),
    tv: useInfiniteQuery({ ...shelfQuery('tv', query), enabled: query !== '' || kind === 'tv' }),
  };
}

interface FinderRowProps {
  title: TitleFacts;
  isIn: boolean;
  onAdd: (title: TitleFacts) => void;
}

function FinderRow({ title, isIn, onAdd }: FinderRowProps) {
  return (
    <button
      type="button"
      className={classes.row}
      // Not disabled, so that it keeps the focus.
      aria-disabled={isIn}
      onClick={isIn ? undefined : () => onAdd(title)}
    >
      <span className={classes.poster}>
        <PosterImage title="" path={title.posterPath} width={44} />
      </span>
      <span className={classes.text}>
        <span className={classes.title}>
          <span className="visually-hidden">{isIn ? 'In the list: ' : 'Add '}</span>
          <bdi>{title.title}</bdi>
        </span>
        <span className={classes.facts}>
          {title.releaseDate?.slice(0, 4) || 'Unknown'} · {ratingOf(title)?.toFixed(1) ?? 'N/A'}
        </span>
      </span>
      <span className={classes.mark}>
        {isIn ? <IconCheck size={18} stroke={2} /> : <IconPlus size={18} stroke={2} />}
      </span>
    </button>
  );
}

function FinderSkeleton() {
  return (
    <div className={classes.list} role="status" aria-label="Loading titles">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
        <Skeleton key={index} height={82} radius={12} />
      ))}
    </div>
  );
}
