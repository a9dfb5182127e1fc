import { Types } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../../../common/constants.ts';
import type { GuestOffer, guestJoinedSchema } from '../../../../../common/schemas/poll.ts';
import { conflict, limitReached, notFound } from '../../../../platform/http/errors.ts';
import { type Guest, hashOfToken, storeGuestSession } from '../../../../platform/session/guestSession.ts';
import { publicUsersById } from '../../../users/user.service.ts';
import { type FolderDoc, FolderModel } from '../../folder.model.ts';
import { changeFolder } from '../../log/changeFolder.ts';
import { type ShareDoc, ShareModel } from '../../sharing/share.model.ts';
import { isParticipant, type PollDoc, PollModel, stateOf } from '../poll.model.ts';
import { savePoll } from '../poll.store.ts';
import { requireStillVoting } from '../pollAccess.ts';
import { nameOf, toPoll } from '../pollViews.ts';

const linkNotFound = () => notFound('This link is not valid any more');

async function findByLink(token: string): Promise<PollDoc | null> {
  const poll = await PollModel.findOne({ guestLinkHash: hashOfToken(token), isOpen: true }).lean<PollDoc>();
  return poll && stateOf(poll) !== 'closed' ? poll : null;
}

/** What a guest link offers, for everyone who has it. */
export async function getGuestOffer(token: string, guest: Guest | null): Promise<GuestOffer> {
  const poll = await findByLink(token);
  const folder = poll && (await FolderModel.findById(poll.folderId, { name: 1 }).lean<Pick<FolderDoc, 'name'>>());
  if (!folder) throw linkNotFound();
  const userOf = await publicUsersById([poll.openedByUserId]);
  return {
    pollId: poll._id.toHexString(),
    listName: folder.name,
    openedBy: nameOf(userOf(poll.openedByUserId)),
    state: stateOf(poll),
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
  const known = await findByLink(linkToken);
  if (!known) throw linkNotFound();
  // The log names users only. A guest joins in the name of who opened the poll.
  const actor = { userId: known.openedByUserId.toHexString() };
  const change = { actor, folderId: known.folderId.toHexString(), action: 'guest', missing: linkNotFound } as const;
  return changeFolder(change, async ({ folder }) => {
    const poll = await findByLink(linkToken);
    if (!poll) throw linkNotFound();
    requireStillVoting(poll);
    if (guest && isParticipant(poll, guest.id)) return { ...(await rename(poll, guest.id, name)), isNew: false };
    await refuseMember(folder, userId);
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
