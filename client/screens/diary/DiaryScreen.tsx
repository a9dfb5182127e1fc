import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { shownItems } from '../../../common/replica/replica.pending.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { LinkButton } from '../../components/controls/LinkButton.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { MorePages } from '../../components/feedback/MorePages.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useKeptPlace } from '../../components/focus/useKeptFocus.ts';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { useLoadedPart } from '../../features/folders/state/useFolder.ts';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { DiaryEntry } from '../../features/plays/diary/DiaryEntry.tsx';
import { MonthChart } from '../../features/plays/diary/MonthChart.tsx';
import { Proposals } from '../../features/plays/diary/Proposals.tsx';
import { byMonth, monthCounts } from '../../features/plays/diaryMonths.ts';
import { logQuery, type PlayLog } from '../../features/plays/play.queries.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './DiaryScreen.module.css';

/** What the viewer has seen, month by month. */
export function DiaryScreen() {
  usePageTitle('Diary');
  const query = useInfiniteQuery(logQuery);
  const log = query.data;

  if (!log && query.isError)
    return (
      <LoadFailed
        heading="h1"
        title="Couldn’t load your diary"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <div className={classes.screen}>
      <ScreenHead
        title="Diary"
        actions={
          <LinkButton to="/statistics" icon={IconChartBar}>
            Your year
          </LinkButton>
        }
      >
        <p className={classes.hint}>Only you see your diary. A list shows what you have seen only if you allow it.</p>
      </ScreenHead>
      <Proposals />
      {!log && <Skeleton height={320} radius={14} />}
      {log?.plays.length === 0 && <Empty />}
      {log && log.plays.length > 0 && <Months log={log} />}
      <MorePages query={query} label="Show older" />
    </div>
  );
}

function Months({ log }: { log: PlayLog }) {
  const months = useMemo(() => byMonth(log.plays), [log]);
  const counts = monthCounts(log.plays, new Date());
  const starsOf = useStars();
  const kept = useKeptPlace<HTMLDivElement>('[aria-haspopup="menu"]');

  return (
    <>
      {counts.some(({ count }) => count > 0) && <MonthChart months={counts} />}
      <div {...kept}>
        {months.map(({ key, label, plays }) => (
          <section key={key} className={classes.month}>
            <h2 className={classes.heading}>
              {label} <span className={classes.count}>{countOf(plays.length, 'entry', 'entries')}</span>
            </h2>
            <ul className={classes.entries}>
              {plays.map((play) => (
                <DiaryEntry key={play.id} play={play} stars={starsOf.get(titleKey(play))} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** The viewer's stars by title, from the list Reviewed. */
function useStars(): ReadonlyMap<string, number> {
  const { reviewed } = useFolderLists();
  // Without them the diary shows no stars.
  useLoadedPart('loadItems', reviewed?.folder.id);

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
