import { Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { DeletedFolder, Folder } from '../../../common/schemas/folder.ts';
import { appendEntries } from '../../platform/database/outbox.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { inOperation } from '../../platform/requests/operations.ts';
import { showOne } from '../../platform/showOne.ts';
import { folderNotFound } from './access/access.ts';
import { viewFolders } from './access/folderViews.ts';
import { quotaQueue, requireRoomForList } from './access/quotas.ts';
import { cancelCleanup, hastenCleanup, planCleanup } from './cleanup.ts';
import { toFolderEntry } from './log/folderEntry.ts';
import { type DeletedFolderDoc, DeletedFolderModel, toDeletedFolder } from './model/deletedFolder.model.ts';
import { type FolderDoc, FolderModel } from './model/folder.model.ts';
import { type ShareDoc, ShareModel } from './model/share.model.ts';

const KEEP_MS = limits.deletedListDays * 24 * 60 * 60 * 1000;

/** Keeps a list for its owner. Call it in the transaction that deletes the list, with the folder after the deletion. */
export async function keepDeleted(folder: FolderDoc, shares: readonly ShareDoc[]): Promise<void> {
  const { _id, userId } = folder;
  const deletedAt = new Date();
  const expiresAt = new Date(deletedAt.getTime() + KEEP_MS);
  const kept: DeletedFolderDoc = { _id, userId, folder: { ...folder }, shares: [...shares], deletedAt, expiresAt };
  await DeletedFolderModel.insertMany([kept], { lean: true });
  await planCleanup(_id, expiresAt);
  await removeBeyondLimit(userId);
}

/** Without a limit, deleting and creating in turn would fill the database. */
async function removeBeyondLimit(userId: Types.ObjectId): Promise<void> {
  const oldest = await DeletedFolderModel.find({ userId }, { _id: 1 })
    .sort({ deletedAt: -1 })
    .skip(limits.deletedListsPerPerson)
    .lean<Pick<DeletedFolderDoc, '_id'>[]>();
  if (oldest.length === 0) return;
  const ids = oldest.map(({ _id }) => _id);
  await DeletedFolderModel.deleteMany({ _id: trusted({ $in: ids }) });
  await hastenCleanup(ids);
}

/** The lists that the user has deleted and can restore, the latest first. */
export async function listDeletedFolders(userId: string): Promise<DeletedFolder[]> {
  const kept = await DeletedFolderModel.find({ userId, expiresAt: trusted({ $gt: new Date() }) }, { shares: 0 })
    .sort({ deletedAt: -1 })
    .limit(limits.deletedListsPerPerson)
    .lean<DeletedFolderDoc[]>();
  return kept.map(toDeletedFolder);
}

/**
 * Restores a list that the user has deleted, with its titles, members and log. Throws not_found when there is none or its
 * time is over, and limit_reached when the user has too many lists.
 */
export async function restoreFolder(actor: Actor, folderId: string): Promise<Folder> {
  if (!Types.ObjectId.isValid(folderId)) throw folderNotFound();
  const restore = async () => {
    const kept = await DeletedFolderModel.findOneAndDelete({
      _id: folderId,
      userId: actor.userId,
    }).lean<DeletedFolderDoc>();
    if (!kept || !(await cancelCleanup(kept._id))) throw folderNotFound();
    await requireRoomForList(actor.userId);
    // The members are not checked against their limit of shared lists: they have joined this one before.
    const { rev, membersRev, peopleRev = 0 } = kept.folder;
    // Members may have changed their names meanwhile, which a tab that was away all the time must learn.
    const folder = {
      ...kept.folder,
      rev: rev + 1,
      revId: new Types.ObjectId(),
      membersRev: membersRev + 1,
      peopleRev: peopleRev + 1,
    };
    await FolderModel.insertMany([folder], { lean: true });
    if (kept.shares.length > 0) await ShareModel.insertMany(kept.shares, { lean: true });
    const to = [folder.userId, ...kept.shares.map((share) => share.userId)];
    const by = { userId: actor.userId, opId: actor.operation?.opId };
    await appendEntries([toFolderEntry({ type: 'folder:restored', to }, folder, by, kept.folder.revId)]);
    return showOne((folders) => viewFolders(actor.userId, folders), folder);
  };
  return quotaQueue([actor.userId], () => inOperation(actor, restore));
}
