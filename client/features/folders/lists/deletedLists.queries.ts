import type { FamilyKey } from '../../../../common/families.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast, toastError } from '../../../components/toast/toast.ts';
import { listApi } from '../../../lib/http/api.ts';
import { queryOf } from '../../../lib/query.ts';
import { useFolders } from '../state/folder.store.ts';

/** The lists that the viewer has deleted and can restore. */
export const deletedListsQuery = (family: FamilyKey) => queryOf(listApi[family].deleted);

interface RestorableList {
  id: string;
  name: string;
  memberCount: number;
}

/** Brings back a deleted list, with a toast. Returns whether it succeeded. */
export async function restoreList({ id, name, memberCount }: RestorableList, family: FamilyKey): Promise<boolean> {
  try {
    await useFolders.getState().restoreFolder(id, family);
    const others = memberCount > 0 ? { description: 'Everyone it was shared with can see it again.' } : {};
    toast({ title: withNames`"${name}" is back`, ...others });
    return true;
  } catch (error) {
    toastError(error, 'Couldn’t restore the list. Try again.');
    return false;
  }
}
