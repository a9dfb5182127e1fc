import type { z } from 'zod';
import { limits } from '../../../common/constants.ts';
import {
  compareEpisodes,
  type EpisodeNumber,
  episodeKey,
  hasEpisode,
  regularEpisodes,
  type ShowEpisodes,
  toEpisodeSet,
} from '../../../common/progress.ts';
import type {
  AddedPlays,
  RemovedPlays,
  removePlaysQuery,
  ShownProgress,
  seasonBody,
  upToBody,
} from '../../../common/schemas/progress.ts';
import { invalid, limitReached, notFound, Problem } from '../../platform/http/errors.ts';
import type { Actor } from '../../platform/requests/operations.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { loadItemFacts } from '../folders/model/itemFacts.ts';
import { requireEpisode, type Shows } from '../titles/shows.ts';
import { requireRemaining } from '../users/accountState.service.ts';
import { changePlaysOf } from './groupPlays.ts';
import { type PlayDoc, PlayModel } from './play.model.ts';
import { refuseFuture, requireFellows, type Sources } from './play.service.ts';
import { insertPlays, removePlays, storePlays, undoAdded } from './play.store.ts';
import { type PlayActDoc, PlayActModel, writeAct } from './playAct.model.ts';
import { showOwnProgress, todayIn } from './progress.service.ts';
import { findProgress } from './progress.store.ts';
import { proposePlay } from './proposal.service.ts';
import { takeRemovedPlays } from './removedPlay.model.ts';
import { timeOf, type ViewingTime, viewingOf } from './viewing.ts';

/*
 * Acts on several episodes of a show at once. Each is one transaction, and is undone as a whole by its id.
 */

/** Records every aired episode up to one that has no play, and that one. Throws invalid for an unknown episode. */
export function addUpTo(sources: Sources, actor: Actor, body: z.output<typeof upToBody>): Promise<AddedPlays> {
  return addEpisodes(sources, actor, body, (show, today) => episodesUpTo(show, body, today));
}

/** Records every aired episode of a season that has no play. Throws invalid for an unknown season. */
export function addSeason(sources: Sources, actor: Actor, body: z.output<typeof seasonBody>): Promise<AddedPlays> {
  return addEpisodes(sources, actor, body, (show, today) => airedOfSeason(show, body.season, today));
}

/** In order, ending with the episode itself, which need not have aired. For a special only the specials before it. */
function episodesUpTo(show: ShowEpisodes, target: EpisodeNumber, today: string): EpisodeNumber[] {
  const { season, episode } = target;
  requireEpisode(show, target);
  const aired =
    season === 0 ? airedOfSeason(show, 0, today) : regularEpisodes(show, today).filter(({ hasAired }) => hasAired);
  return [...aired.filter((one) => compareEpisodes(one, target) < 0), { season, episode }];
}

function airedOfSeason(show: ShowEpisodes, number: number, today: string): EpisodeNumber[] {
  const season = show.seasons.find(({ season_number }) => season_number === number);
  if (!season) throw invalid([{ path: 'season', message: 'The show has no such season' }]);
  if (number > 0) return regularEpisodes(show, today).filter((one) => one.season === number && one.hasAired);
  return season.episodes
    .filter(({ air_date }) => (air_date ?? '') <= today)
    .map(({ episode_number }) => ({ season: 0, episode: episode_number }));
}

