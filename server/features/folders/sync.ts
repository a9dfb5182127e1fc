import type { SyncAnswer, SyncRequest } from '../../../common/events.ts';
import { notFound } from '../../platform/errors.ts';
import { readTogether } from '../../platform/readTogether.ts';
import { userRevs } from '../users/user.service.ts';
import type { FolderDoc } from './folder.model.ts';
import { findFoldersOfAll, viewFoldersOfAll } from './folderViews.ts';
import { findInvited, listMyInvitations } from './invitation.service.ts';

/** What a tab missed: folders it does not know or knows an older rev of, folders it lost, and its invitations. */
export async function sync(userId: string, request: SyncRequest): Promise<SyncAnswer> {
  const { userRev, folders, isInvited } = await standings.load(userId);
  const seen = new Set(folders.map((folder) => folder._id.toHexString()));
  const ahead = folders.filter((folder) => (request.folders[folder._id.toHexString()] ?? -1) < folder.rev);
  return {
    folders: ahead.length > 0 ? await views.load({ userId, folders: ahead }) : [],
    gone: Object.keys(request.folders).filter((folderId) => !seen.has(folderId)),
    invitations: isInvited ? await listMyInvitations(userId) : [],
    userRev,
  };
}

interface Standing {
  userRev: number;
  folders: FolderDoc[];
  isInvited: boolean;
}

/** For each, in the same few statements for all of them. */
async function readStandings(userIds: readonly string[]): Promise<(Standing | Error)[]> {
  const people = [...new Set(userIds)];
  // Read before the rest: news that arrives meanwhile is then asked for once more, and never missed.
  const revs = await userRevs(people);
  const [folders, invited] = await Promise.all([findFoldersOfAll(people), findInvited(people)]);
  return userIds.map((userId) => {
    const userRev = revs.get(userId);
    if (userRev === undefined) return notFound('User not found');
    return { userRev, folders: folders.get(userId) ?? [], isInvited: invited.has(userId) };
  });
}

const TOGETHER = 100;

/** After a restart a thousand tabs ask within seconds. */
const standings = readTogether(readStandings, TOGETHER);
const views = readTogether(viewFoldersOfAll, TOGETHER);
