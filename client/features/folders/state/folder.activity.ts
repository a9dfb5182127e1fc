import type { FamilyKey } from '../../../../common/families.ts';
import { applyActivity } from '../../../../common/replica/replica.ts';
import type { Change } from '../../../../common/schemas/changes.ts';
import { cancelQueued } from '../../offline/enqueue.ts';
import { folderApi } from './folder.api.ts';
import { createSharedLoads } from './folder.loading.ts';
import { type ActivityStatus, type FolderActivity, type FolderContext, moveReplica, setEntry } from './folder.state.ts';
import { newOpId } from './opId.ts';
import { keepingChanges } from './pendingChanges.ts';

/** After this time without the event of an undo, the tab asks the server for the changes. */
const DELIVERED_WITHIN_MS = 2000;

/** A folder's log: reads it by pages, newest first, and undoes changes. */
export function createActivity(context: FolderContext): FolderActivity {
  const { get } = context;
  const shareLoad = createSharedLoads();

  return {
    async loadActivity(id, family = 'folder', isForced = false) {
      if (get().entries[id]?.replica?.activity && !isForced) return;
      await shareLoad(id, () => loadPage(context, id, family));
    },

    async loadOlderActivity(id, family = 'folder') {
      const oldest = get().entries[id]?.replica?.activity?.at(-1);
      if (oldest) await shareLoad(id, () => loadPage(context, id, family, oldest.rev));
    },

    async undoChange(id, rev, family = 'folder') {
      expectChange(context, id, await folderApi.undo(id, rev, family, newOpId()));
    },

    async undoRemovals(id, revs, family = 'folder') {
      const added = await folderApi.undoRemovals(id, revs, family, newOpId());
      expectChange(context, id, { rev: added.revs.at(-1) ?? 0 });
    },

    async undoRemoval(id, opId, family = 'folder') {
      if (await cancelQueued(opId)) return;
      const rev = await findRev(context, id, opId, family);
      if (rev === undefined) throw new Error('The removal is no longer among the newest changes');
      await get().undoChange(id, rev, family);
    },
  };
}

async function loadPage({ set, get, pendingChanges }: FolderContext, id: string, family: FamilyKey, before?: number) {
  const setStatus = (activityStatus: ActivityStatus) => setEntry(set, id, { activityStatus });
  const hadOlder = get().entries[id]?.activityStatus?.hasOlder ?? false;
  setStatus({ status: undefined, hasOlder: hadOlder });
  try {
    await keepingChanges(pendingChanges, id, async (kept) => {
      const page = await folderApi.recentChanges(id, family, before);
      if ('reset' in page) throw new Error('The newest changes are always kept');
      moveReplica(set, id, (replica) => applyActivity(replica, page.changes, kept));
      setStatus({ status: 'ready', hasOlder: page.more });
    });
  } catch (error) {
    setStatus({ status: 'failed', hasOlder: hadOlder });
    throw error;
  }
}

/** Only changes move the confirmed state. Asks for this one if it does not arrive. */
function expectChange({ get }: FolderContext, id: string, { rev }: Pick<Change, 'rev'>): void {
  setTimeout(() => {
    if ((get().entries[id]?.replica?.rev ?? rev) >= rev) return;
    get()
      .catchUp(id)
      .catch(() => undefined);
  }, DELIVERED_WITHIN_MS);
}

/** The rev of a removal, whose change may have arrived a moment ago or may still be on its way. */
async function findRev({ pendingChanges }: FolderContext, id: string, opId: string, family: FamilyKey) {
  const known = pendingChanges.removals.get(opId);
  if (known !== undefined) return known;
  const page = await folderApi.recentChanges(id, family);
  return 'reset' in page ? undefined : page.changes.find((change) => change.opId === opId)?.rev;
}
