import { type Types, trusted } from 'mongoose';
import { findEnabled, holdAccounts } from '../../users/accountState.service.ts';
import { writeNotification } from '../../users/notification.service.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type InvitationDoc, InvitationModel } from '../model/invitation.model.ts';
import { toInvitations } from './invitation.view.ts';

/**
 * Those of these invitations that the invitee sees and can accept. While the inviter or the owner of the list is disabled,
 * an invitation is suspended.
 */
export async function findOpenInvitations(invitations: readonly InvitationDoc[]): Promise<InvitationDoc[]> {
  if (invitations.length === 0) return [];
  const ownerOf = await findOwners(invitations);
  const enabled = await findEnabled([
    ...invitations.map(({ invitedByUserId }) => invitedByUserId),
    ...ownerOf.values(),
  ]);
  return invitations.filter(({ invitedByUserId, folderId }) => {
    const owner = ownerOf.get(folderId.toHexString());
    return enabled.has(invitedByUserId.toHexString()) && owner !== undefined && enabled.has(owner);
  });
}

/** The owners of the invitations' lists, by list. */
async function findOwners(invitations: readonly InvitationDoc[]): Promise<Map<string, string>> {
  const folderIds = invitations.map(({ folderId }) => folderId);
  const folders = await FolderModel.find({ _id: trusted({ $in: folderIds }) }, { userId: 1 }).lean<
    Pick<FolderDoc, '_id' | 'userId'>[]
  >();
  return new Map(folders.map(({ _id, userId }) => [_id.toHexString(), userId.toHexString()]));
}

/** Whether the invitation can be accepted until the caller's transaction ends. */
export async function holdOpenInvitation(invitation: InvitationDoc, ownerId: Types.ObjectId): Promise<boolean> {
  await holdAccounts([invitation.invitedByUserId, ownerId]);
  return (await findOpenInvitations([invitation])).length > 0;
}

/** The pending invitations by a user, or into lists that they own. */
async function findDependentInvitations(userId: string): Promise<InvitationDoc[]> {
  const owned = await FolderModel.find({ userId }, { _id: 1 }).lean<Pick<FolderDoc, '_id'>[]>();
  const ofUser = { invitedByUserId: userId, status: 'pending' } as const;
  const intoLists = { folderId: trusted({ $in: owned.map(({ _id }) => _id) }), status: 'pending' } as const;
  return InvitationModel.find({ $or: [ofUser, intoLists] }).lean<InvitationDoc[]>();
}

/**
 * Shows the invitees' open tabs which of these invitations are open now. The others who see them, see them as before. Call
 * it in the transaction that disables or enables an account.
 */
export async function showInvitationsOf(userId: string): Promise<void> {
  const dependent = await findDependentInvitations(userId);
  const open = new Set(await findOpenInvitations(dependent));
  for (const [index, invitation] of (await toInvitations(dependent)).entries()) {
    const { invitedUserId, invitedByUser } = invitation;
    if (open.has(dependent[index] as InvitationDoc)) {
      await writeNotification('invitation:received', { invitation }, { to: [invitedUserId], by: invitedByUser.id });
    } else {
      await writeNotification('invitation:withdrawn', { invitation }, { to: [invitedUserId], by: null });
    }
  }
}
