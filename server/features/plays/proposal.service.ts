import { Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { type EpisodeNumber, type EpisodeSet, episodesOf, hasEpisode, toEpisodeSet } from '../../../common/progress.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Confirmed, Play, Proposal, ProposalStatus } from '../../../common/schemas/play.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { showOne } from '../../platform/showOne.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { hasRoomForPlay } from '../folders/seen/seen.service.ts';
import type { Shows } from '../titles/shows.ts';
import { withdrawNotice, writeNotice } from '../users/notices/notice.store.ts';
import { writeNotification } from '../users/notification.service.ts';
import { findBlockedWith } from '../users/privacy/block.service.ts';
import { loadPublicUserLookup } from '../users/user.service.ts';
import { changePlaysOf, type GroupCheck } from './groupPlays.ts';
import { PlayModel } from './play.model.ts';
import { storePlay, storePlays, undoAdded } from './play.store.ts';
import { deleteActsOf, writeAct } from './playAct.model.ts';
import { deleteProgressOf, findProgress } from './progress.store.ts';
import { type ProposalDoc, ProposalModel, toProposal } from './proposal.model.ts';
import { deleteRemovedPlaysOf } from './removedPlay.model.ts';
import { hasPlayerViewing } from './sameViewing.ts';
import { type Viewing, viewedEpisodes, viewingOf } from './viewing.ts';

const KEEP_MS = limits.proposalDays * 24 * 60 * 60 * 1000;

const proposalNotFound = () => notFound('Proposal not found');

interface ProposedPlay extends Viewing {
  /** The users who watched it. Those who already have a proposal of the same origin get no other. */
  to: readonly string[];
  byUserId: string;
  /** The play or the poll that it is about. */
  originId: string;
  /** Of several episodes: all of them. */
  episodes?: EpisodeSet;
  /** Those of them who let `byUserId` record an episode for them. */
  trusting?: readonly string[];
}

/**
 * Proposes a play to each of these users, who then accepts it into their own log or declines it. For those who trust `byUserId`
 * it is recorded at once, and they can decline it afterwards. Users who block `byUserId`, or whom that user blocks, get nothing.
 * Call it in the transaction of the write that it belongs to; the caller has checked that `byUserId` may propose to them.
 */
export async function proposePlay(proposed: ProposedPlay): Promise<void> {
  const { to, byUserId, originId, episodes, trusting = [], ...viewing } = proposed;
  if (to.length === 0) return;
  const blocked = await findBlockedWith(byUserId);
  const receivers = await findReceivers(
    [...new Set(to)].filter((userId) => !blocked.has(userId)),
    originId,
  );
  if (receivers.length === 0) return;
  const createdAt = new Date();
  const proposals: ProposalDoc[] = [];
  for (const userId of receivers) {
    const isRecorded = trusting.includes(userId) && (await hasRoomForRecorded(userId));
    const proposal: ProposalDoc = {
      _id: new Types.ObjectId(),
      originId: new Types.ObjectId(originId),
      userId: new Types.ObjectId(userId),
      byUserId: new Types.ObjectId(byUserId),
      ...viewingOf(viewing),
      ...(episodes && { episodes }),
      status: isRecorded ? 'recorded' : 'pending',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + KEEP_MS),
    };
    const actId = isRecorded ? await storeProposed(proposal, { userId, companionIds: [byUserId] }) : null;
    proposals.push({ ...proposal, ...(actId && { actId }) });
  }
  await ProposalModel.insertMany(proposals, { lean: true });
  const all = episodes ? [...episodesOf(episodes)] : viewedEpisodes(viewing);
  const episode = all.length === 1 ? all[0] : undefined;
  for (const proposal of await showProposals(proposals)) {
    await writeNotification('play:proposed', { proposal }, { to: [proposal.userId], by: byUserId });
    const { mediaType, tmdbId, title, status } = proposal;
    await writeNotice({
      to: [proposal.userId],
      by: byUserId,
      kind: status === 'recorded' ? 'play-recorded' : 'play-proposed',
      folderId: null,
      about: originId,
      facts: { title: { mediaType, tmdbId, title }, ...(episode && { episode }) },
    });
  }
}

/** Whether the user gets to see that another play was recorded for them, and has room for it. */
async function hasRoomForRecorded(userId: string): Promise<boolean> {
  const unanswered = await ProposalModel.countDocuments({ userId, status: 'recorded' });
  return unanswered < limits.recordedProposalsPerPerson && (await hasRoomForPlay(userId));
}

