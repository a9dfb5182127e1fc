import { Types, trusted } from 'mongoose';
import { pick } from '../../../../common/pick.ts';
import type { Ballot, BallotBody, Poll } from '../../../../common/schemas/poll.ts';
import type { Actor, LargePart } from '../../../platform/http/actor.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import type { Caller } from '../../../platform/requests/request.ts';
import { folderNotFound } from '../access/access.ts';
import { findFoldersOfAll } from '../access/folderViews.ts';
import { type BallotDoc, BallotModel } from '../model/ballot.model.ts';
import { isParticipant, keysOf, type PollDoc, PollModel, pollStateOf } from '../model/poll.model.ts';
import { savePoll, withoutParticipant } from '../openPoll/poll.store.ts';
import { toPoll } from '../openPoll/pollViews.ts';
import { saveOrReveal } from '../openPoll/reveal.ts';
import { runInTransaction } from '../writing/folderTransaction.ts';
import {
  changePoll,
  loadPoll,
  type PollWrite,
  requireManager,
  requireParticipant,
  requireStillVoting,
} from './pollAccess.ts';

/** Makes the user a participant, until the result. */
export async function joinPoll(caller: Actor & Caller, pollId: string): Promise<Poll> {
  return changePoll(caller, pollId, async ({ poll, participantId }) => {
    requireStillVoting(poll);
    if (isParticipant(poll, participantId)) return toPoll(poll);
    const id = new Types.ObjectId(participantId);
    const participants = [...poll.participants, { id, kind: 'member' as const, name: null, isReady: false }];
    return toPoll(await savePoll({ ...poll, participants }));
  });
}

/** Ends the caller's part in a poll, and deletes the ballot. */
export async function leavePoll(caller: Actor & Caller, pollId: string): Promise<void> {
  await changePoll(caller, pollId, async (write) => removeParticipant(write, write.participantId));
}

/** Removes a guest, with their ballot and access. */
export async function removeGuest(caller: Actor & Caller, pollId: string, guestId: string): Promise<void> {
  await changePoll(caller, pollId, async (write) => {
    requireManager(write);
    const isGuest = write.poll.participants.some(({ id, kind }) => kind === 'guest' && id.toHexString() === guestId);
    if (!isGuest) throw notFound('Guest not found');
    await removeParticipant(write, guestId);
  });
}

/** Ends a user's part in all open polls, as if they had left. Call it in the transaction that ends access to the account. */
export async function leaveOpenPolls(userId: string): Promise<void> {
  const folders = (await findFoldersOfAll([userId])).get(userId) ?? [];
  const folderId = trusted({ $in: folders.map(({ _id }) => _id) });
  const polls = await PollModel.find({ folderId, isOpen: true }).lean<PollDoc[]>();
  for (const poll of polls.filter((one) => isParticipant(one, userId))) {
    await runInTransaction(poll.folderId.toHexString(), {
      actor: { userId },
      action: 'folder:view',
      itemIds: [],
      missing: folderNotFound,
      write: ({ record }) => removeParticipant({ poll, record }, userId),
    });
  }
}

async function removeParticipant({ poll, record }: Pick<PollWrite, 'poll' | 'record'>, id: string): Promise<void> {
  if (!isParticipant(poll, id) || pollStateOf(poll) === 'closed') return;
  await saveOrReveal(await withoutParticipant(poll, id), record);
}

/** The caller's own ballot. Nobody can read another one. */
export async function getBallot(caller: Caller, pollId: string): Promise<Ballot> {
  const poll = await loadPoll(caller, pollId);
  const participantId = caller.guest?.pollId === pollId ? caller.guest.id : caller.userId;
  requireParticipant(poll, participantId);
  return readBallot(poll, participantId);
}

async function readBallot(poll: PollDoc, participantId: string): Promise<Ballot> {
  const stored = await BallotModel.findOne({ pollId: poll._id, participantId }).lean<BallotDoc>();
  const isReady = poll.participants.some(({ id, isReady }) => isReady && id.toHexString() === participantId);
  return { pollId: poll._id.toHexString(), ...withinCandidates(poll, stored ?? { marks: {}, veto: null }), isReady };
}

/** A ballot may name candidates that have left since. */
function withinCandidates(poll: PollDoc, { marks, veto }: Pick<Ballot, 'marks' | 'veto'>) {
  const keys = keysOf(poll);
  return { marks: { ...pick(marks, keys) }, veto: veto !== null && keys.includes(veto) ? veto : null };
}

/**
 * Stores the caller's ballot, and reveals the result if everyone is ready now. Others get an event only if the caller became
 * ready or is no longer: they must not learn when somebody votes.
 */
export async function setBallot(
  caller: Actor & Caller,
  pollId: string,
  { isReady, ...given }: BallotBody,
): Promise<Ballot> {
  return changePoll(caller, pollId, async ({ poll, participantId, record }) => {
    requireParticipant(poll, participantId);
    const state = pollStateOf(poll);
    if (state !== 'voting')
      throw conflict('conflict', state === 'lobby' ? 'The vote has not begun' : 'This vote is over');
    const ballot = withinCandidates(poll, given);
    await BallotModel.updateOne(
      { pollId: poll._id, participantId },
      { $set: { ...ballot, expiresAt: poll.expiresAt } },
      { upsert: true },
    );
    const own = ({ id }: PollDoc['participants'][number]) => id.toHexString() === participantId;
    if (poll.participants.find(own)?.isReady !== isReady) {
      const participants = poll.participants.map((one) => (own(one) ? { ...one, isReady } : one));
      await saveOrReveal({ ...poll, participants }, record);
    }
    return { pollId: poll._id.toHexString(), ...ballot, isReady };
  });
}

/** The votes of a ballot. They are stored nowhere else, not even in the answer to a repeated request. */
export const votesPart: LargePart<Ballot> = {
  omit: (ballot) => ({ ...ballot, marks: {}, veto: null }),
  async restore(stored, participantId) {
    const ballot = await BallotModel.findOne({ pollId: stored.pollId, participantId }).lean<BallotDoc>();
    return ballot ? { ...stored, marks: ballot.marks, veto: ballot.veto } : stored;
  },
};
