import type { FamilyKey } from '../../../../common/families.ts';
import { applyShares } from '../../../../common/replica/replica.ts';
import { createSharedLoads } from '../../../lib/sharedLoads.ts';
import { useUsers } from '../../users/users.store.ts';
import { fetchItems, folderApi } from './folder.api.ts';
import { catchUp, isMissing, readItems, startOver, unlessGone } from './folder.reading.ts';
import type { FolderContext, FolderLoading } from './folder.state.ts';
import { moveReplica, setEntry } from './folder.state.ts';
import { keepingChanges } from './pendingChanges.ts';

const PREVIEW_ITEMS = 4;

/** Everything that reads: each thing is loaded once, and callers at the same time share one load. */
export function createLoading(context: FolderContext): FolderLoading {
  const { get } = context;
  const shareLoad = createSharedLoads();

  return {
    async loadLists(family = 'folder', isForced = false) {
      if (get().listsStatus === 'ready' && !isForced) return;
      await shareLoad('lists', () => loadLists(context, family));
    },

    async loadFolder(id, family = 'folder') {
      if (get().entries[id]?.status === 'ready') return;
      await shareLoad(`folder ${id}`, () => loadFolder(context, id, family));
    },

    async loadItems(id, family = 'folder') {
      const { itemsStatus, replica } = get().entries[id] ?? {};
      if (itemsStatus === 'ready' && replica?.items) return;
      await shareLoad(`items ${id}`, () => loadItems(context, id, family));
    },

    async loadPreview(id, family = 'folder') {
      const { preview, replica } = get().entries[id] ?? {};
      if (preview || replica?.items) return;
      await shareLoad(`preview ${id}`, async () => {
        const { items } = await fetchItems(id, family, undefined, PREVIEW_ITEMS);
        setEntry(context.set, id, { preview: items });
      });
    },

    async loadShares(id, family = 'folder', isForced = false) {
      const { sharesStatus, replica } = get().entries[id] ?? {};
      if (sharesStatus === 'ready' && replica?.shares && !isForced) return;
      await shareLoad(`shares ${id}`, () => loadShares(context, id, family));
    },

    async catchUp(id) {
      await shareLoad(`changes ${id}`, () => unlessGone(context, id, () => catchUp(context, id)));
    },

    async startOver(id) {
      await shareLoad(`start over ${id}`, () => unlessGone(context, id, () => startOver(context, id)));
    },
  };
}

async function loadLists({ set, get }: FolderContext, family: FamilyKey): Promise<void> {
  set({ listsStatus: get().listsStatus === 'ready' ? 'ready' : 'loading' });
  const [own, shared] = await Promise.allSettled([folderApi.list(family), folderApi.shared(family)]);
  get().applyFolders([own, shared].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
  const failed = [own, shared].find((answer) => answer.status === 'rejected');
  set({ listsStatus: failed ? 'failed' : 'ready', hasOwnLists: own.status === 'fulfilled' });
  if (failed) throw failed.reason;
}

async function loadFolder({ set, get }: FolderContext, id: string, family: FamilyKey): Promise<void> {
  setEntry(set, id, { status: 'loading' });
  try {
    get().applyFolders([await folderApi.get(id, family)]);
    setEntry(set, id, { status: 'ready' });
  } catch (error) {
    setEntry(set, id, { status: isMissing(error) ? 'missing' : 'failed' });
    throw error;
  }
}

async function loadItems(context: FolderContext, id: string, family: FamilyKey): Promise<void> {
  const { set, get } = context;
  setEntry(set, id, { itemsStatus: 'loading' });
  try {
    await readItems(context, id, family, async () => {
      if (!get().entries[id]?.replica) await get().loadFolder(id, family);
    });
    setEntry(set, id, { itemsStatus: 'ready' });
  } catch (error) {
    setEntry(set, id, { itemsStatus: 'failed' });
    throw error;
  }
}

async function loadShares({ set, get, pendingChanges }: FolderContext, id: string, family: FamilyKey): Promise<void> {
  if (get().entries[id]?.sharesStatus !== 'ready') setEntry(set, id, { sharesStatus: 'loading' });
  try {
    await keepingChanges(pendingChanges, id, async (kept) => {
      const shares = await folderApi.shares(id, family);
      useUsers.getState().applyPeople(shares.map((share) => share.sharedWithUser));
      moveReplica(set, id, (replica) => applyShares(replica, shares, kept));
    });
    setEntry(set, id, { sharesStatus: 'ready' });
  } catch (error) {
    setEntry(set, id, { sharesStatus: 'failed' });
    throw error;
  }
}
