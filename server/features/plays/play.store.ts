import { Types, trusted } from 'mongoose';
import { groupBy } from '../../../common/groupBy.ts';
import type { EpisodeNumber } from '../../../common/progress.ts';
import type { Play } from '../../../common/schemas/play.ts';
import { titleKey } from '../../../common/titleKey.ts';
import type { RecordedPlays } from '../../platform/database/outbox.ts';
import { showOne } from '../../platform/showOne.ts';
import { countPlays, countPlaysOfTitles, discountPlays } from '../folders/seen/seen.service.ts';
import { writeNotification } from '../users/notification.service.ts';
import { loadPublicUserLookup } from '../users/user.service.ts';
import { type PlayDoc, PlayModel, toPlay } from './play.model.ts';
import { type PlayActDoc, PlayActModel } from './playAct.model.ts';
import { addToProgress, episodePlayOf, findProgress, refoldProgress, removeFromProgress } from './progress.store.ts';
import { keepRemovedPlay, keepRemovedPlays, takeRemovedPlay } from './removedPlay.model.ts';
import { type Viewing, viewingOf } from './viewing.ts';

/*
 * Every play is stored, changed and deleted by these functions, in the transaction of their caller. They keep the marks of
 * lists and the progress of shows, and notify the user's own tabs.
 */

interface NewPlay extends Viewing {
  userId: string;
  companionIds?: readonly string[];
  sourceKey?: string;
  actId?: Types.ObjectId;
  createdAt?: Date;
}

/** Stores a play. Throws limit_reached. */
export async function storePlay(play: NewPlay): Promise<Play> {
  return insertPlay(newPlay(play), true);
}

type PlayOfEpisode = EpisodeNumber & Partial<Pick<Viewing, 'at' | 'precision' | 'runtime'>>;

/** Stores plays of episodes of one show by one user, at least one, with what they have in common. Throws limit_reached. */
export async function storePlays(common: NewPlay, episodes: readonly PlayOfEpisode[]): Promise<void> {
  const play = newPlay(common);
  const plays = episodes.map((one) => {
    const { season, episode, at = play.at, precision = play.precision, runtime = play.runtime } = one;
    return { ...play, _id: new Types.ObjectId(), season, episode, at, precision, runtime };
  });
  await insertPlays(plays, true);
}

export function newPlay({
  userId,
  companionIds = [],
  sourceKey,
  actId,
  createdAt = new Date(),
  ...viewing
}: NewPlay): PlayDoc {
  return {
    _id: new Types.ObjectId(),
    userId: new Types.ObjectId(userId),
    ...viewingOf(viewing),
    companionIds: companionIds.map((id) => new Types.ObjectId(id)),
    ...(sourceKey === undefined ? {} : { sourceKey }),
    ...(actId && { actId }),
    createdAt,
  };
}

/** Stores a play of the user again that was removed. Null when there is none. */
export async function restorePlay(userId: string, playId: string): Promise<Play | null> {
  const play = await takeRemovedPlay(userId, playId);
  return play && insertPlay(play, false);
}

async function insertPlay(play: PlayDoc, isRecorded: boolean): Promise<Play> {
  await insertPlaysOfTitle(play, [play]);
  return notifySaved(play, isRecorded ? { recorded: { playId: play._id, count: 1 } } : {});
}

/** Inserts plays of episodes of one show by one user, at least one. The last one is the newest. */
export async function insertPlays(plays: readonly PlayDoc[], isRecorded = false): Promise<void> {
  const [first] = plays;
  if (!first) return;
  await insertPlaysOfTitle(first, plays);
  const { _id: playId } = plays.at(-1) ?? first;
  const recorded = isRecorded ? { recorded: { playId, count: plays.length } } : {};
  await notifyProgress(first.userId, first.tmdbId, recorded);
}

/** Inserts plays of one title by one user. Throws limit_reached. */
async function insertPlaysOfTitle(title: PlayDoc, plays: readonly PlayDoc[]): Promise<void> {
  const episodes = episodesAmong(plays);
  const progress = episodes.length > 0 ? await findProgress(title.userId, title.tmdbId) : null;
  // The progress has a last play only when a play of an episode is stored.
  const isFirst = !(progress?.lastPlay || (await hasPlayOf(title)));
  await PlayModel.insertMany(plays, { lean: true });
  await countPlays(title.userId, title, { count: plays.length, isFirst });
  if (episodes.length > 0) await addToProgress(title.userId, title.tmdbId, { added: episodes, stored: progress });
}

const episodesAmong = (plays: readonly PlayDoc[]) => plays.flatMap((play) => episodePlayOf(play) ?? []);

/** Inserts plays of any titles by one user. The caller notifies the user's tabs. Throws limit_reached. */
export async function insertPlaysOfTitles(plays: readonly PlayDoc[]): Promise<void> {
  const [first] = plays;
  if (!first) return;
  const { userId } = first;
  const known = await PlayModel.find(
    {
      userId,
      mediaType: trusted({ $in: ['movie', 'tv'] }),
      tmdbId: trusted({ $in: plays.map(({ tmdbId }) => tmdbId) }),
    },
    { mediaType: 1, tmdbId: 1 },
  ).lean<Pick<PlayDoc, 'mediaType' | 'tmdbId'>[]>();
  const isKnown = new Set(known.map(titleKey));
  await PlayModel.insertMany(plays, { lean: true });
  const byTitle = groupBy(plays, titleKey);
  const fresh = [...byTitle].flatMap(([key, [play]]) => (play && !isKnown.has(key) ? [play] : []));
  await countPlaysOfTitles(userId, { count: plays.length, firsts: fresh });
  for (const ofTitle of byTitle.values()) {
    const { tmdbId } = ofTitle[0] ?? first;
    const added = episodesAmong(ofTitle);
    if (added.length > 0) await addToProgress(userId, tmdbId, { added, stored: await findProgress(userId, tmdbId) });
  }
}

