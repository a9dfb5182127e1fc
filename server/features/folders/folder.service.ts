import { Types } from 'mongoose';
import { REVIEWED_NAME } from '../../../common/constants.ts';
import type { Folder, FolderPermissions } from '../../../common/folder.ts';
import { can } from '../../../common/permissions.ts';
import type { Actor } from '../../platform/actor.ts';
import { conflict } from '../../platform/errors.ts';
import { inOperation } from '../../platform/operations.ts';
import { OutboxModel } from '../../platform/outbox.ts';
import { loadFolderFor, ownerAccess } from './access.ts';
import { toChangeDoc } from './change.model.ts';
import { changeFolder } from './changeFolder.ts';
import { type FolderDoc, FolderModel, toFolder } from './folder.model.ts';
import { findFoldersOf, viewFolders } from './folderViews.ts';
import { withdrawAllOf } from './invitation.withdrawal.ts';
import { type ShareDoc, ShareModel } from './share.model.ts';
import { planSweep, sweep } from './sweep.ts';

function refuseReservedName(name: string): void {
  if (name.toLowerCase() === REVIEWED_NAME.toLowerCase()) {
    throw conflict('reserved_name', `The name ${REVIEWED_NAME} is reserved for your reviews`);
  }
}

function refuseReviewed(folder: FolderDoc, what: string): void {
  if (folder.kind === 'reviewed') throw conflict('reserved_name', `The ${REVIEWED_NAME} list cannot be ${what}`);
}

/** The user's own lists, Reviewed included, newest first. */
export async function listFolders(userId: string): Promise<Folder[]> {
  return viewFolders(userId, await FolderModel.find({ userId }).sort({ _id: -1 }).lean<FolderDoc[]>());
}

/** Lists shared with the user, and the user's own that are shared. */
export async function listSharedFolders(userId: string): Promise<Folder[]> {
  const folders = await findFoldersOf(userId);
  return viewFolders(
    userId,
    folders.filter((folder) => folder.userId.toHexString() !== userId || folder.memberCount > 0),
  );
}

export async function getFolder(userId: string, folderId: string): Promise<Folder> {
  const { folder, access } = await loadFolderFor(userId, folderId, null);
  const [view] = await viewFolders(userId, [folder]);
  // Lost between the two reads: answered as it is now.
  if (!view) return getFolder(userId, folderId);
  if (!can(access, 'member:invite')) return view;
  const shares = await ShareModel.find({ folderId }, { userId: 1 }).lean<Pick<ShareDoc, 'userId'>[]>();
  return { ...view, memberIds: [view.userId, ...shares.map((share) => share.userId.toHexString())] };
}

export async function getPermissions(userId: string, folderId: string): Promise<FolderPermissions> {
  const { access } = await loadFolderFor(userId, folderId, null);
  return { ...access.flags, isOwner: access.isOwner };
}

/** Creates a list; it is the first entry of its own log. */
export async function createFolder(actor: Actor, name: string): Promise<Folder> {
  refuseReservedName(name);
  return inOperation(actor, async () => toFolder(await insertFolder(actor, name, 'normal'), ownerAccess, {}));
}

/** The one list that reviews fill; made with the account, in its transaction. */
export async function createReviewedFolder(userId: string): Promise<void> {
  await insertFolder({ userId }, REVIEWED_NAME, 'reviewed');
}

async function insertFolder(actor: Actor, name: string, kind: FolderDoc['kind']): Promise<FolderDoc> {
  const folder: FolderDoc = {
    _id: new Types.ObjectId(),
    name,
    userId: new Types.ObjectId(actor.userId),
    kind,
    itemCount: 0,
    memberCount: 0,
    rev: 1,
    membersRev: 0,
    createdAt: new Date(),
  };
  await FolderModel.insertMany([folder], { lean: true });
  const by = { userId: actor.userId, opId: actor.operation?.id };
  await OutboxModel.insertMany([toChangeDoc({ type: 'folder:created' }, folder, by)], { lean: true });
  return folder;
}

export async function renameFolder(actor: Actor, folderId: string, name: string): Promise<Folder> {
  return changeFolder(actor, folderId, 'folder:rename', async ({ folder, record }) => {
    refuseReviewed(folder, 'renamed');
    refuseReservedName(name);
    const before = { name: folder.name };
    folder.name = name;
    record({ type: 'folder:renamed', before });
    const [view] = await viewFolders(actor.userId, [{ ...folder }]);
    return view as Folder;
  });
}

/** Removes the list, its shares and pending invitations; its items and old log entries are swept afterwards. */
export async function deleteFolder(actor: Actor, folderId: string): Promise<void> {
  await changeFolder(actor, folderId, 'folder:delete', async ({ folder, record }) => {
    refuseReviewed(folder, 'deleted');
    const shares = await ShareModel.find({ folderId }).lean<ShareDoc[]>();
    await ShareModel.deleteMany({ folderId });
    await withdrawAllOf(folder);
    await FolderModel.deleteOne({ _id: folderId });
    await planSweep(folder._id);
    record({ type: 'folder:deleted', to: [folder.userId, ...shares.map((share) => share.userId)] });
  });
  void sweep(folderId);
}
