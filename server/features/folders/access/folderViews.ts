import { trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Contact } from '../../../../common/schemas/user.ts';
import type { IdPage } from '../../../platform/http/nextPage.ts';
import { loadContactLookup } from '../../users/user.service.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel, toFolder } from '../model/folder.model.ts';
import { accessOf } from './access.ts';

/** Folders as one user sees them. Folders that the user cannot see are left out. */
export async function viewFolders(userId: string, folders: readonly FolderDoc[]): Promise<Folder[]> {
  const [views = []] = await viewFoldersOfAll([{ userId, folders }]);
  return views;
}

interface FoldersOfUser {
  userId: string;
  folders: readonly FolderDoc[];
}

/** Like viewFolders, for several users with as many statements as for one. */
export async function viewFoldersOfAll(requests: readonly FoldersOfUser[]): Promise<Folder[][]> {
  const isOwn = (userId: string, folder: FolderDoc) => folder.userId.toHexString() === userId;
  const pairs = requests.flatMap(({ userId, folders }) => folders.map((folder) => ({ userId, folder })));
  const sharedByMe = pairs.filter(({ userId, folder }) => isOwn(userId, folder) && folder.memberCount > 0);
  const foreign = pairs.filter(({ userId, folder }) => !isOwn(userId, folder));
  const idsOf = (some: typeof pairs) => [...new Set(some.map(({ folder }) => folder._id.toHexString()))];
  const [myShares, memberShares] = await Promise.all([
    foreign.length > 0
      ? ShareModel.find({
          userId: trusted({ $in: [...new Set(foreign.map(({ userId }) => userId))] }),
          folderId: trusted({ $in: idsOf(foreign) }),
        }).lean<ShareDoc[]>()
      : [],
    sharedByMe.length > 0
      ? ShareModel.find({ folderId: trusted({ $in: idsOf(sharedByMe) }) })
          .sort({ _id: 1 })
          .lean<ShareDoc[]>()
      : [],
  ]);
  const contactById = await loadContactLookup([
    ...foreign.map(({ folder }) => folder.userId),
    ...memberShares.map((share) => share.userId),
  ]);
  const shareByMember = new Map(myShares.map((share) => [`${share.userId} ${share.folderId}`, share]));
  const membersByFolder = new Map<string, Contact[]>();
  for (const share of memberShares) {
    const id = share.folderId.toHexString();
    membersByFolder.set(id, [...(membersByFolder.get(id) ?? []), contactById(share.userId)]);
  }
  return requests.map(({ userId, folders }) =>
    folders.flatMap((folder) => {
      const id = folder._id.toHexString();
      const access = accessOf(userId, folder, shareByMember.get(`${userId} ${id}`));
      if (!access) return [];
      // Only the owner sees the members, which may be known because of another request in the batch.
      const members = access.isOwner ? membersByFolder.get(id) : undefined;
      return [toFolder(folder, access, { owner: contactById(folder.userId), ...(members ? { members } : {}) })];
    }),
  );
}

/** How many members a user sees with a folder: only its owner sees them all. */
export function ownMembers(userId: string, folder: FolderDoc): number {
  return folder.userId.toHexString() === userId ? folder.memberCount : 0;
}

/**
 * The first page of these folders: at most `limit`, or fewer when they have very many members to show. A page has at least one
 * folder.
 */
export function cutPage(
  folders: readonly FolderDoc[],
  limit: number,
  membersSeen: (folder: FolderDoc) => number,
): IdPage<FolderDoc> {
  let members = 0;
  let count = 0;
  for (const folder of folders) {
    members += membersSeen(folder);
    if (count > 0 && (count === limit || members > limits.foldersPageMembers)) break;
    count += 1;
  }
  const page = folders.slice(0, count);
  return { page, next: count < folders.length ? page.at(-1)?._id.toHexString() : undefined };
}

/** One folder as one user sees it now, or null when the user cannot see it. */
export async function viewFolder(userId: string, folderId: string): Promise<Folder | null> {
  const folder = await FolderModel.findById(folderId).lean<FolderDoc>();
  const [view] = folder ? await viewFolders(userId, [folder]) : [];
  return view ?? null;
}

/** Every folder that each user owns or is a member of, newest first, with as many statements as for one user. */
export async function findFoldersOfAll(userIds: readonly string[]): Promise<Map<string, FolderDoc[]>> {
  const who = { userId: trusted({ $in: userIds }) };
  const shares = await ShareModel.find(who, { folderId: 1, userId: 1 }).lean<Pick<ShareDoc, 'folderId' | 'userId'>[]>();
  // In sequence: this may run in a transaction, which does not allow parallel statements.
  const own = await FolderModel.find(who).lean<FolderDoc[]>();
  const sharedIds = [...new Set(shares.map((share) => share.folderId.toHexString()))];
  const shared =
    sharedIds.length > 0 ? await FolderModel.find({ _id: trusted({ $in: sharedIds }) }).lean<FolderDoc[]>() : [];
  const sharedById = new Map(shared.map((folder) => [folder._id.toHexString(), folder]));
  const found = new Map(userIds.map((userId) => [userId, [] as FolderDoc[]]));
  for (const folder of own) found.get(folder.userId.toHexString())?.push(folder);
  for (const share of shares) {
    const folder = sharedById.get(share.folderId.toHexString());
    if (folder) found.get(share.userId.toHexString())?.push(folder);
  }
  for (const folders of found.values()) {
    folders.sort((a, b) => (a._id.toHexString() < b._id.toHexString() ? 1 : -1));
  }
  return found;
}
