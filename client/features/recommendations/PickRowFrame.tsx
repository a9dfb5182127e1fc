import type { ReactNode } from 'react';
import { PosterRowSkeleton } from '../../components/Skeletons.tsx';
import classes from './PickRow.module.css';

interface PickRowFrameProps {
  label: string;
  status: 'ready' | 'failed' | undefined;
  /** Beside the heading, in small letters. */
  note?: ReactNode;
  captionHeight: number;
  onRetry: () => void;
  /** The row itself, given its heading. */
  children: (heading: ReactNode) => ReactNode;
}

/** A row of picks with its heading, as high while it loads and when it failed as it will be. */
export function PickRowFrame({ label, status, note, captionHeight, onRetry, children }: PickRowFrameProps) {
  const heading = (
    <div className={classes.heading}>
      <h2>{label}</h2>
      {note && <span className={classes.note}>{note}</span>}
    </div>
  );
  return (
    <section className={classes.row} aria-label={label} style={{ '--caption': `${captionHeight}px` }}>
      {status === 'ready' ? (
        children(heading)
      ) : (
        <>
          <div className={classes.line}>{heading}</div>
          {status === 'failed' ? (
            <div className={classes.failed}>
              <p>The picks did not load.</p>
              <button type="button" onClick={onRetry}>
                Try again
              </button>
            </div>
          ) : (
            <div className={classes.loading}>
              <PosterRowSkeleton count={12} label={`Loading ${label}`} />
            </div>
          )}
        </>
      )}
    </section>
  );
}
