import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../../common/constants.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { openPollBody, Poll } from '../../../../common/schemas/poll.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { conflict, invalid, pollOpen, tooFewCandidates } from '../../../platform/http/errors.ts';
import type { Caller } from '../../../platform/requests/request.ts';
import { loadFolderFor } from '../access/access.ts';
import { BallotModel } from '../model/ballot.model.ts';
import { canStillVote, hasTooFew, type PollDoc, PollModel, pollStateOf } from '../model/poll.model.ts';
import { announce, endPoll, findOpenPoll, savePoll } from '../openPoll/poll.store.ts';
import { toPoll, toPolls } from '../openPoll/pollViews.ts';
import { reveal } from '../openPoll/reveal.ts';
import { createSeed } from '../openPoll/seed.ts';
import { changeFolder } from '../writing/changeFolder.ts';
import { chooseCandidates } from './candidates.ts';
import { changePoll, loadPoll, requireManager } from './pollAccess.ts';

/** What polls need of features that build on lists. */
/** Who ended which poll of which list. */
interface PollEnd {
  userId: string;
  folderId: string;
  pollId: string;
}

export interface PollParts {
  /** Titles that suit everyone in the list and are not in it, best first. */
  findPicks(userId: string, folderId: string, count: number): Promise<TitleFacts[]>;
  /** The keys of titles that the user has seen. */
  findSeen(userId: string): Promise<ReadonlySet<string>>;
  /** Proposes to these users to note that they watched the title together. Called in the transaction that closes the poll. */
  proposePlays(title: TitleFacts, userIds: readonly string[], by: PollEnd): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/** Opens a poll in the lobby, with its opener as a participant. Throws poll_open while the list has one. */
export async function openPoll(
  { findPicks, findSeen }: PollParts,
  actor: Actor,
  folderId: string,
  body: z.output<typeof openPollBody>,
): Promise<Poll> {
  await loadFolderFor(actor.userId, folderId, 'poll:open');
  const picks =
    body.includePicks && !body.itemIds ? await findPicks(actor.userId, folderId, limits.candidates.max) : [];
  const seen: ReadonlySet<string> = body.filters.onlyUnseen ? await findSeen(actor.userId) : new Set();
  return changeFolder({ actor, folderId, action: 'poll:open' }, async ({ folder, record }) => {
    const previous = await findOpenPoll(folder._id);
    if (previous && canStillVote(previous)) throw pollOpen(previous._id.toHexString());
    if (previous) await endPoll(previous);
    const candidates = await chooseCandidates(folder._id, { ...body, picks, seen });
    const poll = newPoll(folder._id, new Types.ObjectId(actor.userId), { ...body, candidates });
    await PollModel.insertOne(poll);
    await removeOldPolls(folder._id);
    record({ type: 'poll:opened', pollId: poll._id.toHexString() });
    await announce(poll);
    return toPoll(poll);
  });
}

function newPoll(
  folderId: Types.ObjectId,
  openedByUserId: Types.ObjectId,
  { filters, hasOpenBallots, candidates }: Pick<PollDoc, 'filters' | 'hasOpenBallots' | 'candidates'>,
): PollDoc {
  const createdAt = new Date();
  return {
    _id: new Types.ObjectId(),
    folderId,
    openedByUserId,
    state: 'lobby',
    isOpen: true,
    rev: 1,
    candidates,
    participants: [{ id: openedByUserId, kind: 'member', name: null, isReady: false }],
    filters,
    hasOpenBallots,
    ...createSeed(),
    result: null,
    guestLinkHash: null,
    createdAt,
    revealedAt: null,
    expiresAt: new Date(createdAt.getTime() + limits.pollHours * HOUR_MS),
  };
}

/** Keeps the newest polls of a list. */
async function removeOldPolls(folderId: Types.ObjectId): Promise<void> {
  const old = await PollModel.find({ folderId }, { _id: 1 })
    .sort({ createdAt: -1 })
    .skip(limits.pollsPerList)
    .lean<Pick<PollDoc, '_id'>[]>();
  if (old.length === 0) return;
  const ids = old.map(({ _id }) => _id);
  await BallotModel.deleteMany({ pollId: trusted({ $in: ids }) });
  await PollModel.deleteMany({ _id: trusted({ $in: ids }) });
}

export async function getPoll(caller: Caller, pollId: string): Promise<Poll> {
  return toPoll(await loadPoll(caller, pollId));
}

/** The list's open poll, or null. The caller must have checked that the user sees the list. */
export async function getCurrentPoll(folderId: string): Promise<Poll | null> {
  const poll = await findOpenPoll(folderId);
  return poll && pollStateOf(poll) !== 'closed' ? toPoll(poll) : null;
}

/** The list's past polls with a result, newest first. The caller must have checked that the user sees the list. */
export async function listPastPolls(folderId: string): Promise<Poll[]> {
  const polls = await PollModel.find({ folderId, result: trusted({ $ne: null }) })
    .sort({ createdAt: -1 })
    .limit(limits.pollsPerList)
    .lean<PollDoc[]>();
  return toPolls(polls.filter((poll) => pollStateOf(poll) === 'closed'));
}

/** Begins the vote. Does nothing when it has begun already. */
export async function startPoll(caller: Actor & Caller, pollId: string): Promise<Poll> {
  return changePoll(caller, pollId, async (write) => {
    const { poll } = write;
    requireManager(write);
    const state = pollStateOf(poll);
    if (state === 'voting') return toPoll(poll);
    if (state !== 'lobby') throw conflict('conflict', 'This vote is over');
    requireEnough(poll);
    return toPoll(await savePoll({ ...poll, state: 'voting' }));
  });
}

/** Reveals the result before everyone is ready. A poll that has a result keeps it. */
export async function revealPoll(caller: Actor & Caller, pollId: string): Promise<Poll> {
  return changePoll(caller, pollId, async (write) => {
    const { poll, record } = write;
    requireManager(write);
    const state = pollStateOf(poll);
    if (state === 'revealed') return toPoll(poll);
    if (state !== 'voting')
      throw conflict('conflict', state === 'lobby' ? 'Start the vote first' : 'This vote is over');
    requireEnough(poll);
    return toPoll(await reveal(poll, record));
  });
}

function requireEnough(poll: PollDoc): void {
  if (hasTooFew(poll))
    throw tooFewCandidates('Too few titles are left to choose from. Close this vote and open another.');
}

/** Ends a poll. With `watchedKey`, proposes to every member who took part to note that they watched that title. */
export async function closePoll(
  { proposePlays }: PollParts,
  caller: Actor & Caller,
  pollId: string,
  watchedKey?: string,
): Promise<Poll> {
  return changePoll(caller, pollId, async (write) => {
    const { poll, actor, folder } = write;
    requireManager(write);
    if (pollStateOf(poll) === 'closed') throw conflict('conflict', 'This vote is over');
    if (watchedKey !== undefined) {
      const watched = poll.candidates.find(({ key }) => key === watchedKey);
      if (!watched) throw invalid([{ path: 'watchedKey', message: 'Must be the key of a candidate' }]);
      const members = poll.participants.filter(({ kind }) => kind === 'member').map(({ id }) => id.toHexString());
      const { itemId: _itemId, key: _key, ...title } = watched;
      const folderId = folder._id.toHexString();
      await proposePlays(title, members, { userId: actor.userId, folderId, pollId: poll._id.toHexString() });
    }
    return toPoll(await endPoll(poll));
  });
}
