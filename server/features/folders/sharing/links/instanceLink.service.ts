import { trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../../../common/constants.ts';
import { defaultFlags } from '../../../../../common/permissions.ts';
import type { createInstanceLinkBody, InstanceLink } from '../../../../../common/schemas/invitationLink.ts';
import type { Actor } from '../../../../platform/http/actor.ts';
import { limitReached } from '../../../../platform/http/errors.ts';
import { inOperation } from '../../../../platform/http/operations.ts';
import { requireOperatorHeld } from '../../../users/operator.service.ts';
import { publicUsersById } from '../../../users/user.service.ts';
import { type FolderDoc, FolderModel } from '../../folder.model.ts';
import { type LinkDoc, LinkModel } from './link.model.ts';
import { createLink, linkNotFound } from './link.service.ts';
import { endLinks, notEnded, storeLink } from './link.store.ts';

/*
 * The operators' invitation links. The caller must have checked that the user is an operator. Making one checks it again,
 * because links end with the role.
 */

const valid = () => ({ isOperators: true, ...notEnded() });

/** The operators' valid links, oldest first. */
export async function listInstanceLinks(): Promise<InstanceLink[]> {
  return show(await LinkModel.find(valid()).sort({ _id: 1 }).lean<LinkDoc[]>());
}

/**
 * Makes a link with which new people can create an account, and join one of the user's lists if there is one in the body.
 * Throws not_found and forbidden for a list that the user may not share, and limit_reached.
 */
export async function createInstanceLink(
  actor: Actor,
  { listId, maxUses, validDays }: z.output<typeof createInstanceLinkBody>,
): Promise<InstanceLink> {
  if (listId !== null) {
    const { id } = await createLink(actor, listId, { ...defaultFlags, canView: true, maxUses, validDays }, true);
    return showOne(id);
  }
  return inOperation(actor, async () => {
    await requireOperatorHeld(actor.userId);
    if ((await LinkModel.countDocuments(valid())) >= limits.instanceLinks) {
      throw limitReached(
        `There are ${limits.instanceLinks} invitation links, the most that there can be. End one first.`,
      );
    }
    const options = { userId: actor.userId, folderId: null, maxUses, validDays, isOperators: true };
    const link = await storeLink({ ...defaultFlags, ...options });
    return showOne(link._id.toHexString());
  });
}

/** Ends an operator's link. Throws not_found. */
export async function revokeInstanceLink(actor: Actor, linkId: string): Promise<void> {
  await inOperation(actor, async () => {
    const link = await LinkModel.findOne({ ...valid(), _id: linkId }).lean<LinkDoc>();
    if (!link) throw linkNotFound();
    await endLinks(link.folderId, [link]);
  });
}

async function showOne(id: string): Promise<InstanceLink> {
  const [link] = await show(await LinkModel.find({ _id: id }).lean<LinkDoc[]>());
  if (!link) throw linkNotFound();
  return link;
}

async function show(links: readonly LinkDoc[]): Promise<InstanceLink[]> {
  const userById = await publicUsersById(links.map(({ createdByUserId }) => createdByUserId));
  const folderIds = links.flatMap(({ folderId }) => folderId ?? []);
  const folders = await FolderModel.find({ _id: trusted({ $in: folderIds }) }, { name: 1 }).lean<
    Pick<FolderDoc, '_id' | 'name'>[]
  >();
  const nameOf = new Map(folders.map(({ _id, name }) => [_id.toHexString(), name]));
  return links.map(({ _id, folderId, token, maxUses, uses, createdAt, expiresAt, createdByUserId }) => {
    const listId = folderId?.toHexString();
    const name = listId && nameOf.get(listId);
    return {
      id: _id.toHexString(),
      token,
      maxUses,
      uses,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      createdBy: userById(createdByUserId),
      list: listId && name ? { id: listId, name } : null,
    };
  });
}
