import { Types, trusted } from 'mongoose';
import {
  type ChosenState,
  countRegular,
  type EpisodePlay,
  episodeKey,
  episodeOf,
  type Fold,
  foldPlays,
  hasEpisode,
  isCounted,
  isLater,
  withEpisodes,
  withoutEpisode,
} from '../../../common/progress.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { type PlayDoc, PlayModel } from './play.model.ts';
import { type ShowProgressDoc, ShowProgressModel } from './progress.model.ts';

/*
 * Keeps the progress of shows equal to the fold of their plays. Call these functions in the transaction that changes the plays.
 */

type Id = Types.ObjectId | string;

/** Plays of episodes. Trusted filters are used once. */
const numbered = () => ({ season: trusted({ $exists: true }), episode: trusted({ $exists: true }) });

/** What the fold needs of a play. */
const foldedFields = { season: 1, episode: 1, at: 1, createdAt: 1 } as const;

/** The play of an episode, or null for a film, a show as a whole, or a season. */
export function episodePlayOf(play: Pick<PlayDoc, '_id' | 'season' | 'episode' | 'at' | 'createdAt'>) {
  const number = episodeOf(play);
  const { _id, at, createdAt } = play;
  return number && ({ id: _id.toHexString(), ...number, at, createdAt } satisfies EpisodePlay);
}

/** What answers say of the progress through a show. */
export type ShownDoc = Pick<ShowProgressDoc, 'tmdbId' | 'seen' | 'lastAt' | 'state' | 'restartedAt'> & {
  lastPlay: Pick<NonNullable<ShowProgressDoc['lastPlay']>, 'createdAt'> | null;
};

/** Almost everybody's shows come with the first answer of the database. */
const BATCH = 1000;

export async function findAllProgress(userId: string): Promise<ShownDoc[]> {
  return ShowProgressModel.collection
    .find<ShownDoc>({ userId: new Types.ObjectId(userId) }, { batchSize: BATCH })
    .toArray();
}

/** Whether there is a show that the user has begun, and neither paused nor dropped. */
export async function isFollowingShows(userId: string): Promise<boolean> {
  return (await ShowProgressModel.exists({ userId, state: trusted({ $exists: false }) })) !== null;
}

/** Which episodes of these shows have a play of the user. */
export async function findProgressOf(
  userId: string,
  tmdbIds: readonly number[],
): Promise<Pick<ShowProgressDoc, 'tmdbId' | 'seen' | 'earlier'>[]> {
  if (tmdbIds.length === 0) return [];
  return ShowProgressModel.find({ userId, tmdbId: trusted({ $in: tmdbIds }) }, { tmdbId: 1, seen: 1, earlier: 1 }).lean<
    ShowProgressDoc[]
  >();
}

export async function findProgress(userId: Id, tmdbId: number): Promise<ShowProgressDoc | null> {
  return ShowProgressModel.findOne({ userId, tmdbId }).lean<ShowProgressDoc>();
}

/** The plays of episodes of a show, in the form in which they are folded. */
export async function readEpisodePlays(userId: Id, tmdbId: number): Promise<EpisodePlay[]> {
  const plays = await PlayModel.find({ userId, mediaType: 'tv', tmdbId, ...numbered() }, foldedFields).lean<
    PlayDoc[]
  >();
  return plays.flatMap((play) => episodePlayOf(play) ?? []);
}

/** Derives the progress from all plays of the show again. */
export async function refoldProgress(userId: Id, tmdbId: number): Promise<void> {
  const [stored, plays] = [await findProgress(userId, tmdbId), await readEpisodePlays(userId, tmdbId)];
  await writeFold(userId, tmdbId, stored, foldPlays(plays, stored?.restartedAt ?? null));
}

/** Adds new plays of one show by one user, at least one, to the progress that was stored before. */
export async function addToProgress(
  userId: Id,
  tmdbId: number,
  { added, stored }: { added: readonly EpisodePlay[]; stored: ShowProgressDoc | null },
): Promise<void> {
  if (added.some((play) => !isCounted(play, stored?.restartedAt ?? null))) {
    await refoldProgress(userId, tmdbId);
    return;
  }
  const fold = foldOf(stored);
  const repeats = { ...fold.repeats };
  const known = new Set<string>();
  for (const play of added) {
    const key = episodeKey(play);
    if (known.has(key) || hasEpisode(fold.seen, play)) repeats[key] = (repeats[key] ?? 0) + 1;
    known.add(key);
  }
  await writeFold(userId, tmdbId, stored, {
    seen: withEpisodes(fold.seen, added),
    repeats,
    earlier: added.reduce(withoutEpisode, fold.earlier),
    last: added.reduce((last, play) => (isLater(play, last) ? play : last), fold.last),
  });
}

