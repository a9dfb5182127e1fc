import { type Types, trusted } from 'mongoose';
import { type Flags, flagsBeyond } from '../../../../common/permissions.ts';
import { loadOpenContactLookup } from '../../users/user.service.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { type InvitationDoc, InvitationModel, toInvitation } from '../model/invitation.model.ts';
import { writeSettled } from './invitation.events.ts';
import { endAllJoinRequests } from './joinRequest.store.ts';
import { endAllLinks, endLinksBeyond } from './link.store.ts';

/** Deletes pending invitations and writes their events. Call it in the transaction that makes them invalid. */
export async function withdraw(folder: FolderDoc, invitations: readonly InvitationDoc[]): Promise<void> {
  if (invitations.length === 0) return;
  await InvitationModel.deleteMany({ _id: trusted({ $in: invitations.map((invitation) => invitation._id) }) });
  const contactById = await loadOpenContactLookup(invitations.flatMap((i) => [i.invitedUserId, i.invitedByUserId]));
  for (const invitation of invitations) {
    const invitedUser = contactById(invitation.invitedUserId);
    const invitedByUser = contactById(invitation.invitedByUserId);
    await writeSettled('invitation:withdrawn', toInvitation(invitation, folder.name, { invitedUser, invitedByUser }));
  }
}

/** Withdraws the list's pending invitations and requests to join, and ends its links. */
export async function withdrawAllOf(folder: FolderDoc): Promise<void> {
  const pending = await InvitationModel.find({ folderId: folder._id, status: 'pending' }).lean<InvitationDoc[]>();
  await withdraw(folder, pending);
  await endAllJoinRequests(folder._id);
  await endAllLinks(folder._id);
}

/**
 * Withdraws a member's invitations and ends their links that exceed the flags they hold now: all without canShare, else
 * those with a lost flag.
 */
export async function withdrawBeyond(folder: FolderDoc, memberId: Types.ObjectId, held: Flags | null): Promise<void> {
  const offered = await InvitationModel.find({ folderId: folder._id, invitedByUserId: memberId }).lean<
    InvitationDoc[]
  >();
  await withdraw(
    folder,
    offered.filter((one) => one.status === 'pending' && (!held?.canShare || flagsBeyond(one, held).length > 0)),
  );
  await endLinksBeyond(folder._id, memberId, held);
}
