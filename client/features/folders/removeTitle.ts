import type { Family } from '../../../common/families.ts';
import type { Item } from '../../../common/item.ts';
import { isUnconfirmed } from '../../../common/replica.pending.ts';
import { toast, toastError } from '../../components/toast.ts';
import { useFolders } from './folder.store.ts';

/** Takes several titles out at once, with one toast that brings all of them back. */
export async function removeTitles(items: readonly Item[], family: Family): Promise<void> {
  const { replicas, removeItem } = useFolders.getState();
  const going = items.filter((item) => {
    const replica = replicas[item.folderId];
    return replica && !isUnconfirmed(replica, item.id);
  });
  const [only] = going;
  if (!only) return;
  if (going.length === 1) return removeTitle(only, family);
  const results = await Promise.allSettled(going.map(removeItem));
  const opIds = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refusal = results.find((result) => result.status === 'rejected');
  if (refusal) {
    toastError(refusal.reason, 'Failed to remove item');
    return;
  }
  const onPress = async () => {
    for (const opId of opIds) await undoRemoval(only.folderId, opId, family);
  };
  const action = replicas[only.folderId]?.folder.isReviewed ? {} : { action: { label: 'Undo', onPress } };
  toast({ title: `Removed ${opIds.length} titles`, ...action });
}

/** Takes a title out at once, with one toast that brings it back; one that is still on its way in is left alone. */
export async function removeTitle(item: Item, family: Family): Promise<void> {
  const { replicas, removeItem } = useFolders.getState();
  const replica = replicas[item.folderId];
  if (!replica || isUnconfirmed(replica, item.id)) return;
  try {
    const opId = await removeItem(item);
    const onPress = () => undoRemoval(item.folderId, opId, family);
    // What is in Reviewed follows the reviews: it comes back by them, not by undoing.
    const action = replica.folder.isReviewed ? {} : { action: { label: 'Undo', onPress } };
    toast({ title: `Removed ${item.title}`, ...action });
  } catch (error) {
    toastError(error, 'Failed to remove item');
  }
}

async function undoRemoval(folderId: string, opId: string, family: Family): Promise<void> {
  try {
    await useFolders.getState().undoRemoval(folderId, opId, family.key);
  } catch (error) {
    toastError(error, 'Failed to undo');
  }
}
