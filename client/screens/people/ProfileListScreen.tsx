import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Family } from '../../../common/families.ts';
import type { ProfileFolder, User } from '../../../common/schemas/user.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { SegmentedFilter } from '../../components/controls/SegmentedFilter.tsx';
import { lazyDialog } from '../../components/dialogs/lazyDialog.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { PosterGridSkeleton, Skeleton } from '../../components/feedback/Skeletons.tsx';
import { Backdrop, backdropStage } from '../../components/posters/Backdrop.tsx';
import { filteredNoun, type MediaFilter, passes, useMediaFilter } from '../../features/folders/items/mediaFilter.ts';
import { AskToJoin } from '../../features/folders/joinRequests/AskToJoin.tsx';
import { Badge } from '../../features/folders/lists/ScreenHead.tsx';
import { profileName } from '../../features/folders/profile/ProfileHead.tsx';
import { PROFILE_CAPTION_HEIGHT, ProfileItems } from '../../features/folders/profile/ProfileItems.tsx';
import { profileListQuery, profileListsQuery } from '../../features/folders/profile/profile.queries.ts';
import { useBackdrop, useProfileItems } from '../../features/folders/profile/useProfileItems.ts';
import { folderPath } from '../../features/folders/state/folderPaths.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { personQuery } from '../../features/users/user.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { dayText } from '../../lib/dates.ts';
import { isMissing } from '../../lib/http/http.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './ProfileListScreen.module.css';

const ReportDialog = lazyDialog(() => import('../../features/reports/ReportDialog.tsx'), 'ReportDialog');

const filters = [
  { value: 'all', label: 'All' },
  { value: 'movies', label: 'Movies' },
  { value: 'tv', label: 'TV' },
] as const satisfies readonly { value: MediaFilter; label: string }[];

/** Another user's list, read-only. */
export function ProfileListScreen({ family }: { family: Family }) {
  const params = useParams();
  const { userId = '' } = params;
  const listId = params[family.idName] ?? '';
  const { data: person, ...personAnswer } = useQuery(personQuery(userId));
  // The profile may have loaded the list already.
  const listed = useQuery({ ...profileListsQuery(userId, family.key), enabled: false }).data;
  const { data, ...listAnswer } = useQuery(profileListQuery(userId, listId, family.key));
  const list = data ?? listed?.find(({ id }) => id === listId);
  const backdrop = useBackdrop(userId, listId, family.key);
  usePageTitle(list?.name);

  const isGone = isMissing(personAnswer.error) || isMissing(listAnswer.error);
  const hasFailed = !isGone && ((personAnswer.isError && !person) || (listAnswer.isError && !data));
  const retry = () => Promise.all([personAnswer.refetch(), listAnswer.refetch()]);

  return (
    <div className={backdropStage}>
      <Backdrop path={backdrop} />
      {isGone ? <Missing userId={userId} family={family} /> : <BackLink userId={userId} />}
      {hasFailed && (
        <LoadFailed
          heading="h1"
          title={`Failed to fetch ${family.noun}`}
          error={personAnswer.error ?? listAnswer.error}
          onRetry={retry}
        />
      )}
      {!isGone && !hasFailed && (
        <>
          <Head person={person} list={list} family={family} />
          <Content key={listId} {...{ userId, listId, family, list }} />
        </>
      )}
    </div>
  );
}

function BackLink({ userId }: { userId: string }) {
  return (
    <Link className={classes.back} to={`/users/${userId}`}>
      <IconArrowLeft size={18} stroke={1.75} /> Back to profile
    </Link>
  );
}

interface HeadProps {
  person: User | undefined;
  list: ProfileFolder | undefined;
  family: Family;
}

function Head({ person, list, family }: HeadProps) {
  const viewerId = useUsers((state) => state.viewer?.id);
  const isOwn = person !== undefined && person.id === viewerId;
  return (
    <header className={classes.head}>
      <ProfileOwner person={person} />
      <div className={classes.titleLine}>
        {list ? (
          <h1 className={classes.title}>
            <bdi>{list.name}</bdi>
          </h1>
        ) : (
          <Skeleton width={240} height={40} />
        )}
        {isOwn && list && (
          <Button component={Link} to={folderPath(family, list.id)} variant="default" rightSection={<IconArrowRight />}>
            Open and edit
          </Button>
        )}
        {person && !isOwn && list && <AskToJoin key={list.id} listId={list.id} listName={list.name} family={family} />}
      </div>
    </header>
  );
}

