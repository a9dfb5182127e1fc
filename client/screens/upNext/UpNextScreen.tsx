import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { UpNextEntry } from '../../../common/schemas/progress.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useKeptPlace } from '../../components/focus/useKeptFocus.ts';
import { TextButton } from '../../components/TextButton.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { useUpNext } from '../../features/plays/progress.queries.ts';
import { tickByKey, UpNextCard } from '../../features/plays/upNext/UpNextCard.tsx';
import { useKeptOrder } from '../../features/plays/upNext/useKeptOrder.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './UpNextScreen.module.css';

/** What the viewer can watch next of the shows they follow, and which of them return. */
export function UpNextScreen() {
  usePageTitle('Up next');
  const { upNext, error, isError, refetch } = useUpNext();
  const shows = useKeptOrder(upNext?.shows);
  const retry = () => void refetch();
  if (!shows && isError) return <LoadFailed heading="h1" title="Couldn’t load Up next" error={error} onRetry={retry} />;
  return (
    <>
      <ScreenHead title="Up next" />
      {!shows && <Loading />}
      {upNext?.isIncomplete && (
        <p className={classes.incomplete}>
          Some shows are missing: the movie database did not answer. <TextButton onClick={retry}>Try again</TextButton>
        </p>
      )}
      {shows && shows.length > 0 && <Shows shows={shows} />}
      {shows?.length === 0 && !upNext?.isIncomplete && <Empty />}
    </>
  );
}

function Shows({ shows }: { shows: readonly UpNextEntry[] }) {
  const kept = useKeptPlace<HTMLDivElement>('[data-tick]');
  const now = shows.filter(({ progress }) => progress.next);
  const later = shows.filter(({ progress }) => !progress.next).sort(byReturn);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles a key of the buttons inside
    <div {...kept} onKeyDown={tickByKey}>
      {now.length > 0 && <Cards shows={now} label="Watch next" />}
      {later.length > 0 && (
        <section className={classes.later}>
          <h2>Coming back</h2>
          <Cards shows={later} label="Coming back" />
        </section>
      )}
    </div>
  );
}

const returnOf = ({ progress }: UpNextEntry) => progress.upcoming?.airDate ?? '9';
const byReturn = (a: UpNextEntry, b: UpNextEntry) => (returnOf(a) < returnOf(b) ? -1 : 1);

function Cards({ shows, label }: { shows: readonly UpNextEntry[]; label: string }) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {shows.map((entry) => (
        <li key={entry.show.tmdbId} className={classes.cell}>
          <UpNextCard {...entry} />
        </li>
      ))}
    </ul>
  );
}

function Empty() {
  return (
    <EmptyState
      drawing="seats"
      title="Nothing up next yet"
      action={
        <Button component={Link} to="/">
          Find a show
        </Button>
      }
    >
      Open a show you are watching and tick what you have seen. Its next episode then waits here.
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className={classes.cards} role="status" aria-label="Loading Up next">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={264} radius={14} />
      ))}
    </div>
  );
}
