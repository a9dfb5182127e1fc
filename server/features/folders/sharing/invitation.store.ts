import { Types, trusted } from 'mongoose';
import { allFlags, can, type Flags, flagsBeyond } from '../../../../common/permissions.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { findEnabled, holdAccounts } from '../../users/accountState.service.ts';
import { withdrawNotice, writeNotice } from '../../users/notices/notice.store.ts';
import { writeNotification, writeSharedNotification } from '../../users/notification.service.ts';
import { loadOpenContactLookup } from '../../users/user.service.ts';
import { type FolderDoc, FolderModel, flagsOf, type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { type InvitationDoc, InvitationModel, toInvitation } from '../model/invitation.model.ts';
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

/** Writes the events of a new invitation: for the invitee, and for everyone who may read the folder's invitations. */
export async function writeSent(invitation: Invitation): Promise<void> {
  const { id, invitedUserId, invitedByUser } = invitation;
  const folderId = new Types.ObjectId(invitation.folderId);
  const to = { to: [invitedUserId], by: invitedByUser.id };
  await writeNotification('invitation:received', { invitation }, to);
  await writeSharedNotification('invitation:sent', { invitation }, { invitationsOf: folderId });
  await writeNotice({ ...to, kind: 'invited', folderId, about: id, facts: {} });
}

/** Writes the event of an invitation that is no longer pending, for the same users: also a blocked person's one ends. */
export async function writeSettled(
  event: 'invitation:answered' | 'invitation:withdrawn',
  invitation: Invitation,
): Promise<void> {
  const { id, invitedUserId, folderId } = invitation;
  const invitationsOf = new Types.ObjectId(folderId);
  await writeNotification(event, { invitation }, { to: [invitedUserId], by: null, invitationsOf });
  await withdrawNotice(invitedUserId, { kind: 'invited', folderId: invitationsOf, about: id });
}

/**
 * Who may read a folder's invitations right now, with their flags: its owner and members who may share it. Empty once it is
 * deleted.
 */
export async function findInvitationReaders(folderId: Types.ObjectId): Promise<ReadonlyMap<string, Flags>> {
  const [folder, shares] = await Promise.all([
    FolderModel.findById(folderId, { userId: 1 }).lean<Pick<FolderDoc, 'userId'>>(),
    ShareModel.find({ folderId }).lean<ShareDoc[]>(),
  ]);
  if (!folder) return new Map();
  const members = shares.map((share) => [String(share.userId), flagsOf(share)] as const);
  const readers = members.filter(([, flags]) => can({ isOwner: false, flags }, 'invitation:list'));
  return new Map([[String(folder.userId), allFlags], ...readers]);
}

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
