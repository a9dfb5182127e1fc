import { Button } from '@mantine/core';
import { IconFolders, IconLayoutGrid, IconStar } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { families } from '../../common/families.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { useColumns } from '../components/gridColumns.ts';
import { SegmentedTabs } from '../components/SegmentedTabs.tsx';
import { PosterRowSkeleton, Skeleton } from '../components/Skeletons.tsx';
import { FailedLists } from '../features/folders/FailedLists.tsx';
import type { ListAction } from '../features/folders/FolderCard.tsx';
import { folderPath } from '../features/folders/folderPaths.ts';
import { InvitationList, useInvitationsSettled } from '../features/folders/InvitationList.tsx';
import { ListRow, listRowHeight } from '../features/folders/ListRow.tsx';
import { LiveSummary } from '../features/folders/LiveSummary.tsx';
import { type MediaFilter, mediaTabs, readFilter } from '../features/folders/mediaFilter.ts';
import { ScreenHead } from '../features/folders/ScreenHead.tsx';
import { byItemCount, useFolderLists } from '../features/folders/useFolderLists.ts';
import { useCreateAction } from '../lib/createAction.ts';
import { useOpenDialog } from '../lib/dialogUrl.ts';
import { usePageTitle } from '../lib/pageTitle.ts';
import { useListDialogs } from './ListDialogs.tsx';
import classes from './MyListScreen.module.css';

const family = families.category;

/** The viewer's own lists as rows of posters, the fullest first. */
export function MyListScreen() {
  const lists = useFolderLists(family.key);
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params.get('filter'));
  const hasInvitations = useInvitationsSettled(family);
  const { openAction, dialog } = useListDialogs(family);
  const openDialog = useOpenDialog();
  const create = useCallback(() => openDialog({ create: family.key }), [openDialog]);
  useCreateAction(create);
  usePageTitle('My List');

  const rows = useMemo(() => [...lists.own].sort(byItemCount), [lists.own]);
  // Both at once, so that the invitations push nothing down.
  const isLoading = !hasInvitations || (rows.length === 0 && lists.status !== 'ready' && lists.status !== 'failed');
  const setFilter = (next: MediaFilter) => {
    const changed = new URLSearchParams(params);
    if (next === 'all') changed.delete('filter');
    else changed.set('filter', next);
    setParams(changed, { replace: true, preventScrollReset: true });
  };

  return (
    <>
      <ScreenHead
        title="My List"
        actions={<SegmentedTabs tabs={mediaTabs} value={filter} onChange={setFilter} label="Show" />}
      />
      <nav className={classes.links} aria-label="All lists">
        <Link to="/folders">
          <IconFolders size={18} stroke={1.75} /> My Folders
        </Link>
        <Link to="/categories">
          <IconLayoutGrid size={18} stroke={1.75} /> My Categories
        </Link>
        {lists.reviewed && (
          <Link to={folderPath(family, lists.reviewed.folder.id)}>
            <IconStar size={18} stroke={1.75} /> My Reviews
          </Link>
        )}
      </nav>
      {isLoading ? (
        <RowSkeletons />
      ) : (
        <>
          <InvitationList family={family} />
          {lists.status === 'failed' && <FailedLists family={family} hasSome={rows.length > 0} />}
          {rows.length > 0 && <Rows rows={rows} filter={filter} onAction={openAction} />}
          {rows.length === 0 && lists.status === 'ready' && (
            <EmptyState
              drawing="seats"
              title="Welcome to your list"
              action={<Button onClick={create}>Create Category</Button>}
            >
              Categories hold the films and shows you want to see. Make the first one, then fill it from Discover.
            </EmptyState>
          )}
        </>
      )}
      <LiveSummary />
      {dialog}
    </>
  );
}

interface RowsProps {
  rows: ReturnType<typeof useFolderLists>['own'];
  filter: MediaFilter;
  onAction: (action: ListAction, folderId: string) => void;
}

/** Only the rows near the window are in the document, and only they load their titles. */
function Rows({ rows, filter, onAction }: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = listRowHeight(useColumns([0, 1, 1, 1]) === 0);

  useLayoutEffect(() => {
    const measure = () => {
      const rect = list.current?.getBoundingClientRect();
      if (rect) setTop(Math.round(rect.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 1,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.folder.id ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one object for ever; the height is the reason
  useLayoutEffect(() => virtualizer.measure(), [height]);

  return (
    <div ref={list} className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const replica = rows[index];
        return (
          replica && (
            <div key={key} className={classes.row} style={{ transform: `translateY(${start - top}px)`, height }}>
              <ListRow replica={replica} filter={filter} family={family} onAction={onAction} />
            </div>
          )
        );
      })}
    </div>
  );
}

function RowSkeletons() {
  return (
    <div className={classes.skeletons}>
      {['a', 'b', 'c'].map((key) => (
        <div key={key}>
          <Skeleton width={180} height={24} />
          <PosterRowSkeleton count={8} />
        </div>
      ))}
    </div>
  );
}
