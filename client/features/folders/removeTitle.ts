import type { Family } from '../../../common/families.ts';
import type { Item } from '../../../common/item.ts';
import { isUnconfirmed } from '../../../common/replica.pending.ts';
import { toast, toastError } from '../../components/toast.ts';
import { useFolders } from './folder.store.ts';

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
