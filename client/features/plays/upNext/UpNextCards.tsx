import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { UpNextEntry } from '../../../../common/schemas/progress.ts';
import { RowFailed } from '../../../components/feedback/RowFailed.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import type { PosterPlace } from '../../../components/posters/grid/PosterGrid.tsx';
import { PosterRow } from '../../../components/posters/PosterRow.tsx';
import { PHONE, useMediaQuery } from '../../../lib/page/useMediaQuery.ts';
import { useUpNext } from '../progress.queries.ts';
import { tickByKey, UpNextCard } from './UpNextCard.tsx';
import classes from './UpNextRow.module.css';
import { useKeptOrder } from './useKeptOrder.ts';

const WIDTHS = [256, 320] as const;
const RATIO = 9 / 16;
const WORDS = 86;
const STEP = 664;

export function UpNextCards() {
  const { upNext, isError, refetch } = useUpNext();
  const shows = useKeptOrder(upNext?.shows);
  const renderCard = useCallback(
    (entry: UpNextEntry, { tabIndex }: PosterPlace) => <UpNextCard {...entry} tabIndex={tabIndex} />,
    [],
  );
  const heading = (
    <div className={classes.heading}>
      <h2>Up next</h2>
      <Link to="/up-next" className="roomy-link">
        See all
      </Link>
    </div>
  );
  if (shows) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only handles a key of the buttons inside
      <div onKeyDown={tickByKey}>
        <PosterRow
          items={shows}
          getKey={keyOf}
          renderPoster={renderCard}
          label="Up next"
          heading={heading}
          step={STEP}
          ratio={RATIO}
          captionHeight={WORDS}
          widths={WIDTHS}
          empty={<RowFailed text="The movie database did not answer." onRetry={() => void refetch()} />}
        />
      </div>
    );
  }
  return (
    <>
      <div className={classes.line}>{heading}</div>
      {isError ? <RowFailed text="Couldn’t load Up next." onRetry={() => void refetch()} /> : <Loading />}
    </>
  );
}

const keyOf = ({ show }: UpNextEntry) => String(show.tmdbId);

function Loading() {
  const [phone, beyond] = WIDTHS;
  const width = useMediaQuery(PHONE) ? phone : beyond;
  return (
    <div className={classes.loading} role="status" aria-label="Loading Up next">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} width={width} height={Math.round(width * RATIO) + WORDS} radius={14} />
      ))}
    </div>
  );
}
