import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Calendar, CalendarTitle } from '../../../common/schemas/calendar.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { Switch } from '../../components/controls/Switch.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { Agenda, MonthTable } from '../../features/plays/calendar/CalendarDays.tsx';
import { calendarQuery, daysOfMonth, entriesByDay, nextMonth } from '../../features/plays/calendar/calendar.queries.ts';
import { useAllProgress } from '../../features/plays/progress.queries.ts';
import { calendarDay, monthText } from '../../lib/dates.ts';
import { withParams } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { PHONE, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import classes from './CalendarScreen.module.css';

/** What comes out in a month, and what the viewer has watched in it. The address says which month and list. */
export function CalendarScreen() {
  usePageTitle('Calendar');
  const { month, folderId, isInProgress, change } = useChosen();
  const query = useQuery(calendarQuery({ month, folderId }));
  const isPhone = useMediaQuery(PHONE);
  const days = daysOfMonth(month);
  const progress = useAllProgress(isInProgress);
  const entries = useMemo(
    () => query.data && entriesByDay(isInProgress ? onlyInProgress(query.data, progress) : query.data),
    [query.data, isInProgress, progress],
  );
  const Days = isPhone ? Agenda : MonthTable;

  return (
    <div className={classes.screen}>
      <ScreenHead title="Calendar" />
      <div className={classes.controls}>
        <MonthControl month={month} onChange={(value) => change('month', value)} />
        <ListChoice folderId={folderId} onChange={(value) => change('list', value)} />
        <Switch
          label="In progress only"
          checked={isInProgress}
          onChange={({ currentTarget }) => change('only', currentTarget.checked ? 'progress' : null)}
        />
      </div>
      {query.data?.isIncomplete && <p className={classes.hint}>Not everything in this month could be shown.</p>}
      {query.isError && !entries && (
        <LoadFailed title="Couldn’t load your calendar" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton height={480} radius={14} />}
      {entries?.size === 0 && (
        <Empty>{calendarDay(new Date()).startsWith(month) ? 'this month' : 'in this month'}</Empty>
      )}
      {entries && (entries.size > 0 || !isPhone) && <Days month={month} days={days} entries={entries} />}
      <p className={classes.hint}>
        <Link to="/account#calendar-and-feeds" className={`${classes.subscribe} roomy-link`}>
          Add to your calendar app
        </Link>
      </p>
    </div>
  );
}

type Part = 'month' | 'list' | 'only';

function useChosen() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('month') ?? '';
  return {
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : calendarDay(new Date()).slice(0, 7),
    folderId: params.get('list'),
    isInProgress: params.get('only') === 'progress',
    change(part: Part, value: string | null) {
      setParams(withParams(params.toString(), { [part]: value }), { replace: true, preventScrollReset: true });
    },
  };
}

/** Only shows that the viewer is in the middle of. What was watched comes when their progress is known. */
function onlyInProgress(calendar: Calendar, progress: ReturnType<typeof useAllProgress>): Calendar {
  const isOfOne = ({ mediaType, tmdbId }: CalendarTitle) =>
    mediaType === 'tv' && progress?.get(tmdbId)?.state === 'in-progress';
  return {
    ...calendar,
    releases: calendar.releases.filter(({ state }) => state === 'in-progress'),
    watched: calendar.watched.filter(({ title }) => isOfOne(title)),
  };
}

function MonthControl({ month, onChange }: { month: string; onChange: (month: string | null) => void }) {
  const isThisMonth = calendarDay(new Date()).startsWith(month);
  return (
    <div className={classes.month}>
      <ActionIcon variant="default" size={44} aria-label="Month before" onClick={() => onChange(nextMonth(month, -1))}>
        <IconChevronLeft size={20} stroke={1.75} />
      </ActionIcon>
      <h2 className={classes.monthName} aria-live="polite">
        {monthText(`${month}-15`)}
      </h2>
      <ActionIcon variant="default" size={44} aria-label="Month after" onClick={() => onChange(nextMonth(month, 1))}>
        <IconChevronRight size={20} stroke={1.75} />
      </ActionIcon>
      {!isThisMonth && (
        <Button variant="default" onClick={() => onChange(null)}>
          Today
        </Button>
      )}
    </div>
  );
}

function ListChoice({ folderId, onChange }: { folderId: string | null; onChange: (id: string | null) => void }) {
  const { own, sharedWithMe } = useFolderLists();
  const lists = [...own, ...sharedWithMe].map(({ folder }) => ({ value: folder.id, label: folder.name }));
  if (lists.length === 0) return null;
  return (
    <Choice
      aria-label="Titles of"
      className={classes.list}
      data={[{ value: '', label: 'All my shows and lists' }, ...lists]}
      value={folderId ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      drawing="ticket"
      title={`Nothing comes out ${children}`}
      action={
        <Button component={Link} to="/">
          Browse Content
        </Button>
      }
    >
      Episodes of shows that you watch or keep in a list appear here, and films of your lists when they come out.
    </EmptyState>
  );
}
