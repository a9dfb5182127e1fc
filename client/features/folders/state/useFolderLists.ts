import { useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { FamilyKey } from '../../../../common/families.ts';
import { shownCount, shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { loadWhenReachable } from '../../../lib/http/reachable.ts';
import { useUsers } from '../../users/users.store.ts';
import type { FoldersState } from './folder.state.ts';
import { useFolders } from './folder.store.ts';

interface FolderLists {
  /** The viewer's own lists without Reviewed, newest first. */
  own: Replica[];
  /** Lists that others share with the viewer, newest first. */
  sharedWithMe: Replica[];
  /** Own lists that are shared with others. */
  sharedByMe: Replica[];
  reviewed: Replica | undefined;
  status: ReturnType<typeof useFolders.getState>['listsStatus'];
}

/** All lists of the viewer, loaded on first use and live from then on. */
export function useFolderLists(family: FamilyKey = 'folder'): FolderLists {
  const replicas = useFolders(useShallow(remainingReplicas));
  const status = useFolders((state) => state.listsStatus);
  const viewerId = useUsers((state) => state.viewer?.id);

  // The status shows a failure, with a button to try again.
  useEffect(() => loadWhenReachable(() => useFolders.getState().loadLists(family)), [family]);

  return useMemo(() => {
    const all = replicas.toSorted(newestFirst);
    const mine = all.filter(({ folder }) => folder.userId === viewerId);
    const own = mine.filter(({ folder }) => !folder.isReviewed);
    return {
      own,
      sharedWithMe: all.filter(({ folder }) => folder.userId !== viewerId),
      sharedByMe: own.filter(({ folder }) => folder.isSharedByMe),
      reviewed: mine.find(({ folder }) => folder.isReviewed),
      status,
    };
  }, [replicas, viewerId, status]);
}

function remainingReplicas({ entries }: Pick<FoldersState, 'entries'>): Replica[] {
  return Object.values(entries).flatMap(({ replica, isLeaving }) => (replica && !isLeaving ? [replica] : []));
}

export function matchesName(replica: Replica, query: string): boolean {
  return shownName(replica).toLowerCase().includes(query.trim().toLowerCase());
}

/** Most items first. Lists with equal counts stay newest first. */
export function byItemCount(a: Replica, b: Replica): number {
  return shownCount(b) - shownCount(a);
}

function newestFirst(a: Replica, b: Replica): number {
  return a.folder.createdAt === b.folder.createdAt
    ? b.folder.id.localeCompare(a.folder.id)
    : b.folder.createdAt.localeCompare(a.folder.createdAt);
}
