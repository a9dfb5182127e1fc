import { limits } from '../../../../common/constants.ts';
import type { SyncAnswer, SyncRequest } from '../../../../common/schemas/events.ts';
import { createBatchLoader } from '../../../platform/database/batchLoader.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { userRevs } from '../../users/user.service.ts';
import { cutPage, findFoldersOfAll, ownMembers, viewFoldersOfAll } from '../access/folderViews.ts';
import { findPeopleOf } from '../access/people.service.ts';
import { isUpToDate } from '../log/change.model.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { findOpenProgress } from '../openPoll/poll.store.ts';
import { findInvited, listMyInvitations } from '../sharing/invitation.service.ts';

/**
 * One page of what a tab missed, in the order of folder ids: changed folders and people, folders that the user lost, and the
 * user's invitations.
 */
export async function sync(userId: string, request: SyncRequest): Promise<SyncAnswer> {
  const { userRev, folders, isInvited } = await syncStates.load(userId);
  const visible = new Set(folders.map(idOf));
  const isOnPage = (id: string) => id > (request.after ?? '') && (!request.upTo || id <= request.upTo);
  const isCurrent = (folder: FolderDoc) => {
    const id = idOf(folder);
    const rev = request.folders[id];
    return rev !== undefined && isUpToDate(folder, { rev, revId: request.revIds?.[id] });
  };
  const isRenamed = (folder: FolderDoc) => {
    const id = idOf(folder);
    // A tab that does not have the folder shows no old names.
    return request.folders[id] !== undefined && (request.peopleRevs?.[id] ?? 0) !== (folder.peopleRev ?? 0);
  };
  const hasOtherMarks = (folder: FolderDoc) => {
    const id = idOf(folder);
    // Programs that show no marks send no seenRevs.
    if (request.folders[id] === undefined || !request.seenRevs) return false;
    return (request.seenRevs[id] ?? 0) !== (folder.seenRev ?? 0);
  };
  const isChanged = (folder: FolderDoc) => !isCurrent(folder) || isRenamed(folder) || hasOtherMarks(folder);
  const changed = folders.filter((folder) => isOnPage(idOf(folder)) && isChanged(folder)).sort(byId);
  const membersSeen = (folder: FolderDoc) =>
    ownMembers(userId, folder) + (isRenamed(folder) ? folder.memberCount + 1 : 0);
  const { page, next } = cutPage(changed, limits.foldersPage, membersSeen);
  const renamed = page.filter(isRenamed);
  const end = next ?? request.upTo;
  return {
    folders: page.length > 0 ? await views.load({ userId, folders: page }) : [],
    ...(renamed.length > 0 ? { people: await findPeopleOf(renamed) } : {}),
    gone: Object.keys(request.folders).filter((id) => isOnPage(id) && (!end || id <= end) && !visible.has(id)),
    invitations: isInvited ? await listMyInvitations(userId) : [],
    ...(request.after ? {} : await openPolls(visible)),
    userRev,
    ...(end ? { next: end } : {}),
  };
}

/** With the first page come the open polls of all lists, because polls have no log. */
async function openPolls(visible: ReadonlySet<string>): Promise<Pick<SyncAnswer, 'polls'>> {
  const polls = await findOpenProgress([...visible]);
  return polls.length > 0 ? { polls } : {};
}

const idOf = ({ _id }: FolderDoc) => _id.toHexString();
const byId = (a: FolderDoc, b: FolderDoc) => (idOf(a) < idOf(b) ? -1 : 1);

interface SyncState {
  userRev: number;
  folders: FolderDoc[];
  isInvited: boolean;
}

/** The state of each user, read with the same few statements for all of them. */
async function readSyncStates(userIds: readonly string[]): Promise<(SyncState | Error)[]> {
  const people = [...new Set(userIds)];
  // Read first: an event that arrives in between is then fetched twice rather than missed.
  const revs = await userRevs(people);
  const [folders, invited] = await Promise.all([findFoldersOfAll(people), findInvited(people)]);
  return userIds.map((userId) => {
    const userRev = revs.get(userId);
    if (userRev === undefined) return notFound('User not found');
    return { userRev, folders: folders.get(userId) ?? [], isInvited: invited.has(userId) };
  });
}

/** Batched, because after a restart a thousand tabs sync within seconds. */
const MAX_BATCH = 100;
const syncStates = createBatchLoader(readSyncStates, MAX_BATCH);
const views = createBatchLoader(viewFoldersOfAll, MAX_BATCH);
