import type { ReactNode } from 'react';
import { limits } from '../../../../common/constants.ts';
import type { Family } from '../../../../common/families.ts';
import { isUnconfirmed } from '../../../../common/replica/replica.pending.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { offerUndo, toast, toastError, tryUndo } from '../../../components/toast/toast.ts';
import { cancelQueued } from '../../offline/enqueue.ts';
import { useFolders } from '../state/folder.store.ts';
import { countOf } from '../state/wording.ts';

/** Removes several titles of a list, with one toast that can undo all removals. Those that wait for a connection are not sent. */
export async function removeTitles(items: readonly Item[], family: Family): Promise<void> {
  const { entries, removeItems } = useFolders.getState();
  const isWaiting = ({ folderId, id }: Item) => {
    const replica = entries[folderId]?.replica;
    return replica !== undefined && isUnconfirmed(replica, id);
  };
  for (const item of items.filter(isWaiting)) await removeTitle(item, family);
  const going = items.filter((item) => entries[item.folderId]?.replica && !isWaiting(item));
  const [only] = going;
  if (!only) return;
  if (going.length === 1) return removeTitle(only, family);
  const { folderId } = only;
  const results = await Promise.allSettled(
    inParts(going, limits.itemsTogether).map((part) => removeItems(folderId, part, family.key)),
  );
  const revs = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const refusal = results.find((result) => result.status === 'rejected');
  const undo = () => undoRemovals(folderId, revs, family);
  const canUndo = revs.length > 0 && !entries[folderId]?.replica?.folder.isReviewed;
  if (refusal) {
    const action = { label: `Undo ${countOf(revs.length, 'removal')}`, onPress: () => tryUndo(undo) };
    toastError(refusal.reason, 'Failed to remove item', canUndo ? action : undefined);
    return;
  }
  sayRemoved(`Removed ${countOf(going.length, 'title')}`, canUndo ? undo : null);
}

/** Removes a title, with a toast that can undo it. One that waits for a connection is not sent. */
export async function removeTitle(item: Item, family: Family): Promise<void> {
  const { entries, removeItem, undoRemoval } = useFolders.getState();
  const { folderId } = item;
  const replica = entries[folderId]?.replica;
  if (!replica) return;
  try {
    if (isUnconfirmed(replica, item.id)) {
      // A title that waits for a connection has its operation's id.
      await cancelQueued(item.id);
      return;
    }
    const opId = await removeItem(item);
    const undo = () => undoRemoval(folderId, opId, family.key);
    // Reviewed follows the reviews, so its removals cannot be undone here.
    sayRemoved(withNames`Removed ${item.title}`, replica.folder.isReviewed ? null : undo);
  } catch (error) {
    toastError(error, 'Failed to remove item');
  }
}

function sayRemoved(title: ReactNode, undo: (() => Promise<void>) | null): void {
  if (undo) offerUndo({ title }, undo);
  else toast({ title });
}

async function undoRemovals(folderId: string, revs: readonly number[], family: Family): Promise<void> {
  // What has come back is left out when this is tried again.
  for (const part of inParts(revs, limits.itemsTogether)) {
    await useFolders.getState().undoRemovals(folderId, part, family.key);
  }
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}
