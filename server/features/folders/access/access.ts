import { LRUCache } from 'lru-cache';
import { Types, trusted } from 'mongoose';
import { type Access, allFlags, can, type FolderAction } from '../../../../common/permissions.ts';
import { createBatchLoader } from '../../../platform/database/batchLoader.ts';
import { forbidden, notFound, type Problem } from '../../../platform/http/errors.ts';
import { isListOpen } from '../../../platform/session/accessToken.ts';
import { type FolderDoc, FolderModel, flagsOf, type ShareDoc, ShareModel } from '../model/folder.model.ts';

export const ownerAccess: Access = { isOwner: true, flags: allFlags };

export const folderNotFound = () => notFound(({ Noun }) => `${Noun} not found`);

export function accessOf(userId: string, folder: FolderDoc, share: ShareDoc | null | undefined): Access | null {
  if (folder.userId.toHexString() === userId) return ownerAccess;
  return share ? { isOwner: false, flags: flagsOf(share) } : null;
}

/** The one check of access. Throws `missing` for users who cannot see the folder, and forbidden without the right. */
export function requireAccess(access: Access | null, action: FolderAction, missing = folderNotFound): Access {
  if (!access) throw missing();
  if (!can(access, action)) throw forbidden();
  return access;
}

/**
 * The folder as it is outside of transactions, what the user may do there, and the first rev of its log that the user may
 * read. Throws `missing` for users who cannot see
 * it, and forbidden for members without the right.
 */
export async function loadFolderFor(
  userId: string,
  folderId: string,
  action: FolderAction | null,
  missing = folderNotFound,
): Promise<{ folder: FolderDoc; access: Access; arrivedRev: number }> {
  if (!Types.ObjectId.isValid(folderId) || !isListOpen(folderId)) throw missing();
  const id = folderId.toLowerCase();
  // Always both reads, so that the response time does not reveal whether a folder that the user cannot see exists.
  const [folder, share] = await Promise.all([foldersById.load(id), sharesByMember.load({ folderId: id, userId })]);
  const access = folder && accessOf(userId, folder, share);
  if (!folder || !access) throw missing();
  if (action) requireAccess(access, action);
  return { folder, access, arrivedRev: access.isOwner ? 0 : (share?.arrivedRev ?? 0) };
}

// Every request for a folder needs these two reads, so they are batched. They use the driver directly, because mongoose would
// cost more than the read itself.
const MAX_BATCH = 200;

const foldersById = createBatchLoader<string, FolderDoc | null>(async (ids) => {
  const found = await FolderModel.collection.find<FolderDoc>({ _id: { $in: toObjectIds(new Set(ids)) } }).toArray();
  const byId = new Map(found.map((folder) => [folder._id.toHexString(), folder]));
  return ids.map((id) => byId.get(id) ?? null);
}, MAX_BATCH);

const toObjectIds = (ids: Iterable<string>) => [...ids].map((id) => new Types.ObjectId(id));

interface Membership {
  folderId: string;
  userId: string;
}

const sharesByMember = createBatchLoader<Membership, ShareDoc | null>(async (memberships) => {
  const usersByFolder = new Map<string, Set<string>>();
  for (const { folderId, userId } of memberships) {
    usersByFolder.set(folderId, (usersByFolder.get(folderId) ?? new Set()).add(userId));
  }
  const $or = [...usersByFolder].map(([folderId, userIds]) => ({
    folderId: new Types.ObjectId(folderId),
    userId: trusted({ $in: toObjectIds(userIds) }),
  }));
  const found = await ShareModel.collection.find<ShareDoc>({ $or }).toArray();
  const byMember = new Map(found.map((share) => [`${share.folderId} ${share.userId}`, share]));
  return memberships.map(({ folderId, userId }) => byMember.get(`${folderId} ${userId}`) ?? null);
}, MAX_BATCH);

/** An id that no folder has. Looking it up takes as long as looking up a folder that the user cannot see. */
export const unusedId = () => new Types.ObjectId().toHexString();

// By user and folder, the actions that were allowed a moment ago. The transaction checks each write again, so an entry
// that is out of date allows nothing.
const allowedActions = new LRUCache<string, Set<FolderAction>>({ max: 50_000 });

/**
 * Checks a write before it is queued. Users without access never enter the queue, so they cannot delay members, and their
 * response time is the same as for a folder that does not exist. Throws `missing` for users who cannot see the folder, and
 * forbidden for members without the right.
 */
export async function authoriseWrite(
  userId: string,
  folderId: string,
  action: FolderAction,
  missing: () => Problem,
): Promise<void> {
  if (!isListOpen(folderId)) throw missing();
  const key = `${userId} ${folderId}`;
  const allowed = allowedActions.get(key);
  if (allowed?.has(action)) return;
  await loadFolderFor(userId, folderId, action, missing);
  allowedActions.set(key, new Set(allowed).add(action));
}

/** Call it when the user's access may have changed. The next write checks it again before it is queued. */
export function forgetAuthorisation(userId: string, folderId: string): void {
  allowedActions.delete(`${userId} ${folderId}`);
}

/** The folder id in an unvalidated body or query, under either family's name. */
function folderIdOf(named: unknown): string | null {
  const { folderId, categoryId } = (named ?? {}) as { folderId?: unknown; categoryId?: unknown };
  const ids = [folderId, categoryId].filter((id) => id !== undefined);
  return ids.length === 1 && typeof ids[0] === 'string' ? ids[0] : null;
}

/** Like loadFolderFor, for the folder that a request names in its body or query. Null when it names none or two. */
export async function requireNamedAccess(
  userId: string,
  named: unknown,
  action: FolderAction,
): Promise<FolderDoc | null> {
  const folderId = folderIdOf(named);
  return folderId === null ? null : (await loadFolderFor(userId, folderId, action)).folder;
}
