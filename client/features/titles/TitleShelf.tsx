import { Button } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import { type TitleFacts, titleKey } from '../../../common/item.ts';
import type { MediaType } from '../../../common/title.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PosterCard } from '../../components/PosterCard.tsx';
import { PosterGrid, type PosterPlace } from '../../components/PosterGrid.tsx';
import { PosterGridSkeleton } from '../../components/Skeletons.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../lib/dialogUrl.ts';
import { shelfKey, useShelf } from './catalogue.store.ts';
import { LoadMore } from './LoadMore.tsx';
import { ShelfFailed } from './ShelfFailed.tsx';
import { Spotlight } from './Spotlight.tsx';
import { posterFacts } from './titleFacts.ts';
import { type ChosenFilters, noFilters } from './titleFilters.ts';

const nouns = { movie: 'movies', tv: 'TV shows' } as const;

interface TitleShelfProps {
  mediaType: MediaType;
  query: string;
  filters: ChosenFilters;
  onClearFilters: () => void;
  /** Between the spotlight and the grid, where nothing is searched or filtered. */
  children?: ReactNode;
}

/** The films or shows that are popular or found, as one grid that grows by 'Load More'. */
export function TitleShelf({ mediaType, query, filters, onClearFilters, children }: TitleShelfProps) {
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

  if (!shelf) {
    return (
      <>
        {!query && !isFiltered && (
          <>
            <Spotlight title={undefined} />
            {children}
          </>
        )}
        <PosterGridSkeleton label={`Loading ${noun}`} />
      </>
    );
  }
  if (shelf.status === 'failed') return <ShelfFailed kind={mediaType} query={query} noun={noun} filters={filters} />;
  if (shelf.entries.length === 0 && isFiltered) {
    return (
      <EmptyState
        drawing="ticket"
        title={`No ${noun} found`}
        action={<Button onClick={onClearFilters}>Clear filters</Button>}
      >
        Nothing fits all of these filters at once.
      </EmptyState>
    );
  }
  if (shelf.entries.length === 0) {
    return (
      <EmptyState drawing="ticket" title={`No ${noun} found`}>
        Try another spelling, or fewer words.
      </EmptyState>
    );
  }
  return (
    <>
      {!query && !isFiltered && (
        <>
          <Spotlight title={shelf.entries[0]} />
          {children}
        </>
      )}
      <PosterGrid
        label={query ? `Found ${noun}` : isFiltered ? `Filtered ${noun}` : `Popular ${noun}`}
        sections={[{ key: shelfKey(mediaType, query, filters), items: shelf.entries }]}
        getKey={titleKey}
        renderPoster={renderPoster}
      />
      <LoadMore kind={mediaType} query={query} noun={noun} filters={filters} />
    </>
  );
}
