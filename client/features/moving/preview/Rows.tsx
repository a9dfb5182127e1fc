import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { Import, ImportOutcome } from '../../../../common/schemas/import.ts';
import { ScreenTabs } from '../../../components/controls/ScreenTabs.tsx';
import { LoadFailed } from '../../../components/feedback/LoadFailed.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { useTop } from '../../../components/useTop.ts';
import { rowsQuery } from '../importWork.queries.ts';
import { outcomeNames } from '../movingWords.ts';
import { countOfOutcome, outcomesOf, titlesOfOutcome } from './Counts.tsx';
import { RowLine } from './RowLine.tsx';
import classes from './Rows.module.css';

const ROW = 76;

/** The titles of an import by what becomes of them. */
export function RowTabs({ moving }: { moving: Import }) {
  const isApplied = moving.state !== 'preview';
  const outcomes = outcomesOf(moving.counts);
  const panelId = useId();
  const [chosen, choose] = useState<ImportOutcome | null>(null);
  const shown = outcomes.find((outcome) => outcome === chosen) ?? outcomes[0];
  if (!shown) return null;
  const tabs = outcomes.map((outcome) => {
    const { before, after } = outcomeNames[outcome];
    const count = countOfOutcome(moving.counts, outcome).toLocaleString('en');
    return { value: outcome, label: `${isApplied ? after : before} (${count})` };
  });
  return (
    <>
      <div className={classes.tabs}>
        <ScreenTabs tabs={tabs} value={shown} onChange={choose} label="Titles" panelId={panelId} />
      </div>
      <div id={panelId} role="tabpanel" aria-label={outcomeNames[shown].before}>
        <Rows key={shown} moving={moving} outcome={shown} />
      </div>
    </>
  );
}

interface RowsProps {
  moving: Import;
  outcome: ImportOutcome;
}

function Rows({ moving, outcome }: RowsProps) {
  // What cannot come is listed line by line, since each line has its own reason. So are rows whose titles have another outcome.
  const isByTitle = outcome !== 'refused' && titlesOfOutcome(moving.counts, outcome) > 0;
  const filter = isByTitle ? { outcome, each: 'title' as const } : { outcome };
  const query = useInfiniteQuery(rowsQuery(moving.id, filter));
  const rows = query.data ?? [];
  const list = useRef<HTMLUListElement>(null);
  const top = useTop(list);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.n ?? index,
  });
  const shown = virtualizer.getVirtualItems();
  const before = (shown[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? top) + top;

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - 20;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  if (query.isError && !query.data)
    return <LoadFailed title="Couldn’t load these titles" error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={ROW * 4} radius={14} />;
  return (
    <>
      {outcome === 'unknown' && <p className={classes.hint}>{unknownText(moving)}</p>}
      <ul
        ref={list}
        className={classes.rows}
        aria-label={outcomeNames[outcome].before}
        style={{ paddingTop: before, paddingBottom: Math.max(after, 0) }}
      >
        {shown.map(({ index }) => {
          const entry = rows[index];
          if (!entry) return null;
          return (
            <li key={entry.n} ref={virtualizer.measureElement} data-index={index} className={classes.row}>
              <RowLine moving={moving} entry={entry} isTitle={isByTitle} />
            </li>
          );
        })}
      </ul>
      {isFetchNextPageError && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function unknownText({ titles }: Import): string {
  if (titles.source === 'tmdb') return 'TMDB doesn’t know these titles. Search for another name, or leave them out.';
  const known = titles.known === null ? '' : ` It knows ${titles.known.toLocaleString('en')} titles.`;
  return `The built-in catalogue doesn’t have these titles.${known} They are looked up again when this site has a TMDB key.`;
}
