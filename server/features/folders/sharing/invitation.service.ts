import { Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { capFlags, defaultFlags, type Flags } from '../../../../common/permissions.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { conflict, forbidden, isDuplicateKey, notFound } from '../../../platform/http/errors.ts';
import type { Actor } from '../../../platform/requests/operations.ts';
import { showOne } from '../../../platform/showOne.ts';
import { writeNotice } from '../../users/notices/notice.store.ts';
import { isBlockedWithAny, loadInvitableUser } from '../../users/privacy/block.service.ts';
import { unusedId } from '../access/access.ts';
import { quotaQueue, requireRoomForInvitation } from '../access/quotas.ts';
import { type FolderDoc, flagsOf, ShareModel } from '../model/folder.model.ts';
import { type InvitationDoc, InvitationModel } from '../model/invitation.model.ts';
import { changeFolder, type FolderWrite } from '../writing/changeFolder.ts';
import { admitMember } from './admission.ts';
import {
  findOpenInvitations,
  holdOpenInvitation,
  toInvitations,
  withdraw,
  writeSent,
  writeSettled,
} from './invitation.store.ts';
import { requireGrantable } from './share.service.ts';

const dayOf = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

const BLOCKED = 'This person cannot be invited to this list. Please ask the owner of the list.';

const invitationNotFound = () => notFound('Invitation not found');

/** The user's own pending invitations, newest first, without those that are suspended. */
export async function listMyInvitations(userId: string): Promise<Invitation[]> {
  const pending = await InvitationModel.find({ invitedUserId: userId, status: 'pending' })
    .sort({ _id: -1 })
    .lean<InvitationDoc[]>();
  return toInvitations(await findOpenInvitations(pending));
}

/** The users among these who have pending invitations. */
export async function findInvited(userIds: readonly string[]): Promise<Set<string>> {
  const pending = await InvitationModel.find(
    { invitedUserId: trusted({ $in: userIds }), status: 'pending' },
    { invitedUserId: 1 },
  ).lean<Pick<InvitationDoc, 'invitedUserId'>[]>();
  return new Set(pending.map((invitation) => invitation.invitedUserId.toHexString()));
}

/** The folder's pending invitations, oldest first. The caller must have checked that the user may share it. */
export async function listFolderInvitations(folderId: string): Promise<Invitation[]> {
  return toInvitations(
    await InvitationModel.find({ folderId, status: 'pending' }).sort({ _id: 1 }).lean<InvitationDoc[]>(),
  );
}

/** Invites a user with these flags. Throws forbidden when the inviter lacks one of the flags. */
export async function sendInvitation(
  actor: Actor,
  folderId: string,
  invitedUserId: string,
  flags: Flags,
): Promise<Invitation> {
  return invite(actor, folderId, invitedUserId, ({ access }) => {
    requireGrantable(flags, access.flags);
    return flags;
  });
}

/** Invites a user with the default flags, except those that the inviter lacks. */
export async function inviteWithDefaults(actor: Actor, folderId: string, invitedUserId: string): Promise<Invitation> {
  return invite(actor, folderId, invitedUserId, ({ access }) => capFlags(defaultFlags, access.flags));
}

async function invite(
  actor: Actor,
  folderId: string,
  invitedUserId: string,
  chooseFlags: (write: FolderWrite) => Flags,
): Promise<Invitation> {
  const write = async (folderWrite: FolderWrite) => {
    const { folder } = folderWrite;
    const invited = await loadInvitableUser(actor.userId, invitedUserId);
    const flags = chooseFlags(folderWrite);
    if (folder.kind === 'reviewed') throw conflict('reserved_name', 'The Reviewed list cannot be shared');
    await refuseMembers(folder, actor.userId, invited._id);
    if (await isBlockedWithAny(invited._id, [folder.userId])) throw conflict('conflict', BLOCKED);
    await refuseDeclined(folder, actor.userId, invited._id);
    const invitation: InvitationDoc = {
      _id: new Types.ObjectId(),
      folderId: folder._id,
      invitedUserId: invited._id,
      invitedByUserId: new Types.ObjectId(actor.userId),
      status: 'pending',
      respondedAt: null,
      createdAt: new Date(),
      ...flagsOf(flags),
    };
    await withdrawSuspended(folder, invited._id);
    await InvitationModel.insertOne(invitation);
    await requireRoomForInvitation(actor.userId, invited._id);
    const shown = await showOne(toInvitations, invitation);
    await writeSent(shown);
    return shown;
  };
  try {
    return await quotaQueue([actor.userId, invitedUserId], () =>
      changeFolder({ actor, folderId, action: 'member:invite' }, write),
    );
  } catch (error) {
    if (isDuplicateKey(error, 'folderId', 'invitedUserId')) {
      throw conflict('already_invited', 'This person is already invited');
    }
    throw error;
  }
}

/** The invitee does not see a suspended invitation, so another one takes its place. */
async function withdrawSuspended(folder: FolderDoc, invitedUserId: Types.ObjectId): Promise<void> {
  const pending = await InvitationModel.find({ folderId: folder._id, invitedUserId, status: 'pending' }).lean<
    InvitationDoc[]
  >();
  const open = await findOpenInvitations(pending);
  await withdraw(
    folder,
    pending.filter((one) => !open.includes(one)),
  );
}

async function refuseMembers(folder: FolderDoc, inviterId: string, invitedId: Types.ObjectId): Promise<void> {
  if (invitedId.toHexString() === inviterId) throw conflict('conflict', 'You cannot invite yourself');
  const isMember =
    folder.userId.equals(invitedId) || (await ShareModel.exists({ folderId: folder._id, userId: invitedId })) !== null;
  if (isMember) throw conflict('already_member', 'This person already has access');
}

/** An invitee who has declined hears of the same list from the same person only after a while. */
async function refuseDeclined({ _id }: FolderDoc, inviterId: string, invitedId: Types.ObjectId): Promise<void> {
  const since = new Date();
  since.setUTCDate(since.getUTCDate() - limits.declinedInvitationDays);
  const declined = await InvitationModel.findOne({
    folderId: _id,
    invitedUserId: invitedId,
    invitedByUserId: inviterId,
    status: 'declined',
    respondedAt: trusted({ $gt: since }),
  })
    .sort({ respondedAt: -1 })
    .lean<InvitationDoc>();
  if (!declined?.respondedAt) return;
  const until = new Date(declined.respondedAt);
  until.setUTCDate(until.getUTCDate() + limits.declinedInvitationDays);
  throw conflict(
    'already_answered',
    `This person declined your invitation to this list. You can invite them again after ${dayOf.format(until)}.`,
  );
}

/** Stores the invitee's answer. Accepting creates the share with the invitation's flags. */
export async function respond(
  actor: Actor,
  invitationId: string,
  status: 'accepted' | 'declined',
): Promise<Invitation> {
  const { folderId } = await loadInvitation(invitationId, actor.userId);
  const write = async (folderWrite: FolderWrite) => {
    const invitation = await InvitationModel.findOneAndUpdate(
      { _id: invitationId, invitedUserId: actor.userId, status: 'pending' },
      { $set: { status, respondedAt: new Date() } },
    )
      .setOptions({ returnDocument: 'after' })
      .lean<InvitationDoc>();
    if (!invitation) throw await answeredOrGone(invitationId);
    if (status === 'accepted') {
      if (await isBlockedWithAny(actor.userId, [folderWrite.folder.userId])) throw invitationNotFound();
      if (!(await holdOpenInvitation(invitation, folderWrite.folder.userId))) throw invitationNotFound();
      const { invitedByUserId: sharedByUserId } = invitation;
      await admitMember(folderWrite, { userId: actor.userId, sharedByUserId, flags: invitation });
    }
    const shown = await showOne(toInvitations, invitation);
    await writeSettled('invitation:answered', shown);
    // The log says that somebody has joined, but not that somebody has declined.
    if (status === 'declined') {
      const { folderId: ofList, invitedByUserId } = invitation;
      const about = { kind: 'declined', folderId: ofList, about: invitationId, facts: {} } as const;
      await writeNotice({ ...about, to: [invitedByUserId], by: actor.userId });
    }
    return shown;
  };
  return quotaQueue([actor.userId], () =>
    changeFolder({ actor, folderId: folderId.toHexString(), action: 'invitee' }, write),
  );
}

async function answeredOrGone(invitationId: string): Promise<Error> {
  const isThere = await InvitationModel.exists({ _id: invitationId });
  return isThere ? conflict('already_answered', 'This invitation is already answered') : invitationNotFound();
}

/** Withdraws a pending invitation. Only its sender and the owner may do this. */
export async function withdrawInvitation(actor: Actor, invitationId: string): Promise<void> {
  const found = await InvitationModel.findById(invitationId).lean<InvitationDoc>();
  if (found?.invitedUserId.toHexString() === actor.userId) throw forbidden('Decline the invitation instead');
  const write = async ({ folder, access }: FolderWrite) => {
    const invitation = await InvitationModel.findById(invitationId).lean<InvitationDoc>();
    if (!invitation) throw invitationNotFound();
    if (!access.isOwner && invitation.invitedByUserId.toHexString() !== actor.userId) throw forbidden();
    if (invitation.status !== 'pending') throw conflict('already_answered', 'This invitation is already answered');
    await withdraw(folder, [invitation]);
  };
  const folderId = found?.folderId.toHexString() ?? unusedId();
  await changeFolder({ actor, folderId, action: 'folder:view', missing: invitationNotFound }, write);
}

/** Loads an invitation for its invitee. Throws not_found for everyone else. */
export async function loadInvitation(invitationId: string, invitedUserId: string): Promise<InvitationDoc> {
  const invitation = await InvitationModel.findById(invitationId).lean<InvitationDoc>();
  if (!invitation || invitation.invitedUserId.toHexString() !== invitedUserId) throw invitationNotFound();
  return invitation;
}
