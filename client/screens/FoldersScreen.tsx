import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { Family } from '../../common/families.ts';
import type { Replica } from '../../common/replica.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Skeleton } from '../components/Skeletons.tsx';
import { FailedLists } from '../features/folders/FailedLists.tsx';
import cardClasses from '../features/folders/FolderCard.module.css';
import { FolderCard, type ListAction } from '../features/folders/FolderCard.tsx';
import { InvitationList, useInvitationsSettled } from '../features/folders/InvitationList.tsx';
import { ScreenHead } from '../features/folders/ScreenHead.tsx';
import { matchesName, useFolderLists } from '../features/folders/useFolderLists.ts';
import { worded } from '../features/folders/wording.ts';
import { useOpenDialog } from '../lib/dialogUrl.ts';
import { usePageTitle } from '../lib/pageTitle.ts';
import { useSearchText } from '../lib/searchText.ts';
import classes from './FoldersScreen.module.css';
import { useListDialogs } from './ListDialogs.tsx';

/** My Folders and My Categories: own lists, then all that are shared, by me or with me. */
export function FoldersScreen({ family }: { family: Family }) {
  const query = useSearchText((state) => state.text).trim();
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
  // Both at once, so that the invitations push nothing down.
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
          <InvitationList family={family} />
          {lists.status === 'failed' && <FailedLists family={family} hasSome={hasAny} />}
          {!hasAny && lists.status === 'ready' && (
            <EmptyState
              drawing="seats"
              title={`No ${family.nouns} yet`}
              action={<Button onClick={create}>Create {family.Noun}</Button>}
            >
              Start one for a mood, an evening or the people you watch with.
            </EmptyState>
          )}
          {hasAny && own.length + shared.length === 0 && (
            <EmptyState drawing="ticket" title={`No ${family.nouns} found for "${query}"`} />
          )}
          {own.length > 0 && (
            <section className={classes.section}>
              <h2 className={classes.heading}>Your lists</h2>
              <CardGrid label={`My ${family.Nouns}`} replicas={own} family={family} onAction={openAction} />
            </section>
          )}
          {shared.length > 0 && (
            <section className={classes.section}>
              <h2 className={classes.heading}>{worded(family, 'All Shared Folders')}</h2>
              <CardGrid
                label={worded(family, 'All Shared Folders')}
                replicas={shared}
                family={family}
                onAction={openAction}
              />
            </section>
          )}
        </>
      )}
      {dialog}
    </>
  );
}

interface CardGridProps {
  label: string;
  replicas: readonly Replica[];
  family: Family;
  onAction: (action: ListAction, folderId: string) => void;
}

function CardGrid({ label, replicas, family, onAction }: CardGridProps) {
  return (
    <ul className={cardClasses.grid} aria-label={label}>
      {replicas.map((replica) => (
        <li key={replica.folder.id}>
          <FolderCard replica={replica} family={family} onAction={onAction} />
        </li>
      ))}
    </ul>
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
