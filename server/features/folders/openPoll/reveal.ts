import { createHash, createHmac, randomBytes } from 'node:crypto';
import { trusted } from 'mongoose';
import { coinOf } from '../../../../common/poll/coin.ts';
import { weightAfter } from '../../../../common/poll/fairness.ts';
import { type Coin, decide, markOf, type Outcome, type Vote } from '../../../../common/poll/rule.ts';
import { sentenceOf } from '../../../../common/poll/sentence.ts';
import type { PollResult } from '../../../../common/schemas/poll.ts';
import type { ChangeDraft } from '../log/folderEntry.ts';
import {
  type BallotDoc,
  BallotModel,
  type FairnessDoc,
  FairnessModel,
  hasTooFew,
  keysOf,
  type PollDoc,
  pollStateOf,
} from '../model/poll.model.ts';
import { savePoll } from './poll.store.ts';

/** Records a change in the list's log, in the transaction of the write. */
export type RecordChange = (draft: ChangeDraft) => unknown;

interface Ballot extends Vote {
  participantId: string;
  isGuest: boolean;
}

/** Saves a changed poll, and reveals its result if everyone is ready now. */
export async function saveOrReveal(poll: PollDoc, record: RecordChange): Promise<PollDoc> {
  const { participants } = poll;
  const isReady = participants.length > 0 && participants.every((one) => one.isReady);
  return pollStateOf(poll) === 'voting' && isReady && !hasTooFew(poll) ? reveal(poll, record) : savePoll(poll);
}

/** Decides the poll, in the transaction of the caller, who has checked that it is being voted on. */
export async function reveal(poll: PollDoc, record: RecordChange): Promise<PollDoc> {
  const ballots = await findBallots(poll);
  const outcome = decide(keysOf(poll), ballots, createCoin(poll.seed));
  const sentence = sentenceOf(outcome);
  await storeWeights(poll, ballots, outcome.winner.key);
  const winner = poll.candidates.find(({ key }) => key === outcome.winner.key);
  if (winner) {
    const { title, mediaType, tmdbId } = winner;
    const pollId = poll._id.toHexString();
    record({ type: 'poll:decided', pollId, decision: { title, mediaType, tmdbId, sentence } });
  }
  const result = toResult(poll, outcome, ballots, sentence);
  return savePoll({ ...poll, state: 'revealed', revealedAt: new Date(), result, guestLinkHash: null });
}

async function findBallots({ _id, folderId, participants }: PollDoc): Promise<Ballot[]> {
  const ids = participants.map(({ id }) => id);
  const guests = new Set(participants.filter(({ kind }) => kind === 'guest').map(({ id }) => id.toHexString()));
  // In sequence, because a transaction allows no parallel statements.
  const found = await BallotModel.find({ pollId: _id, participantId: trusted({ $in: ids }) }).lean<BallotDoc[]>();
  const weights = await FairnessModel.find({ folderId, userId: trusted({ $in: ids }) }).lean<FairnessDoc[]>();
  const weightOf = new Map(weights.map(({ userId, weight }) => [userId.toHexString(), weight]));
  return found.map(({ participantId, marks, veto }) => {
    const id = participantId.toHexString();
    return { participantId: id, isGuest: guests.has(id), marks, veto, weight: weightOf.get(id) ?? 1 };
  });
}

/** Raises the weights of members whom the winner suits less than average. With one voter there is nothing to compare. */
async function storeWeights({ folderId }: PollDoc, ballots: readonly Ballot[], winnerKey: string): Promise<void> {
  const members = ballots.filter(({ isGuest }) => !isGuest);
  if (ballots.length < 2 || members.length === 0) return;
  const marks = ballots.map((ballot) => markOf(ballot, winnerKey));
  await FairnessModel.bulkWrite(
    members.map((ballot) => ({
      updateOne: {
        filter: { folderId, userId: ballot.participantId },
        update: { $set: { weight: weightAfter(ballot.weight, markOf(ballot, winnerKey), marks) } },
        upsert: true,
      },
    })),
  );
}

function toResult(
  { seed, hasOpenBallots }: PollDoc,
  { winner, ranking }: Outcome,
  ballots: readonly Ballot[],
  sentence: string,
): PollResult {
  return {
    winnerKey: winner.key,
    // Sums with weights could tell whose mark it was.
    ranking: ranking.map(({ weightedScore: _weighted, ...tally }) => tally),
    seed,
    sentence,
    ...(hasOpenBallots
      ? { ballots: ballots.map(({ participantId, marks, veto }) => ({ participantId, marks: { ...marks }, veto })) }
      : {}),
  };
}

/** A secret seed for a poll's coin, and the hash that commits to it before anyone votes. */
export function createSeed(): { seed: string; seedHash: string } {
  const bytes = randomBytes(32);
  return { seed: bytes.toString('hex'), seedHash: createHash('sha256').update(bytes).digest('hex') };
}

function createCoin(seed: string): Coin {
  const secret = Buffer.from(seed, 'hex');
  return (key) => coinOf(createHmac('sha256', secret).update(key).digest('hex'));
}
