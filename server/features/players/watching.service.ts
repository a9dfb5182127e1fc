import { type Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Watching } from '../../../common/schemas/player.ts';
import { isDuplicateKey } from '../../platform/http/errors.ts';
import { findFellows } from '../folders/access/people.service.ts';
import { findBlockedWith } from '../users/privacy/block.service.ts';
import { findShowingWatching } from '../users/privacy/privacy.service.ts';
import { loadPublicUserLookup } from '../users/user.service.ts';
import { type WatchingDoc, WatchingModel } from './player.model.ts';
import type { PlayerEvent } from './senders.ts';

const KEPT_MS = limits.watchingHours * 60 * 60 * 1000;
/** Players report their progress every few seconds. */
const WRITTEN_EVERY_MS = 5 * 60 * 1000;
/** How many people who watch something are looked at for one answer. */
const MOST = 1000;

// biome-ignore lint/plugin: a player says when it played, and only the wall clock says how long ago that is
const isOver = (at: Date) => at.getTime() + KEPT_MS < Date.now();

/** Notes what a device of the user plays now. Returns false if that is known already, or if the event is an old one. */
export async function noteWatching(
  userId: string,
  { state, at, mediaType, name, season, episodes, device }: PlayerEvent,
  playerId: string,
): Promise<boolean> {
  if (!state || !name || isOver(at)) return false;
  const key = `${playerId}|${device}`;
  const known = await WatchingModel.findOne({ userId, device: key }).lean<WatchingDoc>();
  const now = { mediaType, title: name, season, episode: episodes[0] ?? null, state };
  const isSame = known && Object.entries(now).every(([field, value]) => known[field as keyof typeof now] === value);
  if (known && (isSame ? at.getTime() - known.at.getTime() < WRITTEN_EVERY_MS : at < known.at)) return false;
  const set = { ...now, at, expiresAt: new Date(at.getTime() + KEPT_MS) };
  try {
    await WatchingModel.updateOne(
      { userId, device: key, ...(known && { at: known.at }) },
      { $set: set },
      { upsert: true },
    );
  } catch (error) {
    // Another event of the device was stored first. The next one will say again what it plays.
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
  return !isSame;
}

/** What the user watches now, and people of their lists who show it. */
export async function readWatching(userId: string): Promise<Watching[]> {
  const active = { state: trusted({ $ne: 'stopped' as const }), expiresAt: trusted({ $gt: new Date() }) };
  const own = await WatchingModel.find({ ...active, userId })
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
  const active = await WatchingModel.find({
    userId: trusted({ $ne: userId }),
    state: trusted({ $ne: 'stopped' }),
    expiresAt: trusted({ $gt: new Date() }),
  })
    .sort({ expiresAt: -1 })
    .limit(MOST)
    .lean<WatchingDoc[]>();
  const idOf = (one: { userId: Types.ObjectId }) => one.userId.toHexString();
  const fellows = await findFellows(userId, [...new Set(active.map(idOf))]);
  const showing = await findShowingWatching([...fellows]);
  const blocked = await findBlockedWith(userId);
  return active.filter((one) => showing.has(idOf(one)) && !blocked.has(idOf(one)));
}
