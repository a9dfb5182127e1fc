import { createStore } from '../../lib/createStore.ts';
import { createActivity } from './folder.activity.ts';
import { createApplying } from './folder.applying.ts';
import { createLoading } from './folder.loading.ts';
import { type FoldersState, initialFolders } from './folder.state.ts';
import { createWriting } from './folder.writing.ts';
import { createHearing } from './hearing.ts';

/** Every list that the viewer owns or is a member of, as one replica each. */
export const useFolders = createStore<FoldersState>((set, get) => {
  // Behind in one folder is no reason to trouble anybody: the next change or sync asks again.
  const hearing = createHearing((folderId) =>
    get()
      .catchUp(folderId)
      .catch(() => undefined),
  );
  return {
    ...initialFolders,
    ...createLoading(set, get, hearing),
    ...createActivity(set, get, hearing),
    ...createWriting(set, get),
    ...createApplying(set, get, hearing),
  };
});
