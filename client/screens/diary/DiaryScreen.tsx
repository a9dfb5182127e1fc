import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { shownItems } from '../../../common/replica/replica.pending.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { useKeptPlace } from '../../components/focus/useKeptPlace.ts';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { DiaryEntry } from '../../features/plays/diary/DiaryEntry.tsx';
import { byMonth, chartMonths, monthCounts } from '../../features/plays/diary/diaryMonths.ts';
import { MonthChart } from '../../features/plays/diary/MonthChart.tsx';
import { Proposals } from '../../features/plays/diary/Proposals.tsx';
import { usePlays } from '../../features/plays/play.store.ts';
import type { PlayLog } from '../../features/plays/playLog.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './DiaryScreen.module.css';

/** What the viewer has seen, month by month. */
export function DiaryScreen() {
  usePageTitle('Diary');
  const { log, hasFailed, load } = useDiary();

  if (!log && hasFailed) return <LoadFailed heading="h1" title="Your diary did not load" onRetry={load} />;
  return (
    <div className={classes.screen}>
      <ScreenHead title="Diary">
        <p className={classes.hint}>Only you see your diary. Lists show what you have seen only if you say so.</p>
      </ScreenHead>
      <Proposals />
      {!log && <Skeleton height={320} radius={14} />}
      {log?.plays.length === 0 && <Empty />}
      {log && log.plays.length > 0 && <Months log={log} />}
    </div>
  );
}

/** The log back to the first month of the chart, and the proposals, loaded on first use. */
function useDiary() {
  const log = usePlays((state) => state.log);
  const [hasFailed, setFailed] = useState(false);

  const load = () => {
    setFailed(false);
    const { loadLog, loadProposals } = usePlays.getState();
    loadLog(`${chartMonths(new Date())[0]}-01T00:00:00.000Z`).catch(() => setFailed(true));
    // Without them the diary is complete.
    loadProposals().catch(() => undefined);
  };
  useEffect(load, []);

  return { log, hasFailed, load };
}

function Months({ log }: { log: PlayLog }) {
  const { isBusy, run } = useBusy();
  const months = useMemo(() => byMonth(log.plays), [log]);
  const counts = monthCounts(log.plays, new Date());
  const starsOf = useStars();
  const kept = useKeptPlace<HTMLDivElement>('[aria-haspopup="menu"]');

  const loadOlder = () => run(usePlays.getState().loadOlder, 'Your diary did not load');

  return (
    <>
      {counts.some(({ count }) => count > 0) && <MonthChart months={counts} />}
      <div {...kept}>
        {months.map(({ key, label, plays }) => (
          <section key={key} className={classes.month}>
            <h2 className={classes.heading}>
              {label} <span className={classes.count}>{countOf(plays.length, 'title')}</span>
            </h2>
            <ul className={classes.entries}>
              {plays.map((play) => (
                <DiaryEntry key={play.id} play={play} stars={starsOf.get(titleKey(play))} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {log.next !== undefined && (
        <Button variant="default" loading={isBusy} onClick={loadOlder}>
          Show older
        </Button>
      )}
    </>
  );
}

/** The viewer's stars by title, from the list Reviewed. */
function useStars(): ReadonlyMap<string, number> {
  const { reviewed } = useFolderLists();
  const id = reviewed?.folder.id;

  useEffect(() => {
    // Without them the diary shows no stars.
    if (id)
      useFolders
        .getState()
        .loadItems(id)
        .catch(() => undefined);
  }, [id]);

  return useMemo(() => {
    const items = reviewed ? shownItems(reviewed) : [];
    return new Map(items.flatMap((item) => (item.userRating ? [[titleKey(item), item.userRating / 2]] : [])));
  }, [reviewed]);
}

function Empty() {
  return (
    <EmptyState
      drawing="ticket"
      title="Nothing in your diary yet"
      action={
        <Button component={Link} to="/">
          Browse Content
        </Button>
      }
    >
      Open a film or show and press 'I've seen this'.
    </EmptyState>
  );
}
