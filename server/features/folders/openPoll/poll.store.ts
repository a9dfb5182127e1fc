import { type Types, trusted } from 'mongoose';
import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { createBatchLoader } from '../../../platform/database/batchLoader.ts';
import { endGuestSessions } from '../../../platform/session/guestSession.ts';
import { showOne } from '../../../platform/showOne.ts';
import { writeSharedNotification } from '../../users/notification.service.ts';
import { BallotModel, type PollDoc, PollModel } from '../model/poll.model.ts';
import { toProgress } from './pollViews.ts';

/** The list's open poll, or null. An expired one is open until the next one takes its place. */
export async function findOpenPoll(folderId: Types.ObjectId | string): Promise<PollDoc | null> {
  return PollModel.findOne({ folderId, isOpen: true }).lean<PollDoc>();
}

/** Tells everyone who takes part what the poll is like now. Call it in the transaction of the change. */
export async function announce(poll: PollDoc): Promise<void> {
  await writeSharedNotification('poll:changed', await showOne(toProgress, poll), {});
}

/** Stores a changed poll under its next rev and announces it. Returns it as stored. */
export async function savePoll(changed: PollDoc): Promise<PollDoc> {
  const poll = { ...changed, rev: changed.rev + 1 };
  const { _id, rev, state, isOpen, candidates, participants, result, guestLinkHash, revealedAt } = poll;
  await PollModel.updateOne(
    { _id },
    { $set: { rev, state, isOpen, candidates, participants, result, guestLinkHash, revealedAt } },
  );
  await announce(poll);
  return poll;
}

/** Ends a poll. It stays as history, without its ballots. */
export async function endPoll(poll: PollDoc): Promise<PollDoc> {
  await BallotModel.deleteMany({ pollId: poll._id });
  return savePoll({ ...poll, state: 'closed', isOpen: false, guestLinkHash: null });
}

/** The poll without one participant, whose ballot and guest session are deleted. It is not saved yet. */
export async function withoutParticipant(poll: PollDoc, id: string): Promise<PollDoc> {
  await BallotModel.deleteOne({ pollId: poll._id, participantId: id });
  const [leaving] = poll.participants.filter((one) => one.id.toHexString() === id);
  if (leaving?.kind === 'guest') await endGuestSessions({ guestId: id });
  return { ...poll, participants: poll.participants.filter((one) => one !== leaving) };
}

/** How many ballots there are of polls with a result. Before that, no one may see how many people have voted. */
export async function countDecidedBallots(): Promise<number> {
  const decided = await PollModel.find({ isOpen: true, state: 'revealed' }, { _id: 1 }).lean<Pick<PollDoc, '_id'>[]>();
  return BallotModel.countDocuments({ pollId: trusted({ $in: decided.map(({ _id }) => _id) }) });
}

const MAX_BATCH = 100;

/** The open polls of these lists, for tabs that connect. Batched, because after a restart many tabs connect at once. */
export function findOpenProgress(folderIds: readonly string[]): Promise<PollProgress[]> {
  return openProgress.load(folderIds);
}

const openProgress = createBatchLoader(async (requests: readonly (readonly string[])[]) => {
  // Most of the time no list has a poll. That is cheaper to find out than to look for each list.
  if (!(await PollModel.exists({ isOpen: true, expiresAt: trusted({ $gt: new Date() }) })))
    return requests.map(() => []);
  const folderId = trusted({ $in: [...new Set(requests.flat())] });
  const polls = await PollModel.find({ folderId, isOpen: true, expiresAt: trusted({ $gt: new Date() }) }).lean<
    PollDoc[]
  >();
  const found = await toProgress(polls);
  return requests.map((ids) => {
    const wanted = new Set(ids);
    return found.filter((poll) => wanted.has(poll.folderId));
  });
}, MAX_BATCH);
