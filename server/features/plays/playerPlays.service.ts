import { createHash } from 'node:crypto';
import { trusted } from 'mongoose';
import { type EpisodeNumber, hasEpisode, toEpisodeSet } from '../../../common/progress.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { findGroupsOf, findMember, memberIdsOf } from '../folders/groups/group.store.ts';
import { loadItemFacts } from '../folders/model/itemFacts.ts';
import { findEpisode } from '../titles/shows.ts';
import { awayOrThrow } from '../titles/title.source.ts';
import { findEnabled } from '../users/accountState.service.ts';
import { lockQuotas } from '../users/user.service.ts';
import { changePlaysOf, findShowOrNull, readMembersProgress } from './groupPlays.ts';
import { PlayModel } from './play.model.ts';
import type { Sources } from './play.service.ts';
import { storePlay } from './play.store.ts';
import { findAskedAbout, proposePlay } from './proposal.service.ts';
import { isRemovedPlay } from './removedPlay.model.ts';
import { endsWithinMs, lengthMs } from './sameViewing.ts';
import { type Viewing, viewingOf } from './viewing.ts';

/**
 * Why a player says that a title was watched. `end`: it stopped near the end. `threshold`: it came near the end, and a `closing`
 * event may follow when it stops, perhaps hours later. `mark`: somebody marked it by hand, which says nothing about when.
 */
export type WatchedEvidence = 'end' | 'threshold' | 'closing' | 'mark';

export interface PlayerViewing {
  mediaType: MediaType;
  tmdbId: number;
  /** None for a film. */
  episodes: readonly EpisodeNumber[];
  at: Date;
  evidence: WatchedEvidence;
  /** The player, and the session in it. Null if the player does not name sessions: then the time tells viewings apart. */
  session: string | null;
  playerId: string;
  /** Who agreed that the user watches with them at this player. */
  companionIds: readonly string[];
}

const MINUTE_MS = 60 * 1000;
/** How long after its end a player may be closed. */
const CLOSED_WITHIN_MINUTES = 12 * 60;

/**
 * Whether an event may be stored for a user: the account or what `maySend` checks may have ended while its title was looked up.
 * Call it in the transaction that stores it.
 */
export async function mayStore(userId: string, maySend: MaySend): Promise<boolean> {
  await lockQuotas(userId);
  return (await findEnabled([userId])).has(userId) && (await maySend());
}

/** Whether the sender of an event may still send those of the user. */
export type MaySend = () => Promise<boolean>;

/**
 * Records what a player reports. The same viewing adds one play, however often, late and by however many players it is reported.
 * For a show, those of its watch group who agreed to watch at this player get a proposal. `away`: the source of titles did not
 * answer, and nothing is recorded. Throws not_found and limit_reached.
 */
export async function recordViewing(
  { shows, source }: Sources,
  userId: string,
  viewing: PlayerViewing,
  maySend: MaySend = async () => true,
): Promise<'recorded' | 'alreadyRecorded' | 'ignored' | 'away'> {
  const { mediaType, tmdbId, episodes } = viewing;
  const facts = await loadItemFacts(source, { mediaType, tmdbId }).catch(awayOrThrow);
  if (facts === 'away') return 'away';
  if (mediaType === 'movie') {
    return quotaQueue([userId], () =>
      inTransaction(async () => {
        if (!(await mayStore(userId, maySend))) return 'ignored';
        const play = await storeIfNew(userId, facts, viewing, null, []);
        return play ? 'recorded' : 'alreadyRecorded';
      }),
    );
  }
  const show = await findShowOrNull(shows, tmdbId);
  const groups = await findGroupsOf([userId], tmdbId);
  const agreed = new Set(viewing.companionIds);
  const otherIds = [...new Set(groups.flatMap(memberIdsOf))].filter((id) => id !== userId && agreed.has(id));
  return changePlaysOf(shows, { userId }, { tmdbId, otherIds }, async () => {
    if (!(await mayStore(userId, maySend))) return 'ignored';
    const added: { id: string; episode: EpisodeNumber; facts: TitleFacts }[] = [];
    for (const episode of episodes) {
      const ofEpisode = { ...facts, runtime: (show && findEpisode(show, episode)?.runtime) ?? facts.runtime };
      const play = await storeIfNew(userId, ofEpisode, viewing, episode, otherIds);
      if (play) added.push({ id: play.id, episode, facts: ofEpisode });
    }
    const last = added.at(-1);
    if (!last) return 'alreadyRecorded';
    if (otherIds.length > 0) {
      const watched = viewedOf(last.facts, viewing, last.episode);
      await proposeToCompanions(userId, otherIds, watched, {
        originId: last.id,
        episodes: added.map((one) => one.episode),
      });
    }
    return 'recorded';
  });
}

