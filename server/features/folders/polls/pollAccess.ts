import { Types } from 'mongoose';
import { type Access, can } from '../../../../common/permissions.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { conflict, forbidden, notFound } from '../../../platform/http/errors.ts';
import type { Caller } from '../../../platform/requests/request.ts';
import { loadFolderFor, unusedId } from '../access/access.ts';
import { canStillVote, isParticipant, type PollDoc, PollModel } from '../model/poll.model.ts';
import { changeFolder, type FolderWrite } from '../writing/changeFolder.ts';

const pollNotFound = () => notFound('Poll not found');

export interface PollWrite extends FolderWrite {
  /** The poll as this write finds it. */
  poll: PollDoc;
  /** Who writes, as a participant: the user's id, or the guest's. */
  participantId: string;
}

/**
 * Changes a poll, in the transaction in which changes of its list run. So a ballot never races with a revoked share, a
 * removed title or a result. Throws not_found for people who neither see the list nor are guests of this poll.
 */
export async function changePoll<T>(
  caller: Actor & Caller,
  pollId: string,
  write: (write: PollWrite) => Promise<T>,
  action: 'folder:view' | 'poll:invite' = 'folder:view',
): Promise<T> {
  const known = await PollModel.findById(pollId, { folderId: 1, openedByUserId: 1 }).lean<
    Pick<PollDoc, 'folderId' | 'openedByUserId'>
  >();
  const folderId = known?.folderId.toHexString() ?? unusedId();
  const run = async (folderWrite: FolderWrite, participantId: string) => {
    const poll = await PollModel.findOne({ _id: pollId, folderId }).lean<PollDoc>();
    if (!poll) throw pollNotFound();
    return write({ ...folderWrite, poll, participantId });
  };
  const { userId, guestId, operation } = caller;
  if (known && isGuestOf(caller, pollId)) {
    // The log names users only, so it has what a guest decides in the name of who opened the poll.
    const actor: Actor = { userId: known.openedByUserId.toHexString(), guestId: caller.guest.id };
    return changeFolder(
      { actor: { ...actor, ...(operation && { operation }) }, folderId, action: 'guest', missing: pollNotFound },
      (folderWrite) => run(folderWrite, caller.guest.id),
    );
  }
  if (!userId) throw pollNotFound();
  const actor: Actor = { userId, ...(guestId && { guestId }), ...(operation && { operation }) };
  return changeFolder({ actor, folderId, action, missing: pollNotFound }, (folderWrite) => run(folderWrite, userId));
}

/** The poll for people who see its list and for its guests. Throws not_found for others. */
export async function loadPoll(caller: Caller, pollId: string): Promise<PollDoc> {
  const poll = await PollModel.findById(pollId).lean<PollDoc>();
  if (poll && isGuestOf(caller, pollId)) return poll;
  if (!caller.userId) throw pollNotFound();
  await loadFolderFor(caller.userId, poll?.folderId.toHexString() ?? unusedId(), 'folder:view', pollNotFound);
  if (!poll) throw pollNotFound();
  return poll;
}

/** Throws not_found for users who do not see the poll's list, and forbidden for members who may not manage the poll. */
export async function requireManagerAccess(userId: string, pollId: string): Promise<void> {
  const poll = await PollModel.findById(pollId).lean<PollDoc>();
  const folderId = poll?.folderId.toHexString() ?? unusedId();
  const { access } = await loadFolderFor(userId, folderId, 'folder:view', pollNotFound);
  if (poll && !mayManage(access, poll, userId)) throw forbidden();
}

function isGuestOf<C extends Caller>(caller: C, pollId: string): caller is C & { guest: NonNullable<Caller['guest']> } {
  return caller.guest?.pollId === pollId;
}

export function requireManager({ poll, access, actor }: Pick<PollWrite, 'poll' | 'access' | 'actor'>): void {
  if (!mayManage(access, poll, actor.userId)) throw forbidden();
}

/** Who opened a poll may manage it, and members who may manage the list. */
function mayManage(access: Access, poll: PollDoc, userId: string): boolean {
  return can(access, 'poll:manage') || poll.openedByUserId.equals(new Types.ObjectId(userId));
}

export function requireParticipant(poll: PollDoc, participantId: string): void {
  if (!isParticipant(poll, participantId)) throw forbidden('Join the vote first');
}

export function requireStillVoting(poll: PollDoc): void {
  if (!canStillVote(poll)) throw conflict('conflict', 'This vote is over');
}
