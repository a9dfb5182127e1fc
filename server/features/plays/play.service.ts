import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import { episodeOf } from '../../../common/progress.ts';
import { type TitleFacts, titleFactsSchema } from '../../../common/schemas/item.ts';
import type { Play, PlaysQuery, playBody, playUpdateBody } from '../../../common/schemas/play.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { conflict, forbidden, invalid, isDuplicateKey, limitReached, notFound } from '../../platform/http/errors.ts';
import { type Actor, inOperation, type LargePart } from '../../platform/requests/operations.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { findFellows } from '../folders/access/people.service.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { loadItemFacts, withRuntime } from '../folders/model/itemFacts.ts';
import { findEpisode, type Shows } from '../titles/shows.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { requireRemaining } from '../users/accountState.service.ts';
import { changePlaysOf, findShowOrNull, type GroupCheck, noGroups } from './groupPlays.ts';
import { kindIndex, type PlayDoc, PlayModel, timeIndex } from './play.model.ts';
import {
  hasPlayOf,
  insertPlaysOfTitles,
  newPlay,
  removePlay,
  replacePlay,
  restorePlay,
  showPlays,
  storePlay,
} from './play.store.ts';
import { proposePlay } from './proposal.service.ts';
import { findRemovedPlay } from './removedPlay.model.ts';
import { timeOf, type Viewing, viewedEpisodes, viewingOf } from './viewing.ts';

/** What a service takes from the source of titles. */
export interface Sources {
  shows: Shows;
  source: TitleSource;
}

const playNotFound = () => notFound('Play not found');

const DAY_MS = 24 * 60 * 60 * 1000;

/** The clock of a device may be a little wrong, and its day may have begun before the day in UTC. */
export function refuseFuture(at: Date | null): void {
  // biome-ignore lint/plugin: a play happened at a time of day, which only the wall clock knows
  if (at && at.getTime() > Date.now() + DAY_MS) {
    throw invalid([{ path: 'at', message: 'Choose a day that is not in the future' }]);
  }
}

/**
 * Records that the actor has seen a title, and proposes the same to the users with whom they saw it. Throws forbidden for
 * users with whom the actor shares no list, and not_found for an unknown title or list.
 */
export async function addPlay(
  { shows, source }: Sources,
  actor: Actor,
  body: z.output<typeof playBody>,
): Promise<Play> {
  const time = timeOf(body);
  refuseFuture(time.at);
  const folder = body.folderId === undefined ? null : await loadFolderFor(actor.userId, body.folderId, 'folder:view');
  const companionIds = await requireFellows(actor.userId, body.withUserIds);
  const { season, episode } = body;
  const facts = await loadViewedFacts({ shows, source }, body);
  const viewing = viewingOf({
    ...facts,
    ...time,
    ...(season === undefined ? {} : { season }),
    ...(episode === undefined ? {} : { episode }),
    source: 'app',
    ...(folder ? { folderId: folder.folder._id } : {}),
  });
  return changePlays(shows, actor, viewing, async (check) => {
    await requireRemaining(actor.userId);
    await check.requireConfirmed(viewedEpisodes(viewing), body.ahead);
    const play = await storePlay({ ...viewing, userId: actor.userId, companionIds });
    await proposeTo(companionIds, viewing, { byUserId: actor.userId, originId: play.id });
    return play;
  });
}

/** Without the list in which the play was recorded: the companions may not be its members. */
function proposeTo(
  to: readonly string[],
  { folderId: _folderId, ...viewing }: Viewing,
  from: { byUserId: string; originId: string },
): Promise<void> {
  return proposePlay({ ...viewing, ...from, to });
}

/** The facts of a title, with the length of the episode where the source knows it. Throws not_found if none are given. */
async function loadViewedFacts({ shows, source }: Sources, viewed: z.output<typeof playBody>): Promise<TitleFacts> {
  const { mediaType, tmdbId } = viewed;
  const facts = viewed.facts
    ? await withRuntime(source, titleFactsSchema.parse({ ...viewed.facts, mediaType, tmdbId }))
    : await loadItemFacts(source, viewed);
  const episode = viewed.mediaType === 'tv' ? episodeOf(viewed) : null;
  const show = episode && (await findShowOrNull(shows, viewed.tmdbId));
  return { ...facts, runtime: (show && findEpisode(show, episode)?.runtime) ?? facts.runtime };
}

