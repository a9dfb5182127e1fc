import { type Types, trusted } from 'mongoose';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import { type PlayDoc, PlayModel } from './play.model.ts';
import { insertPlaysOfTitles, newPlay, removePlaysOfTitles } from './play.store.ts';
import { type ShowProgressDoc, ShowProgressModel } from './progress.model.ts';
import { writeChoices } from './progress.store.ts';
import type { ViewingTime } from './viewing.ts';

/*
 * What an import adds to a diary, and takes back. Call the functions that write in the transaction of the import's rows. The
 * import notifies the user's tabs once, not for each play.
 */

export type KnownPlay = Pick<PlayDoc, 'mediaType' | 'tmdbId' | 'season' | 'episode' | 'at' | 'sourceKey'>;
export type KnownProgress = Pick<ShowProgressDoc, 'tmdbId' | 'state' | 'restartedAt'>;

/** The plays that a user has of titles with these ids, and what they say about shows. */
export async function findDiaryOf(
  userId: Types.ObjectId,
  tmdbIds: readonly number[],
): Promise<{ plays: KnownPlay[]; progress: KnownProgress[] }> {
  const plays = await PlayModel.find(
    { userId, mediaType: trusted({ $in: ['movie', 'tv'] }), tmdbId: trusted({ $in: [...tmdbIds] }) },
    { mediaType: 1, tmdbId: 1, season: 1, episode: 1, at: 1, sourceKey: 1 },
  ).lean<PlayDoc[]>();
  const progress = await ShowProgressModel.find(
    { userId, tmdbId: trusted({ $in: [...tmdbIds] }) },
    { tmdbId: 1, state: 1, restartedAt: 1 },
  ).lean<ShowProgressDoc[]>();
  return { plays, progress };
}

interface ImportedPlay extends ViewingTime {
  facts: TitleFacts;
  sourceKey: string;
  /** When it was stored before. */
  createdAt?: Date;
}

/** A play, and what the import has said of it. */
export interface AddedPlay extends Pick<ViewingTime, 'season' | 'episode' | 'at'> {
  playId: Types.ObjectId;
}

/** Adds plays, and returns their ids in the same order. Throws limit_reached. */
export async function addImportedPlays(userId: string, plays: readonly ImportedPlay[]): Promise<AddedPlay[]> {
  const added = plays.map(({ facts, ...play }) => newPlay({ ...facts, ...play, userId, source: 'import' }));
  await insertPlaysOfTitles(added);
  return added.map(({ _id, at, season, episode }) => ({
    playId: _id,
    at,
    ...(season !== undefined && { season }),
    ...(episode !== undefined && { episode }),
  }));
}

/**
 * Removes plays that are still as they were added, unless `isKept`. Returns the ids of those that stay. Plays that are gone
 * already do not count as staying.
 */
export async function removeImportedPlays(
  userId: string,
  added: readonly AddedPlay[],
  isKept: (play: Pick<PlayDoc, 'mediaType' | 'tmdbId'>) => Promise<boolean>,
): Promise<Set<string>> {
  const ids = added.map(({ playId }) => playId);
  const found = await PlayModel.find({ _id: trusted({ $in: ids }), userId }).lean<PlayDoc[]>();
  const byId = new Map(found.map((play) => [play._id.toHexString(), play]));
  const stayed = new Set<string>();
  const removed: PlayDoc[] = [];
  for (const { playId, at, season, episode } of added) {
    const play = byId.get(playId.toHexString());
    if (!play) continue;
    const isSameEpisode = play.season === season && play.episode === episode;
    const isUnchanged = isSameEpisode && play.at?.getTime() === at?.getTime() && play.companionIds.length === 0;
    // A review keeps a play of its title.
    const isNeeded = play.source === 'review' && (await isKept(play));
    if (isUnchanged && !isNeeded) removed.push(play);
    else stayed.add(playId.toHexString());
  }
  await removePlaysOfTitles(removed);
  return stayed;
}

export interface AddedChoices {
  tmdbId: number;
  state: ShowProgressDoc['state'] | null;
  restartedAt: Date | null;
}

/** Stores what the user says about a show. Null: nothing new. */
export async function addImportedChoices(userId: string, { tmdbId, state, restartedAt }: AddedChoices): Promise<void> {
  await writeChoices(userId, tmdbId, { ...(state && { state }), ...(restartedAt && { restartedAt }) });
}

/** Takes that back. Returns false if the user has changed it since. */
export async function removeImportedChoices(
  userId: string,
  { tmdbId, state, restartedAt }: AddedChoices,
): Promise<boolean> {
  const now = await ShowProgressModel.findOne({ userId, tmdbId }).lean<ShowProgressDoc>();
  const isSameState = !state || now?.state === state;
  const isSameStart = !restartedAt || now?.restartedAt?.getTime() === restartedAt.getTime();
  if (!isSameState || !isSameStart) return false;
  await writeChoices(userId, tmdbId, { ...(state && { state: null }), ...(restartedAt && { restartedAt: null }) });
  return true;
}
