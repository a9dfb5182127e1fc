import { IconTrendingUp } from '@tabler/icons-react';
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { FilmPerson } from '../../../../common/schemas/title.ts';
import type { CellProps } from '../../../components/posters/grid/PosterGrid.tsx';
import { dominantColour } from '../../../lib/images.ts';
import { dialogState, withParams } from '../../../lib/page/dialogUrl.ts';
import classes from './ActorCard.module.css';
import { Portrait } from './Portrait.tsx';

interface ActorCardProps {
  person: FilmPerson;
  width: number;
  tabIndex: 0 | -1;
  cell?: CellProps;
}

/** An actor's card: portrait, name, department, popularity. */
export const ActorCard = memo(function ActorCard({ person, width, tabIndex, cell }: ActorCardProps) {
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
