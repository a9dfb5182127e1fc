import type { SyncAnswer, SyncRequest } from '../../../common/events.ts';
import { loadUser } from '../users/user.service.ts';
import { findFoldersOf, viewFolders } from './folderViews.ts';
import { listMyInvitations } from './invitation.service.ts';

/** What a tab missed: folders it does not know or knows an older rev of, folders it lost, and its invitations. */
export async function sync(userId: string, request: SyncRequest): Promise<SyncAnswer> {
  // Read before the rest: news that arrives meanwhile is then asked for once more, and never missed.
  const { rev } = await loadUser(userId);
  const [folders, invitations] = await Promise.all([findFoldersOf(userId), listMyInvitations(userId)]);
  const seen = new Set(folders.map((folder) => folder._id.toHexString()));
  const ahead = folders.filter((folder) => (request.folders[folder._id.toHexString()] ?? -1) < folder.rev);
  return {
    folders: await viewFolders(userId, ahead),
    gone: Object.keys(request.folders).filter((folderId) => !seen.has(folderId)),
    invitations,
    userRev: rev,
  };
}