/** Runs a write that changes plays of a title by the actor, in a transaction. Without a title, it only gives a stored answer. */
function changePlays<T>(
  shows: Shows,
  actor: Actor,
  title: Pick<Viewing, 'mediaType' | 'tmdbId'> | null,
  write: (check: GroupCheck) => Promise<T>,
): Promise<T> {
  if (title?.mediaType === 'tv') return changePlaysOf(shows, actor, title, write);
  return quotaQueue([actor.userId], () => inOperation(actor, () => write(noGroups)));
}

/** Each of them once. Throws forbidden for users with whom the actor shares no list. */
export async function requireFellows(userId: string, named: readonly string[]): Promise<string[]> {
  const companionIds = [...new Set(named)];
  if (companionIds.length === 0) return [];
  const fellows = await findFellows(userId, companionIds);
  if (companionIds.every((id) => fellows.has(id))) return companionIds;
  throw forbidden('You can only name people with whom you share a list');
}

/** A review of a title that the user has no play of adds one with an unknown time. Call it in the review's transaction. */
export async function addPlayOfReview(userId: string, facts: TitleFacts): Promise<void> {
  if (await hasPlayOf({ userId, ...facts })) return;
  await storePlay({ ...facts, userId, at: null, precision: 'unknown', source: 'review', sourceKey: reviewKey(facts) });
}

/**
 * The same for reviews of several titles, without events for the plays. Returns the ids of the plays that it adds, by title.
 */
export async function addPlaysOfReviews(
  userId: string,
  titles: readonly TitleFacts[],
): Promise<Map<string, Types.ObjectId>> {
  const added: PlayDoc[] = [];
  for (const facts of titles) {
    if (await hasPlayOf({ userId, ...facts })) continue;
    const time = { at: null, precision: 'unknown', source: 'review', sourceKey: reviewKey(facts) } as const;
    added.push(newPlay({ ...facts, ...time, userId }));
  }
  await insertPlaysOfTitles(added);
  return new Map(added.map((play) => [titleKey(play), play._id]));
}

/** Also in `server/migrations/002-plays-of-reviews.ts`. */
const reviewKey = (facts: TitleFacts) => `review:${titleKey(facts)}`;

/** Throws not_found for users other than the play's own. */
export async function loadOwnPlay(userId: string, playId: string): Promise<PlayDoc> {
  const play = await PlayModel.findOne({ _id: playId, userId }).lean<PlayDoc>();
  if (!play) throw playNotFound();
  return play;
}

/**
 * Changes when the title was watched, or which season and episode it was, and adds companions, to whom it is proposed. Throws
 * forbidden for users with whom the actor shares no list.
 */
export async function updatePlay(
  shows: Shows,
  actor: Actor,
  { playId, ...body }: z.output<typeof playUpdateBody> & { playId: string },
): Promise<Play> {
  const known = await loadOwnPlay(actor.userId, playId);
  const time = body.at === undefined ? null : timeOf(body);
  refuseFuture(time?.at ?? null);
  const named = new Set(known.companionIds.map(String));
  const newIds = await requireFellows(
    actor.userId,
    (body.withUserIds ?? []).filter((id) => !named.has(id)),
  );
  return changePlays(shows, actor, known, async (check) => {
    const before = await loadOwnPlay(actor.userId, playId);
    const { season = before.season, episode = before.episode } = body;
    const numbered = season !== undefined && season !== null;
    const isEpisode = episode !== undefined && episode !== null;
    if (before.mediaType === 'movie' && (numbered || isEpisode)) {
      throw invalid([{ path: 'season', message: 'Only TV shows have seasons and episodes' }]);
    }
    const companionIds = [...new Set([...before.companionIds.map(String), ...newIds])];
    if (companionIds.length > limits.companions) {
      throw limitReached(`At most ${limits.companions} people can be named`);
    }
    const { season: _season, episode: _episode, ...kept } = before;
    const play: PlayDoc = {
      ...kept,
      ...time,
      ...(numbered && { season }),
      ...(isEpisode && { episode }),
      companionIds: companionIds.map((id) => new Types.ObjectId(id)),
    };
    await check.requireConfirmed(viewedEpisodes(play), body.ahead);
    await proposeTo(newIds, viewingOf(play), { byUserId: actor.userId, originId: playId });
    return replacePlay(play);
  });
}

