import { Button } from '@mantine/core';
import { IconCalendar, IconFolders, IconLayoutGrid, IconStar } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { SegmentedFilter } from '../../components/controls/SegmentedFilter.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { PosterRowSkeleton, Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useTop } from '../../components/useTop.ts';
import { useUnread } from '../../features/comments/comment.queries.ts';
import { ListRow, listRowHeight } from '../../features/folders/items/ListRow.tsx';
import { type MediaFilter, mediaTabs, useMediaFilter } from '../../features/folders/items/mediaFilter.ts';
import { FailedLists } from '../../features/folders/lists/FailedLists.tsx';
import type { ListAction } from '../../features/folders/lists/FolderCard.tsx';
import { RecentlyDeletedButton } from '../../features/folders/lists/RecentlyDeletedButton.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { LiveSummary } from '../../features/folders/presence/LiveSummary.tsx';
import { InvitationList, useInvitationsSettled } from '../../features/folders/sharing/InvitationList.tsx';
import { folderPath } from '../../features/folders/state/folderPaths.ts';
import { byItemCount, useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { ShowsProgress } from '../../features/plays/ShowsProgress.tsx';
import { UpNextRow } from '../../features/plays/upNext/UpNextRow.tsx';
import { useCreateAction } from '../../lib/page/createAction.ts';
import { useOpenDialog } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { PHONE, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { useListDialogs } from '../folder-dialogs/ListDialogs.tsx';
import classes from './MyListScreen.module.css';

const family = families.category;

/** The viewer's own lists as rows of posters, by number of items, and below them those shared with the viewer. */
export function MyListScreen() {
  const lists = useFolderLists(family.key);
  const [filter, setFilter] = useMediaFilter();
  const hasInvitations = useInvitationsSettled(family);
  const { openAction, dialog } = useListDialogs(family);
  const openDialog = useOpenDialog();
  const create = useCallback(() => openDialog({ create: family.key }), [openDialog]);
  useCreateAction(create);
  usePageTitle('My List');
  const sharedId = useId();

  const own = useMemo(() => [...lists.own].sort(byItemCount), [lists.own]);
  const shared = useMemo(() => [...lists.sharedWithMe].sort(byItemCount), [lists.sharedWithMe]);
  const hasAny = own.length + shared.length > 0;
  // Waits for both, so that the invitations do not move the lists.
  const isLoading = !hasInvitations || (!hasAny && lists.status !== 'ready' && lists.status !== 'failed');

  return (
    <>
      <ScreenHead
        title="My List"
        actions={<SegmentedFilter choices={mediaTabs} value={filter} onChange={setFilter} label="Show" />}
      />
      <Links reviewedId={lists.reviewed?.folder.id} />
      {isLoading ? (
        <RowSkeletons />
      ) : (
        <ShowsProgress isNeeded={hasAny}>
          <InvitationList family={family} />
          <UpNextRow />
          {lists.status === 'failed' && <FailedLists family={family} hasSome={hasAny} />}
          {own.length > 0 && <Rows rows={own} filter={filter} onAction={openAction} />}
          {shared.length > 0 && (
            <section aria-labelledby={sharedId}>
              <h2 id={sharedId} className={classes.heading}>
                Shared with you
              </h2>
              <Rows rows={shared} filter={filter} onAction={openAction} />
            </section>
          )}
          {own.length === 0 && lists.status === 'ready' && (
            <NoOwnLists hasShared={shared.length > 0} onCreate={create} />
          )}
          <RecentlyDeletedButton family={family} />
        </ShowsProgress>
      )}
      <LiveSummary />
      {dialog}
    </>
  );
}

/** Welcomes a new user. A user who only sees lists of others is offered a list of their own. */
function NoOwnLists({ hasShared, onCreate }: { hasShared: boolean; onCreate: () => void }) {
  const action = <Button onClick={onCreate}>Create Category</Button>;
  if (hasShared) {
    return (
      <EmptyState drawing="seats" title="Want a list of your own?" action={action}>
        Add what you want to watch, and invite others if you like.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="seats"
      title="Welcome to your list"
      action={
        <>
          {action}
          <Button component={Link} to="/import" variant="default">
            Import from another service
          </Button>
        </>
      }
    >
      Categories hold the films and shows you want to see. Make the first one, then fill it from Discover.
    </EmptyState>
  );
}

/** Links to the other overviews, and to Reviewed if the viewer has it. */
function Links({ reviewedId }: { reviewedId: string | undefined }) {
  return (
    <nav className={classes.links} aria-label="All lists">
      <Link to="/folders">
        <IconFolders size={18} stroke={1.75} /> My Folders
      </Link>
      <Link to="/categories">
        <IconLayoutGrid size={18} stroke={1.75} /> My Categories
      </Link>
      {reviewedId && (
        <Link to={folderPath(family, reviewedId)}>
          <IconStar size={18} stroke={1.75} /> My Reviews
        </Link>
      )}
      <Link to="/calendar">
        <IconCalendar size={18} stroke={1.75} /> Calendar
      </Link>
    </nav>
  );
}

interface RowsProps {
  rows: ReturnType<typeof useFolderLists>['own'];
  filter: MediaFilter;
  onAction: (action: ListAction, folderId: string) => void;
}

/** All headings are there at once, for screen readers and the browser's search. Only rows near the window have posters. */
function Rows({ rows, filter, onAction }: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const top = useTop(list);
  const height = listRowHeight(useMediaQuery(PHONE));
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 1,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.folder.id ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer never changes; only the height matters
  useLayoutEffect(() => virtualizer.measure(), [height]);
  const near = new Set(virtualizer.getVirtualItems().map(({ index }) => index));

  return (
    <div ref={list}>
      {rows.map((replica, index) => (
        <div key={replica.folder.id} ref={virtualizer.measureElement} data-index={index}>
          <Row replica={replica} filter={filter} onAction={onAction} isNear={near.has(index)} />
        </div>
      ))}
    </div>
  );
}

type RowProps = Omit<RowsProps, 'rows'> & { replica: Replica; isNear: boolean };

function Row({ replica, isNear, ...row }: RowProps) {
  const unread = useUnread(replica, isNear);
  return <ListRow {...row} {...{ replica, family, unread, isNear }} />;
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
