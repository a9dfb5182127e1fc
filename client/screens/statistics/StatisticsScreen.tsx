import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Choice } from '../../components/controls/Choice.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useBusy } from '../../components/feedback/useBusy.ts';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { BigNumbers, Sums } from '../../features/plays/statistics/Sums.tsx';
import {
  listStatisticsQuery,
  sharePicture,
  statisticsQuery,
  type Year,
} from '../../features/plays/statistics/statistics.queries.ts';
import { isRefused } from '../../lib/http/http.ts';
import { withParams } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './StatisticsScreen.module.css';

/** What the viewer, or the people of a list, watched in a year or in all time. The address says which. */
export function StatisticsScreen() {
  usePageTitle('Your year');
  const { year, folderId, change } = useChosen();
  const own = useQuery(statisticsQuery(year));
  const hasPicture = folderId === null && !own.isPlaceholderData && (own.data?.totals.plays ?? 0) > 0;

  return (
    <div className={classes.screen}>
      <ScreenHead title="Your year" actions={hasPicture && <SharePicture year={year} />}>
        <p className={classes.hint}>
          {folderId === null
            ? 'Only you see this.'
            : 'The titles of the list, for everyone who shows what they have seen. Nobody’s own numbers are shown.'}
        </p>
      </ScreenHead>
      <div className={classes.controls}>
        <YearChoice year={year} firstYear={own.data?.firstYear ?? null} onChange={(value) => change('year', value)} />
        <WhoChoice folderId={folderId} onChange={(value) => change('list', value)} />
      </div>
      {folderId === null ? <Own year={year} /> : <OfList folderId={folderId} year={year} />}
    </div>
  );
}

function Own({ year }: { year: Year }) {
  const { data, isPlaceholderData, error, isLoadingError, refetch } = useQuery(statisticsQuery(year));
  if (isLoadingError)
    return <LoadFailed title="Couldn’t load your year" error={error} onRetry={() => void refetch()} />;
  if (!data || isPlaceholderData) return <Waiting />;
  if (data.totals.plays === 0)
    return (
      <EmptyState
        drawing="ticket"
        title={year === null ? 'Nothing watched yet' : `Nothing watched in ${year}`}
        action={
          <Button component={Link} to="/">
            Browse Content
          </Button>
        }
      >
        Open a film or show and press 'I've seen this'.
      </EmptyState>
    );
  return (
    <>
      <BigNumbers totals={data.totals} />
      <Sums sums={data} own={{ statistics: data, year }} />
    </>
  );
}

function OfList({ folderId, year }: { folderId: string; year: Year }) {
  const { data, error, refetch } = useQuery(listStatisticsQuery(folderId, year));
  if (error && isRefused(error))
    return (
      <EmptyState drawing="seats" title="List not found">
        It was deleted, or is no longer shared with you.
      </EmptyState>
    );
  if (error && !data)
    return <LoadFailed title="Couldn’t load the year of this list" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.people === 0)
    return (
      <EmptyState drawing="seats" title={year === null ? 'Nothing to add up yet' : `Nothing to add up in ${year}`}>
        At least two people of the list must show what they have seen, and have watched some of its titles.
      </EmptyState>
    );
  return (
    <>
      <BigNumbers totals={data.totals} />
      <Sums sums={data} />
    </>
  );
}

function Waiting(): ReactNode {
  return (
    <>
      <Skeleton height={96} radius={14} />
      <div className={classes.waiting}>
        <Skeleton height={280} radius={14} />
      </div>
    </>
  );
}

type Part = 'year' | 'list';

function useChosen() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('year') ?? '';
  const year: Year = asked === 'all' ? null : /^[1-9]\d{3}$/.test(asked) ? Number(asked) : new Date().getFullYear();
  return {
    year,
    folderId: params.get('list'),
    change(part: Part, value: string | null) {
      setParams(withParams(params.toString(), { [part]: value }), { replace: true, preventScrollReset: true });
    },
  };
}

interface YearChoiceProps {
  year: Year;
  firstYear: number | null;
  onChange: (year: string | null) => void;
}

/** All time, and each year since the first one in the diary. */
function YearChoice({ year, firstYear, onChange }: YearChoiceProps) {
  const thisYear = new Date().getFullYear();
  const first = Math.min(firstYear ?? thisYear, year ?? thisYear);
  const last = Math.max(thisYear, year ?? thisYear);
  const years = Array.from({ length: last - first + 1 }, (_, at) => String(last - at));
  return (
    <Choice
      aria-label="Year"
      data={[...years, { value: 'all', label: 'All time' }]}
      value={year === null ? 'all' : String(year)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface WhoChoiceProps {
  folderId: string | null;
  onChange: (folderId: string | null) => void;
}

/** The viewer, or the people of a shared list. */
function WhoChoice({ folderId, onChange }: WhoChoiceProps) {
  const { sharedByMe, sharedWithMe } = useFolderLists();
  const lists = [...sharedByMe, ...sharedWithMe].map(({ folder }) => ({ value: folder.id, label: folder.name }));
  if (lists.length === 0) return null;
  return (
    <Choice
      aria-label="Whose year"
      data={[{ value: '', label: 'Me' }, ...lists]}
      value={folderId ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

function SharePicture({ year }: { year: Year }) {
  const { isBusy, run } = useBusy();
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconShare2 />}
      onClick={() => void run(() => sharePicture(year), 'Couldn’t make the picture. Please try again.')}
    >
      Share picture
    </Button>
  );
}
