import { Types } from 'mongoose';
import { can } from '../../../../common/permissions.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { writeNotification, writeSharedNotification } from '../../users/notification.service.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { flagsOf, type ShareDoc, ShareModel } from '../model/share.model.ts';

/** Writes the events of a new invitation: for the invitee, and for everyone who may read the folder's invitations. */
export async function writeSent(invitation: Invitation): Promise<void> {
  const { invitedUserId, invitedByUser, folderId } = invitation;
  await writeNotification('invitation:received', { invitation }, { to: [invitedUserId], by: invitedByUser.id });
  await writeSharedNotification('invitation:sent', { invitation }, { invitationsOf: new Types.ObjectId(folderId) });
}

/** Writes the event of an invitation that is no longer pending, for the same users: also a blocked person's one ends. */
export async function writeSettled(
  event: 'invitation:answered' | 'invitation:withdrawn',
  invitation: Invitation,
): Promise<void> {
  const { invitedUserId, folderId } = invitation;
  const invitationsOf = new Types.ObjectId(folderId);
  await writeNotification(event, { invitation }, { to: [invitedUserId], by: null, invitationsOf });
}

/** Who may read a folder's invitations right now: its owner and members who may share it. Empty once it is deleted. */
export async function findInvitationReaders(folderId: Types.ObjectId): Promise<string[]> {
  const [folder, shares] = await Promise.all([
    FolderModel.findById(folderId, { userId: 1 }).lean<Pick<FolderDoc, 'userId'>>(),
    ShareModel.find({ folderId }).lean<ShareDoc[]>(),
  ]);
  if (!folder) return [];
  const readers = shares.filter((share) => can({ isOwner: false, flags: flagsOf(share) }, 'invitation:list'));
  return [folder.userId, ...readers.map((share) => share.userId)].map(String);
}
