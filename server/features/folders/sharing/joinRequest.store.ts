import type { Types } from 'mongoose';
import type { JoinRequest, JoinState, JoinStatus } from '../../../../common/schemas/joinRequest.ts';
import { writeNotification, writeSharedNotification } from '../../users/notification.service.ts';
import { loadPublicUserLookup } from '../../users/user.service.ts';
import { type JoinRequestDoc, JoinRequestModel, toJoinRequest } from '../model/joinRequest.model.ts';

type Id = Types.ObjectId | string;

/** The requests to join the list that wait for an answer, oldest first. */
export async function findWaiting(folderId: Id): Promise<JoinRequest[]> {
  const requests = await JoinRequestModel.find({ folderId, declinedAt: null })
    .sort({ _id: 1 })
    .lean<JoinRequestDoc[]>();
  const userById = await loadPublicUserLookup(requests.map(({ userId }) => userId));
  return requests.map((request) => toJoinRequest(request, userById(request.userId)));
}

export function joinStateOf(folderId: Id, status: JoinStatus): JoinState {
  return { folderId: String(folderId), categoryId: String(folderId), status };
}

/**
 * Sends what has become of the user's request to their tabs, and the list's requests to everyone who may read its
 * invitations. Call it in the transaction of the change.
 */
export async function writeJoinStateChanged(folderId: Types.ObjectId, userId: Id, status: JoinStatus): Promise<void> {
  await writeNotification('join-state:changed', joinStateOf(folderId, status), { to: [userId], by: null });
  const payload = { folderId: folderId.toHexString(), requests: await findWaiting(folderId) };
  await writeSharedNotification('join-requests:changed', payload, { invitationsOf: folderId });
}

/** Removes the request of a user who becomes a member, answered or not. */
export async function settleJoinRequest(folderId: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
  const { deletedCount } = await JoinRequestModel.deleteOne({ folderId, userId });
  if (deletedCount > 0) await writeJoinStateChanged(folderId, userId, 'member');
}

/** Removes the requests to join a list that is deleted. Declined ones stay, because the list can be restored. */
export async function endAllJoinRequests(folderId: Types.ObjectId): Promise<void> {
  const waiting = { folderId, declinedAt: null };
  const requests = await JoinRequestModel.find(waiting).lean<JoinRequestDoc[]>();
  if (requests.length === 0) return;
  await JoinRequestModel.deleteMany(waiting);
  const userIds = requests.map(({ userId }) => userId);
  await writeNotification('join-state:changed', joinStateOf(folderId, 'none'), { to: userIds, by: null });
}
