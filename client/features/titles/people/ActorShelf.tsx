import { IconTrendingUp } from '@tabler/icons-react';
import { memo, useCallback } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { FilmPerson } from '../../../../common/schemas/title.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { PosterGridSkeleton } from '../../../components/feedback/Skeletons.tsx';
import { type CellProps, PosterGrid, type PosterPlace } from '../../../components/posters/grid/PosterGrid.tsx';
import { dominantColour } from '../../../lib/images.ts';
import { dialogState, withParams } from '../../../lib/page/dialogUrl.ts';
import { LoadMore } from '../LoadMore.tsx';
import { ShelfFailed } from '../ShelfFailed.tsx';
import { useShelf } from '../shelf.queries.ts';
import classes from './ActorShelf.module.css';
import { Portrait } from './Portrait.tsx';

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

interface ActorCardProps {
  person: FilmPerson;
  width: number;
  tabIndex: 0 | -1;
  cell?: CellProps;
}

/** An actor's card: portrait, name, department, popularity. */
const ActorCard = memo(function ActorCard({ person, width, tabIndex, cell }: ActorCardProps) {
  const { search } = useLocation();
  return (
    <div {...cell}>
      <Link
        className={classes.card}
        to={{ search: withParams(search, { actor: String(person.id) }) }}
        state={dialogState}
        preventScrollReset
        tabIndex={tabIndex}
      >
        <span className={classes.picture} style={{ backgroundColor: dominantColour(person.profile_path) }}>
          <Portrait name={person.name} path={person.profile_path} width={width} />
        </span>
        <bdi className={classes.name}>{person.name}</bdi>
        <span className={classes.facts}>{person.known_for_department}</span>
        <span className={classes.facts}>
          <IconTrendingUp className={classes.sign} size={14} stroke={1.75} />
          <span className={classes.word}>Popularity </span>
          {person.popularity.toFixed(1)}
        </span>
      </Link>
    </div>
  );
});
