import { useRef } from 'react';
import { columnsAt, type GridColumns } from '../posters/grid/gridLayout.ts';
import { useBox } from '../posters/grid/useBox.ts';
import { useStripHeight } from '../posters/useStripHeight.ts';
import classes from './Skeletons.module.css';

interface GridSkeletonProps {
  /** 20 on grids, 6 on profiles. */
  count?: number;
  captionHeight?: number;
  /** The posters will have a plus or a remove button. */
  hasActions?: boolean;
  columns?: GridColumns;
  label?: string;
}

type RowSkeletonProps = Pick<GridSkeletonProps, 'count' | 'hasActions' | 'label'>;

/** A poster grid before its posters are known, in the size it will have. */
export function PosterGridSkeleton(props: GridSkeletonProps) {
  const { count = 20, captionHeight = 0, label = 'Loading' } = props;
  const caption = captionHeight + useStripHeight(props.hasActions);
  const container = useRef<HTMLDivElement>(null);
  const columns = columnsAt(useBox(container).width, props.columns);
  return (
    <div
      ref={container}
      role="status"
      aria-label={label}
      className={classes.grid}
      style={{ '--columns': columns, '--caption': `${caption}px` }}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={index} className={classes.poster} style={{ '--order': index }} />
      ))}
    </div>
  );
}

/** A row of posters before it is known. */
export function PosterRowSkeleton({ count = 6, hasActions, label = 'Loading' }: RowSkeletonProps) {
  const marginBottom = useStripHeight(hasActions);
  return (
    <div role="status" aria-label={label} className={classes.row} style={{ marginBottom }}>
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
