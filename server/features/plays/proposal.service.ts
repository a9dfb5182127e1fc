import { Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { compareEpisodes, type EpisodeSet, episodesOf, hasEpisode } from '../../../common/progress.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { Confirmed, Play, Proposal } from '../../../common/schemas/play.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { showOne } from '../../platform/showOne.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { writeNotification } from '../users/notification.service.ts';
import { findBlockedWith } from '../users/privacy/block.service.ts';
import { loadPublicUserLookup } from '../users/user.service.ts';
import { PlayModel } from './play.model.ts';
import { storePlay, storePlays } from './play.store.ts';
import { deleteActsOf, writeAct } from './playAct.model.ts';
import { deleteProgressOf, findProgress } from './progress.store.ts';
import { type ProposalDoc, ProposalModel, toProposal } from './proposal.model.ts';
import { deleteRemovedPlaysOf } from './removedPlay.model.ts';
import { type Viewing, viewingOf } from './viewing.ts';

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
}

/**
 * Proposes a play to each of these users, who then accepts it into their own log or declines it. Users who block `byUserId`, or
 * whom that user blocks, get no proposal. Call it in the transaction of the write that it belongs to; the caller has checked
 * that `byUserId` may propose to them.
 */
export async function proposePlay({ to, byUserId, originId, episodes, ...viewing }: ProposedPlay): Promise<void> {
  const blocked = await findBlockedWith(byUserId);
  const receivers = await findReceivers(
    [...new Set(to)].filter((userId) => !blocked.has(userId)),
    originId,
  );
  if (receivers.length === 0) return;
  const createdAt = new Date();
  const proposals = receivers.map(
    (userId): ProposalDoc => ({
      _id: new Types.ObjectId(),
      originId: new Types.ObjectId(originId),
      userId: new Types.ObjectId(userId),
      byUserId: new Types.ObjectId(byUserId),
      ...viewingOf(viewing),
      ...(episodes && { episodes }),
      status: 'pending',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + KEEP_MS),
    }),
  );
  await ProposalModel.insertMany(proposals, { lean: true });
  for (const proposal of await showProposals(proposals)) {
    await writeNotification('play:proposed', { proposal }, { to: [proposal.userId], by: byUserId });
  }
}

/** Proposes the title that a poll has decided on to those who took part, as watched now. */
export async function proposePlaysOfPoll(
  title: TitleFacts,
  to: readonly string[],
  { userId, folderId, pollId }: { userId: string; folderId: string; pollId: string },
): Promise<void> {
  const time = { at: new Date(), precision: 'second', source: 'poll' } as const;
  const place = { folderId: new Types.ObjectId(folderId) };
  await proposePlay({ ...title, ...time, ...place, to, byUserId: userId, originId: pollId });
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

/** The proposals that the user has not answered, the latest first. */
export async function listProposals(userId: string): Promise<Proposal[]> {
  const pending = await ProposalModel.find({ userId, status: 'pending', expiresAt: trusted({ $gt: new Date() }) })
    .sort({ _id: -1 })
    .lean<ProposalDoc[]>();
  return showProposals(pending);
}

/** Throws not_found for a user who did not get the proposal. */
export async function loadProposal(userId: string, originId: string): Promise<ProposalDoc> {
  const proposal = await ProposalModel.findOne({ userId, originId }).lean<ProposalDoc>();
  if (!proposal) throw proposalNotFound();
  return proposal;
}

/**
 * Answers a proposal. An accepted one becomes a play of the actor's own, or plays of those episodes that have none. Throws already_answered the second time.
 */
export async function answerProposal(
  actor: Actor,
  originId: string,
  status: 'accepted' | 'declined',
): Promise<Confirmed> {
  const { userId } = actor;
  await loadProposal(userId, originId);
  const write = async () => {
    const proposal = await ProposalModel.findOneAndUpdate({ userId, originId, status: 'pending' }, { $set: { status } })
      .setOptions({ returnDocument: 'after' })
      .lean<ProposalDoc>();
    if (!proposal) throw conflict('already_answered', 'You have already answered this');
    const byUserId = proposal.byUserId.toHexString();
    const companionIds = byUserId === userId ? [] : [byUserId];
    const play = status === 'accepted' ? await acceptProposal(proposal, { userId, companionIds }) : null;
    const shown = await showOne(showProposals, proposal);
    await writeNotification('play:proposed', { proposal: shown }, { to: [userId], by: userId });
    return { proposal: shown, play };
  };
  return quotaQueue([userId], () => inOperation(actor, write));
}

/** Returns the play, or null where there were several or none. */
async function acceptProposal(
  proposal: ProposalDoc,
  whose: { userId: string; companionIds: string[] },
): Promise<Play | null> {
  const viewing = viewingOf(proposal);
  if (!proposal.episodes) return storePlay({ ...viewing, ...whose });
  const { tmdbId } = proposal;
  const seen = (await findProgress(whose.userId, tmdbId))?.seen ?? {};
  const unseen = [...episodesOf(proposal.episodes)].filter((episode) => !hasEpisode(seen, episode));
  if (unseen.length === 0) return null;
  const actId = await writeAct({ userId: whose.userId, tmdbId, kind: 'added' });
  const plays = unseen.map((episode) => {
    const isTimed = compareEpisodes(episode, { season: viewing.season ?? 0, episode: viewing.episode ?? 0 }) === 0;
    const when = isTimed ? {} : ({ at: null, precision: 'unknown' } as const);
    return { ...viewing, ...episode, ...when, ...whose, actId };
  });
  await storePlays(plays);
  return null;
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
