import { randomBytes } from 'node:crypto';
import { Types, trusted } from 'mongoose';
import { type Flags, flagsBeyond } from '../../../../common/permissions.ts';
import { findEnabled, holdAccounts } from '../../users/accountState.service.ts';
import { writeSharedNotification } from '../../users/notification.service.ts';
import { loadPublicUserLookup } from '../../users/user.service.ts';
import { type FolderDoc, FolderModel, flagsOf } from '../model/folder.model.ts';
import { type LinkDoc, LinkModel, type ListLinkDoc, toInvitationLink } from '../model/link.model.ts';
import { PublicLinkModel } from '../model/publicLink.model.ts';

/** A filter for links that have not ended. */
export const notEnded = () => ({ expiresAt: trusted({ $gt: new Date() }), isUsedUp: trusted({ $ne: true }) });

/**
 * Those of these links that open something. While its maker or the owner of its list is disabled, a link is suspended. An
 * operator's link needs a maker who is an operator.
 */
export async function findOpen<Link extends LinkDoc>(links: readonly Link[]): Promise<Link[]> {
  if (links.length === 0) return [];
  const ownerOf = await findOwners(links);
  const enabled = await findEnabled([...links.map(({ createdByUserId }) => createdByUserId), ...ownerOf.values()]);
  return links.filter(({ createdByUserId, folderId, isOperators }) => {
    const maker = enabled.get(createdByUserId.toHexString());
    const owner = folderId && ownerOf.get(folderId.toHexString());
    return maker && (maker.isOperator || !isOperators) && (!folderId || (owner && enabled.has(owner)));
  });
}

/** The owners of the links' lists, by list. */
async function findOwners(links: readonly LinkDoc[]): Promise<Map<string, string>> {
  const folderIds = links.flatMap(({ folderId }) => folderId ?? []);
  if (folderIds.length === 0) return new Map();
  const folders = await FolderModel.find({ _id: trusted({ $in: folderIds }) }, { userId: 1 }).lean<
    Pick<FolderDoc, '_id' | 'userId'>[]
  >();
  return new Map(folders.map(({ _id, userId }) => [_id.toHexString(), userId.toHexString()]));
}

/** The list's links that open something, oldest first. */
export async function findLinks(folderId: Types.ObjectId | string): Promise<ListLinkDoc[]> {
  const links = await LinkModel.find({ folderId, ...notEnded() })
    .sort({ _id: 1 })
    .lean<ListLinkDoc[]>();
  return findOpen(links);
}

export async function toInvitationLinks(links: readonly ListLinkDoc[]) {
  const userById = await loadPublicUserLookup(links.map(({ createdByUserId }) => createdByUserId));
  return links.map((link) => toInvitationLink(link, userById(link.createdByUserId)));
}

/**
 * The links that give no rights beyond these flags. Anyone who sees a link can join by it with another account, so a member
 * sees only these.
 */
export const linksWithin = <Link extends Flags>(flags: Flags, links: readonly Link[]): Link[] =>
  links.filter((link) => flagsBeyond(link, flags).length === 0);

/** Tells everyone who may read the list's invitations which links it has now. Call it in the transaction of the change. */
export async function writeLinksChanged(folderId: Types.ObjectId): Promise<void> {
  const links = await toInvitationLinks(await findLinks(folderId));
  const payload = { folderId: folderId.toHexString(), links };
  await writeSharedNotification('invitation-links:changed', payload, { invitationsOf: folderId });
}

/** Ends these links of a list, or of the instance. Call it in the transaction that makes them invalid. */
export async function endLinks(folderId: Types.ObjectId | null, links: readonly LinkDoc[]): Promise<void> {
  if (links.length === 0) return;
  await LinkModel.deleteMany({ _id: trusted({ $in: links.map(({ _id }) => _id) }) });
  if (folderId) await writeLinksChanged(folderId);
}

/** The link with this token if it opens something, or null. */
export async function findLink(token: string): Promise<LinkDoc | null> {
  const [link] = await findOpen(await LinkModel.find({ token, ...notEnded() }).lean<LinkDoc[]>());
  return link ?? null;
}

/** The same for a write. The accounts on which the link depends cannot be disabled before the caller's transaction has ended. */
export async function findLinkToUse(token: string): Promise<LinkDoc | null> {
  const link = await LinkModel.findOne({ token, ...notEnded() }).lean<LinkDoc>();
  return link && holdOpen(link);
}

/** The link by which a user was admitted, also if it is used up now, if it still opens something. For a write, as above. */
export async function findLinkInUse(linkId: Types.ObjectId): Promise<LinkDoc | null> {
  const link = await LinkModel.findById(linkId).lean<LinkDoc>();
  return link && holdOpen(link);
}

/** The link if it opens something until the caller's transaction ends, or null. */
async function holdOpen(link: LinkDoc): Promise<LinkDoc | null> {
  await holdAccounts([link.createdByUserId, ...(await findOwners([link])).values()]);
  const [open] = await findOpen([link]);
  return open ?? null;
}

/** Counts a use of the link, and ends the link with its last one. Call it in the transaction that has read the link. */
export async function countUse(link: LinkDoc): Promise<void> {
  const isUsedUp = link.maxUses !== null && link.uses + 1 >= link.maxUses;
  await LinkModel.updateOne({ _id: link._id }, { $inc: { uses: 1 }, ...(isUsedUp && { $set: { isUsedUp } }) });
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

/** Ends the invitation links and the public links of a list. */
export async function endAllLinks(folderId: Types.ObjectId): Promise<void> {
  await LinkModel.deleteMany({ folderId });
  await PublicLinkModel.deleteMany({ folderId });
}

/**
 * Ends a member's links that give more than the member now holds: all without canShare, public ones too, else those with a
 * lost flag.
 */
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
  if (!held?.canShare) await PublicLinkModel.deleteMany({ folderId, createdByUserId: memberId });
}
