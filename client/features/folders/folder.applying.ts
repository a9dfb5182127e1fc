import type { Change } from '../../../common/changes.ts';
import type { GoneReason } from '../../../common/events.ts';
import type { Folder } from '../../../common/folder.ts';
import { applyChanges, applyFolder, createReplica, type Replica } from '../../../common/replica.ts';
import { useUsers } from '../users/users.store.ts';
import { noteArrivals } from './arrivals.ts';
import type { FolderApplying, GetFolders, SetFolders } from './folder.state.ts';
import { without } from './folder.state.ts';
import { forgetFolder, type Hearing, keepForLoads, noteRemovals } from './hearing.ts';
import { useInvitations } from './invitation.store.ts';

/** What answers and events do to the state alike; confirmed state moves here and by loads, nowhere else. */
export function createApplying(set: SetFolders, get: GetFolders, hearing: Hearing): FolderApplying {
  const putFolder = (folder: Folder) => {
    const known = get().replicas[folder.id];
    useUsers.getState().applyPeople(peopleOf(folder));
    if (!known) {
      const replica = createReplica(folder, useUsers.getState().viewer?.id ?? '');
      set((state) => ({ replicas: { ...state.replicas, [folder.id]: replica } }));
      const early = hearing.early.get(folder.id);
      if (early) get().applyChangeBatch({ folderId: folder.id, changes: early });
      return;
    }
    const step = applyFolder(known, folder);
    set((state) => ({ replicas: { ...state.replicas, [folder.id]: step.replica } }));
    if (step.isBehind) hearing.catchUpSoon(folder.id);
  };

  return {
    applyFolders(folders) {
      for (const folder of folders) putFolder(folder);
    },

    applyChangeBatch({ folderId, changes }) {
      keepForLoads(hearing, folderId, changes);
      const heard = inOrder([...(hearing.early.get(folderId) ?? []), ...changes]);
      const replica = get().replicas[folderId];
      if (!replica) {
        // The folder itself is on its way; it may have been read before these happened.
        hearing.early.set(folderId, heard);
        return;
      }
      useUsers.getState().applyPeople(changes.map((change) => change.by));
      noteRemovals(hearing, changes, replica.viewerId);
      const step = applyChanges(replica, heard);
      const early = heard.filter((change) => change.rev > step.replica.rev);
      const applied = heard.filter((change) => change.rev > replica.rev && change.rev <= step.replica.rev);
      set((state) => ({
        replicas: { ...state.replicas, [folderId]: step.replica },
        arrivals: {
          ...state.arrivals,
          [folderId]: noteArrivals(state.arrivals[folderId] ?? [], applied, replica.viewerId, Date.now()),
        },
      }));
      if (early.length > 0) {
        hearing.early.set(folderId, early);
        hearing.catchUpSoon(folderId);
      } else {
        hearing.early.delete(folderId);
        hearing.cancelCatchUp(folderId);
      }
    },

    applyAvailable(folder) {
      set((state) => ({
        losses: without(state.losses, folder.id),
        folderStatus: without(state.folderStatus, folder.id),
      }));
      putFolder(folder);
    },

    applyGone(folderId, reason) {
      forgetFolder(hearing, folderId);
      set((state) => {
        const replica = state.replicas[folderId];
        const isOwnDoing = state.leaving[folderId];
        return {
          replicas: without(state.replicas, folderId),
          folderStatus: without(state.folderStatus, folderId),
          itemsStatus: without(state.itemsStatus, folderId),
          sharesStatus: without(state.sharesStatus, folderId),
          activityStatus: without(state.activityStatus, folderId),
          previews: without(state.previews, folderId),
          arrivals: without(state.arrivals, folderId),
          leaving: without(state.leaving, folderId),
          losses:
            replica && !isOwnDoing
              ? { ...state.losses, [folderId]: { name: replica.folder.name, reason } }
              : state.losses,
        };
      });
    },

    applySync({ folders, gone, invitations }) {
      for (const folderId of gone) get().applyGone(folderId, lossReason(get().replicas[folderId]));
      for (const folder of folders) putFolder(folder);
      useInvitations.getState().applyAll(invitations);
    },

    knownRevs() {
      return Object.fromEntries(Object.entries(get().replicas).map(([id, replica]) => [id, replica.rev]));
    },

    forgetLoss(folderId) {
      set((state) => ({ losses: without(state.losses, folderId) }));
    },
  };
}

/** Why a folder is gone where nobody said: one's own can only have been deleted. */
export function lossReason(replica: Replica | undefined): GoneReason {
  return replica?.folder.userId === replica?.viewerId ? 'deleted' : 'removed';
}

function inOrder(changes: readonly Change[]): Change[] {
  return [...changes].sort((a, b) => a.rev - b.rev);
}

function peopleOf(folder: Folder) {
  return [...(folder.sharedByUser ? [folder.sharedByUser] : []), ...(folder.sharedWithUsers ?? [])];
}
