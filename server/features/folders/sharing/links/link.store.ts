import type { Types } from 'mongoose';
import { type Flags, flagsBeyond } from '../../../../../common/permissions.ts';
import { writeNotification } from '../../../../platform/database/outbox.ts';
import { publicUsersById } from '../../../users/user.service.ts';
import { type LinkDoc, LinkModel, toInvitationLink } from './link.model.ts';

/** The list's links that are still valid, oldest first. */
export async function findLinks(folderId: Types.ObjectId | string): Promise<LinkDoc[]> {
  return LinkModel.find({ folderId, expiresAt: { $gt: new Date() } })
    .sort({ _id: 1 })
    .lean<LinkDoc[]>();
}

export async function toInvitationLinks(links: readonly LinkDoc[]) {
  const userById = await publicUsersById(links.map(({ createdByUserId }) => createdByUserId));
  return links.map((link) => toInvitationLink(link, userById(link.createdByUserId)));
}

/** Tells everyone who may read the list's invitations which links it has now. Call it in the transaction of the change. */
export async function writeLinksChanged(folderId: Types.ObjectId): Promise<void> {
  const links = await toInvitationLinks(await findLinks(folderId));
  const payload = { folderId: folderId.toHexString(), links };
  await writeNotification([], 'invitation-links:changed', payload, folderId);
}

/** Ends these links. Call it in the transaction that makes them invalid. */
export async function endLinks(folderId: Types.ObjectId, links: readonly LinkDoc[]): Promise<void> {
  if (links.length === 0) return;
  await LinkModel.deleteMany({ _id: { $in: links.map(({ _id }) => _id) } });
  await writeLinksChanged(folderId);
}

export async function endAllLinks(folderId: Types.ObjectId): Promise<void> {
  await LinkModel.deleteMany({ folderId });
}

/** Ends a member's links that give more than the member now holds: all without canShare, else those with a lost flag. */
export async function endLinksBeyond(
  folderId: Types.ObjectId,
  memberId: Types.ObjectId,
  held: Flags | null,
): Promise<void> {
  const own = await LinkModel.find({ folderId, createdByUserId: memberId }).lean<LinkDoc[]>();
  await endLinks(
    folderId,
    own.filter((link) => !held?.canShare || flagsBeyond(link, held).length > 0),
  );
}