function viewedOf(facts: TitleFacts, { at }: PlayerViewing, episode: EpisodeNumber | null): Viewing {
  return viewingOf({ ...facts, ...episode, at, precision: 'second', source: 'player' });
}

async function storeIfNew(
  userId: string,
  facts: TitleFacts,
  viewing: PlayerViewing,
  episode: EpisodeNumber | null,
  companionIds: readonly string[],
) {
  const sourceKey = keyOf(viewing, episode);
  if ((await PlayModel.exists({ userId, sourceKey })) || (await isRemovedPlay(userId, sourceKey))) return null;
  if (await hasSameViewing(userId, facts, viewing, episode)) return null;
  return storePlay({ ...viewedOf(facts, viewing, episode), userId, sourceKey, companionIds });
}

/** A hash, because what players send can be long. */
function keyOf({ playerId, session, at, mediaType, tmdbId, evidence }: PlayerViewing, episode: EpisodeNumber | null) {
  const viewed = session ?? `${evidence}|${at.toISOString()}`;
  const parts = [playerId, viewed, mediaType, tmdbId, episode?.season ?? null, episode?.episode ?? null];
  return `player:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/** Between which times another end of the title is the same viewing. Says nothing for a mark. */
export function spanOfViewing({ at, evidence }: Pick<PlayerViewing, 'at' | 'evidence'>, length: number) {
  const closed = Math.max(CLOSED_WITHIN_MINUTES * MINUTE_MS, length);
  return {
    from: new Date(at.getTime() - (evidence === 'closing' ? closed : length)),
    to: new Date(at.getTime() + (evidence === 'threshold' ? closed : length)),
  };
}

/** Whether the user has a play of what was watched then, from the app or from any player. For a mark, of any time. */
async function hasSameViewing(
  userId: string,
  { runtime }: TitleFacts,
  { mediaType, tmdbId, at, evidence }: PlayerViewing,
  episode: EpisodeNumber | null,
): Promise<boolean> {
  const title = { userId, mediaType, tmdbId, ...(episode && { season: episode.season, episode: episode.episode }) };
  if (evidence === 'mark') return (await PlayModel.exists(title)) !== null;
  const length = lengthMs(mediaType, runtime);
  const { from, to } = spanOfViewing({ at, evidence }, length);
  const voted = new Date(Math.min(from.getTime(), at.getTime() - endsWithinMs(length)));
  const found = await PlayModel.exists({
    ...title,
    precision: 'second',
    $or: [{ at: trusted({ $gt: from, $lt: to }) }, { source: 'poll', at: trusted({ $gt: voted, $lt: to }) }],
  });
  return found !== null;
}

/** Those who have seen it, or have a proposal of it, get nothing. */
async function proposeToCompanions(
  userId: string,
  otherIds: readonly string[],
  viewing: Viewing,
  { originId, episodes }: { originId: string; episodes: readonly EpisodeNumber[] },
): Promise<void> {
  const { tmdbId } = viewing;
  const groups = (await findGroupsOf([userId], tmdbId)).filter((group) => findMember(group, userId));
  const progress = await readMembersProgress(groups);
  const last = episodes.at(-1);
  const asked = last ? await findAskedAbout(otherIds, { tmdbId, ...last }) : new Set<string>();
  const hasSeenAll = (id: string) =>
    progress.some(({ userId: of, seen }) => of.toHexString() === id && episodes.every((one) => hasEpisode(seen, one)));
  await proposePlay({
    ...viewing,
    episodes: toEpisodeSet(episodes),
    to: otherIds.filter((id) => !asked.has(id) && !hasSeenAll(id)),
    trusting: otherIds.filter((id) => groups.some((group) => findMember(group, id)?.trusts)),
    byUserId: userId,
    originId,
  });
}
