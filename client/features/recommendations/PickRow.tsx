import { type ReactNode, useCallback } from 'react';
import { type TitleFacts, titleKey } from '../../../common/item.ts';
import { PosterCard } from '../../components/PosterCard.tsx';
import type { PosterPlace } from '../../components/PosterGrid.tsx';
import { PosterRow, type PosterRowProps } from '../../components/PosterRow.tsx';
import { PosterRowSkeleton } from '../../components/Skeletons.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../lib/dialogUrl.ts';
import { posterFacts } from '../titles/titleFacts.ts';
import classes from './PickRow.module.css';

const STEP = 800;

interface PickRowProps<T> extends Pick<PosterRowProps<T>, 'label' | 'widths'> {
  status: 'ready' | 'failed' | undefined;
  /** Beside the heading, in small letters. */
  note?: ReactNode;
  /** Why a title is picked, below its poster; one function for ever, or all posters are drawn again. */
  caption: (pick: T, place: PosterPlace) => ReactNode;
  captionHeight: number;
  onRetry: () => void;
  /** Once they are there. */
  picks: readonly T[] | undefined;
}

/** A row of picks with its heading, as high while it loads and when it failed as it will be. */
export function PickRow<T extends TitleFacts>(props: PickRowProps<T>) {
  const { label, status, note, caption, captionHeight, onRetry, picks, widths } = props;
  const linkTo = useTitleLink();
  const openDialog = useOpenDialog();

  const renderPoster = useCallback(
    (pick: T, place: PosterPlace) => (
      <PosterCard
        {...posterFacts(pick)}
        to={linkTo(pick)}
        onAdd={() => openDialog({ add: titleParam(pick) })}
        caption={caption(pick, place)}
        {...place}
      />
    ),
    [linkTo, openDialog, caption],
  );

  const heading = (
    <div className={classes.heading}>
      <h2>{label}</h2>
      {note && <span className={classes.note}>{note}</span>}
    </div>
  );
  return (
    <section className={classes.row} aria-label={label} style={{ '--caption': `${captionHeight}px` }}>
      {status === 'ready' ? (
        picks && (
          <PosterRow
            items={picks}
            getKey={titleKey}
            renderPoster={renderPoster}
            label={label}
            heading={heading}
            step={STEP}
            captionHeight={captionHeight}
            widths={widths}
          />
        )
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