function ReportButton({ list }: { list: ProfileFolder }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconFlag size={16} stroke={1.75} />}
        aria-label={`Report ${list.name}`}
        onClick={() => setOpen(true)}
      >
        Report
      </Button>
      {isOpen && <ReportDialog kind="list" id={list.id} name={list.name} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ContentProps {
  userId: string;
  listId: string;
  family: Family;
  list: ProfileFolder | undefined;
}

function Content({ userId, listId, family, list }: ContentProps) {
  const { items, isWhole, error, hasFailed, retry } = useProfileItems(userId, listId, family.key);
  const [filter, setFilter] = useMediaFilter();
  const isOwn = useUsers((state) => state.viewer?.id === userId);
  const shown = useMemo(() => items?.filter((item) => passes(item, filter)), [items, filter]);
  const total = isWhole ? (items?.length ?? 0) : (list?.itemCount ?? 0);

  return (
    <>
      <div className={classes.facts}>
        {list ? (
          <>
            <Badge isQuiet>
              {filter === 'all' || !shown
                ? countOf(total, 'item')
                : `${countOf(shown.length, 'item')} of ${total} total`}
            </Badge>
            {isOwn && <Badge>Your {family.Noun}</Badge>}
            <span className="hint">
              Created <time dateTime={list.createdAt}>{dayText(list.createdAt)}</time>
            </span>
            {!isOwn && <ReportButton list={list} />}
          </>
        ) : (
          <Skeleton width={240} height={26} radius={13} />
        )}
      </div>
      <div className={classes.bar}>
        <SegmentedFilter choices={filters} value={filter} onChange={setFilter} label="Show" />
      </div>
      {hasFailed && <LoadFailed title={`Failed to fetch ${family.noun} items`} error={error} onRetry={retry} />}
      {!hasFailed && !shown && (
        <>
          <div className={classes.heading}>
            <Skeleton width={130} height={22} />
          </div>
          <PosterGridSkeleton hasActions captionHeight={PROFILE_CAPTION_HEIGHT} label="Loading list" />
        </>
      )}
      {shown?.length === 0 && (
        <Empty family={family} filter={total > 0 ? filter : 'all'} onShowAll={() => setFilter('all')} />
      )}
      {shown && shown.length > 0 && (
        <ProfileItems
          items={shown}
          label={`Titles in ${list?.name ?? 'this list'}`}
          listId={isOwn ? listId : undefined}
        />
      )}
    </>
  );
}

interface EmptyProps {
  family: Family;
  filter: MediaFilter;
  onShowAll: () => void;
}

function Empty({ family, filter, onShowAll }: EmptyProps) {
  if (filter === 'all') return <EmptyState drawing="ticket" title={`This ${family.noun} is empty.`} />;
  return (
    <EmptyState
      drawing="ticket"
      title={`No ${filteredNoun(filter)} in this ${family.noun}.`}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all
        </Button>
      }
    >
      Try changing the filter to see more items.
    </EmptyState>
  );
}

function Missing({ userId, family }: { userId: string; family: Family }) {
  return (
    <EmptyState
      drawing="reel"
      heading="h1"
      title={`${family.Noun} Not Found`}
      action={
        <Button component={Link} to={`/users/${userId}`} variant="default">
          Back to profile
        </Button>
      }
    >
      {`The ${family.noun} you're looking for doesn't exist.`}
    </EmptyState>
  );
}

/** The owner of the list: avatar, name and email. */
function ProfileOwner({ person }: { person: User | undefined }) {
  if (!person) {
    return (
      <div className={classes.owner}>
        <Skeleton width={44} height={44} radius={22} />
        <Skeleton width={160} height={36} radius={6} />
      </div>
    );
  }
  const name = profileName(person);
  return (
    <Link className={classes.owner} to={`/users/${person.id}`}>
      <Avatar person={person} size={44} />
      <span className={classes.ownerText}>
        <bdi className={classes.ownerName}>{name}</bdi>
        {name !== person.email && <span className={classes.email}>{person.email}</span>}
      </span>
    </Link>
  );
}
