import { trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../../../common/constants.ts';
import { can, flagsBeyond } from '../../../../../common/permissions.ts';
import type { createLinkBody, InvitationLink } from '../../../../../common/schemas/invitationLink.ts';
import { conflict, forbidden, limitReached, notFound } from '../../../../platform/http/errors.ts';
import type { Actor } from '../../../../platform/requests/operations.ts';
import { showOne } from '../../../../platform/showOne.ts';
import { requireOperatorHeld } from '../../../users/operator.service.ts';
import { isBlockedWithAny } from '../../../users/privacy/block.service.ts';
import { accessOf, loadFolderFor, unusedId } from '../../access/access.ts';
import { quotaQueue } from '../../access/quotas.ts';
import { type FolderDoc, FolderModel, flagsOf, type ShareDoc, ShareModel } from '../../model/folder.model.ts';
import { type LinkDoc, LinkModel } from '../../model/link.model.ts';
import { changeFolder, type FolderWrite } from '../../writing/changeFolder.ts';
import { admitMember, isMember } from '../admission.ts';
import {
  countUse,
  endLinks,
  findLink,
  findLinks,
  findLinkToUse,
  findOpen,
  linksWithin,
  notEnded,
  storeLink,
  toInvitationLinks,
  writeLinksChanged,
} from '../link.store.ts';
import { requireGrantable } from '../share.service.ts';

export const linkNotFound = () => notFound('This invitation link is not valid any more');

/** The list's valid links that the user may see, oldest first. Throws not_found and forbidden. */
export async function listLinks(userId: string, folderId: string): Promise<InvitationLink[]> {
  const { folder, access } = await loadFolderFor(userId, folderId, 'invitation:list');
  return toInvitationLinks(linksWithin(access.flags, await findLinks(folder._id)));
}

/**
 * A link that opens something, and its list, for a user who may share the list. Throws not_found, also for a link that the
 * user cannot see, and forbidden.
 */
export async function loadLinkToShare(userId: string, linkId: string): Promise<{ link: LinkDoc; folder: FolderDoc }> {
  const found = await LinkModel.find({ _id: linkId, ...notEnded() }).lean<LinkDoc[]>();
  const folderId = found[0]?.folderId?.toHexString() ?? unusedId();
  const { folder, access } = await loadFolderFor(userId, folderId, 'member:invite', linkNotFound);
  const [link] = linksWithin(access.flags, await findOpen(found));
  if (!link) throw linkNotFound();
  return { link, folder };
}

/** Makes a link with these flags. With an operator's link people can also create an account. Throws forbidden when the user lacks one of them, and limit_reached. */
export async function createLink(
  actor: Actor,
  folderId: string,
  { maxUses, validDays, ...flags }: z.output<typeof createLinkBody>,
  isOperators = false,
): Promise<InvitationLink> {
  return changeFolder({ actor, folderId, action: 'member:invite' }, async ({ folder, access }) => {
    if (isOperators) await requireOperatorHeld(actor.userId);
    requireGrantable(flags, access.flags);
    if (folder.kind === 'reviewed') throw conflict('reserved_name', 'The Reviewed list cannot be shared');
    const most = limits.linksPerList;
    if ((await findLinks(folder._id)).length >= most) {
      throw limitReached(`This list has ${most} invitation links, the most that it can have. End one first.`);
    }
    const link = await storeLink({
      ...flagsOf(flags),
      userId: actor.userId,
      folderId: folder._id,
      maxUses,
      validDays,
      isOperators,
    });
    return showOne(toInvitationLinks, { ...link, folderId: folder._id });
  });
}

/** Ends a link. Only its creator and the owner of the list may do this. */
export async function revokeLink(actor: Actor, linkId: string): Promise<void> {
  const found = await LinkModel.findById(linkId).lean<LinkDoc>();
  const folderId = found?.folderId?.toHexString() ?? unusedId();
  await changeFolder({ actor, folderId, action: 'folder:view', missing: linkNotFound }, async ({ folder, access }) => {
    const link = await LinkModel.findOne({ _id: linkId, isUsedUp: trusted({ $ne: true }) }).lean<LinkDoc>();
    if (!link) throw linkNotFound();
    if (!access.isOwner && link.createdByUserId.toHexString() !== actor.userId) throw forbidden();
    await endLinks(folder._id, [link]);
  });
}

/** The list that a valid link offers, for anyone who has the link. Throws not_found for a link that has ended. */
export async function loadOffered(token: string): Promise<{ link: LinkDoc; folder: FolderDoc }> {
  const link = await findLink(token);
  const folder = link?.folderId && (await FolderModel.findById(link.folderId).lean<FolderDoc>());
  if (!folder) throw linkNotFound();
  return { link, folder };
}

/**
 * Makes the user a member of the link's list. For those who already are one, nothing changes. The link is not found if there
 * is a block between the user and its creator or the owner of the list.
 */
export async function join(actor: Actor, token: string): Promise<{ folderId: string; categoryId: string }> {
  const folderId = (await findLink(token))?.folderId?.toHexString() ?? unusedId();
  const change = { actor, folderId, action: 'invitee', missing: linkNotFound } as const;
  return quotaQueue([actor.userId], () =>
    changeFolder(change, async (write) => {
      const link = await findLinkToUse(token);
      if (!link) throw linkNotFound();
      const joined = { folderId, categoryId: folderId };
      if (isMember(write.access)) return joined;
      if (await isBlockedWithAny(actor.userId, [link.createdByUserId, write.folder.userId])) throw linkNotFound();
      await admitByLink(write, link);
      await countUse(link);
      return joined;
    }),
  );
}

/** Makes the actor a member with the link's flags. Throws not_found if the link's maker has lost one of the rights to give them. */
export async function admitByLink(write: FolderWrite, link: LinkDoc): Promise<void> {
  const { folder, actor } = write;
  const makerId = link.createdByUserId;
  const share = await ShareModel.findOne({ folderId: folder._id, userId: makerId }).lean<ShareDoc>();
  const maker = accessOf(String(makerId), folder, share);
  if (!maker || !can(maker, 'member:invite') || flagsBeyond(link, maker.flags).length > 0) throw linkNotFound();
  await admitMember(write, { userId: actor.userId, sharedByUserId: makerId, flags: link });
}

/**
 * Shows the links that depend on a user to those who may invite, or hides them. Call it in the transaction that disables or
 * enables the account.
 */
export async function showLinksOf(userId: string): Promise<void> {
  const owned = await FolderModel.find({ userId }, { _id: 1 }).lean();
  const dependent = { $or: [{ createdByUserId: userId }, { folderId: trusted({ $in: owned.map(({ _id }) => _id) }) }] };
  const links = await LinkModel.find({ ...dependent, ...notEnded() }, { folderId: 1 }).lean<LinkDoc[]>();
  const byId = new Map(links.map(({ folderId }) => [String(folderId), folderId]));
  for (const folderId of byId.values()) if (folderId) await writeLinksChanged(folderId);
}

/** Ends the links that a user has made as an operator. Call it in the transaction that ends the role. */
export async function endInstanceLinksOf(userId: string): Promise<void> {
  for (const link of await LinkModel.find({ createdByUserId: userId, isOperators: true }).lean<LinkDoc[]>())
    await endLinks(link.folderId, [link]);
}
