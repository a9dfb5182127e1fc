import { ActionIcon, Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { REVIEWED_NAME } from '../../../common/constants.ts';
import { families } from '../../../common/families.ts';
import type { ProfileFolder, User } from '../../../common/schemas/user.ts';
import { SegmentedFilter } from '../../components/controls/SegmentedFilter.tsx';
import { lazyDialog } from '../../components/dialogs/lazyDialog.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LoadFailed } from '../../components/feedback/LoadFailed.tsx';
import { PosterRowSkeleton, Skeleton } from '../../components/feedback/Skeletons.tsx';
import { MenuButton } from '../../components/menu/MenuButton.tsx';
import { Backdrop, backdropStage } from '../../components/posters/Backdrop.tsx';
import { filteredNoun, type MediaFilter, mediaTabs, useMediaFilter } from '../../features/folders/items/mediaFilter.ts';
import { ProfileHead, ProfileHeadSkeleton, profileName } from '../../features/folders/profile/ProfileHead.tsx';
import { ProfileRow } from '../../features/folders/profile/ProfileRow.tsx';
import { profileListsQuery } from '../../features/folders/profile/profile.queries.ts';
import { useBackdrop } from '../../features/folders/profile/useProfileItems.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { PinButton } from '../../features/users/PinButton.tsx';
import { BlockedPerson } from '../../features/users/privacy/BlockedPerson.tsx';
import { blocksQuery, everybodyQuery, personQuery } from '../../features/users/user.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { isMissing } from '../../lib/http/http.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './ProfileScreen.module.css';

const family = families.category;

/** A user's profile, with their lists as rows of posters. */
export function ProfileScreen() {
  const { userId = '' } = useParams();
  const { data: person, ...personAnswer } = useQuery(personQuery(userId));
  const { data: lists, ...listsAnswer } = useQuery(profileListsQuery(userId, family.key));
  usePageTitle(person && profileName(person));

  if (isMissing(personAnswer.error) || isMissing(listsAnswer.error)) return <Missing userId={userId} />;
  if (person && lists) return <Shown key={userId} userId={userId} person={person} lists={lists} />;
  if (!personAnswer.isError && !listsAnswer.isError) return <Loading />;
  const retry = () => Promise.all([personAnswer.refetch(), listsAnswer.refetch()]);
  return (
    <LoadFailed
      heading="h1"
      title="Couldn’t load this profile"
      error={personAnswer.error ?? listsAnswer.error}
      onRetry={retry}
    />
  );
}

interface ShownProps {
  userId: string;
  person: User;
  lists: readonly ProfileFolder[];
}

function Shown({ userId, person, lists }: ShownProps) {
  const [filter, setFilter] = useMediaFilter();
  const isSelf = useUsers((state) => state.viewer?.id === userId);
  const rows = useMemo(() => rowsOf(lists), [lists]);
  const titles = rows.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const backdrop = useBackdrop(userId, rows[0]?.id ?? '', family.key);

  return (
    <div className={backdropStage}>
      <Backdrop path={backdrop} />
      <ProfileHead
        person={person}
        facts={[countOf(rows.length, family.noun, family.nouns), countOf(titles, 'title')]}
        actions={!isSelf && <ProfileActions person={person} />}
      />
      {rows.length === 0 ? (
        <EmptyState drawing="seats" title="This user hasn't created any lists yet." />
      ) : (
        <>
          <div className={classes.bar}>
            <SegmentedFilter choices={mediaTabs} value={filter} onChange={setFilter} label="Show" />
          </div>
          <Rows key={filter} {...{ userId, rows, filter }} onShowAll={() => setFilter('all')} />
        </>
      )}
    </div>
  );
}

/** All lists except Reviewed, by number of items. */
function rowsOf(lists: readonly ProfileFolder[]): ProfileFolder[] {
  return lists.filter(({ name }) => name !== REVIEWED_NAME).sort((a, b) => b.itemCount - a.itemCount);
}

interface RowsProps {
  userId: string;
  rows: readonly ProfileFolder[];
  filter: MediaFilter;
  onShowAll: () => void;
}

/** The rows with matching titles, or a message if no row has any. */
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

/** A person whom the viewer blocks is not found either, but can be unblocked. */
function Missing({ userId }: { userId: string }) {
  const blocked = useQuery(blocksQuery).data?.find(({ user }) => user.id === userId)?.user;
  return blocked ? <BlockedPerson person={blocked} /> : <UserNotFound />;
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
      This user was not found. The link may be old, or the account was deleted.
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
      <PosterRowSkeleton hasActions label="Loading profile" />
    </>
  );
}

const ProfileMenu = lazyDialog(() => import('./ProfileMenu.tsx'), 'ProfileMenu');
const BlockDialog = lazyDialog(() => import('../../features/users/privacy/BlockDialog.tsx'), 'BlockDialog');
const ReportDialog = lazyDialog(() => import('../../features/reports/ReportDialog.tsx'), 'ReportDialog');

/** What the viewer can do with another person: pin, report, block. */
function ProfileActions({ person }: { person: User }) {
  const [open, setOpen] = useState<'report' | 'block' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={classes.actions}>
      <Pin userId={person.id} />
      <MenuButton
        renderMenu={(menu) => (
          <ProfileMenu {...menu} onReport={() => setOpen('report')} onBlock={() => setOpen('block')} />
        )}
      >
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <IconDots size={20} stroke={1.75} />
        </ActionIcon>
      </MenuButton>
      {open === 'block' && <BlockDialog person={person} onClose={close} />}
      {open === 'report' && <ReportDialog kind="user" id={person.id} name={profileName(person)} onClose={close} />}
    </div>
  );
}

/** The button shows when the pin state is known; its space is reserved from the start. */
function Pin({ userId }: { userId: string }) {
  const person = useUsers((state) => state.people[userId]);
  const isKnown = useUsers((state) => state.pinned[userId] !== undefined);
  // Events keep the pins up to date.
  useQuery({ ...everybodyQuery, staleTime: Number.POSITIVE_INFINITY });

  return <div className={classes.pin}>{person && isKnown && <PinButton person={person} />}</div>;
}
