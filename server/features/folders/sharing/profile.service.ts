import { Types } from 'mongoose';
import type { Item, ItemsQuery } from '../../../../common/schemas/item.ts';
import type { ProfileFolder } from '../../../../common/schemas/user.ts';
import { loadUser } from '../../users/user.service.ts';
import { folderNotFound } from '../access/access.ts';
import { type FolderDoc, FolderModel } from '../folder.model.ts';
import { countItems, listItems } from '../items/item.service.ts';

function toProfileFolder(folder: FolderDoc): ProfileFolder {
  return {
    id: folder._id.toHexString(),
    name: folder.name,
    itemCount: folder.itemCount,
    createdAt: folder.createdAt.toISOString(),
  };
}

/** A user's lists as every signed-in user may see them: all except Reviewed, by item count, highest first. */
export async function listProfileFolders(userId: string): Promise<ProfileFolder[]> {
  await loadUser(userId);
  const folders = await FolderModel.find({ userId, kind: 'normal' })
    .sort({ itemCount: -1, _id: -1 })
    .lean<FolderDoc[]>();
  return folders.map(toProfileFolder);
}

/** Whose profile shows the list. */
export async function findProfileOwner(folderId: string): Promise<{ userId: string }> {
  const folder = await FolderModel.findOne({ _id: new Types.ObjectId(folderId), kind: 'normal' })
    .select('userId')
    .lean<Pick<FolderDoc, 'userId'>>();
  if (!folder) throw folderNotFound();
  return { userId: folder.userId.toHexString() };
}

async function loadProfileFolder(userId: string, folderId: string): Promise<FolderDoc> {
  const folder = await FolderModel.findOne({
    _id: new Types.ObjectId(folderId),
    userId: new Types.ObjectId(userId),
    kind: 'normal',
  }).lean<FolderDoc>();
  if (!folder) throw folderNotFound();
  return folder;
}

export async function getProfileFolder(userId: string, folderId: string): Promise<ProfileFolder> {
  return toProfileFolder(await loadProfileFolder(userId, folderId));
}

export async function listProfileItems(
  userId: string,
  folderId: string,
  query: ItemsQuery,
): Promise<{ items: Item[]; total: number }> {
  const folder = await loadProfileFolder(userId, folderId);
  const [items, total] = await Promise.all([listItems(folder, query), countItems(folder, query.filter)]);
  return { items, total };
}
