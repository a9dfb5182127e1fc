import { trusted } from 'mongoose';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { loadOpenContactLookup } from '../../users/user.service.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type InvitationDoc, toInvitation } from '../model/invitation.model.ts';

/** Invitations with the names of their lists and people. */
export async function toInvitations(invitations: readonly InvitationDoc[]): Promise<Invitation[]> {
  const folders = await FolderModel.find(
    { _id: trusted({ $in: invitations.map((invitation) => invitation.folderId) }) },
    { name: 1 },
  ).lean<Pick<FolderDoc, '_id' | 'name'>[]>();
  const nameById = new Map(folders.map((folder) => [folder._id.toHexString(), folder.name]));
  const contactById = await loadOpenContactLookup(invitations.flatMap((i) => [i.invitedUserId, i.invitedByUserId]));
  return invitations.map((invitation) =>
    toInvitation(invitation, nameById.get(invitation.folderId.toHexString()) ?? '', {
      invitedUser: contactById(invitation.invitedUserId),
      invitedByUser: contactById(invitation.invitedByUserId),
    }),
  );
}
