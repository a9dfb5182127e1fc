import { useCallback } from 'react';
import type { FilmPerson } from '../../../../common/schemas/title.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { PosterGridSkeleton } from '../../../components/feedback/Skeletons.tsx';
import { PosterGrid, type PosterPlace } from '../../../components/posters/grid/PosterGrid.tsx';
import { useShelf } from '../catalogue.store.ts';
import { LoadMore } from '../LoadMore.tsx';
import { ShelfFailed } from '../ShelfFailed.tsx';
import { ActorCard } from './ActorCard.tsx';

const CAPTION = 92;

/** Popular or found actors. */
export function ActorShelf({ query, isEarly }: { query: string; isEarly: boolean }) {
  const shelf = useShelf('person', query);
  const renderActor = useCallback(
    (person: FilmPerson, place: PosterPlace) => <ActorCard person={person} {...place} />,
    [],
  );

  if (!shelf || isEarly) return <PosterGridSkeleton label="Loading actors" captionHeight={CAPTION} />;
  if (shelf.status === 'failed') return <ShelfFailed kind="person" query={query} noun="actors" />;
  if (shelf.entries.length === 0) {
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
        sections={[{ key: `person:${query}`, items: shelf.entries }]}
        getKey={keyOf}
        renderPoster={renderActor}
        captionHeight={CAPTION}
      />
      <LoadMore kind="person" query={query} noun="actors" />
    </>
  );
}

function keyOf(person: FilmPerson): string {
  return String(person.id);
}
