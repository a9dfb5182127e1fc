import { Button } from '@mantine/core';
import { IconPencil, IconSettings, IconStar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Family } from '../../common/families.ts';
import { mayDoMoreThanView } from '../../common/permissions.ts';
import { shownCount, shownName } from '../../common/replica.pending.ts';
import type { Replica } from '../../common/replica.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { SegmentedTabs } from '../components/SegmentedTabs.tsx';
import { PosterGridSkeleton, Skeleton } from '../components/Skeletons.tsx';
import { ActivityButton } from '../features/folders/ActivityButton.tsx';
import { Faces } from '../features/folders/Faces.tsx';
import { FailedFolder } from '../features/folders/FailedFolder.tsx';
import { FolderItems } from '../features/folders/FolderItems.tsx';
import { FolderNotFound } from '../features/folders/FolderNotFound.tsx';
import { detailsPath } from '../features/folders/folderPaths.ts';
import { LiveSummary } from '../features/folders/LiveSummary.tsx';
import { filteredNoun, type MediaFilter, mediaTabs, passes, readFilter } from '../features/folders/mediaFilter.ts';
import { useBeingHere } from '../features/folders/presence.ts';
import { ScreenHead } from '../features/folders/ScreenHead.tsx';
import { useFolder } from '../features/folders/useFolder.ts';
import { useLeaveWhenLost } from '../features/folders/useLeaveWhenLost.ts';
import { useLiveItems } from '../features/folders/useLiveItems.ts';
import { usePermissionNews } from '../features/folders/usePermissionNews.ts';
import { countOf, worded } from '../features/folders/wording.ts';
import { FitsEveryoneRow } from '../features/recommendations/FitsEveryoneRow.tsx';
import { useBackfill } from '../features/reviews/useBackfill.ts';
import { useEndOfOpening } from '../lib/opening.ts';
import { usePageTitle } from '../lib/pageTitle.ts';
import { displayName } from '../lib/person.ts';
import classes from './FolderScreen.module.css';
import { useListDialogs } from './ListDialogs.tsx';

/** One list with its titles, live while it is looked at. */
export function FolderScreen({ family }: { family: Family }) {
  const { id = '' } = useParams();
  const { replica, isMissing, hasFailed } = useFolder(id, family.key, { withItems: true });
  useLeaveWhenLost(id, family.overviewPath);
  usePermissionNews(replica);
  useBeingHere(replica);
  usePageTitle(replica && shownName(replica));
  useEndOfOpening(isMissing || hasFailed || replica?.items !== undefined);

  if (isMissing) {
    return (
      <FolderNotFound family={family} title="Folder Not Found">
        {worded(family, "The folder you're looking for doesn't exist.")}
      </FolderNotFound>
    );
  }
  if (hasFailed) {
    const what = replica?.folder.isReviewed ? 'reviewed' : family.noun;
    return <FailedFolder id={id} family={family} title={`Failed to fetch ${what} items`} withItems />;
  }
  if (!replica) return <Loading family={family} />;
  return <Shown replica={replica} family={family} />;
}

