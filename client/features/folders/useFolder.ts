import { useEffect } from 'react';
import type { FamilyKey } from '../../../common/families.ts';
import { type Access, can, type FolderAction } from '../../../common/permissions.ts';
import type { Replica } from '../../../common/replica.ts';
import { useFolders } from './folder.store.ts';

export interface FolderView {
  replica: Replica | undefined;
  isMissing: boolean;
  hasFailed: boolean;
}

/** One folder by its id; `withItems` loads what is in it too. */
export function useFolder(id: string, family: FamilyKey, { withItems = false } = {}): FolderView {
  const replica = useFolders((state) => state.replicas[id]);
  const folderStatus = useFolders((state) => state.folderStatus[id]);
  const itemsStatus = useFolders((state) => state.itemsStatus[id]);

  const isHeld = replica !== undefined;

  // Again once it is held: a folder that was missing may be shared with the viewer while the screen says so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: holding it is the reason
  useEffect(() => {
    // What fails is told by the status; both may be asked for at once, the store shares the load.
    const { loadFolder, loadItems } = useFolders.getState();
    loadFolder(id, family).catch(() => undefined);
    if (withItems) loadItems(id, family).catch(() => undefined);
  }, [id, family, withItems, isHeld]);

  return {
    replica,
    isMissing: !replica && folderStatus === 'missing',
    hasFailed: (!replica && folderStatus === 'failed') || (withItems && !replica?.items && itemsStatus === 'failed'),
  };
}

export function accessOf(replica: Replica): Access {
  return { isOwner: replica.folder.userId === replica.viewerId, flags: replica.folder.permissions };
}

export function mayIn(replica: Replica, action: FolderAction): boolean {
  return can(accessOf(replica), action);
}
