import type { FamilyKey } from '../../../../common/families.ts';
import { applyActivity } from '../../../../common/replica/replica.ts';
import type { Change } from '../../../../common/schemas/changes.ts';
import { folderApi } from './folder.api.ts';
import type { ActivityStatus, FolderActivity, GetFolders, SetFolders } from './folder.state.ts';
import { moveReplica, setEntry } from './folder.state.ts';
import { newOperationId } from './operationId.ts';
import { keepingChanges, type PendingChanges } from './pendingChanges.ts';

/** How long to wait for the event of an undone change before asking for it. */
const DELIVERED_WITHIN_MS = 2000;

/** A folder's log: reads it by pages, newest first, and undoes changes. */
export function createActivity(set: SetFolders, get: GetFolders, pendingChanges: PendingChanges): FolderActivity {
  const inFlight = new Map<string, Promise<void>>();
  const setStatus = (id: string, activityStatus: ActivityStatus) => setEntry(set, id, { activityStatus });

  const loadPage = (id: string, family: FamilyKey, before?: number): Promise<void> => {
    const running = inFlight.get(id);
    if (running) return running;
    const hadOlder = get().entries[id]?.activityStatus?.hasOlder ?? false;
    const load = async () => {
      setStatus(id, { status: 'loading', hasOlder: hadOlder });
      try {
        await keepingChanges(pendingChanges, id, async (kept) => {
          const page = await folderApi.recentChanges(id, family, before);
          if ('reset' in page) throw new Error('The newest changes are always kept');
          moveReplica(set, id, (replica) => applyActivity(replica, page.changes, kept));
          setStatus(id, { status: 'ready', hasOlder: page.more });
        });
      } catch (error) {
        setStatus(id, { status: 'failed', hasOlder: hadOlder });
        throw error;
      }
    };
    const promise = load().finally(() => inFlight.delete(id));
    inFlight.set(id, promise);
    return promise;
  };

  /** Only changes move the confirmed state. Asks for this one if it does not arrive. */
  const expectChange = (id: string, { rev }: Change) => {
    setTimeout(() => {
      if ((get().entries[id]?.replica?.rev ?? rev) >= rev) return;
      get()
        .catchUp(id)
        .catch(() => undefined);
    }, DELIVERED_WITHIN_MS);
  };

  /** The removal may have arrived a moment ago, or may still be on its way. */
  const findRev = async (id: string, opId: string, family: FamilyKey): Promise<number | undefined> => {
    const known = pendingChanges.removals.get(opId);
    if (known !== undefined) return known;
    const page = await folderApi.recentChanges(id, family);
    return 'reset' in page ? undefined : page.changes.find((change) => change.opId === opId)?.rev;
  };

  return {
    async loadActivity(id, family = 'folder', isForced = false) {
      if (get().entries[id]?.replica?.activity && !isForced) return;
      await loadPage(id, family);
    },

    async loadOlderActivity(id, family = 'folder') {
      const oldest = get().entries[id]?.replica?.activity?.at(-1);
      if (oldest) await loadPage(id, family, oldest.rev);
    },

    async undoChange(id, rev, family = 'folder') {
      expectChange(id, await folderApi.undo(id, rev, family, newOperationId()));
    },

    async undoRemoval(id, opId, family = 'folder') {
      const rev = await findRev(id, opId, family);
      if (rev === undefined) throw new Error('The removal is no longer among the newest changes');
      await get().undoChange(id, rev, family);
    },
  };
}
