import type { FamilyKey } from '../../../../common/families.ts';
import { folderApi } from './folder.api.ts';
import type { FolderContext, FolderSharing, FoldersState } from './folder.state.ts';
import { applySent } from './invitation.store.ts';
import { newOpId } from './opId.ts';

/** Invitations to a list, and the rights of its members. */
export function createSharing({ get }: FolderContext): FolderSharing {
  return {
    async invite(folderId, invitedUserId, family = 'folder') {
      const invitation = await folderApi.invite(folderId, invitedUserId, family, newOpId());
      applySent(invitation);
      return invitation;
    },

    async sendInvitation(body, family = 'folder') {
      const invitation = await folderApi.sendInvitation(body, family, newOpId());
      applySent(invitation);
      return invitation;
    },

    async setPermissions(folderId, shareId, flags, family = 'folder') {
      await folderApi.setPermissions(shareId, flags, family, newOpId());
      await refreshShares(get(), folderId, family);
    },

    async revokeShare(folderId, shareId, family = 'folder') {
      await folderApi.revoke(shareId, family, newOpId());
      await refreshShares(get(), folderId, family);
    },
  };
}

/** The write succeeded, so a failed reload is not an error. */
async function refreshShares({ loadShares }: FoldersState, folderId: string, family: FamilyKey): Promise<void> {
  await loadShares(folderId, family, true).catch(() => undefined);
}
