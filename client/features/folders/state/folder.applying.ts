import { applyPeople, applyPeopleRev } from '../../../../common/replica/replica.people.ts';
import {
  applyChanges,
  applyFolder,
  createReplica,
  hasParts,
  inOrder,
  type Replica,
  resetReplica,
} from '../../../../common/replica/replica.ts';
import type { GoneReason } from '../../../../common/schemas/events.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { useUsers } from '../../users/users.store.ts';
import { noteArrivals } from '../items/arrivals.ts';
import { useInvitations } from '../sharing/invitation.store.ts';
import type { FolderApplying, GetFolders, SetFolders } from './folder.state.ts';
import { moveReplica, replicasOf, setEntry, without } from './folder.state.ts';
import { forgetFolder, keepForLoads, noteRemovals, type PendingChanges } from './pendingChanges.ts';

/** How responses and events change the state. Confirmed state changes only here and by loads. */
export function createApplying(set: SetFolders, get: GetFolders, pendingChanges: PendingChanges): FolderApplying {
  /** Folders that a restored database has reset to an earlier rev, until they are loaded again. */
  const rewound = new Set<string>();

  const putFolder = (folder: Folder) => {
    const known = get().entries[folder.id]?.replica;
    useUsers.getState().applyPeople(peopleOf(folder));
    if (!known) {
      const replica = createReplica(folder, useUsers.getState().viewer?.id ?? '');
      setEntry(set, folder.id, { replica });
      const early = pendingChanges.early.get(folder.id);
      if (early) get().applyChangeBatch({ folderId: folder.id, changes: early });
      return;
    }
    const step = applyFolder(known, folder);
    setEntry(set, folder.id, { replica: step.replica });
    if (step.isBehind) pendingChanges.catchUpSoon(folder.id);
  };

  /** The database was restored, so the tab may hold data that it no longer has. */
  const setBack = (folder: Folder) => {
    forgetFolder(pendingChanges, folder.id);
    const replica = get().entries[folder.id]?.replica;
    if (replica && hasParts(replica)) rewound.add(folder.id);
    else moveReplica(set, folder.id, (before) => resetReplica(before, folder));
  };

  const startOver = (folderId: string) => {
    get()
      .startOver(folderId)
      .then(
        () => rewound.delete(folderId),
        // The next sync tries again.
        () => undefined,
      );
  };

  return {
    applyFolders(folders) {
      for (const folder of folders) putFolder(folder);
    },

    applyChangeBatch({ folderId, changes }) {
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
      if (early.length > 0) {
        pendingChanges.early.set(folderId, early);
        pendingChanges.catchUpSoon(folderId);
      } else {
        pendingChanges.early.delete(folderId);
        pendingChanges.cancelCatchUp(folderId);
      }
    },

    applyAvailable(folder) {
      get().forgetLoss(folder.id);
      setEntry(set, folder.id, { status: undefined });
      putFolder(folder);
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

    applyPeople(people) {
      if (people.length === 0) return;
      const byId = new Map(people.map((person) => [person.id, person]));
      for (const id of Object.keys(get().entries)) moveReplica(set, id, (replica) => applyPeople(replica, byId));
    },

    applySync({ folders, people = [], gone, invitations }, asked) {
      for (const folderId of gone) get().applyGone(folderId, lossReason(get().entries[folderId]?.replica));
      get().applyPeople(people);
      for (const folder of folders) {
        const askedRev = asked[folder.id];
        if (askedRev === undefined) {
          putFolder(folder);
          continue;
        }
        if (folder.rev < askedRev) setBack(folder);
        else putFolder(folder);
        moveReplica(set, folder.id, (replica) => applyPeopleRev(replica, folder.peopleRev));
      }
      for (const folderId of rewound) startOver(folderId);
      useInvitations.getState().applyAll(invitations);
    },

    knownRevs() {
      return Object.fromEntries(
        replicasOf(get()).map(({ rev, folder }) => [folder.id, { rev, peopleRev: folder.peopleRev }]),
      );
    },

    forgetLoss(folderId) {
      set((state) => ({ losses: without(state.losses, folderId) }));
    },
  };
}

/** The reason when the server gave none: an own folder can only have been deleted. */
export function lossReason(replica: Replica | undefined): GoneReason {
  return replica?.folder.userId === replica?.viewerId ? 'deleted' : 'removed';
}

function peopleOf(folder: Folder) {
  return [...(folder.sharedByUser ? [folder.sharedByUser] : []), ...(folder.sharedWithUsers ?? [])];
}
