import { imageUrl } from '../../lib/images.ts';
import { PHONE } from '../../lib/page/useMediaQuery.ts';
import classes from './PosterWall.module.css';

// Well-known titles. The art is the server's own and open to visitors.
const columns = [
  ['movie/603', 'movie/129', 'movie/76341', 'tv/1396', 'movie/289'],
  ['movie/335984', 'movie/120467', 'movie/578', 'movie/496243', 'tv/94605'],
  ['movie/157336', 'movie/313369', 'tv/95396', 'movie/348', 'movie/194'],
  ['movie/680', 'movie/4935', 'movie/438631', 'movie/539', 'tv/87108'],
  ['movie/105', 'tv/66732', 'movie/62', 'movie/372058', 'movie/11'],
  ['movie/843', 'movie/329', 'movie/244786', 'tv/136315', 'movie/346698'],
] as const;

/** A slanted, slowly moving wall of posters; decorative. */
export function PosterWall() {
  return (
    <div className={classes.wall} aria-hidden="true">
      <div className={classes.plane}>
        {columns.map((column, index) => (
          <div key={column[0]} className={classes.column} data-down={index % 2 === 1 || undefined}>
            {[...column, ...column].map((title, at) => (
              <picture key={`${title}-${at < column.length ? 'a' : 'b'}`}>
                <source media={PHONE} srcSet={imageUrl(`/api/art/poster/${title}`, 'w185') ?? undefined} />
                <img
                  className={classes.poster}
                  src={imageUrl(`/api/art/poster/${title}`, 'w342') ?? undefined}
                  alt=""
                  width={200}
                  height={300}
                  decoding="async"
                  fetchPriority="low"
                  onError={(event) => event.currentTarget.setAttribute('data-broken', '')}
                />
              </picture>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