/** Takes a deleted play out of the progress. Returns true when it is known that another play of an episode is left. */
export async function removeFromProgress(userId: Id, tmdbId: number, removed: EpisodePlay): Promise<boolean> {
  const stored = await findProgress(userId, tmdbId);
  if (!stored) return false;
  // The plays from before the person started again are not counted, so that only all of them tell.
  if (stored.restartedAt) {
    await refoldProgress(userId, tmdbId);
    return false;
  }
  const { seen, repeats, earlier, last } = foldOf(stored);
  const { [episodeKey(removed)]: repeated = 0, ...otherRepeats } = repeats;
  const lastLeft = last?.id === removed.id ? await findLast(userId, tmdbId) : last;
  await writeFold(userId, tmdbId, stored, {
    seen: repeated > 0 ? seen : withoutEpisode(seen, removed),
    repeats: repeated > 1 ? { ...otherRepeats, [episodeKey(removed)]: repeated - 1 } : otherRepeats,
    earlier,
    last: lastLeft,
  });
  return lastLeft !== null;
}

/** The latest play of an episode of the show. */
async function findLast(userId: Id, tmdbId: number): Promise<EpisodePlay | null> {
  const last = await PlayModel.findOne({ userId, mediaType: 'tv', tmdbId, ...numbered() }, foldedFields)
    .sort({ at: -1, _id: -1 })
    .lean<PlayDoc>();
  return last && episodePlayOf(last);
}

function foldOf(stored: ShowProgressDoc | null): Fold {
  if (!stored) return { seen: {}, repeats: {}, earlier: {}, last: null };
  const { seen, repeats, earlier, lastAt, lastPlay } = stored;
  const last = lastPlay && {
    id: lastPlay.playId.toHexString(),
    season: lastPlay.season,
    episode: lastPlay.episode,
    at: lastAt,
    createdAt: lastPlay.createdAt,
  };
  return { seen, repeats, earlier, last };
}

async function writeFold(userId: Id, tmdbId: number, stored: ShowProgressDoc | null, fold: Fold): Promise<void> {
  const { seen, repeats, earlier, last } = fold;
  const isEmpty = Object.keys(seen).length === 0 && Object.keys(earlier).length === 0;
  if (isEmpty && !stored?.state && !stored?.restartedAt) {
    await ShowProgressModel.deleteOne({ userId, tmdbId });
    return;
  }
  const lastPlay = last && {
    playId: new Types.ObjectId(last.id),
    season: last.season,
    episode: last.episode,
    createdAt: last.createdAt,
  };
  const derived = { seen, repeats, earlier, seenCount: countRegular(seen), lastAt: last?.at ?? null, lastPlay };
  await ShowProgressModel.updateOne({ userId, tmdbId }, { $set: derived }, { upsert: true });
}

/** Stores what the user says about a show, and derives its progress again. */
export async function writeChoices(
  userId: Id,
  tmdbId: number,
  { state, restartedAt }: { state?: ChosenState | null | undefined; restartedAt?: Date | null | undefined },
): Promise<void> {
  const choices = { state, restartedAt };
  const given = Object.entries(choices).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(given.filter(([, value]) => value !== null));
  const unset = Object.fromEntries(given.filter(([, value]) => value === null));
  const empty = { seen: {}, repeats: {}, earlier: {}, seenCount: 0, lastAt: null, lastPlay: null };
  await ShowProgressModel.updateOne(
    { userId, tmdbId },
    { $set: set, $unset: unset, $setOnInsert: empty },
    { upsert: true },
  );
  await refoldProgress(userId, tmdbId);
}

export async function deleteProgressOf(userId: string): Promise<void> {
  await ShowProgressModel.deleteMany({ userId });
}

/** Derives the progress of everybody again, one show at a time. Returns how many there were. */
export async function rebuildProgress(): Promise<number> {
  const pairs = new Map<string, { userId: Types.ObjectId; tmdbId: number }>();
  const add = ({ userId, tmdbId }: Pick<PlayDoc, 'userId' | 'tmdbId'>) =>
    pairs.set(`${userId.toHexString()} ${tmdbId}`, { userId, tmdbId });
  const isEpisode = { mediaType: 'tv' as const, ...numbered() };
  for await (const play of PlayModel.find(isEpisode, { userId: 1, tmdbId: 1 }).lean<PlayDoc>().cursor()) add(play);
  for await (const stored of ShowProgressModel.find({}, { userId: 1, tmdbId: 1 }).lean<ShowProgressDoc>().cursor())
    add(stored);
  for (const { userId, tmdbId } of pairs.values()) await inTransaction(() => refoldProgress(userId, tmdbId));
  return pairs.size;
}

export type Follower = Pick<ShowProgressDoc, 'userId' | 'tmdbId' | 'seen'>;

/** Who follows which show: they have a play of it, and have neither paused nor dropped it. */
export async function readFollowers(isAsked: (follower: Follower) => boolean): Promise<Map<number, Follower[]>> {
  const byShow = new Map<number, Follower[]>();
  const cursor = ShowProgressModel.find({ state: trusted({ $exists: false }) }, { userId: 1, tmdbId: 1, seen: 1 })
    .lean<Follower[]>()
    .cursor();
  for await (const follower of cursor) {
    if (!isAsked(follower)) continue;
    const others = byShow.get(follower.tmdbId);
    if (others) others.push(follower);
    else byShow.set(follower.tmdbId, [follower]);
  }
  return byShow;
}