function Shown({ replica, family }: { replica: Replica; family: Family }) {
  const { folder, viewerId } = replica;
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params.get('filter'));
  const navigate = useNavigate();
  const { openAction, dialog } = useListDialogs(family, () => navigate(family.overviewPath));
  const live = useLiveItems(replica);
  const items = useMemo(() => live.items.filter((item) => passes(item, filter)), [live.items, filter]);
  const isOwn = folder.userId === viewerId;
  const mayManage = !folder.isReviewed && mayDoMoreThanView({ isOwner: isOwn, flags: folder.permissions });

  const setFilter = (next: MediaFilter) => {
    const changed = new URLSearchParams(params);
    if (next === 'all') changed.delete('filter');
    else changed.set('filter', next);
    setParams(changed, { replace: true, preventScrollReset: true });
  };

  return (
    <>
      <ScreenHead
        title={shownName(replica)}
        actions={
          <>
            <Faces folderId={folder.id} />
            <ActivityButton replica={replica} family={family} />
            {folder.isReviewed && <PreviousReviews />}
            {isOwn && !folder.isReviewed && (
              <Button
                variant="default"
                leftSection={<IconPencil size={18} stroke={1.75} />}
                onClick={() => openAction('rename', folder.id)}
              >
                Edit {family.Noun}
              </Button>
            )}
            {mayManage && (
              <Button
                component={Link}
                to={detailsPath(family, folder.id)}
                variant="default"
                leftSection={<IconSettings size={18} stroke={1.75} />}
              >
                Manage
              </Button>
            )}
          </>
        }
      >
        {folder.sharedByUser && !isOwn && (
          <p className={classes.sharedBy}>Shared by {displayName(folder.sharedByUser)}</p>
        )}
      </ScreenHead>
      <div className={classes.bar}>
        <SegmentedTabs tabs={mediaTabs} value={filter} onChange={setFilter} label="Show" />
        <p className={classes.count}>
          {filter === 'all' ? (
            countOf(shownCount(replica), 'item')
          ) : (
            <>
              {countOf(items.length, 'item')} <span className={classes.total}>of {shownCount(replica)} total</span>
            </>
          )}
        </p>
      </div>
      {!replica.items && folder.itemCount > 0 && <ItemsSkeleton family={family} hasHeading={!folder.isReviewed} />}
      {(replica.items || folder.itemCount === 0) && items.length === 0 && (
        <Empty
          family={family}
          filter={shownCount(replica) > 0 ? filter : 'all'}
          isReviewed={folder.isReviewed}
          onShowAll={() => setFilter('all')}
        />
      )}
      {items.length > 0 && (
        <FolderItems
          replica={replica}
          family={family}
          items={items}
          live={live}
          label={`Titles in ${shownName(replica)}`}
          isRemovable={isOwn}
        />
      )}
      <LiveSummary folderId={folder.id} />
      {filter === 'all' && <FitsEveryoneRow replica={replica} family={family.key} />}
      {dialog}
    </>
  );
}

/** Reviewed can lack titles whose reviews stand: this puts them back. */
function PreviousReviews() {
  const { isBusy, backfill } = useBackfill();
  return (
    <Button variant="default" leftSection={<IconStar size={18} stroke={1.75} />} loading={isBusy} onClick={backfill}>
      Add Previous Reviews
    </Button>
  );
}

interface EmptyProps {
  family: Family;
  filter: MediaFilter;
  isReviewed: boolean;
  onShowAll: () => void;
}

function Empty({ family, filter, isReviewed, onShowAll }: EmptyProps) {
  if (filter === 'all') {
    return (
      <EmptyState
        drawing="ticket"
        title={`This ${family.noun} is empty`}
        action={
          <Button component={Link} to="/">
            Browse Content
          </Button>
        }
      >
        {isReviewed ? 'Review a film or show and it is kept here.' : 'Find a film or show and add it here.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="ticket"
      title={`No ${filteredNoun(filter)} in this ${family.noun}`}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  );
}

function Loading({ family }: { family: Family }) {
  return (
    <>
      <ScreenHead title={<Skeleton width={220} height={38} />} />
      <div className={classes.bar}>
        <Skeleton width={230} height={38} radius={20} />
      </div>
      <ItemsSkeleton family={family} hasHeading />
    </>
  );
}

/** In the places that the first section's heading and its posters will have. */
function ItemsSkeleton({ family, hasHeading }: { family: Family; hasHeading: boolean }) {
  return (
    <>
      {hasHeading && (
        <div className={classes.heading}>
          <Skeleton width={130} height={22} />
        </div>
      )}
      <PosterGridSkeleton label={`Loading ${family.noun}`} />
    </>
  );
}
