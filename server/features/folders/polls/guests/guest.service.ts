import { Types } from 'mongoose';
import { renderSVG } from 'uqr';
import type { z } from 'zod';
import { limits } from '../../../../../common/constants.ts';
import { can } from '../../../../../common/permissions.ts';
import type { GuestLink, GuestOffer, guestJoinedSchema } from '../../../../../common/schemas/poll.ts';
import { conflict, limitReached, notFound } from '../../../../platform/http/errors.ts';
import type { Actor } from '../../../../platform/requests/operations.ts';
import type { Caller } from '../../../../platform/requests/request.ts';
import { createToken, type Guest, hashOfToken, storeGuestSession } from '../../../../platform/session/guestSession.ts';
import { findEnabled, holdAccounts } from '../../../users/accountState.service.ts';
import { isBlockedWithAny } from '../../../users/privacy/block.service.ts';
import { loadPublicUserLookup, nameOf } from '../../../users/user.service.ts';
import { accessOf } from '../../access/access.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../../model/folder.model.ts';
import { isParticipant, type PollDoc, PollModel, pollStateOf } from '../../model/poll.model.ts';
import { savePoll } from '../../openPoll/poll.store.ts';
import { toPoll } from '../../openPoll/pollViews.ts';
import { changeFolder } from '../../writing/changeFolder.ts';
import { changePoll, requireStillVoting } from '../poll.service.ts';

const linkNotFound = () => notFound('This link is not valid any more');

interface Linked {
  poll: PollDoc;
  folder: FolderDoc;
}

async function findByLink(token: string): Promise<Linked | null> {
  const poll = await PollModel.findOne({ guestLinkHash: hashOfToken(token), isOpen: true }).lean<PollDoc>();
  const folder =
    poll && pollStateOf(poll) !== 'closed' ? await FolderModel.findById(poll.folderId).lean<FolderDoc>() : null;
  return poll && folder && { poll, folder };
}

/**
 * The poll and the list of a guest link that opens something. Throws not_found, also while its maker may not invite or has,
 * or the owner of the list has, a disabled account.
 */
async function loadByLink(token: string): Promise<Linked> {
  const linked = await findByLink(token);
  if (!linked || !(await isOpen(linked))) throw linkNotFound();
  return linked;
}

async function isOpen({ poll, folder }: Linked): Promise<boolean> {
  const makerId = makerOf(poll);
  const enabled = await findEnabled([makerId, folder.userId]);
  if (!enabled.has(String(makerId)) || !enabled.has(String(folder.userId))) return false;
  const share = await ShareModel.findOne({ folderId: folder._id, userId: makerId }).lean<ShareDoc>();
  const access = accessOf(String(makerId), folder, share);
  return access !== null && can(access, 'poll:invite');
}

const makerOf = ({ guestLinkByUserId, openedByUserId }: PollDoc) => guestLinkByUserId ?? openedByUserId;

/** Nor is a link found for who is signed in, and whom a block keeps apart from its maker or the owner of the list. */
async function refuseBlocked({ poll, folder }: Linked, userId: string): Promise<void> {
  if (userId && (await isBlockedWithAny(userId, [makerOf(poll), folder.userId]))) throw linkNotFound();
}

/** What a guest link offers, for everyone who has it. The id of the user is empty for people who are not signed in. */
export async function getGuestOffer(token: string, userId: string, guest: Guest | null): Promise<GuestOffer> {
  const linked = await loadByLink(token);
  await refuseBlocked(linked, userId);
  const { poll, folder } = linked;
  const userOf = await loadPublicUserLookup([poll.openedByUserId]);
  return {
    pollId: poll._id.toHexString(),
    listName: folder.name,
    openedBy: nameOf(userOf(poll.openedByUserId)),
    state: pollStateOf(poll),
    guestId: guest && isParticipant(poll, guest.id) ? guest.id : null,
    expiresAt: poll.expiresAt.toISOString(),
  };
}

