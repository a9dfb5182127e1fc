import { limits } from '../../../../../common/constants.ts';
import type { InstanceSettings } from '../../../../../common/schemas/instance.ts';
import type { LinkOffer } from '../../../../../common/schemas/invitationLink.ts';
import { Problem } from '../../../../platform/http/errors.ts';
import { log } from '../../../../platform/log.ts';
import { isBlockedWithAny } from '../../../users/privacy/block.service.ts';
import { loadPublicUserLookup } from '../../../users/user.service.ts';
import { quotaQueue } from '../../access/quotas.ts';
import { listInOrder } from '../../items/item.service.ts';
import { type FolderDoc, FolderModel, flagsOf } from '../../model/folder.model.ts';
import type { LinkDoc } from '../../model/link.model.ts';
import { changeFolder } from '../../writing/changeFolder.ts';
import { countUse, findLink, findLinkInUse, findLinkToUse } from '../link.store.ts';
import { admitByLink, linkNotFound } from './link.service.ts';

/*
 * People who create an account with an invitation link. Every link is of one kind: an operator's link may lead into a list
 * as well, and a list's link may let new people in.
 */

/** Whether somebody without an account can create one with this link. */
function admits({ isOperators }: LinkDoc, { registration, canMembersInvite }: InstanceSettings): boolean {
  if (registration === 'closed') return false;
  return registration === 'open' || (isOperators ?? false) || canMembersInvite;
}

/**
 * What the link offers, for anyone who has it. Throws not_found, also for a viewer whom a block keeps from joining by it.
 * `viewerId` is empty for visitors.
 */
export async function getOffer(token: string, settings: InstanceSettings, viewerId: string): Promise<LinkOffer> {
  const link = await findLink(token);
  const folder = link?.folderId ? await FolderModel.findById(link.folderId).lean<FolderDoc>() : null;
  if (!link || (link.folderId && !folder)) throw linkNotFound();
  const offerers = [link.createdByUserId, ...(folder ? [folder.userId] : [])];
  if (viewerId && (await isBlockedWithAny(viewerId, offerers))) throw linkNotFound();
  const userById = await loadPublicUserLookup([link.createdByUserId]);
  return {
    instanceName: settings.name,
    admitsNewcomers: admits(link, settings),
    listName: folder?.name ?? null,
    itemCount: folder?.itemCount ?? 0,
    memberCount: folder?.memberCount ?? 0,
    posters: folder ? await readPosters(folder) : [],
    createdBy: userById(link.createdByUserId),
    expiresAt: link.expiresAt.toISOString(),
    ...flagsOf(link),
  };
}

async function readPosters(folder: FolderDoc): Promise<LinkOffer['posters']> {
  const items = await listInOrder(folder, 4 * limits.offeredPosters);
  return items
    .filter(({ posterPath }) => posterPath !== null)
    .slice(0, limits.offeredPosters)
    .map(({ mediaType, tmdbId, title, posterPath }) => ({ mediaType, tmdbId, title, posterPath }));
}

/**
 * Checks that a new account may be created with this invitation, and counts its use. Returns the link, or null when none is
 * needed and none is valid. Throws registration_closed and invitation_required. Call it in the transaction that creates the
 * account.
 */
export async function admitNewcomer(token: string | undefined, settings: InstanceSettings): Promise<LinkDoc | null> {
  const link = await requireAdmission(token, settings, findLinkToUse);
  if (link) await countUse(link);
  return link;
}

/** The same check, without counting. */
export async function requireAdmission(
  token: string | undefined,
  settings: InstanceSettings,
  find = findLink,
): Promise<LinkDoc | null> {
  if (settings.registration === 'closed') {
    throw new Problem('registration_closed', `${settings.name} does not take new people at the moment`);
  }
  const link = token === undefined ? null : await find(token);
  if (link && admits(link, settings)) return link;
  if (settings.registration === 'open') return null;
  const text = token === undefined ? NEEDED : ENDED;
  throw new Problem('invitation_required', text);
}

const NEEDED = 'You need an invitation link to create an account here. Ask somebody who is here already.';
const ENDED = 'This invitation link is not valid any more. Ask for a new one.';

/**
 * Makes a new user a member of the list to which their invitation leads, unless the link was ended since it let them in, or
 * its maker may not invite any more. Returns the list's id, or null without a list. A failure is logged only: the account
 * exists, and a member can invite the user again.
 */
export async function enterList(userId: string, link: LinkDoc): Promise<string | null> {
  if (!link.folderId) return null;
  const folderId = link.folderId.toHexString();
  const change = { actor: { userId }, folderId, action: 'invitee', missing: linkNotFound } as const;
  try {
    await quotaQueue([userId], () =>
      changeFolder(change, async (write) => {
        const current = await findLinkInUse(link._id);
        if (!current) throw linkNotFound();
        await admitByLink(write, current);
      }),
    );
    return folderId;
  } catch (error) {
    log.warn({ err: error, userId, folderId }, 'a new user could not join the list of their invitation');
    return null;
  }
}
