import type { Folder } from '../../../common/folder.ts';
import type { Contact } from '../../../common/user.ts';
import { contactsById } from '../users/user.service.ts';
import { accessOf } from './access.ts';
import { type FolderDoc, FolderModel, toFolder } from './folder.model.ts';
import { type ShareDoc, ShareModel } from './share.model.ts';

/** Folders as one person sees them; those the person is no member of are left out. */
export async function viewFolders(userId: string, folders: readonly FolderDoc[]): Promise<Folder[]> {
  const [views = []] = await viewFoldersOfAll([{ userId, folders }]);
  return views;
}

interface Viewing {
  userId: string;
  folders: readonly FolderDoc[];
}

/** As viewFolders, for several people in as many statements as for one. */
export async function viewFoldersOfAll(viewings: readonly Viewing[]): Promise<Folder[][]> {
  const isOwn = (userId: string, folder: FolderDoc) => folder.userId.toHexString() === userId;
  const seen = viewings.flatMap(({ userId, folders }) => folders.map((folder) => ({ userId, folder })));
  const sharedByMe = seen.filter(({ userId, folder }) => isOwn(userId, folder) && folder.memberCount > 0);
  const foreign = seen.filter(({ userId, folder }) => !isOwn(userId, folder));
  const idsOf = (some: typeof seen) => [...new Set(some.map(({ folder }) => folder._id.toHexString()))];
  const [myShares, memberShares] = await Promise.all([
    foreign.length > 0
      ? ShareModel.find({
          userId: { $in: [...new Set(foreign.map(({ userId }) => userId))] },
          folderId: { $in: idsOf(foreign) },
        }).lean<ShareDoc[]>()
      : [],
    sharedByMe.length > 0
      ? ShareModel.find({ folderId: { $in: idsOf(sharedByMe) } })
          .sort({ _id: 1 })
          .lean<ShareDoc[]>()
      : [],
  ]);
  const contactById = await contactsById([
    ...foreign.map(({ folder }) => folder.userId),
    ...memberShares.map((share) => share.userId),
  ]);
  const shareByMember = new Map(myShares.map((share) => [`${share.userId} ${share.folderId}`, share]));
  const membersByFolder = new Map<string, Contact[]>();
  for (const share of memberShares) {
    const id = share.folderId.toHexString();
    membersByFolder.set(id, [...(membersByFolder.get(id) ?? []), contactById(share.userId)]);
  }
  return viewings.map(({ userId, folders }) =>
    folders.flatMap((folder) => {
      const id = folder._id.toHexString();
      const access = accessOf(userId, folder, shareByMember.get(`${userId} ${id}`));
      if (!access) return [];
      // Another viewing may be the owner's; members are for nobody else.
      const members = access.isOwner ? membersByFolder.get(id) : undefined;
      return [toFolder(folder, access, { owner: contactById(folder.userId), ...(members ? { members } : {}) })];
    }),
  );
}

/** One folder as one person sees it now, or null when it is gone for that person. */
export async function viewFolder(userId: string, folderId: string): Promise<Folder | null> {
  const folder = await FolderModel.findById(folderId).lean<FolderDoc>();
  const [view] = folder ? await viewFolders(userId, [folder]) : [];
  return view ?? null;
}

/** Every folder that the person owns or shares in, newest first. */
export async function findFoldersOf(userId: string): Promise<FolderDoc[]> {
  return (await findFoldersOfAll([userId])).get(userId) ?? [];
}

/** As findFoldersOf, for several people in as many statements as for one. */
export async function findFoldersOfAll(userIds: readonly string[]): Promise<Map<string, FolderDoc[]>> {
  const who = { userId: { $in: userIds } };
  const shares = await ShareModel.find(who, { folderId: 1, userId: 1 }).lean<Pick<ShareDoc, 'folderId' | 'userId'>[]>();
  // One after the other: a transaction, in which this may run, allows no two statements at once.
  const own = await FolderModel.find(who).lean<FolderDoc[]>();
  const sharedIds = [...new Set(shares.map((share) => share.folderId.toHexString()))];
  const shared = sharedIds.length > 0 ? await FolderModel.find({ _id: { $in: sharedIds } }).lean<FolderDoc[]>() : [];
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