/** Proposes the title that a poll has decided on to those who took part, as watched now: of a group, its next episode. */
export async function proposePlaysOfPoll(
  { episode: watched, ...title }: TitleFacts & { episode?: EpisodeNumber | undefined },
  to: readonly string[],
  { userId, folderId, pollId }: { userId: string; folderId: string; pollId: string },
): Promise<void> {
  const time = { at: new Date(), precision: 'second', source: 'poll' } as const;
  const place = { folderId: new Types.ObjectId(folderId) };
  const episode = watched && { ...watched, episodes: toEpisodeSet([watched]) };
  await proposePlay({ ...title, ...time, ...place, ...episode, to, byUserId: userId, originId: pollId });
}

type EpisodeOfShow = EpisodeNumber & { tmdbId: number };

/** Those of the users who have an unanswered proposal of this episode. */
export async function findAskedAbout(
  userIds: readonly string[],
  { tmdbId, season, episode }: EpisodeOfShow,
): Promise<Set<string>> {
  const of = { userId: trusted({ $in: userIds }), status: 'pending' as const, mediaType: 'tv' as const };
  const pending = await ProposalModel.find({ ...of, tmdbId, season, episode }, { userId: 1 }).lean<ProposalDoc[]>();
  return new Set(pending.map(({ userId }) => userId.toHexString()));
}

/** Without those who have this proposal, and without those who leave too many unanswered. */
async function findReceivers(userIds: readonly string[], originId: string): Promise<string[]> {
  const known = await ProposalModel.find({ userId: trusted({ $in: userIds }), originId }, { userId: 1 }).lean<
    ProposalDoc[]
  >();
  const isKnown = new Set(known.map(({ userId }) => userId.toHexString()));
  const receivers: string[] = [];
  for (const userId of userIds.filter((id) => !isKnown.has(id))) {
    const pending = await ProposalModel.countDocuments({ userId, status: 'pending' });
    if (pending < limits.pendingProposalsPerPerson) receivers.push(userId);
  }
  return receivers;
}

/**
 * The proposals that the user has not answered, also of plays that were recorded for them, the latest first. Those of people in
 * a block are hidden until it ends.
 */
export async function listProposals(userId: string): Promise<Proposal[]> {
  const pending = await ProposalModel.find({ userId, status: unanswered(), expiresAt: trusted({ $gt: new Date() }) })
    .sort({ _id: -1 })
    .lean<ProposalDoc[]>();
  const blocked = await findBlockedWith(userId);
  return showProposals(pending.filter((proposal) => !isHidden(proposal, blocked)));
}

/** What was recorded already stays, so that it can be undone. */
const isHidden = ({ status, byUserId }: ProposalDoc, blocked: ReadonlySet<string>) =>
  status === 'pending' && blocked.has(byUserId.toHexString());

/** Trusted filters are used once. */
const unanswered = () => trusted<{ $in: ProposalStatus[] }>({ $in: ['pending', 'recorded'] });

/** Throws not_found for a user who did not get the proposal, and for a hidden one. */
export async function loadProposal(userId: string, originId: string): Promise<ProposalDoc> {
  const proposal = await ProposalModel.findOne({ userId, originId }).lean<ProposalDoc>();
  if (!proposal || isHidden(proposal, await findBlockedWith(userId))) throw proposalNotFound();
  return proposal;
}

/**
 * Answers a proposal. An accepted one becomes a play of the actor's own, or plays of those episodes that have none. Of one that
 * was recorded already, declining removes what was recorded. Throws already_answered the second time.
 */
export async function answerProposal(
  shows: Shows,
  actor: Actor,
  { originId, status, ahead }: { originId: string; status: 'accepted' | 'declined'; ahead: boolean },
): Promise<Confirmed> {
  const { userId } = actor;
  const { mediaType, tmdbId } = await loadProposal(userId, originId);
  const write = async (check?: GroupCheck) => {
    const before = await ProposalModel.findOneAndUpdate(
      { userId, originId, status: unanswered() },
      { $set: { status } },
    )
      .setOptions({ returnDocument: 'before' })
      .lean<ProposalDoc>();
    if (!before) throw conflict('already_answered', 'You have already answered this');
    const play = await applyAnswer(before, status, () => check?.requireConfirmed(proposedEpisodes(before), ahead));
    return { proposal: await writeAnswered(before, status), play };
  };
  if (mediaType === 'tv') return changePlaysOf(shows, actor, { tmdbId }, write);
  return quotaQueue([userId], () => inOperation(actor, write));
}

