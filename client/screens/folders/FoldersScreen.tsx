import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { Family } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { FailedLists } from '../../features/folders/lists/FailedLists.tsx';
import cardClasses from '../../features/folders/lists/FolderCard.module.css';
import { FolderCard, type ListAction } from '../../features/folders/lists/FolderCard.tsx';
import { RecentlyDeletedButton } from '../../features/folders/lists/RecentlyDeletedButton.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { InvitationList, useInvitationsSettled } from '../../features/folders/sharing/InvitationList.tsx';
import { matchesName, useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { SearchResults } from '../../features/titles/search/SearchResults.tsx';
import { useOpenDialog } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useSearchQuery } from '../../lib/page/searchUrl.ts';
import { useListDialogs } from '../folder-dialogs/ListDialogs.tsx';
import classes from './FoldersScreen.module.css';

/** My Folders and My Categories: own lists, then all shared ones, by me or with me. */
export function FoldersScreen({ family }: { family: Family }) {
  const query = useSearchQuery();
  const lists = useFolderLists(family.key);
  const hasInvitations = useInvitationsSettled(family);
  const { openAction, dialog } = useListDialogs(family);
  const openDialog = useOpenDialog();
  const create = useCallback(() => openDialog({ create: family.key }), [openDialog, family]);
  usePageTitle(`My ${family.Nouns}`);

  const matching = (replicas: readonly Replica[]) => replicas.filter((replica) => matchesName(replica, query));
  const own = matching(lists.own.filter(({ folder }) => !folder.isSharedByMe));
  const shared = matching([...lists.sharedByMe, ...lists.sharedWithMe]);
  const hasAny = lists.own.length + lists.sharedWithMe.length > 0;
  // Waits for both, so that the invitations do not move the lists.
  const isLoading = !hasInvitations || (!hasAny && lists.status !== 'ready' && lists.status !== 'failed');

  return (
    <>
      <ScreenHead
        title={`My ${family.Nouns}`}
        actions={
          <Button leftSection={<IconPlus size={18} stroke={2} />} onClick={create}>
            New {family.Noun}
          </Button>
        }
      />
      {isLoading ? (
        <CardSkeletons />
      ) : (
        <>
          {!query && <InvitationList family={family} />}
          {lists.status === 'failed' && <FailedLists family={family} hasSome={hasAny} />}
          {!hasAny && lists.status === 'ready' && <NoLists family={family} onCreate={create} />}
          {hasAny && own.length + shared.length === 0 && (
            <EmptyState drawing="ticket" title={`No ${family.nouns} found for "${query}"`} />
          )}
          <CardSection
            heading="Your lists"
            label={`My ${family.Nouns}`}
            replicas={own}
            family={family}
            onAction={openAction}
          />
          <CardSection
            heading={`All Shared ${family.Nouns}`}
            label={`All Shared ${family.Nouns}`}
            replicas={shared}
            family={family}
            onAction={openAction}
          />
          <RecentlyDeletedButton family={family} />
        </>
      )}
      {query && <SearchResults query={query} title="Movies, TV shows and actors" isPart />}
      {dialog}
    </>
  );
}

function NoLists({ family, onCreate }: { family: Family; onCreate: () => void }) {
  return (
    <EmptyState
      drawing="seats"
      title={`No ${family.nouns} yet`}
      action={<Button onClick={onCreate}>Create {family.Noun}</Button>}
    >
      Start one for a mood, an evening or the people you watch with.
    </EmptyState>
  );
}

interface CardSectionProps {
  heading: string;
  /** The accessible name of the list of cards. */
  label: string;
  replicas: readonly Replica[];
  family: Family;
  onAction: (action: ListAction, folderId: string) => void;
}

/** Lists as cards under a heading; hidden without lists. */
function CardSection({ heading, label, replicas, family, onAction }: CardSectionProps) {
  if (replicas.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{heading}</h2>
      <ul className={cardClasses.grid} aria-label={label}>
        {replicas.map((replica) => (
          <li key={replica.folder.id}>
            <FolderCard replica={replica} family={family} onAction={onAction} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CardSkeletons() {
  return (
    <div className={cardClasses.grid} role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={262} radius={14} />
      ))}
    </div>
  );
}
