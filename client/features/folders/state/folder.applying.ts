import { applySyncedRevs } from '../../../../common/replica/replica.people.ts';
import {
  applyChanges,
  applyFolder,
  createReplica,
  hasParts,
  inOrder,
  isOtherChange,
  type KnownRev,
  type Replica,
  resetReplica,
} from '../../../../common/replica/replica.ts';
import type { ChangeBatch } from '../../../../common/schemas/changes.ts';
import type { GoneReason } from '../../../../common/schemas/events.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { useTitles } from '../../titles/title.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { noteArrivals } from './arrivals.ts';
import type { FolderApplying, FolderContext, FolderSyncing, FoldersState } from './folder.state.ts';
import { moveReplica, recentlyRenamed, replicasOf, setEntry, without } from './folder.state.ts';
import { useInvitations } from './invitation.store.ts';
import { forgetFolder, keepForLoads, noteRemovals } from './pendingChanges.ts';
import { withQueuedOps } from './queuedOps.ts';

/** How responses and events change the state. Confirmed state changes only here, by `sync` and by loads. */
export function createApplying(context: FolderContext): FolderApplying {
  const { set, get, pendingChanges } = context;
  return {
    applyFolders(folders) {
      for (const folder of folders) putFolder(context, folder);
    },

    applyChangeBatch: (batch) => applyChangeBatch(context, batch),

    applyAvailable(folder) {
      get().forgetLoss(folder.id);
      setEntry(set, folder.id, { status: undefined });
      putFolder(context, folder);
    },

    applyGone(folderId, reason) {
      forgetFolder(pendingChanges, folderId);
      set((state) => {
        const { replica, isLeaving } = state.entries[folderId] ?? {};
        const isLoss = replica && !isLeaving;
        return {
          entries: without(state.entries, folderId),
          losses: isLoss ? { ...state.losses, [folderId]: { name: replica.folder.name, reason } } : state.losses,
        };
      });
    },

    applyQueue() {
      for (const id of Object.keys(get().entries)) moveReplica(set, id, withQueuedOps);
    },

    applyKept(replicas, hasAllLists) {
      set(({ entries, listsStatus, hasOwnLists }) => ({
        // What this tab has loaded meanwhile is newer.
        entries: {
          ...Object.fromEntries(replicas.map((replica) => [replica.folder.id, keptEntry(replica)])),
          ...entries,
        },
        listsStatus: hasAllLists ? 'ready' : listsStatus,
        hasOwnLists: hasAllLists || hasOwnLists,
      }));
      for (const { folder, items = [] } of replicas) {
        useUsers.getState().applyPeople(peopleOf(folder));
        useTitles.getState().applyFacts(items);
      }
      get().applyQueue();
    },

    applyPeople(people) {
      if (people.length === 0) return;
      const heardAt = performance.now();
      set(({ renamed }) => ({
        renamed: {
          ...recentlyRenamed(renamed),
          ...Object.fromEntries(people.map((person) => [person.id, { person, heardAt }])),
        },
      }));
      // Every move gives the replica the new names.
      for (const id of Object.keys(get().entries)) moveReplica(set, id, (replica) => replica);
    },

    forgetLoss(folderId) {
      set((state) => ({ losses: without(state.losses, folderId) }));
    },
  };
}

/** The entry of a list as this device has kept it. `sync` brings what has changed since. */
function keptEntry(replica: Replica): FoldersState['entries'][string] {
  const { items, shares } = replica;
  return { replica, status: 'ready', ...(items && { itemsStatus: 'ready' }), ...(shares && { sharesStatus: 'ready' }) };
}

