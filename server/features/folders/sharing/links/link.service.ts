import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../../../common/constants.ts';
import type { createLinkBody, InvitationLink, LinkOffer } from '../../../../../common/schemas/invitationLink.ts';
import type { Actor } from '../../../../platform/http/actor.ts';
import { conflict, forbidden, limitReached, notFound } from '../../../../platform/http/errors.ts';
import { publicUsersById } from '../../../users/user.service.ts';
import { unusedId } from '../../access/access.ts';
import { quotaQueue } from '../../access/quotas.ts';
import { type FolderDoc, FolderModel } from '../../folder.model.ts';
import { changeFolder } from '../../log/changeFolder.ts';
import { admitMember, isMember } from '../admission.ts';
import { flagsOf } from '../share.model.ts';
import { requireGrantable } from '../share.service.ts';
import { type LinkDoc, LinkModel } from './link.model.ts';
import { endLinks, findLinks, toInvitationLinks, writeLinksChanged } from './link.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const linkNotFound = () => notFound('This invitation link is not valid any more');

/** The list's valid links, oldest first. The caller must have checked that the user may share the list. */
export async function listLinks(folderId: string): Promise<InvitationLink[]> {
  return toInvitationLinks(await findLinks(folderId));
}

/** Makes a link with these flags. Throws forbidden when the user lacks one of them, and limit_reached. */
export async function createLink(
  actor: Actor,
  folderId: string,
  { maxUses, validDays, ...flags }: z.output<typeof createLinkBody>,
): Promise<InvitationLink> {
  return changeFolder({ actor, folderId, action: 'member:invite' }, async ({ folder, access }) => {
    requireGrantable(flags, access.flags);
    if (folder.kind === 'reviewed') throw conflict('reserved_name', 'The Reviewed list cannot be shared');
    const most = limits.linksPerList;
    if ((await findLinks(folder._id)).length >= most) {
      throw limitReached(`This list has ${most} invitation links, the most that it can have. End one first.`);
    }
    const createdAt = new Date();
    const link: LinkDoc = {
      _id: new Types.ObjectId(),
      folderId: folder._id,
      createdByUserId: new Types.ObjectId(actor.userId),
      token: randomBytes(16).toString('base64url'),
      maxUses,
      uses: 0,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + validDays * DAY_MS),
      ...flagsOf(flags),
    };
    await LinkModel.insertOne(link);
    await writeLinksChanged(folder._id);
    const [shown] = await toInvitationLinks([link]);
    return shown as InvitationLink;
  });
}

/** Ends a link. Only its creator and the owner of the list may do this. */
export async function revokeLink(actor: Actor, linkId: string): Promise<void> {
  const found = await LinkModel.findById(linkId).lean<LinkDoc>();
  const folderId = found?.folderId.toHexString() ?? unusedId();
  await changeFolder({ actor, folderId, action: 'folder:view', missing: linkNotFound }, async ({ folder, access }) => {
    const link = await LinkModel.findById(linkId).lean<LinkDoc>();
    if (!link) throw linkNotFound();
    if (!access.isOwner && link.createdByUserId.toHexString() !== actor.userId) throw forbidden();
    await endLinks(folder._id, [link]);
  });
}

/** What the link offers, for anyone who has it. */
export async function getOffer(token: string): Promise<LinkOffer> {
  const { link, folder } = await loadOffered(token);
  const userById = await publicUsersById([link.createdByUserId]);
  return {
    listName: folder.name,
    itemCount: folder.itemCount,
    memberCount: folder.memberCount,
    createdBy: userById(link.createdByUserId),
    expiresAt: link.expiresAt.toISOString(),
    ...flagsOf(link),
  };
}

/** The list that a valid link offers, for anyone who has the link. Throws not_found for a link that has ended. */
export async function loadOffered(token: string): Promise<{ link: LinkDoc; folder: FolderDoc }> {
  const link = await findLink(token);
  const folder = link && (await FolderModel.findById(link.folderId).lean<FolderDoc>());
  if (!folder) throw linkNotFound();
  return { link, folder };
}

/** Makes the user a member of the link's list. For those who already are one, nothing changes. */
export async function join(actor: Actor, token: string): Promise<{ folderId: string; categoryId: string }> {
  const folderId = (await findLink(token))?.folderId.toHexString() ?? unusedId();
  const change = { actor, folderId, action: 'invitee', missing: linkNotFound } as const;
  return quotaQueue([actor.userId], () =>
    changeFolder(change, async (write) => {
      const link = await findLink(token);
      if (!link) throw linkNotFound();
      const joined = { folderId, categoryId: folderId };
      if (isMember(write.access)) return joined;
      await admitMember(write, { userId: actor.userId, sharedByUserId: link.createdByUserId, flags: link });
      await countUse(link);
      return joined;
    }),
  );
}

async function findLink(token: string): Promise<LinkDoc | null> {
  return LinkModel.findOne({ token, expiresAt: { $gt: new Date() } }).lean<LinkDoc>();
}

/** Counts a use of the link, and ends the link with its last one. */
async function countUse(link: LinkDoc): Promise<void> {
  if (link.maxUses !== null && link.uses + 1 >= link.maxUses) return endLinks(link.folderId, [link]);
  await LinkModel.updateOne({ _id: link._id }, { $inc: { uses: 1 } });
  await writeLinksChanged(link.folderId);
}
