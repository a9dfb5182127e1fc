import { type GridColumns, posterColumns, useColumns } from '../posters/gridColumns.ts';
import classes from './Skeletons.module.css';

interface GridSkeletonProps {
  /** 20 on grids, 6 on profiles. */
  count?: number;
  captionHeight?: number;
  columns?: GridColumns;
  label?: string;
}

/** A poster grid before its posters are known, in the size it will have. */
export function PosterGridSkeleton(props: GridSkeletonProps) {
  const { count = 20, captionHeight = 0, label = 'Loading' } = props;
  const columns = useColumns(props.columns ?? posterColumns);
  return (
    <div
      role="status"
      aria-label={label}
      className={classes.grid}
      style={{ '--columns': columns, '--caption': `${captionHeight}px` }}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={index} className={classes.poster} style={{ '--order': index }} />
      ))}
    </div>
  );
}

/** A row of posters before it is known. */
export function PosterRowSkeleton({ count = 6, label = 'Loading' }: { count?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className={classes.row}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={index} className={classes.poster} style={{ '--order': index }} />
      ))}
    </div>
  );
}

/** A grey bar or block that stands where something will. */
export function Skeleton({ width, height, radius }: { width?: number | string; height: number; radius?: number }) {
  return <div aria-hidden className={classes.block} style={{ width: width ?? '100%', height, borderRadius: radius }} />;
}
