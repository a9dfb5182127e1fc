import { Button } from '@mantine/core';
import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { Family } from '../../../common/families.ts';
import { shownCount, shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Item, TitleFacts } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { SegmentedFilter } from '../../components/controls/SegmentedFilter.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { PosterGridSkeleton, Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useUnread } from '../../features/comments/comment.queries.ts';
import { SinceLastVisit } from '../../features/folders/activity/SinceLastVisit.tsx';
import { ListCover } from '../../features/folders/head/ListCover.tsx';
import { InviteByLink, ListPeople } from '../../features/folders/head/ListPeople.tsx';
import { addTitle } from '../../features/folders/items/addTitle.ts';
import { FolderItems } from '../../features/folders/items/FolderItems.tsx';
import {
  filteredNoun,
  type MediaFilter,
  mediaTabs,
  passes,
  useMediaFilter,
} from '../../features/folders/items/mediaFilter.ts';
import { useLiveItems } from '../../features/folders/items/useLiveItems.ts';
import { useWelcome } from '../../features/folders/links/useWelcome.ts';
import { FailedFolder } from '../../features/folders/lists/FailedFolder.tsx';
import type { ListAction } from '../../features/folders/lists/FolderCard.tsx';
import { ListColours } from '../../features/folders/lists/ListColours.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { ListBar } from '../../features/folders/listView/ListBar.tsx';
import { isFiltered } from '../../features/folders/listView/listView.ts';
import { PhoneListBar } from '../../features/folders/listView/PhoneListBar.tsx';
import { useListView, useViewed } from '../../features/folders/listView/useListView.ts';
import { TonightBanner, useShownPoll } from '../../features/folders/polls/TonightBanner.tsx';
import { LiveSummary } from '../../features/folders/presence/LiveSummary.tsx';
import { useBeingHere } from '../../features/folders/presence/presence.ts';
import { AskAboutSeen } from '../../features/folders/seen/AskAboutSeen.tsx';
import { useSeenMarks } from '../../features/folders/seen/useSeenMarks.ts';
import { usePermissionNotice } from '../../features/folders/sharing/usePermissionNotice.ts';
import { mayIn, useFolder } from '../../features/folders/state/useFolder.ts';
import { useLeaveWhenLost } from '../../features/folders/state/useLeaveWhenLost.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { ShowsProgress } from '../../features/plays/ShowsProgress.tsx';
import { GroupBanner } from '../../features/plays/together/GroupBanner.tsx';
import { FitsEveryoneList } from '../../features/recommendations/FitsEveryoneList.tsx';
import { titleParam, useOpenDialog } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useRemovePreview } from '../../lib/page/preview.ts';
import { useDeferredMount } from '../../lib/page/useDeferredMount.ts';
import { PHONE, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import { useInView } from '../../lib/useInView.ts';
import { useListDialogs } from '../folder-dialogs/ListDialogs.tsx';
import { FolderActions } from './FolderActions.tsx';
import classes from './FolderScreen.module.css';
import { MissingFolder } from './MissingFolder.tsx';

/** A list with its titles, live. */
export function FolderScreen({ family }: { family: Family }) {
  const { id = '' } = useParams();
  const { replica, isMissing, hasFailed, error } = useFolder(id, family.key, { withItems: true });
  useLeaveWhenLost(id, family.overviewPath);
  usePermissionNotice(replica);
  useWelcome(replica);
  useBeingHere(replica);
  usePageTitle(replica && shownName(replica));
  const canShow = useDeferredMount(replica !== undefined);
  useRemovePreview(isMissing || hasFailed || (canShow && replica?.items !== undefined));

  if (isMissing) return <MissingFolder id={id} family={family} />;
  if (hasFailed) {
    const what = replica?.folder.isReviewed ? 'reviewed' : family.noun;
    return <FailedFolder id={id} family={family} error={error} title={`Failed to fetch ${what} items`} withItems />;
  }
  if (!replica || !canShow) return <Loading />;
  return (
    <ListColours replica={replica}>
      <ShowsProgress isNeeded={replica.items?.some(({ mediaType }) => mediaType === 'tv') ?? false}>
        <Shown replica={replica} family={family} />
      </ShowsProgress>
    </ListColours>
  );
}

function Shown({ replica, family }: { replica: Replica; family: Family }) {
  const { folder, viewerId } = replica;
  const [filter, setFilter] = useMediaFilter();
  const navigate = useNavigate();
  const { openAction, dialog } = useListDialogs(family, () => navigate(family.overviewPath));
  const live = useLiveItems(replica);
  const [view, changeView] = useListView();
  const ofType = useMemo(() => live.items.filter((item) => passes(item, filter)), [live.items, filter]);
  const items = useViewed(ofType, view, useSeenMarks(replica, family));
  const showAll = () => {
    setFilter('all');
    changeView({ find: null, genre: null, length: null, seen: null, progress: null });
  };
  const unread = useUnread(replica);
  const vote = useShownPoll(folder.id);
  const isOwn = folder.userId === viewerId;
  const isWhole = filter === 'all' && !isFiltered(view);
  const isPhone = useMediaQuery(PHONE);
  // In long lists, what is around the titles would delay the paint of a change, so it follows a moment later.
  const settled = { replica: useDeferredValue(replica), items: useDeferredValue(live.items) };
  const tools = { ...settled, view, onChange: changeView };
  const hasTools = live.items.length > 1;

  return (
    <>
      <ListHead {...settled} family={family} openAction={openAction} />
      <div className={classes.bar}>
        {isPhone ? (
          <PhoneListBar {...tools} hasTools={hasTools}>
            <MediaTabs />
          </PhoneListBar>
        ) : (
          <MediaTabs />
        )}
        <div className={classes.status}>
          <Count isAll={isWhole} found={items.length} total={shownCount(replica)} />
          <SinceLastVisit
            key={folder.id}
            family={family}
            replica={replica}
            otherwise={!vote.poll && <AskAboutSeen family={family} replica={replica} />}
          />
        </div>
      </div>
      {!isPhone && hasTools && <ListTools {...tools} />}
      {!replica.items && folder.itemCount > 0 && <ItemsSkeleton hasHeading={!folder.isReviewed} />}
      {(replica.items || folder.itemCount === 0) && items.length === 0 && (
        <Empty
          replica={replica}
          filter={shownCount(replica) > 0 ? filter : 'all'}
          isFiltered={isFiltered(view)}
          onShowAll={showAll}
        />
      )}
      {items.length > 0 && (
        <FolderItems
          {...{ replica, family, items, live }}
          label={`Titles in ${shownName(replica)}`}
          unread={unread}
          isRemovable={isOwn}
        />
      )}
      {vote.poll ? (
        <TonightBanner {...{ replica, family }} poll={vote.poll} onHide={vote.hide} />
      ) : (
        <GroupBanner replica={settled.replica} />
      )}
      <LiveSummary folderId={folder.id} />
      {isWhole && <SuggestionsBelow {...settled} family={family} />}
      {dialog}
    </>
  );
}

const ListTools = memo(ListBar);
const SuggestionsBelow = memo(Suggestions);

interface ListHeadProps {
  replica: Replica;
  items: readonly Item[];
  family: Family;
  openAction: (action: ListAction, folderId: string) => void;
}

const ListHead = memo(function ListHead({ replica, items, family, openAction }: ListHeadProps) {
  const { id, isReviewed } = replica.folder;
  const handleAction = useCallback((action: ListAction) => openAction(action, id), [openAction, id]);
  return (
    <>
      <ListCover items={items} />
      <ScreenHead
        title={shownName(replica)}
        actions={<FolderActions replica={replica} family={family} onAction={handleAction} />}
      >
        {!isReviewed && <ListPeople replica={replica} hasInvitation={shownCount(replica) > 0} />}
      </ScreenHead>
    </>
  );
});

const MediaTabs = memo(function MediaTabs() {
  const [filter, setFilter] = useMediaFilter();
  return <SegmentedFilter choices={mediaTabs} value={filter} onChange={setFilter} label="Show" />;
});

/** How many items the list has, and how many of them pass the filters. */
function Count({ isAll, found, total }: { isAll: boolean; found: number; total: number }) {
  return (
    <p className={classes.count}>
      {isAll ? (
        countOf(total, 'item')
      ) : (
        <>
          {countOf(found, 'item')} <span>of {total} total</span>
        </>
      )}
    </p>
  );
}

interface EmptyProps {
  replica: Replica;
  filter: MediaFilter;
  /** More is chosen than the media type. */
  isFiltered: boolean;
  onShowAll: () => void;
}

function Empty({ replica, filter, isFiltered: isNarrowed, onShowAll }: EmptyProps) {
  const { isReviewed, memberCount } = replica.folder;
  if (filter === 'all' && !isNarrowed) {
    return (
      <EmptyState
        drawing="ticket"
        title="This list is empty"
        action={
          <>
            <Button component={Link} to="/">
              Browse Content
            </Button>
            {memberCount === 0 && mayIn(replica, 'member:invite') && <InviteByLink replica={replica} />}
          </>
        }
      >
        {isReviewed ? 'Review a film or show and it is kept here.' : emptyText(memberCount)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="ticket"
      title={isNarrowed ? 'No titles match' : `No ${filteredNoun(filter)} in this list`}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  );
}

function emptyText(memberCount: number): string {
  const add = 'Find a film or show and add it here.';
  return memberCount === 0 ? `${add} Watching with others? Send them a link.` : add;
}

function Loading() {
  return (
    <>
      <ScreenHead title={<Skeleton width={220} height={38} />} />
      <div className={classes.bar}>
        <Skeleton width={230} height={38} radius={20} />
      </div>
      <ItemsSkeleton hasHeading />
    </>
  );
}

interface ItemsSkeletonProps {
  hasHeading: boolean;
}

/** Skeletons at the positions of the first heading and its posters. */
function ItemsSkeleton({ hasHeading }: ItemsSkeletonProps) {
  return (
    <>
      {hasHeading && (
        <div className={classes.heading}>
          <Skeleton width={130} height={22} />
        </div>
      )}
      <PosterGridSkeleton hasActions label="Loading list" />
    </>
  );
}

interface SuggestionsProps {
  replica: Replica;
  family: Family;
  /** The titles of the list. */
  items: readonly Item[];
}

/**
 * Suggestions below the titles of a list, asked for when the viewer comes near. The plus adds to this list, or to another one
 * if the viewer may not add here.
 */
function Suggestions({ replica, family, items }: SuggestionsProps) {
  const openDialog = useOpenDialog();
  const present = useMemo(() => new Set(items.map(titleKey)), [items]);
  const mayAdd = mayIn(replica, 'item:add');
  const place = useRef<HTMLDivElement>(null);
  const isInView = useInView(place);
  const handleAdd = (title: TitleFacts) =>
    mayAdd ? addTitle(replica.folder.id, title) : openDialog({ add: titleParam(title) });
  return (
    <div ref={place} className={classes.below}>
      {isInView && <FitsEveryoneList replica={replica} family={family.key} present={present} onAdd={handleAdd} />}
    </div>
  );
}