async function addEpisodes(
  { shows, source }: Sources,
  actor: Actor,
  body: z.output<typeof seasonBody>,
  chooseEpisodes: (show: ShowEpisodes, today: string) => EpisodeNumber[],
): Promise<AddedPlays> {
  const { userId } = actor;
  const { tmdbId, sameTime, withUserIds, ahead, timeZone } = body;
  const time = timeOf(body);
  refuseFuture(time.at);
  const folder = body.folderId === undefined ? null : await loadFolderFor(userId, body.folderId, 'folder:view');
  const companionIds = await requireFellows(userId, withUserIds);
  const [show, facts] = await Promise.all([shows.load(tmdbId), loadItemFacts(source, { mediaType: 'tv', tmdbId })]);
  const today = todayIn(timeZone);
  const chosen = chooseEpisodes(show, today);
  const target = chosen.at(-1);
  // Unless they share the time, only that of the target is known, and it may have been seen before.
  const whenSeen = (episode: EpisodeNumber): ActTime =>
    sameTime || (target && compareEpisodes(episode, target) === 0) ? time : { at: null, precision: 'unknown' };
  return changePlaysOf(shows, actor, { tmdbId }, async (check): Promise<AddedPlays> => {
    await requireRemaining(userId);
    const seen = (await findProgress(userId, tmdbId))?.seen ?? {};
    const added = chosen.filter((episode) => !hasEpisode(seen, episode));
    requireFewPlays(added.length);
    const last = added.at(-1);
    if (!last) return { id: null, added: 0, progress: await showOwnProgress(show, userId, timeZone) };
    await check.requireConfirmed(added, ahead);
    const id = await writeAct({ userId, tmdbId, kind: 'added' });
    const lastViewing = viewingOf({ ...facts, ...whenSeen(last), ...last, source: 'app' });
    const place = folder ? { folderId: folder.folder._id } : {};
    const runtimes = runtimesOf(show);
    await storePlays(
      { ...lastViewing, ...place, userId, companionIds, actId: id },
      added.map((one) => ({ ...one, ...whenSeen(one), runtime: runtimes.get(episodeKey(one)) ?? facts.runtime })),
    );
    const originId = id.toHexString();
    // One proposal for all of them, which is about the last one.
    await proposePlay({ ...lastViewing, episodes: toEpisodeSet(added), to: companionIds, byUserId: userId, originId });
    const progress = await showOwnProgress(show, userId, timeZone);
    return { id: originId, added: added.length, progress };
  });
}

type ActTime = Pick<ViewingTime, 'at' | 'precision'>;

/** The lengths of a show's episodes in minutes, by their keys. */
function runtimesOf({ seasons }: ShowEpisodes): Map<string, number | null> {
  return new Map(
    seasons.flatMap(({ season_number: season, episodes }) =>
      episodes.map(({ episode_number: episode, runtime }) => [episodeKey({ season, episode }), runtime] as const),
    ),
  );
}

/**
 * Removes the plays of an episode or a season. Throws several_plays for more than one, unless `all` is set, and limit_reached.
 */
export async function removeEpisodes(
  shows: Shows,
  actor: Actor,
  { tmdbId, season, episode, all, timeZone }: z.output<typeof removePlaysQuery> & { tmdbId: number },
): Promise<RemovedPlays> {
  const { userId } = actor;
  const show = await shows.load(tmdbId);
  return changePlaysOf(shows, actor, { tmdbId }, async (): Promise<RemovedPlays> => {
    const numbers = { season, ...(episode !== undefined && { episode }) };
    const plays = await PlayModel.find({ userId, mediaType: 'tv', tmdbId, ...numbers }).lean<PlayDoc[]>();
    requireFewPlays(plays.length);
    if (plays.length > 1 && all !== 'true') {
      throw new Problem('several_plays', `This removes ${plays.length} entries from your diary`);
    }
    const id = plays.length > 0 ? await writeAct({ userId, tmdbId, kind: 'removed' }) : null;
    if (id) await removePlays(plays, id);
    const progress = await showOwnProgress(show, userId, timeZone);
    return { id: id?.toHexString() ?? null, removed: plays.length, progress };
  });
}

/** Takes an act back: afterwards there are the same plays as before it. The second time it does nothing. */
export async function undoAct(
  shows: Shows,
  actor: Actor,
  { actId, timeZone }: { actId: string; timeZone: string },
): Promise<ShownProgress> {
  const { userId } = actor;
  const act = await loadAct(userId, actId);
  const { tmdbId, kind } = act;
  const show = await shows.load(tmdbId);
  return changePlaysOf(shows, actor, { tmdbId }, async () => {
    if (kind === 'added') await undoAdded(userId, act._id);
    else await undoRemoved(act);
    return showOwnProgress(show, userId, timeZone);
  });
}

/** Throws not_found for an act of somebody else, and after 30 days. */
export async function loadAct(userId: string, actId: string): Promise<PlayActDoc> {
  const act = await PlayActModel.findOne({ _id: actId, userId }).lean<PlayActDoc>();
  if (!act) throw notFound('This can no longer be undone');
  return act;
}

async function undoRemoved({ _id, userId }: PlayActDoc): Promise<void> {
  const { matchedCount } = await PlayActModel.updateOne({ _id, isUndone: false }, { $set: { isUndone: true } });
  if (matchedCount === 1) await insertPlays(await takeRemovedPlays(userId, _id.toHexString()));
}

function requireFewPlays(count: number): void {
  if (count <= limits.actPlays) return;
  throw limitReached(`At most ${limits.actPlays.toLocaleString('en')} episodes at once: choose fewer.`);
}
