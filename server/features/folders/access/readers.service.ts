import { Types, trusted } from 'mongoose';
import { findBlockedWith } from '../../users/privacy/block.service.ts';
import { findUserDocs } from '../../users/user.service.ts';
import { instancePrivacy, isInAudience, privacyOf } from '../../users/visibility.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { folderNotFound } from './access.ts';
import { findFellows } from './people.service.ts';

/*
 * Who reads a list on its owner's profile without being a member: those whom the list's visibility, or else its owner's
 * choice, allows. Reviewed is on no profile. People who block each other read nothing there.
 */

type Owned = Pick<FolderDoc, '_id' | 'userId' | 'kind' | 'visibility'>;

/** Those of the lists that the viewer may read on their owners' profiles. May run in a transaction. */
export async function findReadable<Folder extends Owned>(
  viewerId: string,
  folders: readonly Folder[],
): Promise<Folder[]> {
  const normal = folders.filter(({ kind }) => kind === 'normal');
  const foreign = normal.filter(({ userId }) => userId.toHexString() !== viewerId);
  if (foreign.length === 0) return normal;
  const ownerIds = [...new Set(foreign.map(({ userId }) => userId.toHexString()))];
  const instance = await instancePrivacy();
  const owners = new Map((await findUserDocs(ownerIds)).map((user) => [user._id.toHexString(), user]));
  const blocked = await findBlockedWith(viewerId);
  const audienceOf = ({ userId, visibility }: Owned) => {
    const owner = owners.get(userId.toHexString());
    return visibility ?? (owner ? privacyOf(owner, instance).listsFor : 'nobody');
  };
  const narrowed = foreign.filter((folder) => audienceOf(folder) !== 'everyone');
  const fellows = narrowed.length > 0 ? await findFellows(viewerId, ownerIds) : new Set<string>();
  const memberships = narrowed.length > 0 ? await findMemberships(viewerId, narrowed) : new Set<string>();
  return normal.filter((folder) => {
    const ownerId = folder.userId.toHexString();
    if (ownerId === viewerId) return true;
    if (blocked.has(ownerId)) return false;
    if (memberships.has(folder._id.toHexString())) return true;
    return isInAudience(audienceOf(folder), fellows.has(ownerId));
  });
}

/** The list, if the viewer may read it on its owner's profile. Throws not_found. */
export async function loadReadable(viewerId: string, folderId: string): Promise<FolderDoc> {
  const folder = Types.ObjectId.isValid(folderId) ? await FolderModel.findById(folderId).lean<FolderDoc>() : null;
  if (!folder) throw folderNotFound();
  await requireReadable(viewerId, folder);
  return folder;
}

/** The list, if the user is in it or may read it on its owner's profile. Throws not_found. */
export async function loadSeen(userId: string, folderId: string): Promise<FolderDoc> {
  const share = Types.ObjectId.isValid(folderId) && (await ShareModel.exists({ folderId, userId }));
  const folder = share ? await FolderModel.findById(folderId).lean<FolderDoc>() : null;
  return folder ?? loadReadable(userId, folderId);
}

/** Throws not_found for a list that the viewer may not read on its owner's profile. May run in a transaction. */
export async function requireReadable(viewerId: string, folder: FolderDoc): Promise<void> {
  if ((await findReadable(viewerId, [folder])).length === 0) throw folderNotFound();
}

/** The ids of these owners' lists that the viewer may read. */
export async function findReadableIds(viewerId: string, ownerIds: readonly string[]): Promise<Set<string>> {
  const fields = { userId: 1, kind: 1, visibility: 1 };
  const folders = await FolderModel.find({ userId: trusted({ $in: ownerIds }), kind: 'normal' }, fields).lean<
    Owned[]
  >();
  return new Set((await findReadable(viewerId, folders)).map(({ _id }) => _id.toHexString()));
}

async function findMemberships(userId: string, folders: readonly Owned[]): Promise<Set<string>> {
  const shares = await ShareModel.find(
    { userId, folderId: trusted({ $in: folders.map(({ _id }) => _id) }) },
    { folderId: 1 },
  ).lean<Pick<ShareDoc, 'folderId'>[]>();
  return new Set(shares.map(({ folderId }) => folderId.toHexString()));
}
