import type { Types } from 'mongoose';
import { type Flags, type FolderAction, flagsBeyond } from '../../../common/permissions.ts';
import type { Share } from '../../../common/share.ts';
import type { Actor } from '../../platform/actor.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { contactsById } from '../users/user.service.ts';
import { loadFolderFor, nowhere } from './access.ts';
import { changeFolder, type FolderWrite } from './changeFolder.ts';
import { withdrawBeyond } from './invitation.withdrawal.ts';
import { flagsOf, type ShareDoc, ShareModel, toShare } from './share.model.ts';

const shareNotFound = () => notFound('Share not found');

async function toShares(shares: readonly ShareDoc[]): Promise<Share[]> {
  const contactById = await contactsById(shares.map((share) => share.userId));
  return shares.map((share) => toShare(share, contactById(share.userId)));
}

/** Who the folder is shared with, longest-standing first; the caller has checked that the user owns it. */
export async function listShares(folderId: string): Promise<Share[]> {
  return toShares(await ShareModel.find({ folderId }).sort({ _id: 1 }).lean<ShareDoc[]>());
}

/** Changes what a member may do; nobody changes their own share or grants what they don't hold. */
export async function setPermissions(actor: Actor, shareId: string, flags: Flags): Promise<Share> {
  const folderId = await folderIdOfShare(shareId);
  const write = async ({ folder, access, record }: FolderWrite) => {
    const before = await findShare(shareId, folder._id);
    if (before.userId.toHexString() === actor.userId) throw forbidden('You cannot change your own permissions');
    requireGrantable(newlyGranted(flags, before), access.flags);
    await ShareModel.updateOne({ _id: shareId }, { $set: flags });
    const share = { ...before, ...flagsOf(flags) };
    record({ type: 'share:permissions-changed', share, before });
    await withdrawBeyond(folder, share.userId, flags);
    const [shown] = await toShares([share]);
    return shown as Share;
  };
  return changeFolder(actor, folderId, 'share:edit', write, shareNotFound);
}

function newlyGranted(flags: Flags, before: Flags): Flags {
  const granted = new Set(flagsBeyond(flags, before));
  return Object.fromEntries(
    Object.keys(flags).map((flag) => [flag, granted.has(flag as keyof Flags)]),
  ) as unknown as Flags;
}

/** Throws forbidden when somebody would grant a flag that they don't hold. */
export function requireGrantable(flags: Flags, held: Flags): void {
  if (flagsBeyond(flags, held).length > 0) throw forbidden('You can only grant permissions that you hold');
}

/** Takes a member's access away. */
export async function revokeShare(actor: Actor, shareId: string): Promise<void> {
  const folderId = await folderIdOfShare(shareId);
  const write = async (folderWrite: FolderWrite) =>
    endShare(folderWrite, await findShare(shareId, folderWrite.folder._id));
  await changeFolder(actor, folderId, 'share:revoke', write, shareNotFound);
}

/** Leaves a folder that somebody else shares; an owner cannot. */
export async function leaveFolder(actor: Actor, folderId: string): Promise<void> {
  await changeFolder(actor, folderId, 'folder:leave', async (write) => {
    if (write.access.isOwner) throw conflict('conflict', 'You own this list, so you cannot leave it');
    const share = await ShareModel.findOne({ folderId, userId: actor.userId }).lean<ShareDoc>();
    if (!share) throw shareNotFound();
    await endShare(write, share);
  });
}

async function endShare({ folder, record }: FolderWrite, share: ShareDoc): Promise<void> {
  await ShareModel.deleteOne({ _id: share._id });
  record({ type: 'share:revoked', share });
  await withdrawBeyond(folder, share.userId, null);
}

export async function requireShareAccess(userId: string, shareId: string, action: FolderAction): Promise<void> {
  await loadFolderFor(userId, await folderIdOfShare(shareId), action, shareNotFound);
}

async function findShare(shareId: string, folderId: Types.ObjectId): Promise<ShareDoc> {
  const share = await ShareModel.findOne({ _id: shareId, folderId }).lean<ShareDoc>();
  if (!share) throw shareNotFound();
  return share;
}

async function folderIdOfShare(shareId: string): Promise<string> {
  const share = await ShareModel.findById(shareId, { folderId: 1 }).lean<Pick<ShareDoc, 'folderId'>>();
  return share?.folderId.toHexString() ?? nowhere();
}
