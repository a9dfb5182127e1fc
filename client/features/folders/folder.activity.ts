import type { Change } from '../../../common/changes.ts';
import type { FamilyKey } from '../../../common/families.ts';
import { applyActivity } from '../../../common/replica.ts';
import { folderApi } from './folder.api.ts';
import type { ActivityStatus, FolderActivity, GetFolders, SetFolders } from './folder.state.ts';
import { moveReplica } from './folder.state.ts';
import { type Hearing, keepingChanges } from './hearing.ts';
import { newOperationId } from './operationId.ts';

/** How long an undone change may take to be told before it is asked for. */
const TOLD_WITHIN_MS = 2000;

/** A folder's log: read by pages, newest first, and taken back where one may. */
export function createActivity(set: SetFolders, get: GetFolders, hearing: Hearing): FolderActivity {
  const inFlight = new Map<string, Promise<void>>();
  const setStatus = (id: string, status: ActivityStatus) =>
    set((state) => ({ activityStatus: { ...state.activityStatus, [id]: status } }));

  const loadPage = (id: string, family: FamilyKey, before?: number): Promise<void> => {
    const running = inFlight.get(id);
    if (running) return running;
    const hadOlder = get().activityStatus[id]?.hasOlder ?? false;
    const load = async () => {
      setStatus(id, { status: 'loading', hasOlder: hadOlder });
      try {
        await keepingChanges(hearing, id, async (kept) => {
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

  /** Confirmed state moves by changes alone; one that does not come by itself is asked for. */
  const expectChange = (id: string, { rev }: Change) => {
    setTimeout(() => {
      if ((get().replicas[id]?.rev ?? rev) >= rev) return;
      get()
        .catchUp(id)
        .catch(() => undefined);
    }, TOLD_WITHIN_MS);
  };

  /** The removal may have been told a moment ago, or still be on its way here. */
  const findRev = async (id: string, opId: string, family: FamilyKey): Promise<number | undefined> => {
    const heard = hearing.removals.get(opId);
    if (heard !== undefined) return heard;
    const page = await folderApi.recentChanges(id, family);
    return 'reset' in page ? undefined : page.changes.find((change) => change.opId === opId)?.rev;
  };

  return {
    async loadActivity(id, family = 'folder', isForced = false) {
      if (get().replicas[id]?.activity && !isForced) return;
      await loadPage(id, family);
    },

    async loadOlderActivity(id, family = 'folder') {
      const oldest = get().replicas[id]?.activity?.at(-1);
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
