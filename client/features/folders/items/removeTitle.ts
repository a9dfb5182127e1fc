import { limits } from '../../../../common/constants.ts';
import type { Family } from '../../../../common/families.ts';
import { isUnconfirmed } from '../../../../common/replica/replica.pending.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast, toastError } from '../../../components/toast/toast.ts';
import { useFolders } from '../state/folder.store.ts';
import { countOf } from '../state/wording.ts';

/** Removes several titles of a list, with one toast that can undo all removals. */
export async function removeTitles(items: readonly Item[], family: Family): Promise<void> {
  const { entries, removeItems } = useFolders.getState();
  const going = items.filter((item) => {
    const replica = entries[item.folderId]?.replica;
    return replica && !isUnconfirmed(replica, item.id);
  });
  const [only] = going;
  if (!only) return;
  if (going.length === 1) return removeTitle(only, family);
  const { folderId } = only;
  const results = await Promise.allSettled(
    inParts(going, limits.itemsTogether).map((part) => removeItems(folderId, part, family.key)),
  );
  const revs = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const refusal = results.find((result) => result.status === 'rejected');
  const onPress = () => undoRemovals(folderId, revs, family);
  const canUndo = revs.length > 0 && !entries[folderId]?.replica?.folder.isReviewed;
  if (refusal) {
    const action = { label: `Undo ${countOf(revs.length, 'removal')}`, onPress };
    toastError(refusal.reason, 'Failed to remove item', canUndo ? action : undefined);
    return;
  }
  toast({ title: `Removed ${countOf(going.length, 'title')}`, ...(canUndo && { action: { label: 'Undo', onPress } }) });
}

/** Removes a title, with a toast that can undo it. Ignores a title that the server has not confirmed yet. */
export async function removeTitle(item: Item, family: Family): Promise<void> {
  const { entries, removeItem, undoRemoval } = useFolders.getState();
  const { folderId } = item;
  const replica = entries[folderId]?.replica;
  if (!replica || isUnconfirmed(replica, item.id)) return;
  try {
    const opId = await removeItem(item);
    const onPress = () => undo(() => undoRemoval(folderId, opId, family.key));
    // Reviewed follows the reviews, so its removals cannot be undone here.
    const action = replica.folder.isReviewed ? {} : { action: { label: 'Undo', onPress } };
    toast({ title: withNames`Removed ${item.title}`, ...action });
  } catch (error) {
    toastError(error, 'Failed to remove item');
  }
}

function undoRemovals(folderId: string, revs: readonly number[], family: Family): Promise<void> {
  const parts = inParts(revs, limits.itemsTogether);
  return undo(async () => {
    // What has come back is left out when this is tried again.
    for (const part of parts) await useFolders.getState().undoRemovals(folderId, part, family.key);
  });
}

/** A failure's toast offers to try again. */
async function undo(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toastError(error, 'Couldn’t undo this. Try again.', { label: 'Try again', onPress: () => undo(work) });
  }
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}
