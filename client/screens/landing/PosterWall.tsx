import { posterWall } from '../../../common/posterWall.ts';
import { imageUrl } from '../../lib/images.ts';
import { PHONE } from '../../lib/page/useMediaQuery.ts';
import classes from './PosterWall.module.css';

/** A slanted, slowly moving wall of posters; decorative. The server's preview draws its first window. */
export function PosterWall() {
  return (
    <div className={classes.wall} aria-hidden="true">
      <div className={classes.plane}>
        {posterWall.map((column, index) => (
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
                  // Phones hide two columns, whose pictures are then not loaded.
                  loading="lazy"
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