/** Stores another time, season or episode of a play. */
export async function replacePlay(play: PlayDoc): Promise<Play> {
  const { _id, userId, mediaType, tmdbId, at, precision, season, episode, companionIds } = play;
  const unset = { ...(season === undefined && { season: 1 }), ...(episode === undefined && { episode: 1 }) };
  const set = {
    at,
    precision,
    companionIds,
    ...(season !== undefined && { season }),
    ...(episode !== undefined && { episode }),
  };
  await PlayModel.updateOne({ _id }, { $set: set, $unset: unset });
  if (mediaType === 'tv') await refoldProgress(userId, tmdbId);
  return notifySaved(play);
}

/** Deletes a play of the user, and keeps it for a while so that this can be undone. Returns false when there is none. */
export async function removePlay(userId: string, playId: string): Promise<boolean> {
  const play = await PlayModel.findOneAndDelete({ _id: playId, userId }).lean<PlayDoc>();
  if (!play) return false;
  await keepRemovedPlay(play);
  const ofEpisode = episodePlayOf(play);
  const hasEpisodeLeft = ofEpisode !== null && (await removeFromProgress(play.userId, play.tmdbId, ofEpisode));
  const isStillSeen = hasEpisodeLeft || (await hasPlayOf(play));
  await discountPlays(play.userId, play, { count: 1, isLast: !isStillSeen });
  const shown = await showOne(showPlays, play);
  await writeNotification('play:deleted', { play: shown, isStillSeen }, { to: [userId], by: userId });
  return true;
}

/** Deletes plays of one show by one user, at least one. With `keptBy` they are kept so that the act can be undone. */
export async function removePlays(plays: readonly PlayDoc[], keptBy: Types.ObjectId | null): Promise<void> {
  const [first] = plays;
  if (!first) return;
  await removePlaysOfTitle(plays, keptBy);
  await notifyProgress(first.userId, first.tmdbId);
}

/** Deletes plays of any titles by one user, for good. The caller notifies the user's tabs. */
export async function removePlaysOfTitles(plays: readonly PlayDoc[]): Promise<void> {
  for (const ofTitle of groupBy(plays, titleKey).values()) await removePlaysOfTitle(ofTitle, null);
}

async function removePlaysOfTitle(plays: readonly PlayDoc[], keptBy: Types.ObjectId | null): Promise<void> {
  const [first] = plays;
  if (!first) return;
  const { userId, mediaType, tmdbId } = first;
  await PlayModel.deleteMany({ _id: trusted({ $in: plays.map(({ _id }) => _id) }) });
  if (keptBy) await keepRemovedPlays(plays, keptBy);
  await discountPlays(userId, first, { count: plays.length, isLast: !(await hasPlayOf(first)) });
  if (mediaType === 'tv') await refoldProgress(userId, tmdbId);
}

/** Removes the plays that an act of the user added, for good. The second time it does nothing. */
export async function undoAdded(userId: string, actId: Types.ObjectId): Promise<void> {
  const act = await PlayActModel.findOneAndUpdate(
    { _id: actId, userId, isUndone: false },
    { $set: { isUndone: true } },
  ).lean<Pick<PlayActDoc, 'tmdbId'>>();
  if (!act) return;
  const added = await PlayModel.find({ userId, mediaType: 'tv', tmdbId: act.tmdbId, actId }).lean<PlayDoc[]>();
  await removePlays(added, null);
}

/** Whether the user of this play has one of the title. */
export async function hasPlayOf({
  userId,
  mediaType,
  tmdbId,
}: Pick<PlayDoc, 'mediaType' | 'tmdbId'> & { userId: Types.ObjectId | string }): Promise<boolean> {
  return (await PlayModel.exists({ userId, mediaType, tmdbId })) !== null;
}

/** A play of the user, or null if it has been removed. */
export async function findPlay(userId: string, playId: Types.ObjectId): Promise<Play | null> {
  const play = await PlayModel.findOne({ _id: playId, userId }).lean<PlayDoc>();
  return play && showOne(showPlays, play);
}

/** Plays as their user sees them. */
export async function showPlays(plays: readonly PlayDoc[]): Promise<Play[]> {
  const userById = await loadPublicUserLookup(plays.flatMap(({ companionIds }) => companionIds));
  return plays.map((play) => toPlay(play, userById));
}

async function notifySaved(play: PlayDoc, more: { recorded?: RecordedPlays } = {}): Promise<Play> {
  const shown = await showOne(showPlays, play);
  await writeNotification('play:saved', { play: shown }, { to: [play.userId], by: play.userId, ...more });
  return shown;
}

/** Tells the user's tabs to load their progress of a show, or of all (null), again, and what follows from it. */
export async function notifyProgress(
  userId: Types.ObjectId | string,
  tmdbId: number | null,
  more: { recorded?: RecordedPlays } = {},
): Promise<void> {
  await writeNotification('progress:changed', { tmdbId }, { to: [userId], by: userId, ...more });
}
