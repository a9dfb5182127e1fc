import { type ReactNode, useCallback } from 'react';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { RowFailed } from '../../components/feedback/RowFailed.tsx';
import { PosterRowSkeleton } from '../../components/feedback/Skeletons.tsx';
import type { PosterPlace } from '../../components/posters/grid/PosterGrid.tsx';
import { PosterCard } from '../../components/posters/PosterCard.tsx';
import { PosterRow, type PosterRowProps } from '../../components/posters/PosterRow.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../lib/page/dialogUrl.ts';
import { posterFacts } from '../titles/titleFacts.ts';
import classes from './PickRow.module.css';

const STEP = 800;

interface PickRowProps<T> extends Pick<PosterRowProps<T>, 'label'> {
  /** A small note next to the heading. */
  note?: ReactNode;
  /** Renders the reason below a poster. Keep it stable, or all posters render again. */
  caption: (pick: T, place: PosterPlace) => ReactNode;
  captionHeight: number;
  onRetry: () => void;
  /** Undefined while they load, or if that failed. */
  picks: readonly T[] | undefined;
  hasFailed: boolean;
}

/** A row of recommendations with its heading. Its height is the same while loading and after a failure. */
export function PickRow<T extends TitleFacts>(props: PickRowProps<T>) {
  const { label, note, caption, captionHeight, onRetry, picks, hasFailed } = props;
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
      {note && <span className="small-hint">{note}</span>}
    </div>
  );
  return (
    <section className={classes.row} aria-label={label} style={{ '--caption': `${captionHeight}px` }}>
      {picks ? (
        <PosterRow
          items={picks}
          getKey={titleKey}
          renderPoster={renderPoster}
          label={label}
          heading={heading}
          step={STEP}
          hasActions
          captionHeight={captionHeight}
        />
      ) : (
        <>
          <div className={classes.line}>{heading}</div>
          {hasFailed ? (
            <RowFailed text="Couldn’t load the picks." onRetry={onRetry} />
          ) : (
            <div className={classes.loading}>
              <PosterRowSkeleton count={12} hasActions label={`Loading ${label}`} />
            </div>
          )}
        </>
      )}
    </section>
  );
}
