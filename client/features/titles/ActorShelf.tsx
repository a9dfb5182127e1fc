import { useCallback } from 'react';
import type { Person } from '../../../common/title.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PosterGrid, type PosterPlace } from '../../components/PosterGrid.tsx';
import { PosterGridSkeleton } from '../../components/Skeletons.tsx';
import { ActorCard } from './ActorCard.tsx';
import { useShelf } from './catalogue.store.ts';
import { LoadMore } from './LoadMore.tsx';
import { ShelfFailed } from './ShelfFailed.tsx';

const CAPTION = 92;

/** The actors that are popular or found. */
export function ActorShelf({ query }: { query: string }) {
  const shelf = useShelf('person', query);
  const renderActor = useCallback((person: Person, place: PosterPlace) => <ActorCard person={person} {...place} />, []);

  if (!shelf) return <PosterGridSkeleton label="Loading actors" captionHeight={CAPTION} />;
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

function keyOf(person: Person): string {
  return String(person.id);
}
