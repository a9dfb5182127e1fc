import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../../../common/constants.ts';
import { defaultFlags } from '../../../../../common/permissions.ts';
import type { createInstanceLinkBody, InstanceLink, ListLink } from '../../../../../common/schemas/invitationLink.ts';
import type { IdPageQuery } from '../../../../../common/schemas/primitives.ts';
import { limitReached } from '../../../../platform/http/errors.ts';
import type { IdPage } from '../../../../platform/http/nextPage.ts';
import { type Actor, inOperation } from '../../../../platform/requests/operations.ts';
import { requireOperatorHeld } from '../../../users/operator.service.ts';
import { loadPublicUserLookup } from '../../../users/user.service.ts';
import { unusedId } from '../../access/access.ts';
import { findReadable } from '../../access/readers.service.ts';
import { type FolderDoc, FolderModel } from '../../model/folder.model.ts';
import { type LinkDoc, LinkModel, type ListLinkDoc } from '../../model/link.model.ts';
import { changeFolder } from '../../writing/changeFolder.ts';
import { endLinks, findOpen, notEnded, storeLink } from '../link.store.ts';
import { createLink, linkNotFound } from './link.service.ts';

/*
 * The operators' invitation links. The caller must have checked that the user is an operator. Making one checks it again,
 * because links end with the role.
 */

const valid = () => ({ isOperators: true, ...notEnded() });

/** The operators' links, oldest first. */
export async function listInstanceLinks(viewerId: string): Promise<InstanceLink[]> {
  return presentLinks(viewerId, await LinkModel.find(valid()).sort({ _id: 1 }).lean<LinkDoc[]>());
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
    return showLink(actor.userId, id);
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
    return showLink(actor.userId, link._id.toHexString());
  });
}

/** Ends an operator's link. Throws not_found. */
export async function revokeInstanceLink(actor: Actor, linkId: string): Promise<void> {
  const folderId = (await LinkModel.findOne({ ...valid(), _id: linkId }).lean<LinkDoc>())?.folderId;
  if (folderId) {
    await endAsOperator(actor, linkId, folderId);
    return;
  }
  await inOperation(actor, async () => {
    const { deletedCount } = await LinkModel.deleteOne({ ...valid(), _id: linkId });
    if (deletedCount === 0) throw linkNotFound();
  });
}

async function showLink(viewerId: string, id: string): Promise<InstanceLink> {
  const [link] = await presentLinks(viewerId, await LinkModel.find({ _id: id }).lean<LinkDoc[]>());
  if (!link) throw linkNotFound();
  return link;
}

/*
 * The links of all lists, as operators see them. The caller must have checked that the user is an operator.
 */

const ofMembers = () => ({ isOperators: trusted({ $ne: true }), ...notEnded() });

/** A page of the links that members have made, the latest first, also suspended ones. */
export async function listListLinks(viewerId: string, { limit, after }: IdPageQuery): Promise<IdPage<ListLink>> {
  const found = await LinkModel.find({
    ...ofMembers(),
    ...(after && { _id: trusted({ $lt: new Types.ObjectId(after) }) }),
  })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<ListLinkDoc[]>();
  const links = await presentLinks(viewerId, found.slice(0, limit));
  const next = found.length > limit ? links.at(-1)?.id : undefined;
  return { page: links.flatMap(({ token: _token, list, ...link }) => (list ? [{ ...link, list }] : [])), next };
}

/**
 * Presents links to an operator. The name of a list is there if the operator may see the list, as a user like others. The token
 * of another's link would lead the operator into its list, so it is left out.
 */
async function presentLinks(viewerId: string, links: readonly LinkDoc[]): Promise<InstanceLink[]> {
  const userById = await loadPublicUserLookup(links.map(({ createdByUserId }) => createdByUserId));
  const folderIds = links.flatMap(({ folderId }) => folderId ?? []);
  const folders = await FolderModel.find({ _id: trusted({ $in: folderIds }) }).lean<FolderDoc[]>();
  const nameOf = new Map((await findReadable(viewerId, folders)).map(({ _id, name }) => [_id.toHexString(), name]));
  const open = new Set(await findOpen(links));
  const viewer = new Types.ObjectId(viewerId);
  return links.map((link) => {
    const { _id, token, maxUses, uses, createdAt, expiresAt, createdByUserId } = link;
    const listId = link.folderId?.toHexString();
    return {
      id: _id.toHexString(),
      token: listId === undefined || createdByUserId.equals(viewer) ? token : null,
      maxUses,
      uses,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      createdBy: userById(createdByUserId),
      list: listId === undefined ? null : { id: listId, name: nameOf.get(listId) ?? null },
      state: open.has(link) ? 'active' : 'suspended',
    };
  });
}

/** Ends a member's link into a list. Returns the id of who made it. Throws not_found. */
export async function endListLink(actor: Actor, linkId: string): Promise<string> {
  const link = await LinkModel.findOne({ ...ofMembers(), _id: linkId }).lean<ListLinkDoc>();
  return endAsOperator(actor, linkId, link?.folderId ?? null);
}

/** Ends a link into a list, in the transaction in which all changes of the list run. */
async function endAsOperator(actor: Actor, linkId: string, folderId: Types.ObjectId | null): Promise<string> {
  const change = {
    actor,
    folderId: folderId?.toHexString() ?? unusedId(),
    action: 'operator',
    missing: linkNotFound,
  } as const;
  return changeFolder(change, async ({ folder }) => {
    const link = await LinkModel.findOne({ _id: linkId, ...notEnded() }).lean<LinkDoc>();
    if (!link) throw linkNotFound();
    await endLinks(folder._id, [link]);
    return link.createdByUserId.toHexString();
  });
}
