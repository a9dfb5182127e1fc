import { applySyncedRevs } from '../../../../common/replica/replica.people.ts';
import { hasParts, isOtherChange, type KnownRev, resetReplica } from '../../../../common/replica/replica.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { lossReason } from './folder.applying.ts';
import type { FolderContext, FolderSyncing } from './folder.state.ts';
import { moveReplica, replicasOf } from './folder.state.ts';
import { useInvitations } from './invitation.store.ts';
import { forgetFolder } from './pendingChanges.ts';

/** Catching up after a connect: the revs to ask about, and how the answer changes the state. */
export function createSyncing({ set, get, pendingChanges }: FolderContext): FolderSyncing {
  /** Folders of which the database has lost changes, until they are loaded again. */
  const rewound = new Set<string>();

  /** The database has lost changes, for example by a restored backup, so the tab may hold data that it no longer has. */
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
      for (const folderId of rewound) startOver(folderId);
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
