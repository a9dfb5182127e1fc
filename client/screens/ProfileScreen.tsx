import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { REVIEWED_NAME } from '../../common/constants.ts';
import { families } from '../../common/families.ts';
import type { ProfileFolder } from '../../common/user.ts';
import { Backdrop, backdropStage } from '../components/Backdrop.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { SegmentedTabs } from '../components/SegmentedTabs.tsx';
import { PosterRowSkeleton, Skeleton } from '../components/Skeletons.tsx';
import { filteredNoun, type MediaFilter, mediaTabs } from '../features/folders/mediaFilter.ts';
import { ProfileHead, ProfileHeadSkeleton, profileName } from '../features/folders/ProfileHead.tsx';
import { ProfileRow } from '../features/folders/ProfileRow.tsx';
import type { Profile } from '../features/folders/profile.store.ts';
import { useMediaFilter } from '../features/folders/useMediaFilter.ts';
import { useBackdrop, useProfile } from '../features/folders/useProfile.ts';
import { countOf } from '../features/folders/wording.ts';
import { useDirectory } from '../features/users/directory.store.ts';
import { PinButton } from '../features/users/PinButton.tsx';
import { useUsers } from '../features/users/users.store.ts';
import { usePageTitle } from '../lib/pageTitle.ts';
import classes from './ProfileScreen.module.css';

const family = families.category;

/** Somebody and their lists, as rows of posters. */
export function ProfileScreen() {
  const { userId = '' } = useParams();
  const { profile, retry } = useProfile(userId, family.key);
  usePageTitle(profile?.person && profileName(profile.person));

  if (profile?.status === 'missing') return <UserNotFound />;
  if (profile?.status === 'failed') return <LoadFailed heading="h1" title="Failed to fetch user" onRetry={retry} />;
  if (!profile?.person || !profile.lists) return <Loading />;
  return <Shown key={userId} userId={userId} person={profile.person} lists={profile.lists} />;
}

interface ShownProps {
  userId: string;
  person: NonNullable<Profile['person']>;
  lists: readonly ProfileFolder[];
}

function Shown({ userId, person, lists }: ShownProps) {
  const [filter, setFilter] = useMediaFilter();
  const isSelf = useUsers((state) => state.viewer?.id === userId);
  const rows = useMemo(() => rowsOf(lists), [lists]);
  const titles = rows.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const backdrop = useBackdrop(userId, rows[0]?.id ?? '');

  return (
    <div className={backdropStage}>
      <Backdrop path={backdrop} />
      <ProfileHead
        person={person}
        facts={[countOf(rows.length, family.noun, family.nouns), countOf(titles, 'title')]}
        actions={!isSelf && <Pin userId={userId} />}
      />
      {rows.length === 0 ? (
        <EmptyState drawing="seats" title="This user hasn't created any lists yet." />
      ) : (
        <>
          <div className={classes.bar}>
            <SegmentedTabs tabs={mediaTabs} value={filter} onChange={setFilter} label="Show" />
          </div>
          <Rows key={filter} {...{ userId, rows, filter }} onShowAll={() => setFilter('all')} />
        </>
      )}
    </div>
  );
}

/** Everything but Reviewed, the fullest first. */
function rowsOf(lists: readonly ProfileFolder[]): ProfileFolder[] {
  return lists.filter(({ name }) => name !== REVIEWED_NAME).sort((a, b) => b.itemCount - a.itemCount);
}

interface RowsProps {
  userId: string;
  rows: readonly ProfileFolder[];
  filter: MediaFilter;
  onShowAll: () => void;
}

/** The rows with something in them; once every one has come to nothing, that is said. */
function Rows({ userId, rows, filter, onShowAll }: RowsProps) {
  const filled = rows.filter(({ itemCount }) => itemCount > 0);
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set());
  const handleSettle = useCallback((listId: string, isEmpty: boolean) => {
    setEmpty((known) => {
      if (known.has(listId) === isEmpty) return known;
      const next = new Set(known);
      if (isEmpty) next.add(listId);
      else next.delete(listId);
      return next;
    });
  }, []);

  if (filled.length === 0) return <EmptyState drawing="ticket" title="Nothing in these lists yet" />;
  return (
    <>
      <div className={classes.rows}>
        {filled.map((list) => (
          <ProfileRow key={list.id} {...{ userId, list, family, filter }} onSettle={handleSettle} />
        ))}
      </div>
      {filled.every(({ id }) => empty.has(id)) && (
        <EmptyState
          drawing="ticket"
          title={`No ${filteredNoun(filter)} in these lists`}
          action={
            <Button variant="default" onClick={onShowAll}>
              Show all
            </Button>
          }
        />
      )}
    </>
  );
}

/** The button stands once it is known whether they are pinned; the place for it is there from the start. */
function Pin({ userId }: { userId: string }) {
  const person = useUsers((state) => state.people[userId]);
  const isKnown = useUsers((state) => state.pinned[userId] !== undefined);
  const loadDirectory = useDirectory((state) => state.loadDirectory);

  useEffect(() => {
    if (!isKnown) loadDirectory('');
  }, [isKnown, loadDirectory]);

  return <div className={classes.pin}>{person && isKnown && <PinButton person={person} />}</div>;
}

function UserNotFound() {
  return (
    <EmptyState
      drawing="reel"
      heading="h1"
      title="User Not Found"
      action={
        <Button component={Link} to="/users" variant="default">
          Back to Users
        </Button>
      }
    >
      There is nobody here. The link may be old, or the account is gone.
    </EmptyState>
  );
}

function Loading() {
  return (
    <>
      <ProfileHeadSkeleton />
      <div className={classes.bar}>
        <Skeleton width={230} height={38} radius={20} />
      </div>
      <div className={classes.line}>
        <Skeleton width={180} height={24} />
      </div>
      <PosterRowSkeleton label="Loading profile" />
    </>
  );
}
