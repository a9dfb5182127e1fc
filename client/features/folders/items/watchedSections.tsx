import type { Item } from '../../../../common/schemas/item.ts';
import type { GridSection } from '../../../components/posters/grid/gridLayout.ts';
import classes from './watchedSections.module.css';

const HEADING_HEIGHT = 56;

/** 'To Watch (n)' and 'Rewatch (n)'. An empty section is omitted. */
export function byWatched(items: readonly Item[]): GridSection<Item>[] {
  const toWatch = items.filter((item) => !item.watched);
  const rewatch = items.filter((item) => item.watched);
  return [
    { key: 'to-watch', heading: <Heading name="To Watch" count={toWatch.length} />, items: toWatch },
    { key: 'rewatch', heading: <Heading name="Rewatch" count={rewatch.length} />, items: rewatch },
  ]
    .filter((section) => section.items.length > 0)
    .map((section) => ({ ...section, headingHeight: HEADING_HEIGHT }));
}

function Heading({ name, count }: { name: string; count: number }) {
  return (
    <h2 className={classes.heading}>
      {name} <span className="item-count">({count})</span>
    </h2>
  );
}
