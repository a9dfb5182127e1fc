import { Types, trusted } from 'mongoose';
import { limits, REVIEWED_NAME } from '../../../common/constants.ts';
import { can } from '../../../common/permissions.ts';
import type { ListVisibility } from '../../../common/schemas/account/privacy.ts';
import type { DeletedFolder, Folder, FolderPermissions } from '../../../common/schemas/folder.ts';
import type { IdPageQuery } from '../../../common/schemas/primitives.ts';
import { appendEntries } from '../../platform/database/outbox.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { IdPage } from '../../platform/http/nextPage.ts';
import { type Actor, inOperation, type LargePart } from '../../platform/requests/operations.ts';
import { showOne } from '../../platform/showOne.ts';
import { writeSharedNotification } from '../users/notification.service.ts';
import { folderNotFound, loadFolderFor, ownerAccess } from './access/access.ts';
import { cutPage, ownMembers, viewFolder, viewFolders } from './access/folderViews.ts';
import { quotaQueue, requireRoomForList } from './access/quotas.ts';
import { isReservedName } from './access/reservedName.ts';
import { cancelCleanup, hastenCleanup, planCleanup } from './cleanup.ts';
import { toFolderEntry } from './log/folderEntry.ts';
import { type DeletedFolderDoc, DeletedFolderModel, toDeletedFolder } from './model/deletedFolder.model.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel, toFolder } from './model/folder.model.ts';
import { withdrawAllOf } from './sharing/invitation.store.ts';
import { changeFolder } from './writing/changeFolder.ts';

function refuseReservedName(name: string): void {
  if (isReservedName(name)) {
    throw conflict('reserved_name', `The name ${REVIEWED_NAME} is reserved for your reviews`);
  }
}

function refuseReviewed(folder: FolderDoc, what: string): void {
  if (folder.kind === 'reviewed') throw conflict('reserved_name', `The ${REVIEWED_NAME} list cannot be ${what}`);
}

/** A page of the user's own lists, Reviewed included, newest first. */
export async function listFolders(userId: string, { limit, after }: IdPageQuery): Promise<IdPage<Folder>> {
  const folders = await FolderModel.find({ userId, ...olderThan(after) })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<FolderDoc[]>();
  return viewPage(userId, folders, limit);
}

/** A page of the lists shared with the user and the user's own that are shared, newest first. */
export async function listSharedFolders(userId: string, { limit, after }: IdPageQuery): Promise<IdPage<Folder>> {
  const shares = await ShareModel.find({ userId }, { folderId: 1 }).lean<Pick<ShareDoc, 'folderId'>[]>();
  const newest = shares
    .map(({ folderId }) => folderId.toHexString())
    .filter((id) => !after || id < after)
    .sort()
    .reverse()
    .slice(0, limit + 1);
  const [own, foreign] = await Promise.all([
    FolderModel.find({ userId, memberCount: trusted({ $gt: 0 }), ...olderThan(after) })
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<FolderDoc[]>(),
    FolderModel.find({ _id: trusted({ $in: newest }) }).lean<FolderDoc[]>(),
  ]);
  return viewPage(userId, [...own, ...foreign].sort(newestFirst), limit);
}

const olderThan = (after: string | undefined) => (after ? { _id: trusted({ $lt: new Types.ObjectId(after) }) } : {});
const newestFirst = (a: FolderDoc, b: FolderDoc) => (a._id.toHexString() < b._id.toHexString() ? 1 : -1);

async function viewPage(userId: string, folders: readonly FolderDoc[], limit: number): Promise<IdPage<Folder>> {
  const { page, next } = cutPage(folders, limit, (folder) => ownMembers(userId, folder));
  return { page: await viewFolders(userId, page), next };
}

export async function getFolder(userId: string, folderId: string): Promise<Folder> {
  const { folder, access } = await loadFolderFor(userId, folderId, null);
  const [view] = await viewFolders(userId, [folder]);
  // The user lost access between the two reads. Reading again throws the right error.
  if (!view) return getFolder(userId, folderId);
  if (!can(access, 'member:invite')) return view;
  const shares = await ShareModel.find({ folderId }, { userId: 1 }).sort({ _id: 1 }).lean<Pick<ShareDoc, 'userId'>[]>();
  return { ...view, memberIds: [view.userId, ...shares.map((share) => share.userId.toHexString())] };
}

