import { type Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Watching } from '../../../common/schemas/player.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findAllFellows } from '../folders/access/people.service.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { type MaySend, mayStore } from '../plays/playerPlays.service.ts';
import { findBlockedWith } from '../users/privacy/block.service.ts';
import { findShowingWatching } from '../users/privacy/privacy.service.ts';
import { loadPublicUserLookup } from '../users/user.service.ts';
import { type WatchingDoc, WatchingModel } from './player.model.ts';
import type { PlayerEvent } from './senders.ts';
import { notifyPlayers } from './unrecognised.service.ts';

const KEPT_MS = limits.watchingHours * 60 * 60 * 1000;
/** Players report their progress every few seconds. */
const WRITTEN_EVERY_MS = 5 * 60 * 1000;

// biome-ignore lint/plugin: a player says when it played, and only the wall clock says how long ago that is
const isOver = (at: Date) => at.getTime() + KEPT_MS < Date.now();

interface WatchedAt {
  playerId: string;
  maySend: MaySend;
}

/** Notes what a device of the user plays now. Returns false if that is known already, or if the event is an old one. */
export async function noteWatching(
  userId: string,
  event: PlayerEvent,
  { playerId, maySend }: WatchedAt,
): Promise<boolean> {
  const { state, at, mediaType, name, season, episodes, device } = event;
  if (!state || !name || isOver(at)) return false;
  const key = `${playerId}|${device}`;
  const now = { mediaType, title: name, season, episode: episodes[0] ?? null, state };
  // Most events change nothing, and need no transaction.
  if (!readChange(await findWatching(userId, key), now, at)) return false;
  return quotaQueue([userId], () =>
    inTransaction(async () => {
      if (!(await mayStore(userId, maySend))) return false;
      const known = await findWatching(userId, key);
      const change = readChange(known, now, at);
      if (!change) return false;
      // biome-ignore lint/plugin: the clock of a player may be ahead, and the database deletes it by its own
      const expiresAt = new Date(Math.min(at.getTime(), Date.now()) + KEPT_MS);
      await WatchingModel.updateOne({ userId, device: key }, { $set: { ...now, at, expiresAt } }, { upsert: true });
      if (!known) await forgetOldDevices(userId);
      if (change === 'later') return false;
      await notifyPlayers(userId);
      return true;
    }),
  );
}

type Played = Pick<WatchingDoc, 'mediaType' | 'title' | 'season' | 'episode' | 'state'>;

async function findWatching(userId: string, device: string): Promise<WatchingDoc | null> {
  return WatchingModel.findOne({ userId, device }).lean<WatchingDoc>();
}

/** What an event says beyond what is stored: something new, only that the same goes on, or nothing worth a write. */
function readChange(known: WatchingDoc | null, now: Played, at: Date): 'new' | 'later' | null {
  if (!known) return 'new';
  const isSame = Object.entries(now).every(([field, value]) => known[field as keyof Played] === value);
  if (isSame) return at.getTime() - known.at.getTime() < WRITTEN_EVERY_MS ? null : 'later';
  return at < known.at ? null : 'new';
}

/** Forgets what a user watches at a player in which they have no part any more. */
export async function forgetWatchingAt(playerId: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
  const device = trusted({ $regex: `^${playerId.toHexString()}\\|` });
  await WatchingModel.deleteMany({ userId, device });
}

/** Keeps what the last devices of the user play: an event can name any device. */
async function forgetOldDevices(userId: string): Promise<void> {
  const old = await WatchingModel.find({ userId }, { _id: 1 })
    .sort({ expiresAt: -1, _id: -1 })
    .skip(limits.watchingDevices)
    .lean<Pick<WatchingDoc, '_id'>[]>();
  if (old.length > 0) await WatchingModel.deleteMany({ _id: trusted({ $in: old.map(({ _id }) => _id) }) });
}

const active = () => ({ state: trusted({ $ne: 'stopped' as const }), expiresAt: trusted({ $gt: new Date() }) });

/** What the user watches now, and people of their lists who show it. */
export async function readWatching(userId: string): Promise<Watching[]> {
  const own = await WatchingModel.find({ ...active(), userId })
    .sort({ at: -1 })
    .lean<WatchingDoc[]>();
  const others = await findOthers(userId);
  const userById = await loadPublicUserLookup([...own, ...others].map((one) => one.userId));
  return [...own, ...others].map((one) => ({
    user: userById(one.userId),
    mediaType: one.mediaType,
    title: one.title,
    season: one.season,
    episode: one.episode,
    isPaused: one.state === 'paused',
    at: one.at.toISOString(),
  }));
}

async function findOthers(userId: string): Promise<WatchingDoc[]> {
  const fellows = await findAllFellows(userId);
  const found = await WatchingModel.find({ ...active(), userId: trusted({ $in: [...fellows] }) })
    .sort({ at: -1 })
    .lean<WatchingDoc[]>();
  const idOf = (one: { userId: Types.ObjectId }) => one.userId.toHexString();
  const showing = await findShowingWatching([...new Set(found.map(idOf))]);
  const blocked = await findBlockedWith(userId);
  return found.filter((one) => showing.has(idOf(one)) && !blocked.has(idOf(one)));
}
