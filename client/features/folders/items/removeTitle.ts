import type { Family } from '../../../../common/families.ts';
import { isUnconfirmed } from '../../../../common/replica/replica.pending.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { toast, toastError } from '../../../components/feedback/toast.ts';
import { useFolders } from '../state/folder.store.ts';
import { countOf } from '../state/wording.ts';

/** Thousands of requests at once would block the page. */
const TOGETHER = 200;

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
  const results: PromiseSettledResult<string>[] = [];
  for (let start = 0; start < going.length; start += TOGETHER) {
    results.push(...(await Promise.allSettled(going.slice(start, start + TOGETHER).map(removeItem))));
    // The rest would be refused for the same reason.
    if (results.some(({ status }) => status === 'rejected')) break;
  }
  const opIds = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refusal = results.find((result) => result.status === 'rejected');
  const onPress = () => undoRemovals(only.folderId, opIds, family);
  const canUndo = opIds.length > 0 && !entries[only.folderId]?.replica?.folder.isReviewed;
  if (refusal) {
    const action = { label: `Undo ${countOf(opIds.length, 'removal')}`, onPress };
    toastError(refusal.reason, 'Failed to remove item', canUndo ? action : undefined);
    return;
  }
  toast({ title: `Removed ${opIds.length} titles`, ...(canUndo && { action: { label: 'Undo', onPress } }) });
}

/** Removes a title, with a toast that can undo it. Ignores a title that the server has not confirmed yet. */
export async function removeTitle(item: Item, family: Family): Promise<void> {
  const { entries, removeItem } = useFolders.getState();
  const replica = entries[item.folderId]?.replica;
  if (!replica || isUnconfirmed(replica, item.id)) return;
  try {
    const opId = await removeItem(item);
    const onPress = () => undoRemovals(item.folderId, [opId], family);
    // Reviewed follows the reviews, so its removals cannot be undone here.
    const action = replica.folder.isReviewed ? {} : { action: { label: 'Undo', onPress } };
    toast({ title: `Removed ${item.title}`, ...action });
  } catch (error) {
    toastError(error, 'Failed to remove item');
  }
}

/** Stops at the first failure, which the others would share. Its toast offers to continue. */
async function undoRemovals(folderId: string, opIds: readonly string[], family: Family): Promise<void> {
  for (const [index, opId] of opIds.entries()) {
    try {
      await useFolders.getState().undoRemoval(folderId, opId, family.key);
    } catch (error) {
      const onPress = () => undoRemovals(folderId, opIds.slice(index), family);
      toastError(error, 'Failed to undo', { label: 'Try again', onPress });
      return;
    }
  }
}
