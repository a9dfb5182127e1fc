import type { Types } from 'mongoose';
import type { Actor } from '../../../platform/http/actor.ts';
import { inOperation } from '../../../platform/requests/operations.ts';
import { writeNotification, writeSharedNotification } from '../../users/notification.service.ts';
import { accessOf, folderNotFound, loadFolderFor, requireAccess } from '../access/access.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type SeenConsentDoc, SeenConsentModel } from '../model/seenConsent.model.ts';
import { type ShareDoc, ShareModel } from '../model/share.model.ts';
import { findSeenItems } from './seen.service.ts';

/**
 * Stores whether the actor shows the members of a folder what they have seen. When that changes, the members are notified of
 * all the actor's marks. The actor's own tabs learn every answer.
 */
export async function setSeenConsent(actor: Actor, folderId: string, shows: boolean): Promise<void> {
  await loadFolderFor(actor.userId, folderId, 'seen:show');
  await inOperation(actor, async () => {
    const { userId } = actor;
    const before = await SeenConsentModel.findOneAndUpdate({ folderId, userId }, { $set: { shows } }, { upsert: true })
      .setOptions({ returnDocument: 'before' })
      .lean<SeenConsentDoc>();
    const isChanged = (before?.shows ?? false) !== shows;
    const folder = await loadOwnFolder(userId, folderId, isChanged);
    const answer = { folderId, userId, seen: shows, shows };
    if (!isChanged) {
      await writeNotification('seen:changed', { ...answer, itemIds: [] }, { to: [userId], by: userId });
      return;
    }
    const itemIds = await findSeenItems(folder, userId);
    await writeSharedNotification('seen:changed', { ...answer, itemIds }, { membersOf: folder._id });
  });
}

/**
 * The folder of an owner or a member, read in the transaction. With `isChanged` its seenRev is raised, so that the write
 * conflicts with one that ends the membership. Throws not_found.
 */
async function loadOwnFolder(userId: string, folderId: string, isChanged: boolean): Promise<FolderDoc> {
  const folder = isChanged
    ? await FolderModel.findOneAndUpdate({ _id: folderId }, { $inc: { seenRev: 1 } })
        .setOptions({ returnDocument: 'after', timestamps: false })
        .lean<FolderDoc>()
    : await FolderModel.findById(folderId).lean<FolderDoc>();
  const share = await ShareModel.findOne({ folderId, userId }).lean<ShareDoc>();
  requireAccess(folder && accessOf(userId, folder, share), 'seen:show');
  if (!folder) throw folderNotFound();
  return folder;
}

/** Ends what a member shows in a folder. Call it in the transaction that ends the membership. */
export async function forgetSeenConsent(folderId: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
  await SeenConsentModel.deleteOne({ folderId, userId });
}
