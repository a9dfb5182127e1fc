import { createStore } from '../../../lib/createStore.ts';
import { createActivity } from './folder.activity.ts';
import { createApplying, createSyncing } from './folder.applying.ts';
import { createLoading } from './folder.loading.ts';
import { type FoldersState, initialFolders } from './folder.state.ts';
import { createSharing, createWriting } from './folder.writing.ts';
import { createPendingChanges } from './pendingChanges.ts';

/** The viewer's own and shared lists, one replica each. */
export const useFolders = createStore<FoldersState>((set, get) => {
  // A failure is not shown. Without asking again, a list without further changes would stay behind.
  const pendingChanges = createPendingChanges((folderId) =>
    get()
      .catchUp(folderId)
      .catch(() => pendingChanges.catchUpLater(folderId)),
  );
  const context = { set, get, pendingChanges };
  return {
    ...initialFolders,
    ...createLoading(context),
    ...createActivity(context),
    ...createWriting(context),
    ...createSharing(context),
    ...createApplying(context),
    ...createSyncing(context),
  };
});
