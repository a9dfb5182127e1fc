import { useCallback } from 'react';
import type { FilmPerson } from '../../../../common/schemas/title.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { PosterGridSkeleton } from '../../../components/feedback/Skeletons.tsx';
import { PosterGrid, type PosterPlace } from '../../../components/posters/grid/PosterGrid.tsx';
import { LoadMore } from '../LoadMore.tsx';
import { ShelfFailed } from '../ShelfFailed.tsx';
import { useShelf } from '../shelf.queries.ts';
import { ActorCard } from './ActorCard.tsx';

const CAPTION = 92;

/** Popular or found actors. */
export function ActorShelf({ query, isEarly }: { query: string; isEarly: boolean }) {
  const shelf = useShelf('person', query);
  const renderActor = useCallback(
    (person: FilmPerson, place: PosterPlace) => <ActorCard person={person} {...place} />,
    [],
  );

  if (shelf.isPending || isEarly) return <PosterGridSkeleton label="Loading actors" captionHeight={CAPTION} />;
  if (!shelf.data) return <ShelfFailed shelf={shelf} noun="actors" />;
  const { entries } = shelf.data;
  if (entries.length === 0) {
    return (
      <EmptyState drawing="seats" title="No actors found">
        Try another spelling, or only the last name.
      </EmptyState>
    );
  }
  return (
    <>
      <PosterGrid
        label={query ? 'Found actors' : 'Popular actors'}
        sections={[{ key: `person:${query}`, items: entries }]}
        getKey={keyOf}
        renderPoster={renderActor}
        captionHeight={CAPTION}
      />
      <LoadMore shelf={shelf} noun="actors" />
    </>
  );
}

function keyOf(person: FilmPerson): string {
  return String(person.id);
}
