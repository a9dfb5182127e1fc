import type { Family } from '../../../../common/families.ts';
import { isUnconfirmed } from '../../../../common/replica/replica.pending.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { toast, toastError } from '../../../components/feedback/toast.ts';
import { useFolders } from '../state/folder.store.ts';

/** Removes several titles, with one toast that can undo all removals. */
export async function removeTitles(items: readonly Item[], family: Family): Promise<void> {
  const { entries, removeItem } = useFolders.getState();
  const going = items.filter((item) => {
    const replica = entries[item.folderId]?.replica;
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
  const action = entries[only.folderId]?.replica?.folder.isReviewed ? {} : { action: { label: 'Undo', onPress } };
  toast({ title: `Removed ${opIds.length} titles`, ...action });
}

/** Removes a title, with a toast that can undo it. Ignores a title that the server has not confirmed yet. */
export async function removeTitle(item: Item, family: Family): Promise<void> {
  const { entries, removeItem } = useFolders.getState();
  const replica = entries[item.folderId]?.replica;
  if (!replica || isUnconfirmed(replica, item.id)) return;
  try {
    const opId = await removeItem(item);
    const onPress = () => undoRemoval(item.folderId, opId, family);
    // Reviewed follows the reviews, so its removals cannot be undone here.
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