function putFolder({ set, get, pendingChanges }: FolderContext, folder: Folder): void {
  const known = get().entries[folder.id]?.replica;
  useUsers.getState().applyPeople(peopleOf(folder));
  if (!known) {
    const replica = withQueuedOps(createReplica(folder, useUsers.getState().viewer?.id ?? ''));
    setEntry(set, folder.id, { replica });
    const early = pendingChanges.early.get(folder.id);
    if (early) get().applyChangeBatch({ folderId: folder.id, changes: early });
    return;
  }
  const step = applyFolder(known, folder);
  setEntry(set, folder.id, { replica: step.replica });
  if (step.isBehind) pendingChanges.catchUpSoon(folder.id);
}

function applyChangeBatch({ set, get, pendingChanges }: FolderContext, { folderId, changes }: ChangeBatch): void {
  keepForLoads(pendingChanges, folderId, changes);
  const received = inOrder([...(pendingChanges.early.get(folderId) ?? []), ...changes]);
  const { replica, arrivals = [] } = get().entries[folderId] ?? {};
  if (!replica) {
    // The folder itself is still loading. It may have been read before these changes happened.
    pendingChanges.early.set(folderId, received);
    return;
  }
  useUsers.getState().applyPeople(changes.map((change) => change.by));
  noteRemovals(pendingChanges, changes, replica.viewerId);
  const step = applyChanges(replica, received);
  const early = received.filter((change) => change.rev > step.replica.rev);
  const applied = received.filter((change) => change.rev > replica.rev && change.rev <= step.replica.rev);
  setEntry(set, folderId, {
    replica: step.replica,
    arrivals: noteArrivals(arrivals, applied, replica.viewerId, performance.now()),
  });
  if (early.length > 0) pendingChanges.early.set(folderId, early);
  else pendingChanges.early.delete(folderId);
  if (step.isBehind) pendingChanges.catchUpSoon(folderId);
  // After a restored backup, changes that the tab takes for old ones fill no gap.
  else if (applied.length > 0) pendingChanges.cancelCatchUp(folderId);
}

/** The reason when the server gave none: an own folder can only have been deleted. */
export function lossReason(replica: Replica | undefined): GoneReason {
  return replica?.folder.userId === replica?.viewerId ? 'deleted' : 'removed';
}

function peopleOf(folder: Folder) {
  return [...(folder.sharedByUser ? [folder.sharedByUser] : []), ...(folder.sharedWithUsers ?? [])];
}

/** Catching up after a connect: the revs to ask about, and how the answer changes the state. */
export function createSyncing({ set, get, pendingChanges }: FolderContext): FolderSyncing {
  /** The database has lost changes, for example by a restored backup, so the tab may hold data that it no longer has. */
  const setBack = (folder: Folder) => {
    forgetFolder(pendingChanges, folder.id);
    const replica = get().entries[folder.id]?.replica;
    if (!replica || !hasParts(replica)) moveReplica(set, folder.id, (before) => resetReplica(before, folder));
    else {
      get()
        .startOver(folder.id)
        .catch(() => pendingChanges.catchUpLater(folder.id));
    }
  };

  return {
    applySync({ folders, people = [], gone, invitations }, asked) {
      for (const folderId of gone) get().applyGone(folderId, lossReason(get().entries[folderId]?.replica));
      get().applyPeople(people);
      for (const folder of folders) {
        const known = asked[folder.id];
        if (!known) {
          get().applyFolders([folder]);
          continue;
        }
        if (isAhead(known, folder)) setBack(folder);
        else get().applyFolders([folder]);
        moveReplica(set, folder.id, (replica) => applySyncedRevs(replica, folder));
      }
      useInvitations.getState().applyAll(invitations);
    },

    knownRevs() {
      return Object.fromEntries(
        replicasOf(get()).map(({ rev, revId, folder }) => [
          folder.id,
          { rev, revId, peopleRev: folder.peopleRev, seenRev: folder.seenRev },
        ]),
      );
    },
  };
}

/** True if the tab has changes that the server's folder lacks. */
function isAhead(known: KnownRev, folder: Folder): boolean {
  return folder.rev < known.rev || isOtherChange(folder, known);
}
