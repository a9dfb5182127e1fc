import type { FamilyKey } from '../../../common/families.ts';
import {
  applyFurtherItems,
  applyShares,
  applySnapshot,
  dropAnsweredOps,
  type Replica,
  resetReplica,
} from '../../../common/replica.ts';
import { ApiError } from '../../lib/http.ts';
import { useTitles } from '../titles/title.store.ts';
import { useUsers } from '../users/users.store.ts';
import { fetchItems, folderApi } from './folder.api.ts';
import { lossReason } from './folder.applying.ts';
import type { FolderLoading, GetFolders, LoadStatus, SetFolders } from './folder.state.ts';
import { moveReplica } from './folder.state.ts';
import { type Hearing, keepingChanges } from './hearing.ts';

const PREVIEW_ITEMS = 4;

/** Everything that reads: each thing is loaded once, and callers at the same time share one load. */
export function createLoading(set: SetFolders, get: GetFolders, hearing: Hearing): FolderLoading {
  const inFlight = new Map<string, Promise<void>>();
  const shareLoad = (key: string, load: () => Promise<void>): Promise<void> => {
    const running = inFlight.get(key);
    if (running) return running;
    const promise = load().finally(() => inFlight.delete(key));
    inFlight.set(key, promise);
    return promise;
  };

  const setItemsStatus = (id: string, status: LoadStatus) =>
    set((state) => ({ itemsStatus: { ...state.itemsStatus, [id]: status } }));

  /** All pages into the replica; the first one shows while the others are on their way. */
  const readItems = (id: string, family: FamilyKey, start: () => Promise<void>) =>
    keepingChanges(hearing, id, async (kept) => {
      const [first] = await Promise.all([fetchItems(id, family), start()]);
      // A title opens from what its item tells, also where the movie database is away or knows it no longer.
      useTitles.getState().applyFacts(first.items);
      let isBehind = false;
      moveReplica(set, id, (replica) => {
        const step = applySnapshot(replica, first.items, first.rev, kept);
        isBehind = step.isBehind;
        return step.replica;
      });
      let page = first;
      let read = first.items.length;
      // What is added meanwhile is told too, so nothing is missed where the count is reached.
      while (!page.isLast && read < page.total && get().replicas[id]) {
        page = await fetchItems(id, family, page.items.at(-1)?.id);
        const { items } = page;
        read += items.length;
        useTitles.getState().applyFacts(items);
        moveReplica(set, id, (replica) => applyFurtherItems(replica, items, first.rev, kept));
      }
      if (isBehind) hearing.catchUpSoon(id);
    });

  /** Starts over from the folder as it is now; what is shown stays until the new items are here. */
  const startOver = async (id: string) => {
    const folder = await folderApi.get(id, 'folder');
    const before = get().replicas[id];
    if (!before) return;
    const reset = (replica: Replica) => ({ ...resetReplica(replica, folder), items: replica.items });
    if (before.items) await readItems(id, 'folder', async () => moveReplica(set, id, reset));
    else moveReplica(set, id, reset);
    if (before.shares) await get().loadShares(id, 'folder', true);
    if (before.activity) await get().loadActivity(id, 'folder', true);
  };

  return {
    async loadLists(family = 'folder', isForced = false) {
      if (get().listsStatus === 'ready' && !isForced) return;
      await shareLoad('lists', async () => {
        set({ listsStatus: get().listsStatus === 'ready' ? 'ready' : 'loading' });
        const [own, shared] = await Promise.allSettled([folderApi.list(family), folderApi.shared(family)]);
        get().applyFolders([own, shared].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
        const failed = [own, shared].find((answer) => answer.status === 'rejected');
        set({ listsStatus: failed ? 'failed' : 'ready', hasOwnLists: own.status === 'fulfilled' });
        if (failed) throw failed.reason;
      });
    },

    async loadFolder(id, family = 'folder') {
      if (get().folderStatus[id] === 'ready') return;
      await shareLoad(`folder ${id}`, async () => {
        const setStatus = (status: LoadStatus | 'missing') =>
          set((state) => ({ folderStatus: { ...state.folderStatus, [id]: status } }));
        setStatus('loading');
        try {
          get().applyFolders([await folderApi.get(id, family)]);
          setStatus('ready');
        } catch (error) {
          setStatus(isMissing(error) ? 'missing' : 'failed');
          throw error;
        }
      });
    },

    async loadItems(id, family = 'folder') {
      if (get().itemsStatus[id] === 'ready' && get().replicas[id]?.items) return;
      await shareLoad(`items ${id}`, async () => {
        setItemsStatus(id, 'loading');
        try {
          await readItems(id, family, async () => {
            if (!get().replicas[id]) await get().loadFolder(id, family);
          });
          setItemsStatus(id, 'ready');
        } catch (error) {
          setItemsStatus(id, 'failed');
          throw error;
        }
      });
    },

    async loadPreview(id, family = 'folder') {
      if (get().previews[id] || get().replicas[id]?.items) return;
      await shareLoad(`preview ${id}`, async () => {
        const { items } = await fetchItems(id, family, undefined, PREVIEW_ITEMS);
        set((state) => ({ previews: { ...state.previews, [id]: items } }));
      });
    },

    async loadShares(id, family = 'folder', isForced = false) {
      if (get().sharesStatus[id] === 'ready' && get().replicas[id]?.shares && !isForced) return;
      await shareLoad(`shares ${id}`, async () => {
        const setStatus = (status: LoadStatus) =>
          set((state) => ({ sharesStatus: { ...state.sharesStatus, [id]: status } }));
        if (get().sharesStatus[id] !== 'ready') setStatus('loading');
        try {
          await keepingChanges(hearing, id, async (kept) => {
            const shares = await folderApi.shares(id, family);
            useUsers.getState().applyPeople(shares.map((share) => share.sharedWithUser));
            moveReplica(set, id, (replica) => applyShares(replica, shares, kept));
          });
          setStatus('ready');
        } catch (error) {
          setStatus('failed');
          throw error;
        }
      });
    },

    async catchUp(id) {
      await shareLoad(`changes ${id}`, async () => {
        hearing.cancelCatchUp(id);
        const answered = new Set(
          get()
            .replicas[id]?.pending.filter((op) => op.isAnswered)
            .map((op) => op.opId),
        );
        try {
          for (let hasMore = true; hasMore; ) {
            const since = get().replicas[id]?.rev;
            if (since === undefined) return;
            const news = await folderApi.changes(id, since);
            if ('reset' in news) return await startOver(id);
            if (news.changes.length > 0) get().applyChangeBatch({ folderId: id, changes: news.changes });
            hasMore = news.more;
          }
          // Their changes have been applied with the rest, whether or not they carried the op's id.
          moveReplica(set, id, (replica) => dropAnsweredOps(replica, answered));
        } catch (error) {
          if (!isMissing(error)) throw error;
          get().applyGone(id, lossReason(get().replicas[id]));
        }
      });
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}
