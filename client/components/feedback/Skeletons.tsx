import { useRef } from 'react';
import { columnsAt } from '../posters/grid/gridLayout.ts';
import { useBox } from '../posters/grid/useBox.ts';
import { useStripHeight } from '../posters/useStripHeight.ts';
import classes from './Skeletons.module.css';

const GRID_COUNT = 20;

interface SkeletonProps {
  /** The posters will have a plus or a remove button. */
  hasActions?: boolean;
  label?: string;
}

/** A poster grid before its posters are known, in the size it will have. */
export function PosterGridSkeleton(props: SkeletonProps & { captionHeight?: number }) {
  const { captionHeight = 0, hasActions, label = 'Loading' } = props;
  const caption = captionHeight + useStripHeight(hasActions);
  const container = useRef<HTMLDivElement>(null);
  const columns = columnsAt(useBox(container).width);
  return (
    <div
      ref={container}
      role="status"
      aria-label={label}
      className={classes.grid}
      style={{ '--columns': columns, '--caption': `${caption}px` }}
    >
      {Array.from({ length: GRID_COUNT }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={index} className={classes.poster} style={{ '--order': index }} />
      ))}
    </div>
  );
}

/** A row of posters before it is known. */
export function PosterRowSkeleton({ count = 6, hasActions, label = 'Loading' }: SkeletonProps & { count?: number }) {
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
