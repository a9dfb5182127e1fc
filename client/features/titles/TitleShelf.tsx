import { Button } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { PosterGridSkeleton } from '../../components/feedback/Skeletons.tsx';
import { PosterGrid, type PosterPlace } from '../../components/posters/grid/PosterGrid.tsx';
import { PosterCard } from '../../components/posters/PosterCard.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../lib/page/dialogUrl.ts';
import { Spotlight } from './details/Spotlight.tsx';
import { type ChosenFilters, filterText, noFilters } from './filters/titleFilters.ts';
import { LoadMore } from './LoadMore.tsx';
import { ShelfFailed } from './ShelfFailed.tsx';
import { useShelf } from './shelf.queries.ts';
import { posterFacts } from './titleFacts.ts';

const nouns = { movie: 'movies', tv: 'TV shows' } as const;

interface TitleShelfProps {
  mediaType: MediaType;
  query: string;
  isEarly: boolean;
  filters: ChosenFilters;
  onClearFilters?: (() => void) | undefined;
  /** Shown between the spotlight and the grid if nothing is searched or filtered. */
  children?: ReactNode;
}

/** Popular or found films or shows, as a grid with 'Load More'. */
export function TitleShelf({ mediaType, query, isEarly, filters, onClearFilters, children }: TitleShelfProps) {
  const shelf = useShelf(mediaType, query, filters);
  const isFiltered = filters !== noFilters;
  const linkTo = useTitleLink();
  const openDialog = useOpenDialog();
  const noun = nouns[mediaType];

  const renderPoster = useCallback(
    (title: TitleFacts, place: PosterPlace) => (
      <PosterCard
        {...posterFacts(title)}
        to={linkTo(title)}
        onAdd={() => openDialog({ add: titleParam(title) })}
        {...place}
      />
    ),
    [linkTo, openDialog],
  );

  const isPopular = !query && !isFiltered;
  if (shelf.isPending || isEarly) {
    return (
      <>
        {isPopular && <Spotlight title={undefined} />}
        {isPopular && children}
        <PosterGridSkeleton hasActions label={`Loading ${noun}`} />
      </>
    );
  }
  if (!shelf.data) return <ShelfFailed shelf={shelf} noun={noun} />;
  const { entries } = shelf.data;
  if (entries.length === 0) {
    return <NothingFound noun={noun} onClearFilters={isFiltered ? onClearFilters : undefined} />;
  }
  return (
    <>
      {isPopular && <Spotlight title={entries[0]} />}
      {isPopular && children}
      <PosterGrid
        label={query ? `Found ${noun}` : isFiltered ? `Filtered ${noun}` : `Popular ${noun}`}
        sections={[{ key: [mediaType, query, filterText(filters)].join(' '), items: entries }]}
        getKey={titleKey}
        renderPoster={renderPoster}
        hasActions
      />
      <LoadMore shelf={shelf} noun={noun} />
    </>
  );
}

interface NothingFoundProps {
  noun: string;
  /** Undefined if no filter is set. */
  onClearFilters: (() => void) | undefined;
}

function NothingFound({ noun, onClearFilters }: NothingFoundProps) {
  return (
    <EmptyState
      drawing="ticket"
      title={`No ${noun} found`}
      action={onClearFilters && <Button onClick={onClearFilters}>Clear filters</Button>}
    >
      {onClearFilters ? 'Nothing fits all of these filters at once.' : 'Try another spelling, or fewer words.'}
    </EmptyState>
  );
}
