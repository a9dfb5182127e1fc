import type { z } from 'zod';
import { limits } from '../../../../../common/constants.ts';
import { defaultFlags } from '../../../../../common/permissions.ts';
import type { createInstanceLinkBody, InstanceLink } from '../../../../../common/schemas/invitationLink.ts';
import type { Actor } from '../../../../platform/http/actor.ts';
import { limitReached } from '../../../../platform/http/errors.ts';
import { inOperation } from '../../../../platform/requests/operations.ts';
import { requireOperatorHeld } from '../../../users/operator.service.ts';
import { type LinkDoc, LinkModel } from '../../model/link.model.ts';
import { notEnded, storeLink } from '../link.store.ts';
import { createLink, linkNotFound } from './link.service.ts';
import { endAsOperator, presentLinks } from './listLink.service.ts';

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