interface Joining {
  /** Empty for people who are not signed in. */
  userId: string;
  /** Who the caller already is, as a guest. */
  guest: Guest | null;
  name: string;
  /** The token of the guest's session if one begins. */
  sessionToken: string;
}

type Joined = z.output<typeof guestJoinedSchema>;

/** Makes the holder of a link a guest of its poll, under a new session, or renames the guest that the caller already is. */
export async function joinAsGuest(
  linkToken: string,
  { userId, guest, name, sessionToken }: Joining,
): Promise<Joined & { isNew: boolean }> {
  const { poll: known } = await loadByLink(linkToken);
  // The log names users only. A guest joins in the name of who opened the poll.
  const actor = { userId: known.openedByUserId.toHexString() };
  const change = { actor, folderId: known.folderId.toHexString(), action: 'guest', missing: linkNotFound } as const;
  return changeFolder(change, async ({ folder }) => {
    await holdAccounts([makerOf(known), folder.userId]);
    const { poll } = await loadByLink(linkToken);
    requireStillVoting(poll);
    if (guest && isParticipant(poll, guest.id)) return { ...(await rename(poll, guest.id, name)), isNew: false };
    await refuseMember(folder, userId);
    await refuseBlocked({ poll, folder }, userId);
    if (poll.participants.filter(({ kind }) => kind === 'guest').length >= limits.guestsPerPoll) {
      throw limitReached(`${limits.guestsPerPoll} guests take part already, the most that can`);
    }
    const id = new Types.ObjectId();
    const guestId = id.toHexString();
    await storeGuestSession({ id: guestId, pollId: poll._id.toHexString() }, sessionToken);
    const participants = [...poll.participants, { id, kind: 'guest' as const, name, isReady: false }];
    return { guestId, poll: await toPoll(await savePoll({ ...poll, participants })), isNew: true };
  });
}

async function rename(poll: PollDoc, guestId: string, name: string): Promise<Joined> {
  const participants = poll.participants.map((one) => (one.id.toHexString() === guestId ? { ...one, name } : one));
  return { guestId, poll: await toPoll(await savePoll({ ...poll, participants })) };
}

/** A member who voted as a guest too would count twice. */
async function refuseMember(folder: FolderDoc, userId: string): Promise<void> {
  if (!userId) return;
  const isOwner = folder.userId.toHexString() === userId;
  const share = isOwner ? null : await ShareModel.findOne({ folderId: folder._id, userId }).lean<ShareDoc>();
  if (isOwner || share) throw conflict('already_member', 'This list is shared with you. Open it and vote there.');
}

/** Makes the poll's guest link; `addressOf` makes its address. An earlier link of the poll is no longer valid. */
export async function createGuestLink(
  caller: Actor & Caller,
  pollId: string,
  addressOf: (token: string) => string,
): Promise<GuestLink> {
  const token = createToken();
  // The answer holds the token, which is stored nowhere. So a repeated request makes a new link.
  const { operation: _operation, ...once } = caller;
  const expiresAt = await changePoll(
    once,
    pollId,
    async ({ poll, actor }) => {
      requireStillVoting(poll);
      const link = { guestLinkHash: hashOfToken(token), guestLinkByUserId: new Types.ObjectId(actor.userId) };
      await PollModel.updateOne({ _id: poll._id }, { $set: link });
      return poll.expiresAt;
    },
    'poll:invite',
  );
  const url = addressOf(token);
  return { url, qrSvg: renderSVG(url, { border: 2 }), expiresAt: expiresAt.toISOString() };
}

/** Ends the poll's guest link. Guests who have joined stay. */
export async function endGuestLink(caller: Actor & Caller, pollId: string): Promise<void> {
  await changePoll(
    caller,
    pollId,
    async ({ poll }) => {
      await PollModel.updateOne({ _id: poll._id }, { $set: { guestLinkHash: null } });
    },
    'poll:invite',
  );
}
