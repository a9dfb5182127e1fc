import { useMemo, useRef } from 'react';
import type { Item } from '../../../../common/schemas/item.ts';
import { columnsAt } from '../../../components/posters/grid/gridLayout.ts';
import { useBox } from '../../../components/posters/grid/useBox.ts';
import { posterOf, posterSources } from '../../../lib/images.ts';
import classes from './ListCover.module.css';

const LEAST = 6;

/**
 * The colours of a list behind its head: its first posters, blurred. They are the pictures of the first row of the grid, so
 * that nothing more is loaded.
 */
export function ListCover({ items }: { items: readonly Item[] }) {
  const cover = useRef<HTMLDivElement>(null);
  const { width, gap } = useBox(cover);
  const columns = columnsAt(width);
  const posterWidth = (width - gap * (columns - 1)) / columns;
  const count = Math.max(LEAST, columns);
  const shown = useMemo(() => firstPosters(items, count), [items, count]);

  return (
    <div ref={cover} className={`${classes.cover} not-on-paper`} aria-hidden="true">
      {width > 0 && shown.length > 0 && (
        <div className={classes.art}>
          <div className={classes.pictures}>
            {shown.map((item) => (
              <img key={item.id} {...posterSources(posterOf(item), posterWidth)} alt="" decoding="async" />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** In the order of the screen: what is still to watch comes first. */
function firstPosters(items: readonly Item[], count: number): Item[] {
  const withPoster = items.filter((item) => posterOf(item));
  const toWatch = withPoster.filter((item) => !item.watched).slice(0, count);
  return [...toWatch, ...withPoster.filter((item) => item.watched).slice(0, count - toWatch.length)];
}
