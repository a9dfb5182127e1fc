import type { FamilyKey } from '../../../../common/families.ts';
import {
  applyFurtherItems,
  applyShares,
  applySnapshot,
  dropAnsweredOps,
  type Replica,
  resetReplica,
} from '../../../../common/replica/replica.ts';
import { isRefused } from '../../../lib/http/http.ts';
import { useTitles } from '../../titles/title.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { fetchItems, folderApi } from './folder.api.ts';
import { lossReason } from './folder.applying.ts';
import { type FolderContext, type FolderLoading, moveReplica, setEntry } from './folder.state.ts';
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
  if (get().listsStatus === 'failed') set({ listsStatus: undefined });
  const [own, shared] = await Promise.allSettled([folderApi.list(family), folderApi.shared(family)]);
  get().applyFolders([own, shared].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
  const failed = [own, shared].find((answer) => answer.status === 'rejected');
  set({
    listsStatus: failed ? 'failed' : 'ready',
    hasOwnLists: own.status === 'fulfilled',
    listsError: failed?.reason,
  });
  if (failed) throw failed.reason;
}

async function loadFolder({ set, get }: FolderContext, id: string, family: FamilyKey): Promise<void> {
  setEntry(set, id, { status: undefined });
  try {
    get().applyFolders([await folderApi.get(id, family)]);
    setEntry(set, id, { status: 'ready' });
  } catch (error) {
    setEntry(set, id, { status: isRefused(error) ? 'missing' : 'failed', error });
    throw error;
  }
}

async function loadItems(context: FolderContext, id: string, family: FamilyKey): Promise<void> {
  const { set, get } = context;
  setEntry(set, id, { itemsStatus: undefined });
  try {
    await readItems(context, id, family, async () => {
      if (!get().entries[id]?.replica) await get().loadFolder(id, family);
    });
    setEntry(set, id, { itemsStatus: 'ready' });
  } catch (error) {
    setEntry(set, id, { itemsStatus: 'failed', error });
    throw error;
  }
}

async function loadShares({ set, get, pendingChanges }: FolderContext, id: string, family: FamilyKey): Promise<void> {
  if (get().entries[id]?.sharesStatus !== 'ready') setEntry(set, id, { sharesStatus: undefined });
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

/** Reads all pages of items into the replica. The first page shows while the others load. */
function readItems(
  { set, get, pendingChanges }: FolderContext,
  id: string,
  family: FamilyKey,
  start: () => Promise<void>,
): Promise<void> {
  return keepingChanges(pendingChanges, id, async (kept) => {
    const [first] = await Promise.all([fetchItems(id, family), start()]);
    // The title dialog can show these facts even if the movie database is unavailable or no longer has the title.
    useTitles.getState().applyFacts(first.items);
    let isBehind = false;
    moveReplica(set, id, (replica) => {
      const step = applySnapshot(replica, first.items, first.rev, kept);
      isBehind = step.isBehind;
      return step.replica;
    });
    let page = first;
    let read = first.items.length;
    // Items added in the meantime arrive as changes, so the loop can stop at the first page's total.
    while (!page.isLast && read < page.total && get().entries[id]?.replica) {
      page = await fetchItems(id, family, page.items.at(-1)?.id);
      const { items } = page;
      read += items.length;
      useTitles.getState().applyFacts(items);
      moveReplica(set, id, (replica) => applyFurtherItems(replica, items, first.rev, kept));
    }
    if (isBehind) pendingChanges.catchUpSoon(id);
  });
}

/** Fetches and applies the changes that the replica does not have yet. */
async function catchUp(context: FolderContext, id: string): Promise<void> {
  const { set, get, pendingChanges } = context;
  const replicaNow = () => get().entries[id]?.replica;
  pendingChanges.cancelCatchUp(id);
  const answeredOps = replicaNow()?.pending.filter((op) => op.isAnswered);
  for (let hasMore = true; hasMore; ) {
    const replica = replicaNow();
    if (!replica) return;
    const page = await folderApi.changes(id, replica);
    if ('reset' in page) return startOver(context, id);
    if (page.changes.length > 0) get().applyChangeBatch({ folderId: id, changes: page.changes });
    hasMore = page.more;
  }
  // Their changes have been applied with the rest, whether or not they carried the op's id.
  const answeredIds = new Set(answeredOps?.map((op) => op.opId));
  moveReplica(set, id, (replica) => dropAnsweredOps(replica, answeredIds));
}

/** Reads the folder and its loaded parts again. The old items stay on screen until the new ones arrive. */
async function startOver(context: FolderContext, id: string): Promise<void> {
  const { set, get } = context;
  const folder = await folderApi.get(id, 'folder');
  const before = get().entries[id]?.replica;
  if (!before) return;
  const reset = (replica: Replica) => ({ ...resetReplica(replica, folder), items: replica.items });
  if (before.items) {
    try {
      await readItems(context, id, 'folder', async () => moveReplica(set, id, reset));
    } catch (error) {
      // The items are still the old ones. With the old rev, the next request for changes shows that they are.
      const { rev, revId } = before;
      moveReplica(set, id, (replica) => ({ ...replica, rev, revId }));
      throw error;
    }
  } else moveReplica(set, id, reset);
  if (before.shares) await get().loadShares(id, 'folder', true);
  if (before.activity) await get().loadActivity(id, 'folder', true);
}

/** Runs a read of the folder. If the viewer may no longer see the folder, the tab drops it. */
async function unlessGone({ get }: FolderContext, id: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!isRefused(error)) throw error;
    get().applyGone(id, lossReason(get().entries[id]?.replica));
  }
}

/** Callers that ask for the same key while it loads get the same promise. */
export function createSharedLoads<Key = string>() {
  const inFlight = new Map<Key, Promise<void>>();
  return (key: Key, load: () => Promise<void>): Promise<void> => {
    const running = inFlight.get(key);
    if (running) return running;
    const promise = load().finally(() => inFlight.delete(key));
    inFlight.set(key, promise);
    return promise;
  };
}