export async function getPermissions(userId: string, folderId: string): Promise<FolderPermissions> {
  const { access } = await loadFolderFor(userId, folderId, null);
  return { ...access.flags, isOwner: access.isOwner };
}

/**
 * Creates a list, and with it the first entry of the list's log. `store` runs in the same transaction. Throws limit_reached when
 * the user has too many lists.
 */
export async function createFolder(
  actor: Actor,
  name: string,
  store?: (folderId: Types.ObjectId) => Promise<void>,
): Promise<Folder> {
  refuseReservedName(name);
  const create = async () => {
    await requireRoomForList(actor.userId);
    const folder = await insertFolder(actor, name, 'normal');
    await store?.(folder._id);
    return toFolder(folder, ownerAccess, {});
  };
  return quotaQueue([actor.userId], () => inOperation(actor, create));
}

/** Creates the Reviewed list, in the transaction that creates the account. */
export async function createReviewedFolder(userId: string): Promise<void> {
  await insertFolder({ userId }, REVIEWED_NAME, 'reviewed');
}

async function insertFolder(actor: Actor, name: string, kind: FolderDoc['kind']): Promise<FolderDoc> {
  const folder = {
    _id: new Types.ObjectId(),
    name,
    userId: new Types.ObjectId(actor.userId),
    kind,
    itemCount: 0,
    memberCount: 0,
    rev: 1,
    revId: new Types.ObjectId(),
    membersRev: 0,
    createdAt: new Date(),
  };
  await FolderModel.insertMany([folder], { lean: true });
  const by = { userId: actor.userId, opId: actor.operation?.opId };
  await appendEntries([toFolderEntry({ type: 'folder:created' }, folder, by)]);
  return folder;
}

export async function renameFolder(actor: Actor, folderId: string, name: string): Promise<Folder> {
  return changeFolder({ actor, folderId, action: 'folder:rename' }, async ({ folder, record }) => {
    refuseReviewed(folder, 'renamed');
    refuseReservedName(name);
    const before = { name: folder.name };
    folder.name = name;
    record({ type: 'folder:renamed', before });
    return showOne((folders) => viewFolders(actor.userId, folders), { ...folder });
  });
}

/** Sets who reads the list on its owner's profile. Open tabs load again what they show of it. */
export async function setVisibility(actor: Actor, folderId: string, visibility: ListVisibility): Promise<Folder> {
  return changeFolder({ actor, folderId, action: 'folder:set-visibility' }, async ({ folder, record }) => {
    refuseReviewed(folder, 'shown to others');
    if ((folder.visibility ?? null) !== visibility) {
      folder.visibility = visibility;
      record({ type: 'folder:visibility-changed' });
      const payload = { userId: String(folder.userId) };
      await writeSharedNotification('user:visibility-changed', payload, { isForEveryone: true });
    }
    return showOne((folders) => viewFolders(actor.userId, folders), { ...folder });
  });
}

/** The members in the owner's view of a list, which stored answers leave out. */
export const membersPart: LargePart<Folder> = {
  omit: ({ sharedWithUser: _first, sharedWithUsers: _all, ...folder }) => folder,
  async restore(stored, userId) {
    const now = await viewFolder(userId, stored.id);
    return { ...stored, sharedWithUser: now?.sharedWithUser, sharedWithUsers: now?.sharedWithUsers };
  },
};

/**
 * Deletes the list, its shares, pending invitations, requests to join and links. The owner can restore it for a while; then
 * its items and log entries are removed in the background.
 */
export async function deleteFolder(actor: Actor, folderId: string): Promise<void> {
  await changeFolder({ actor, folderId, action: 'folder:delete' }, async ({ folder, record }) => {
    refuseReviewed(folder, 'deleted');
    const shares = await ShareModel.find({ folderId }).lean<ShareDoc[]>();
    await ShareModel.deleteMany({ folderId });
    await withdrawAllOf(folder);
    await FolderModel.deleteOne({ _id: folderId });
    record({ type: 'folder:deleted', to: [folder.userId, ...shares.map((share) => share.userId)] });
    await keepDeleted(folder, shares);
  });
}

const KEEP_MS = limits.deletedListDays * 24 * 60 * 60 * 1000;

/** Keeps a list for its owner. Call it in the transaction that deletes the list, with the folder after the deletion. */
async function keepDeleted(folder: FolderDoc, shares: readonly ShareDoc[]): Promise<void> {
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
