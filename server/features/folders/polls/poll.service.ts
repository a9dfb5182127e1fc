import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../../common/constants.ts';
import { type Access, can } from '../../../../common/permissions.ts';
import { pick } from '../../../../common/pick.ts';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { Ballot, BallotBody, openPollBody, Poll } from '../../../../common/schemas/poll.ts';
import { conflict, forbidden, invalid, notFound, pollOpen, tooFewCandidates } from '../../../platform/http/errors.ts';
import type { Actor, LargePart } from '../../../platform/requests/operations.ts';
import type { Caller } from '../../../platform/requests/request.ts';
import type { Guest } from '../../../platform/session/guestSession.ts';
import { folderNotFound, loadFolderFor, unusedId } from '../access/access.ts';
import { findFoldersOfAll } from '../access/folderViews.ts';
import {
  type BallotDoc,
  BallotModel,
  canStillVote,
  hasTooFew,
  isParticipant,
  keysOf,
  type PollDoc,
  PollModel,
  pollStateOf,
} from '../model/poll.model.ts';
import { announce, endPoll, findOpenPoll, savePoll, withoutParticipant } from '../openPoll/poll.store.ts';
import { toPoll, toPolls } from '../openPoll/pollViews.ts';
import { createSeed, reveal, saveOrReveal } from '../openPoll/reveal.ts';
import { changeFolder, type FolderWrite, runInTransaction } from '../writing/changeFolder.ts';
import { chooseCandidates } from './candidates.ts';

interface PollEnd {
  userId: string;
  folderId: string;
  pollId: string;
}

/** What polls need of features that build on lists. */
export interface PollParts {
  /** Titles that suit everyone in the list and are not in it, best first. */
  findPicks(userId: string, folderId: string, count: number): Promise<TitleFacts[]>;
  /** The keys of titles that the user has seen. */
  findSeen(userId: string): Promise<ReadonlySet<string>>;
  /** By TMDB id, the next episodes of shows that members of the list watch together. */
  findNextEpisodes(folderId: string): Promise<ReadonlyMap<number, EpisodeNumber>>;
  /** Proposes to these users to note that they watched the title together. Called in the transaction that closes the poll. */
  proposePlays(
    title: TitleFacts & { episode?: EpisodeNumber | undefined },
    userIds: readonly string[],
    by: PollEnd,
  ): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/** Opens a poll in the lobby, with its opener as a participant. Throws poll_open while the list has one. */
export async function openPoll(
  { findPicks, findSeen, findNextEpisodes }: PollParts,
  actor: Actor,
  folderId: string,
  body: z.output<typeof openPollBody>,
): Promise<Poll> {
  await loadFolderFor(actor.userId, folderId, 'poll:open');
  const picks =
    body.includePicks && !body.itemIds ? await findPicks(actor.userId, folderId, limits.candidates.max) : [];
  const seen: ReadonlySet<string> = body.filters.onlyUnseen ? await findSeen(actor.userId) : new Set();
  const nextEpisodes = await findNextEpisodes(folderId);
  return changeFolder({ actor, folderId, action: 'poll:open' }, async ({ folder, record }) => {
    const previous = await findOpenPoll(folder._id);
    if (previous && canStillVote(previous)) throw pollOpen(previous._id.toHexString());
    if (previous) await endPoll(previous);
    const candidates = await chooseCandidates(folder._id, { ...body, picks, seen, nextEpisodes });
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

/** Makes the user a participant, until the result. `guest` is the guest that the user was before, whose part ends. */
export async function joinPoll(caller: Actor & Caller, pollId: string, guest: Guest | null): Promise<Poll> {
  return changePoll(caller, pollId, async ({ poll, participantId, record }) => {
    requireStillVoting(poll);
    const wasGuest = guest !== null && isParticipant(poll, guest.id);
    const isMember = isParticipant(poll, participantId);
    if (isMember && !wasGuest) return toPoll(poll);
    const left = wasGuest ? await withoutParticipant(poll, guest.id) : poll;
    const member = { id: new Types.ObjectId(participantId), kind: 'member' as const, name: null, isReady: false };
    const participants = isMember ? left.participants : [...left.participants, member];
    return toPoll(await saveOrReveal({ ...left, participants }, record));
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

const pollNotFound = () => notFound('Poll not found');

interface PollWrite extends FolderWrite {
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

function requireManager({ poll, access, actor }: Pick<PollWrite, 'poll' | 'access' | 'actor'>): void {
  if (!mayManage(access, poll, actor.userId)) throw forbidden();
}

/** Who opened a poll may manage it, and members who may manage the list. */
function mayManage(access: Access, poll: PollDoc, userId: string): boolean {
  return can(access, 'poll:manage') || poll.openedByUserId.equals(new Types.ObjectId(userId));
}

function requireParticipant(poll: PollDoc, participantId: string): void {
  if (!isParticipant(poll, participantId)) throw forbidden('Join the vote first');
}

export function requireStillVoting(poll: PollDoc): void {
  if (!canStillVote(poll)) throw conflict('conflict', 'This vote is over');
}
