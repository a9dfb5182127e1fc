import { Types, trusted } from 'mongoose';
import { capFlags, defaultFlags } from '../../../../../common/permissions.ts';
import type { JoinRequest, JoinState } from '../../../../../common/schemas/joinRequest.ts';
import { conflict, notFound } from '../../../../platform/http/errors.ts';
import type { Actor } from '../../../../platform/requests/operations.ts';
import { quotaQueue, requireRoomForJoinRequest } from '../../access/quotas.ts';
import { loadReadable, requireReadable } from '../../access/readers.service.ts';
import { ShareModel } from '../../model/folder.model.ts';
import { type InvitationDoc, InvitationModel } from '../../model/invitation.model.ts';
import { type JoinRequestDoc, JoinRequestModel, lastOverMoment } from '../../model/joinRequest.model.ts';
import { changeFolder } from '../../writing/changeFolder.ts';
import { admitMember, isMember } from '../admission.ts';
import { findOpenInvitations } from '../invitation.store.ts';
import { findWaiting, joinStateOf, writeJoinStateChanged } from '../joinRequest.store.ts';

const requestNotFound = () => notFound('This request was answered or withdrawn');

/** The requests that wait for an answer, oldest first. The caller must have checked that the user may share the list. */
export async function listJoinRequests(folderId: string): Promise<JoinRequest[]> {
  return findWaiting(folderId);
}

/** What has become of the user's request to join a list that every user may read on its owner's profile. */
export async function getJoinState(userId: string, folderId: string): Promise<JoinState> {
  const folder = await loadReadable(userId, folderId);
  if (String(folder.userId) === userId || (await ShareModel.exists({ folderId, userId }))) {
    return joinStateOf(folder._id, 'member');
  }
  const request = await findRequest(folder._id, userId);
  if (!request) return joinStateOf(folder._id, 'none');
  return joinStateOf(folder._id, request.declinedAt ? 'declined' : 'pending');
}

/** Asks to join a list. Asking again while the request waits changes nothing. */
export async function askToJoin(actor: Actor, folderId: string): Promise<JoinState> {
  await loadReadable(actor.userId, folderId);
  return quotaQueue([actor.userId], () =>
    changeFolder({ actor, folderId, action: 'profile-reader' }, async ({ folder, access }) => {
      await requireReadable(actor.userId, folder);
      if (isMember(access)) throw conflict('already_member', 'You are in this list already');
      const userId = new Types.ObjectId(actor.userId);
      const known = await findRequest(folder._id, userId);
      if (known?.declinedAt) throw conflict('already_answered', 'Your request was declined. Please ask again later.');
      if (known) return joinStateOf(folder._id, 'pending');
      const invitation = { folderId: folder._id, invitedUserId: userId, status: 'pending' } as const;
      const invitations = await InvitationModel.find(invitation).lean<InvitationDoc[]>();
      if ((await findOpenInvitations(invitations)).length > 0) {
        throw conflict('already_invited', 'You are invited to this list already. Your invitation is in My List.');
      }
      // One that was declined long ago may still be there.
      await JoinRequestModel.deleteOne({ folderId: folder._id, userId });
      const request = { _id: new Types.ObjectId(), folderId: folder._id, userId, createdAt: new Date() };
      await JoinRequestModel.insertOne({ ...request, declinedAt: null });
      await requireRoomForJoinRequest(userId);
      await writeJoinStateChanged(folder._id, userId, 'pending');
      return joinStateOf(folder._id, 'pending');
    }),
  );
}

/** Withdraws the user's request, even if its list is not shown to them any more. Without a request, nothing changes. */
export async function withdrawJoinRequest(actor: Actor, folderId: string): Promise<void> {
  const waiting = { folderId, userId: actor.userId, declinedAt: null };
  if (!(await JoinRequestModel.exists(waiting))) {
    await loadReadable(actor.userId, folderId);
    return;
  }
  await changeFolder({ actor, folderId, action: 'profile-reader' }, async ({ folder }) => {
    const { deletedCount } = await JoinRequestModel.deleteOne(waiting);
    if (deletedCount > 0) await writeJoinStateChanged(folder._id, actor.userId, 'none');
  });
}

/** Answers a request. Accepting makes the user a member with the default flags, except those that the actor lacks. */
export async function answerJoinRequest(
  actor: Actor,
  folderId: string,
  userId: string,
  status: 'accepted' | 'declined',
): Promise<void> {
  await quotaQueue([userId], () =>
    changeFolder({ actor, folderId, action: 'member:invite' }, async (write) => {
      const { folder, access } = write;
      const waiting = { folderId: folder._id, userId, declinedAt: null };
      if (!(await JoinRequestModel.exists(waiting))) throw requestNotFound();
      if (status === 'accepted') {
        const flags = capFlags(defaultFlags, access.flags);
        await admitMember(write, { userId, sharedByUserId: actor.userId, flags });
        return;
      }
      await JoinRequestModel.updateOne(waiting, { $set: { declinedAt: new Date() } });
      await writeJoinStateChanged(folder._id, userId, 'declined');
    }),
  );
}

async function findRequest(folderId: Types.ObjectId, userId: Types.ObjectId | string): Promise<JoinRequestDoc | null> {
  const isOver = { declinedAt: trusted({ $lte: lastOverMoment() }) };
  return JoinRequestModel.findOne({ folderId, userId, $nor: [isOver] }).lean<JoinRequestDoc>();
}
