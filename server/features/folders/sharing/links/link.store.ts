import { randomBytes } from 'node:crypto';
import { Types, trusted } from 'mongoose';
import { type Flags, flagsBeyond } from '../../../../../common/permissions.ts';
import { writeNotification } from '../../../../platform/database/outbox.ts';
import { publicUsersById } from '../../../users/user.service.ts';
import { flagsOf } from '../share.model.ts';
import { type LinkDoc, LinkModel, type ListLinkDoc, toInvitationLink } from './link.model.ts';

/** The list's links that are still valid, oldest first. */
export async function findLinks(folderId: Types.ObjectId | string): Promise<ListLinkDoc[]> {
  return LinkModel.find({ folderId, expiresAt: trusted({ $gt: new Date() }) })
    .sort({ _id: 1 })
    .lean<ListLinkDoc[]>();
}

export async function toInvitationLinks(links: readonly ListLinkDoc[]) {
  const userById = await publicUsersById(links.map(({ createdByUserId }) => createdByUserId));
  return links.map((link) => toInvitationLink(link, userById(link.createdByUserId)));
}

/** Tells everyone who may read the list's invitations which links it has now. Call it in the transaction of the change. */
async function writeLinksChanged(folderId: Types.ObjectId): Promise<void> {
  const links = await toInvitationLinks(await findLinks(folderId));
  const payload = { folderId: folderId.toHexString(), links };
  await writeNotification([], 'invitation-links:changed', payload, folderId);
}

/** Ends these links of a list, or of the instance. Call it in the transaction that makes them invalid. */
export async function endLinks(folderId: Types.ObjectId | null, links: readonly LinkDoc[]): Promise<void> {
  if (links.length === 0) return;
  await LinkModel.deleteMany({ _id: trusted({ $in: links.map(({ _id }) => _id) }) });
  if (folderId) await writeLinksChanged(folderId);
}

/** The valid link with this token, or null. */
export async function findLink(token: string): Promise<LinkDoc | null> {
  return LinkModel.findOne({ token, expiresAt: trusted({ $gt: new Date() }) }).lean<LinkDoc>();
}

/** Counts a use of the link, and ends the link with its last one. Call it in the transaction that has read the link. */
export async function countUse(link: LinkDoc): Promise<void> {
  if (link.maxUses !== null && link.uses + 1 >= link.maxUses) return endLinks(link.folderId, [link]);
  await LinkModel.updateOne({ _id: link._id }, { $inc: { uses: 1 } });
  if (link.folderId) await writeLinksChanged(link.folderId);
}

const DAY_MS = 24 * 60 * 60 * 1000;

type NewLink = Pick<LinkDoc, 'folderId' | 'maxUses' | 'isOperators'> & Flags & { userId: string; validDays: number };

/** Stores a link with a new token. Call it in a transaction. */
export async function storeLink({ userId, validDays, folderId, maxUses, isOperators, ...flags }: NewLink) {
  const createdAt = new Date();
  const link: LinkDoc = {
    _id: new Types.ObjectId(),
    folderId,
    createdByUserId: new Types.ObjectId(userId),
    token: randomBytes(16).toString('base64url'),
    maxUses,
    uses: 0,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + validDays * DAY_MS),
    ...(isOperators && { isOperators }),
    ...flagsOf(flags),
  };
  await LinkModel.insertOne(link);
  if (folderId) await writeLinksChanged(folderId);
  return link;
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
