import type { Types } from 'mongoose';
import { type Flags, type FolderAction, flagsBeyond } from '../../../../common/permissions.ts';
import type { Share } from '../../../../common/schemas/share.ts';
import { conflict, forbidden, notFound } from '../../../platform/http/errors.ts';
import type { Actor } from '../../../platform/requests/operations.ts';
import { showOne } from '../../../platform/showOne.ts';
import { loadContactLookup } from '../../users/user.service.ts';
import { loadFolderFor, unusedId } from '../access/access.ts';
import { forgetReadComments } from '../model/comment.model.ts';
import { flagsOf, type ShareDoc, ShareModel, toShare } from '../model/folder.model.ts';
import { forgetListNotices } from '../model/listNotices.model.ts';
import { forgetSeenConsent } from '../seen/seen.service.ts';
import { changeFolder, type FolderWrite } from '../writing/changeFolder.ts';
import { withdrawBeyond } from './invitation.store.ts';

const shareNotFound = () => notFound('Share not found');

async function toShares(shares: readonly ShareDoc[]): Promise<Share[]> {
  const contactById = await loadContactLookup(shares.map((share) => share.userId));
  return shares.map((share) => toShare(share, contactById(share.userId)));
}

/** The folder's shares, oldest first. The caller must have checked that the user owns the folder. */
export async function listShares(folderId: string): Promise<Share[]> {
  return toShares(await ShareModel.find({ folderId }).sort({ _id: 1 }).lean<ShareDoc[]>());
}

/** Changes a member's flags. Throws forbidden for the actor's own share, and for new flags that the actor lacks. */
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
    return showOne(toShares, share);
  };
  return changeFolder({ actor, folderId, action: 'share:edit', missing: shareNotFound }, write);
}

function newlyGranted(flags: Flags, before: Flags): Flags {
  const granted = new Set(flagsBeyond(flags, before));
  return Object.fromEntries(
    Object.keys(flags).map((flag) => [flag, granted.has(flag as keyof Flags)]),
  ) as unknown as Flags;
}

/** Throws forbidden when `flags` contains a flag that is not in `held`. */
export function requireGrantable(flags: Flags, held: Flags): void {
  if (flagsBeyond(flags, held).length > 0) throw forbidden('You can only grant permissions that you hold');
}

/** Ends a member's access. */
export async function revokeShare(actor: Actor, shareId: string): Promise<void> {
  const folderId = await folderIdOfShare(shareId);
  const write = async (folderWrite: FolderWrite) =>
    endShare(folderWrite, await findShare(shareId, folderWrite.folder._id));
  await changeFolder({ actor, folderId, action: 'share:revoke', missing: shareNotFound }, write);
}

/** Leaves a shared folder. Throws conflict for its owner. */
export async function leaveFolder(actor: Actor, folderId: string): Promise<void> {
  await changeFolder({ actor, folderId, action: 'folder:leave' }, async (write) => {
    if (write.access.isOwner) throw conflict('conflict', 'You own this list, so you cannot leave it');
    const share = await ShareModel.findOne({ folderId, userId: actor.userId }).lean<ShareDoc>();
    if (!share) throw shareNotFound();
    await endShare(write, share);
  });
}

async function endShare({ folder, record }: FolderWrite, share: ShareDoc): Promise<void> {
  await ShareModel.deleteOne({ _id: share._id });
  await forgetMember(folder._id, share.userId);
  record({ type: 'share:revoked', share });
  await withdrawBeyond(folder, share.userId, null);
}

/** Forgets what a member has chosen and read in a list. Call it in the transaction that ends the membership. */
export async function forgetMember(folderId: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
  await forgetSeenConsent(folderId, userId);
  await forgetReadComments(folderId, userId);
  await forgetListNotices(folderId, userId);
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
  return share?.folderId.toHexString() ?? unusedId();
}
