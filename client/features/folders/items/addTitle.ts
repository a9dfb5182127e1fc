import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { toastError } from '../../../components/toast/toast.ts';
import { useFolders } from '../state/folder.store.ts';

/** Adds a title to a list. It shows at once. */
export async function addTitle(folderId: string, title: TitleFacts): Promise<void> {
  try {
    await useFolders.getState().addItem(folderId, title);
  } catch (error) {
    toastError(error, 'Failed to add item to folder');
  }
}
