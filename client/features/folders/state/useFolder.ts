import { useEffect, useState } from 'react';
import type { FamilyKey } from '../../../../common/families.ts';
import { type Access, can, type FolderAction } from '../../../../common/permissions.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { loadWhenReachable } from '../../../lib/http/reachable.ts';
import { useFolders } from './folder.store.ts';

interface FolderView {
  replica: Replica | undefined;
  isMissing: boolean;
  hasFailed: boolean;
  error: unknown;
}

/** Loads one folder by its id; `withItems` also loads its items. */
export function useFolder(id: string, family: FamilyKey, { withItems = false } = {}): FolderView {
  const replica = useFolders((state) => state.entries[id]?.replica);
  const folderStatus = useFolders((state) => state.entries[id]?.status);
  const itemsStatus = useFolders((state) => state.entries[id]?.itemsStatus);

  const error = useFolders((state) => state.entries[id]?.error);

  const isHeld = replica !== undefined;

  // Runs again when the replica appears: a missing folder may be shared while the screen shows that it is missing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again when the replica appears
  useEffect(() => {
    // Failures show in the status. Both calls share one load of the folder.
    const { loadFolder, loadItems } = useFolders.getState();
    return loadWhenReachable(() =>
      Promise.all([loadFolder(id, family), withItems ? loadItems(id, family) : undefined]),
    );
  }, [id, family, withItems, isHeld]);

  return {
    replica,
    isMissing: !replica && folderStatus === 'missing',
    hasFailed: (!replica && folderStatus === 'failed') || (withItems && !replica?.items && itemsStatus === 'failed'),
    error,
  };
}

type FolderPart = 'loadItems' | 'loadPreview' | 'loadShares' | 'loadActivity';

/** Loads a part of a list once, where it is shown. Its status in the store says whether that has failed. */
export function useLoadedPart(part: FolderPart, id: string | undefined, family: FamilyKey = 'folder'): void {
  useEffect(() => {
    return id === undefined ? undefined : loadWhenReachable(() => useFolders.getState()[part](id, family));
  }, [part, id, family]);
}

/** Limits parallel requests, because a user may have a hundred lists. */
const AT_ONCE = 6;

/** Loads the items of lists, to know which contain a title. Returns whether that has ended. */
export function useItemsOf(lists: readonly Replica[], isWanted: boolean, family: FamilyKey = 'folder'): boolean {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const missing = lists.filter(({ folder, items }) => folder.itemCount > 0 && !items && !failed.has(folder.id));
  const next = missing
    .map(({ folder }) => folder.id)
    .slice(0, AT_ONCE)
    .join(' ');

  useEffect(() => {
    if (!isWanted || next === '') return;
    const { loadItems } = useFolders.getState();
    // Skips lists that are already loading.
    for (const id of next.split(' ')) {
      loadItems(id, family).catch(() => setFailed((known) => new Set(known).add(id)));
    }
  }, [isWanted, next, family]);

  return isWanted && next === '';
}

export function accessOf(replica: Replica): Access {
  return { isOwner: replica.folder.userId === replica.viewerId, flags: replica.folder.permissions };
}

export function mayIn(replica: Replica, action: FolderAction): boolean {
  return can(accessOf(replica), action);
}
