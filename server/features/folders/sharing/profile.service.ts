import type { Item, ItemsQuery } from '../../../../common/schemas/item.ts';
import type { ProfileFolder } from '../../../../common/schemas/user.ts';
import { loadFindableUser } from '../../users/privacy/block.service.ts';
import { folderNotFound } from '../access/access.ts';
import { findReadable, loadReadable } from '../access/readers.service.ts';
import { countItems, listItems } from '../items/item.service.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';

function toProfileFolder(folder: FolderDoc): ProfileFolder {
  return {
    id: folder._id.toHexString(),
    name: folder.name,
    itemCount: folder.itemCount,
    createdAt: folder.createdAt.toISOString(),
  };
}

/** A user's lists as the viewer may see them: without Reviewed, by item count, highest first. */
export async function listProfileFolders(viewerId: string, userId: string): Promise<ProfileFolder[]> {
  await loadFindableUser(viewerId, userId);
  const folders = await FolderModel.find({ userId, kind: 'normal' })
    .sort({ itemCount: -1, _id: -1 })
    .lean<FolderDoc[]>();
  return (await findReadable(viewerId, folders)).map(toProfileFolder);
}

/** Whose profile shows the list to the viewer. */
export async function findProfileOwner(viewerId: string, folderId: string): Promise<{ userId: string }> {
  const { userId } = await loadReadable(viewerId, folderId);
  return { userId: userId.toHexString() };
}

async function loadProfileFolder(viewerId: string, userId: string, folderId: string): Promise<FolderDoc> {
  const folder = await loadReadable(viewerId, folderId);
  if (folder.userId.toHexString() !== userId.toLowerCase()) throw folderNotFound();
  return folder;
}

export async function getProfileFolder(viewerId: string, userId: string, folderId: string): Promise<ProfileFolder> {
  return toProfileFolder(await loadProfileFolder(viewerId, userId, folderId));
}

export async function listProfileItems(
  viewerId: string,
  userId: string,
  folderId: string,
  query: ItemsQuery,
): Promise<{ items: Item[]; total: number }> {
  const folder = await loadProfileFolder(viewerId, userId, folderId);
  const [items, total] = await Promise.all([listItems(folder, query), countItems(folder, query.filter)]);
  return { items, total };
}