/** Deletes the actor's play. Plays of others that came from it stay. */
export async function deletePlay(shows: Shows, actor: Actor, playId: string): Promise<void> {
  await changePlays(shows, actor, await loadOwnPlay(actor.userId, playId), async () => {
    if (!(await removePlay(actor.userId, playId))) throw playNotFound();
  });
}

/** Puts back the actor's play that was deleted within the last hour. Throws conflict when its review has added it again. */
export async function undeletePlay(shows: Shows, actor: Actor, playId: string): Promise<Play> {
  const removed = await findRemovedPlay(actor.userId, playId);
  const write = async () => {
    const play = await restorePlay(actor.userId, playId);
    if (!play) throw playNotFound();
    return play;
  };
  try {
    // A repeated request finds none, and gets its first answer.
    return await changePlays(shows, actor, removed, write);
  } catch (error) {
    if (isDuplicateKey(error)) throw conflict('conflict', 'This is in your diary again already');
    throw error;
  }
}

interface PlayPage {
  page: Play[];
  /** The `before` of the next page. */
  next: string | undefined;
}

/** A page of the user's log, newest first. Plays of unknown time come last. */
export async function listPlays(userId: string, query: PlaysQuery): Promise<PlayPage> {
  const { limit } = query;
  const { dated, undated } = playQueries(userId, query);
  const found = dated ? await dated.limit(limit + 1).lean<PlayDoc[]>() : [];
  if (found.length <= limit) found.push(...(await undated.limit(limit + 1 - found.length).lean<PlayDoc[]>()));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    page: await showPlays(page),
    next: last && found.length > limit ? `${last.at?.toISOString() ?? 'unknown'}_${last._id.toHexString()}` : undefined,
  };
}

/** The queries of a user's log, newest first: of plays with a time, or null when all have been read, and of those without. */
export function playQueries(userId: string, { before, mediaType, tmdbId }: Omit<PlaysQuery, 'limit'>) {
  const titles = { ...(mediaType && { mediaType }), ...(tmdbId && { tmdbId }) };
  const find = (time: object) => {
    const plays = PlayModel.find({ userId, ...titles, ...time }).sort({ at: -1, _id: -1 });
    // Otherwise MongoDB compares nine plans for a page, again whenever it has forgotten the best one.
    return tmdbId ? plays : plays.hint(mediaType ? kindIndex : timeIndex);
  };
  const [dated, undated] = timesBefore(before);
  return { dated: dated && find(dated), undated: find(undated) };
}

/** Which plays come after a place in the log: those with a time, or null when all have been read, and those without one. */
function timesBefore(before: string | undefined): [dated: object | null, undated: object] {
  if (before === undefined) return [{ at: trusted({ $ne: null }) }, { at: null }];
  const [at = '', id] = before.split('_');
  const earlierId = { _id: trusted({ $lt: new Types.ObjectId(id) }) };
  if (at === 'unknown') return [null, { at: null, ...earlierId }];
  const time = new Date(at);
  return [{ $or: [{ at: trusted({ $lt: time }) }, { at: time, ...earlierId }] }, { at: null }];
}

/** The overview of a play's title, which stored answers leave out. */
export const playOverviewPart: LargePart<Play> = {
  omit: (play) => ({ ...play, overview: null }),
  async restore(stored) {
    const play = await PlayModel.findById(stored.id, { overview: 1 }).lean<Pick<PlayDoc, 'overview'>>();
    return { ...stored, overview: play?.overview ?? null };
  },
};
