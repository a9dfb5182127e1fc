import type { Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { limitReached } from '../../../platform/http/errors.ts';
import { createKeyedQueue } from '../../../platform/limits/keyedQueue.ts';
import { lockQuotas } from '../../users/user.service.ts';
import { type FolderDoc, FolderModel, ShareModel } from '../model/folder.model.ts';
import { InvitationModel } from '../model/invitation.model.ts';
import { JoinRequestModel } from '../model/joinRequest.model.ts';

/*
 * How much one person or one list may hold. Call each function in the transaction of the write. It throws limit_reached
 * when there is no room for one more.
 */

type Id = Types.ObjectId | string;

/**
 * Writes that check quotas of the same user run one after the other on a node. At the same time their transactions would
 * conflict, and many of them would use up the connections to the database.
 */
export const quotaQueue = createKeyedQueue();

const shown = (count: number) => count.toLocaleString('en');

export async function requireRoomForList(userId: Id): Promise<void> {
  await lockQuotas(userId);
  const most = limits.listsPerPerson;
  // Counted apart, because each of these only reads an index.
  const all = await FolderModel.countDocuments({ userId });
  const reviewed = await FolderModel.countDocuments({ userId, kind: 'reviewed' });
  if (all - reviewed < most) return;
  throw limitReached(`You have ${shown(most)} lists, the most that one person can have. Delete one to make room.`);
}

/** `folder` must come from the transaction, where its itemCount is exact. */
export function requireRoomForItems({ name, itemCount }: FolderDoc, added: number): void {
  const most = limits.itemsPerList;
  if (itemCount + added > most) throw limitReached(`${name} is full: a list can hold ${shown(most)} titles.`);
}

/** Call this after the invitation is written. A duplicate invitation is thus reported before a full quota. */
export async function requireRoomForInvitation(inviterId: Id, inviteeId: Id): Promise<void> {
  const { pendingInvitationsPerInviter: mostSent, pendingInvitationsPerInvitee: mostReceived } = limits;
  await lockQuotas(inviterId);
  const sent = await InvitationModel.countDocuments({ invitedByUserId: inviterId, status: 'pending' });
  if (sent > mostSent) {
    throw limitReached(`${shown(mostSent)} of your invitations wait for an answer. Withdraw one, or wait for one.`);
  }
  await lockQuotas(inviteeId);
  const received = await InvitationModel.countDocuments({ invitedUserId: inviteeId, status: 'pending' });
  if (received > mostReceived) {
    throw limitReached(`This person has ${shown(mostReceived)} invitations to answer already. Please try again later.`);
  }
}

/** Call this after the request is written. */
export async function requireRoomForJoinRequest(userId: Id): Promise<void> {
  const most = limits.pendingJoinRequestsPerPerson;
  await lockQuotas(userId);
  if ((await JoinRequestModel.countDocuments({ userId, declinedAt: null })) <= most) return;
  throw limitReached(`${shown(most)} of your requests wait for an answer. Withdraw one, or wait for one.`);
}

/** `actorId` is who makes the user a member: the user, or somebody else who accepts their request. */
export async function requireRoomForMember({ memberCount }: FolderDoc, userId: Id, actorId: string): Promise<void> {
  const { membersPerList, sharedListsPerPerson } = limits;
  if (memberCount >= membersPerList) {
    throw limitReached(`This list is shared with ${shown(membersPerList)} people, the most that it can be.`);
  }
  await lockQuotas(userId);
  if ((await ShareModel.countDocuments({ userId })) < sharedListsPerPerson) return;
  const most = shown(sharedListsPerPerson);
  throw limitReached(
    String(userId) === actorId
      ? `${most} lists are shared with you, the most there can be. Leave one first.`
      : `${most} lists are shared with this person, the most there can be.`,
  );
}
