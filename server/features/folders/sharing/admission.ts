import { Types } from 'mongoose';
import type { Access, Flags } from '../../../../common/permissions.ts';
import { requireRoomForMember } from '../access/quotas.ts';
import { flagsOf, type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { type InvitationDoc, InvitationModel } from '../model/invitation.model.ts';
import type { FolderWrite } from '../writing/changeFolder.ts';
import { withdraw } from './invitation.store.ts';
import { settleJoinRequest } from './joinRequest.store.ts';

export function isMember({ isOwner, flags }: Access): boolean {
  return isOwner || flags.canView;
}

interface NewMember {
  userId: Types.ObjectId | string;
  sharedByUserId: Types.ObjectId | string;
  flags: Flags;
}

/**
 * Makes a user a member of the list. Their invitations and their request to join, which need no answer any more, are
 * removed. Throws limit_reached.
 */
export async function admitMember({ folder, actor, record }: FolderWrite, member: NewMember): Promise<void> {
  await requireRoomForMember(folder, member.userId, actor.userId);
  const share: ShareDoc = {
    _id: new Types.ObjectId(),
    folderId: folder._id,
    userId: new Types.ObjectId(member.userId),
    sharedByUserId: new Types.ObjectId(member.sharedByUserId),
    createdAt: new Date(),
    // The next change is the one that is recorded below.
    arrivedRev: folder.rev + 1,
    ...flagsOf(member.flags),
  };
  await ShareModel.insertOne(share);
  const invitations = { folderId: folder._id, invitedUserId: share.userId, status: 'pending' } as const;
  await withdraw(folder, await InvitationModel.find(invitations).lean<InvitationDoc[]>());
  await settleJoinRequest(folder._id, share.userId);
  record({ type: 'share:granted', share });
}