/**
 * Counts the user's unanswered proposals of this episode alone as accepted, after the user has recorded it in another way. Call it
 * in the transaction of that write.
 */
export async function settleProposalsOf(userId: string, { tmdbId, ...episode }: EpisodeOfShow): Promise<void> {
  const only = { userId, mediaType: 'tv' as const, tmdbId, ...episode, status: 'pending' as const };
  const settled = (await ProposalModel.find(only).lean<ProposalDoc[]>()).filter(
    (proposal) => proposedEpisodes(proposal).length === 1,
  );
  for (const proposal of settled) {
    await ProposalModel.updateOne({ _id: proposal._id }, { $set: { status: 'accepted' } });
    await writeAnswered(proposal, 'accepted');
  }
}

/** Withdraws the notice of a proposal and shows the answer in the user's tabs. Takes the proposal as it was before. */
async function writeAnswered(before: ProposalDoc, status: 'accepted' | 'declined'): Promise<Proposal> {
  const userId = before.userId.toHexString();
  const proposal = await showOne(showProposals, { ...before, status });
  const kind = before.status === 'recorded' ? 'play-recorded' : 'play-proposed';
  await withdrawNotice(userId, { kind, folderId: null, about: before.originId.toHexString() });
  await writeNotification('play:proposed', { proposal }, { to: [userId], by: userId });
  return proposal;
}

async function applyAnswer(
  proposal: ProposalDoc,
  status: 'accepted' | 'declined',
  confirm: () => Promise<void> | undefined,
): Promise<Play | null> {
  const userId = proposal.userId.toHexString();
  if (proposal.status === 'recorded') {
    if (status === 'declined' && proposal.actId) await undoAdded(userId, proposal.actId);
    return null;
  }
  if (status === 'declined') return null;
  await confirm();
  const byUserId = proposal.byUserId.toHexString();
  return acceptProposal(proposal, { userId, companionIds: byUserId === userId ? [] : [byUserId] });
}

function proposedEpisodes({ episodes, season, episode }: ProposalDoc): EpisodeNumber[] {
  return episodes ? [...episodesOf(episodes)] : viewedEpisodes({ season, episode });
}

/** Returns the play, or null where there were several or none. */
async function acceptProposal(
  proposal: ProposalDoc,
  whose: { userId: string; companionIds: string[] },
): Promise<Play | null> {
  if (!proposal.episodes) {
    const viewing = viewingOf(proposal);
    return (await hasPlayerViewing(whose.userId, viewing)) ? null : storePlay({ ...viewing, ...whose });
  }
  await storeProposed(proposal, whose);
  return null;
}

/** Stores plays of those proposed episodes that the user has not seen, as one act. Null when there are none. */
async function storeProposed(
  proposal: ProposalDoc,
  whose: { userId: string; companionIds: string[] },
): Promise<Types.ObjectId | null> {
  const viewing = viewingOf(proposal);
  const { tmdbId } = proposal;
  const seen = (await findProgress(whose.userId, tmdbId))?.seen ?? {};
  const unseen = proposedEpisodes(proposal).filter((episode) => !hasEpisode(seen, episode));
  if (unseen.length === 0) return null;
  const actId = await writeAct({ userId: whose.userId, tmdbId, kind: 'added' });
  // A player reports the episodes of one file, which end together.
  const isTimed = (one: EpisodeNumber) =>
    viewing.source === 'player' || (one.season === viewing.season && one.episode === viewing.episode);
  const unknown = { at: null, precision: 'unknown' } as const;
  await storePlays(
    { ...viewing, ...whose, actId },
    unseen.map((one) => (isTimed(one) ? one : { ...one, ...unknown })),
  );
  return actId;
}

async function showProposals(proposals: readonly ProposalDoc[]): Promise<Proposal[]> {
  const userById = await loadPublicUserLookup(proposals.map(({ byUserId }) => byUserId));
  return proposals.map((proposal) => toProposal(proposal, userById(proposal.byUserId)));
}

export async function countPlaysOf(userId: string): Promise<number> {
  return PlayModel.countDocuments({ userId });
}

/** Deletes the watch log of a user whose account ends, and the proposals to and by that user. */
export async function deletePlaysOf(userId: string): Promise<void> {
  await PlayModel.deleteMany({ userId });
  await deleteRemovedPlaysOf(userId);
  await deleteActsOf(userId);
  await deleteProgressOf(userId);
  await ProposalModel.deleteMany({ $or: [{ userId }, { byUserId: userId }] });
}
