import { Types } from 'mongoose';
import type { Play } from '../../../common/schemas/play.ts';
import { showOne } from '../../platform/showOne.ts';
import { countPlay, discountPlay } from '../folders/seen/seen.service.ts';
import { writeNotification } from '../users/notification.service.ts';
import { loadPublicUserLookup } from '../users/user.service.ts';
import { keepRemovedPlay, type PlayDoc, PlayModel, takeRemovedPlay, toPlay } from './play.model.ts';
import { type Viewing, viewingOf } from './viewing.ts';

/*
 * Every play is stored, changed and deleted by these functions, in the transaction of their caller. They keep the marks of
 * lists and notify the user's own tabs.
 */

interface NewPlay extends Viewing {
  userId: string;
  companionIds?: readonly string[];
  sourceKey?: string;
}

/** Stores a play. Throws limit_reached. */
export async function storePlay({ userId, companionIds = [], sourceKey, ...viewing }: NewPlay): Promise<Play> {
  const play: PlayDoc = {
    _id: new Types.ObjectId(),
    userId: new Types.ObjectId(userId),
    ...viewingOf(viewing),
    companionIds: companionIds.map((id) => new Types.ObjectId(id)),
    ...(sourceKey === undefined ? {} : { sourceKey }),
    createdAt: new Date(),
  };
  return insertPlay(play);
}

/** Stores a play of the user again that was removed. Null when there is none. */
export async function restorePlay(userId: string, playId: string): Promise<Play | null> {
  const play = await takeRemovedPlay(userId, playId);
  return play && insertPlay(play);
}

async function insertPlay(play: PlayDoc): Promise<Play> {
  const isFirst = !(await hasPlayOf(play));
  await PlayModel.insertMany([play], { lean: true });
  await countPlay(play.userId, play, isFirst);
  return notifySaved(play);
}

/** Stores another time, season or episode of a play. */
export async function replacePlay(play: PlayDoc): Promise<Play> {
  const { _id, at, precision, season, episode } = play;
  const unset = { ...(season === undefined && { season: 1 }), ...(episode === undefined && { episode: 1 }) };
  const set = { at, precision, ...(season !== undefined && { season }), ...(episode !== undefined && { episode }) };
  await PlayModel.updateOne({ _id }, { $set: set, $unset: unset });
  return notifySaved(play);
}

/** Deletes a play of the user, and keeps it for a while so that this can be undone. Returns false when there is none. */
export async function removePlay(userId: string, playId: string): Promise<boolean> {
  const play = await PlayModel.findOneAndDelete({ _id: playId, userId }).lean<PlayDoc>();
  if (!play) return false;
  await keepRemovedPlay(play);
  const isStillSeen = await hasPlayOf(play);
  await discountPlay(play.userId, play, !isStillSeen);
  const shown = await showOne(showPlays, play);
  await writeNotification('play:deleted', { play: shown, isStillSeen }, { to: [userId], by: userId });
  return true;
}

/** Whether the user of this play has one of the title. */
export async function hasPlayOf({
  userId,
  mediaType,
  tmdbId,
}: Pick<PlayDoc, 'mediaType' | 'tmdbId'> & { userId: Types.ObjectId | string }): Promise<boolean> {
  return (await PlayModel.exists({ userId, mediaType, tmdbId })) !== null;
}

/** Plays as their user sees them. */
export async function showPlays(plays: readonly PlayDoc[]): Promise<Play[]> {
  const userById = await loadPublicUserLookup(plays.flatMap(({ companionIds }) => companionIds));
  return plays.map((play) => toPlay(play, userById));
}

async function notifySaved(play: PlayDoc): Promise<Play> {
  const shown = await showOne(showPlays, play);
  await writeNotification('play:saved', { play: shown }, { to: [play.userId], by: play.userId });
  return shown;
}
