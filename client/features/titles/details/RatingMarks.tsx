import { IconStarFilled } from '@tabler/icons-react';
import type { ExternalRatings } from '../../../../common/schemas/title.ts';
import classes from './RatingMarks.module.css';

interface RatingMarksProps {
  ratings: ExternalRatings | undefined;
  /** 0 to 10, from the movie database. */
  community: number | null;
}

/** Ratings from several sources. A source without a rating is omitted. */
export function RatingMarks({ ratings, community }: RatingMarksProps) {
  const { rottenTomatoes, imdb, metacritic } = ratings ?? {};
  return (
    <ul className={classes.marks} aria-label="Ratings">
      <li className={classes.mark}>
        <IconStarFilled className="star-full" size={16} />
        <span className="visually-hidden">Community rating</span>
        <strong>{community ? community.toFixed(1) : 'N/A'}</strong>
      </li>
      {imdb && <Mark name="IMDb" short="IMDb" value={imdb.rating.toFixed(1)} />}
      {rottenTomatoes && <Mark name="Rotten Tomatoes" short="RT" value={`${Math.round(rottenTomatoes.rating)}%`} />}
      {metacritic && <Mark name="Metacritic" short="MC" value={String(Math.round(metacritic.rating))} />}
    </ul>
  );
}

function Mark({ name, short, value }: { name: string; short: string; value: string }) {
  return (
    <li className={classes.mark}>
      <abbr title={name}>{short}</abbr>
      <strong>{value}</strong>
    </li>
  );
}
