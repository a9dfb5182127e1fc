import { LRUCache } from 'lru-cache';
import { Types } from 'mongoose';
import { type Access, allFlags, can, type FolderAction } from '../../../common/permissions.ts';
import { forbidden, notFound, type Problem } from '../../platform/errors.ts';
import { readTogether } from '../../platform/readTogether.ts';
import { type FolderDoc, FolderModel } from './folder.model.ts';
import { flagsOf, type ShareDoc, ShareModel } from './share.model.ts';

export const ownerAccess: Access = { isOwner: true, flags: allFlags };

export const folderNotFound = () => notFound(({ Noun }) => `${Noun} not found`);

export function accessOf(userId: string, folder: FolderDoc, share: ShareDoc | null | undefined): Access | null {
  if (folder.userId.toHexString() === userId) return ownerAccess;
  return share ? { isOwner: false, flags: flagsOf(share) } : null;
}

/** Cannot see it: `missing`. Can see it, but may not: forbidden. */
export function requireAccess(access: Access | null, action: FolderAction, missing = folderNotFound): Access {
  if (!access) throw missing();
  if (!can(access, action)) throw forbidden();
  return access;
}

/** The folder as it is outside of transactions, and what the user may do there; throws not_found for strangers and forbidden without the flag. */
export async function loadFolderFor(
  userId: string,
  folderId: string,
  action: FolderAction | null,
  missing = folderNotFound,
): Promise<{ folder: FolderDoc; access: Access }> {
  if (!Types.ObjectId.isValid(folderId)) throw missing();
  const id = folderId.toLowerCase();
  // Both whoever asks, so that the answer's time does not tell a missing folder from one that is only foreign.
  const [folder, share] = await Promise.all([foldersById.load(id), sharesByMember.load({ folderId: id, userId })]);
  const access = folder && accessOf(userId, folder, share);
  if (!folder || !access) throw missing();
  if (action) requireAccess(access, action);
  return { folder, access };
}

// Every read of a folder asks these two, and many ask at once. By the driver alone: mongoose costs more than the read does.
const TOGETHER = 200;

const foldersById = readTogether<string, FolderDoc | null>(async (ids) => {
  const found = await FolderModel.collection.find<FolderDoc>({ _id: { $in: toObjectIds(new Set(ids)) } }).toArray();
  const byId = new Map(found.map((folder) => [folder._id.toHexString(), folder]));
  return ids.map((id) => byId.get(id) ?? null);
}, TOGETHER);

const toObjectIds = (ids: Iterable<string>) => [...ids].map((id) => new Types.ObjectId(id));

interface Membership {
  folderId: string;
  userId: string;
}

const sharesByMember = readTogether<Membership, ShareDoc | null>(async (asked) => {
  const usersByFolder = new Map<string, Set<string>>();
  for (const { folderId, userId } of asked) {
    usersByFolder.set(folderId, (usersByFolder.get(folderId) ?? new Set()).add(userId));
  }
  const $or = [...usersByFolder].map(([folderId, userIds]) => ({
    folderId: new Types.ObjectId(folderId),
    userId: { $in: toObjectIds(userIds) },
  }));
  const found = await ShareModel.collection.find<ShareDoc>({ $or }).toArray();
  const byMember = new Map(found.map((share) => [`${share.folderId} ${share.userId}`, share]));
  return asked.map(({ folderId, userId }) => byMember.get(`${folderId} ${userId}`) ?? null);
}, TOGETHER);

/** An id that leads nowhere: whoever asks by it waits as long as somebody who asks for a folder that is not theirs. */
export const nowhere = () => new Types.ObjectId().toHexString();

// Who could do what a moment ago. Each write is checked again in its transaction, so what is known here opens no door.
const admitted = new LRUCache<string, Set<FolderAction>>({ max: 50_000 });

/**
 * Lets in whoever may write, before they queue: strangers never touch the folder, hold nobody up in its queue, and learn
 * as little from the time that it takes as of a folder that does not exist. Those who got in before go straight on.
 */
export async function admit(
  userId: string,
  folderId: string,
  action: FolderAction,
  missing: () => Problem,
): Promise<void> {
  const key = `${userId} ${folderId}`;
  const known = admitted.get(key);
  if (known?.has(action)) return;
  await loadFolderFor(userId, folderId, action, missing);
  admitted.set(key, new Set(known).add(action));
}

/** What somebody may do may have changed: they are asked at the door again. */
export function forgetAdmission(userId: string, folderId: string): void {
  admitted.delete(`${userId} ${folderId}`);
}

/** Whatever may name a folder under either family's name: a body or a query, before it is known to be valid. */
function folderIdOf(named: unknown): string | null {
  const { folderId, categoryId } = (named ?? {}) as { folderId?: unknown; categoryId?: unknown };
  const ids = [folderId, categoryId].filter((id) => id !== undefined);
  return ids.length === 1 && typeof ids[0] === 'string' ? ids[0] : null;
}

/** As loadFolderFor, for the folder that a request names in its body or query; one that names none or two passes: null. */
export async function requireNamedAccess(
  userId: string,
  named: unknown,
  action: FolderAction,
): Promise<FolderDoc | null> {
  const folderId = folderIdOf(named);
  return folderId === null ? null : (await loadFolderFor(userId, folderId, action)).folder;
}
