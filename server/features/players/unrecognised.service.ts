import { trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Unrecognised } from '../../../common/schemas/player.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { limitReached, notFound } from '../../platform/http/errors.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { toMatch } from '../moving/match.ts';
import type { Sources } from '../plays/play.service.ts';
import { type MaySend, mayStore, recordViewing, spanOfViewing } from '../plays/playerPlays.service.ts';
import { lengthMs } from '../plays/sameViewing.ts';
import { writeNotification } from '../users/notification.service.ts';
import { type PlayerTitleDoc, PlayerTitleModel, type WaitingViewing } from './player.model.ts';
import type { PlayerEvent } from './senders.ts';
import { findTitleOf, type TitleOfEvent } from './titleOf.ts';

/*
 * Titles in events of players that could not be identified with certainty. Their viewings wait until the user picks a title.
 * Then these are recorded, and later ones at once.
 */

const KEPT_MS = limits.unrecognisedDays * 24 * 60 * 60 * 1000;

const titleNotFound = () => notFound('This title has been recognised or removed already');

export async function findPlayerTitle(userId: string, key: string): Promise<PlayerTitleDoc | null> {
  return PlayerTitleModel.findOne({ userId, key }).lean<PlayerTitleDoc>();
}

interface Waiting {
  event: Pick<PlayerEvent, 'titleKey' | 'mediaType' | 'name' | 'year' | 'ids'>;
  player: string;
  found: Extract<TitleOfEvent, { match: null }>;
  viewing: WaitingViewing;
}

/** Keeps a viewing until its title is known, if it is not kept already. */
export async function keepViewing(
  userId: string,
  { event, player, found, viewing }: Waiting,
  maySend: MaySend,
): Promise<'notRecognised' | 'ignored'> {
  return quotaQueue([userId], () =>
    inTransaction(async () => {
      if (!(await mayStore(userId, maySend))) return 'ignored';
      const key = event.titleKey;
      const known = await findPlayerTitle(userId, key);
      const { mediaType, name, year, ids } = event;
      if (known && isKept(known.viewings, viewing, mediaType)) return 'notRecognised';
      if (!known) await makeRoom(userId);
      const viewings = [...(known?.viewings ?? []), viewing].slice(-limits.unrecognisedViewings);
      const { reason, candidates } = found;
      // biome-ignore lint/plugin: the database deletes it then
      const expiresAt = known?.match ? null : new Date(Date.now() + KEPT_MS);
      await PlayerTitleModel.updateOne(
        { userId, key },
        { $set: { mediaType, name, year, ids, player, reason, candidates, viewings, expiresAt } },
        { upsert: true },
      );
      await notifyPlayers(userId);
      return 'notRecognised';
    }),
  );
}

/** Deletes the title that has waited longest, if there are as many as there can be. */
async function makeRoom(userId: string): Promise<void> {
  const waiting = { userId, match: null };
  if ((await PlayerTitleModel.countDocuments(waiting)) < limits.unrecognisedTitles) return;
  const oldest = await PlayerTitleModel.findOne(waiting, { _id: 1 }).sort({ updatedAt: 1 }).lean();
  if (oldest) await PlayerTitleModel.deleteOne({ _id: oldest._id });
}

/** By their ids where the player gives no numbers. */
const episodesOf = ({ season, episodes, episodeIds: { tmdb, imdb, tvdb } }: WaitingViewing) =>
  JSON.stringify(episodes.length > 0 ? [season, ...episodes] : [season, [tmdb, imdb, tvdb]]);

const isSameEvent = (a: WaitingViewing, b: WaitingViewing) =>
  episodesOf(a) === episodesOf(b) &&
  ((a.playerId === b.playerId && a.session !== null && a.session === b.session) || a.at.getTime() === b.at.getTime());

/**
 * Whether the same viewing is kept already. A player can report it when the title ends and again when it is closed, and the
 * person can mark the title as watched by hand.
 */
function isKept(known: readonly WaitingViewing[], viewing: WaitingViewing, mediaType: MediaType): boolean {
  const { from, to } = spanOfViewing(viewing, lengthMs(mediaType, null));
  return known.some(
    (one) =>
      isSameEvent(one, viewing) ||
      (episodesOf(one) === episodesOf(viewing) && (viewing.evidence === 'mark' || (one.at > from && one.at < to))),
  );
}

/** Tells the user's tabs to load their players again. Call it in a transaction. */
export async function notifyPlayers(userId: string, by: string | null = userId): Promise<void> {
  await writeNotification('players:changed', {}, { to: [userId], by });
}

/** How many titles one request looks up again that the source did not answer about. */
const LOOKED_UP_AGAIN = 5;

/** What waits, the latest first, and then the titles that the user has picked. */
export async function listUnrecognised(sources: Sources, userId: string): Promise<Unrecognised[]> {
  const away = await PlayerTitleModel.find({ userId, reason: 'away', viewings: trusted({ $ne: [] }) })
    .limit(LOOKED_UP_AGAIN)
    .lean<PlayerTitleDoc[]>();
  for (const title of away) await recordWaiting(sources, title);
  const titles = await PlayerTitleModel.find({ userId }).sort({ updatedAt: -1 }).lean<PlayerTitleDoc[]>();
  return [...titles.filter(({ match }) => !match), ...titles.filter(({ match }) => match)].map(toUnrecognised);
}

export function toUnrecognised(title: PlayerTitleDoc): Unrecognised {
  return {
    id: title._id.toHexString(),
    mediaType: title.mediaType,
    name: title.name || null,
    year: title.year,
    player: title.player,
    reason: title.reason,
    viewings: title.viewings.map(({ season, episodes, at }) => ({
      season,
      episode: episodes[0] ?? null,
      at: at.toISOString(),
    })),
    match: title.match,
    candidates: title.candidates,
    expiresAt: title.expiresAt?.toISOString() ?? null,
  };
}

/** Records the viewings whose title is certain now. The others still wait. */
async function recordWaiting(sources: Sources, title: PlayerTitleDoc): Promise<void> {
  const userId = title.userId.toHexString();
  const recorded: WaitingViewing[] = [];
  let { reason } = title;
  for (const viewing of title.viewings) {
    const found = await findTitleOf(sources, { ...title, ...viewing }, title.match);
    if (!found.match) {
      reason = found.reason;
      continue;
    }
    const { mediaType, tmdbId } = found.match;
    const { at, evidence, session, playerId } = viewing;
    // It may have been watched long ago, so it is not proposed to companions.
    const watched = { mediaType, tmdbId, episodes: found.episodes, at, evidence, session, playerId, companionIds: [] };
    if ((await recordViewing(sources, userId, watched)) === 'away') reason = 'away';
    else recorded.push(viewing);
  }
  await inTransaction(async () => {
    // Other viewings may have come meanwhile.
    const now = await PlayerTitleModel.findById(title._id).lean<PlayerTitleDoc>();
    const viewings = now?.viewings.filter((one) => !recorded.some((done) => isSameEvent(done, one))) ?? [];
    if (viewings.length === 0 && !title.match) await PlayerTitleModel.deleteOne({ _id: title._id });
    else await PlayerTitleModel.updateOne({ _id: title._id }, { $set: { viewings, reason } });
    await notifyPlayers(userId);
  });
}

/** Throws not_found for other users. */
export async function loadPlayerTitle(userId: string, id: string): Promise<PlayerTitleDoc> {
  const title = await PlayerTitleModel.findOne({ _id: id, userId }).lean<PlayerTitleDoc>();
  if (!title) throw titleNotFound();
  return title;
}

/** Sets which title all events like these are about, and records what waits. */
export async function recogniseTitle(
  sources: Sources,
  userId: string,
  { id, mediaType, tmdbId }: { id: string; mediaType: MediaType; tmdbId: number },
): Promise<void> {
  const known = await loadPlayerTitle(userId, id);
  const facts = await sources.source.findTitle(mediaType, tmdbId);
  if (!facts || mediaType !== known.mediaType) throw notFound('Title not found');
  const others = { userId, _id: trusted({ $ne: known._id }), match: trusted({ $ne: null }) };
  if ((await PlayerTitleModel.countDocuments(others)) >= limits.pickedTitles) {
    throw limitReached(`You can pick ${limits.pickedTitles} titles for your players at most. Remove one first.`);
  }
  // First, so that no event is kept after what waits has been read.
  const title = await PlayerTitleModel.findOneAndUpdate(
    { _id: id, userId },
    { $set: { match: toMatch(facts), candidates: [], expiresAt: null } },
  )
    .setOptions({ returnDocument: 'after' })
    .lean<PlayerTitleDoc>();
  if (!title) throw titleNotFound();
  await recordWaiting(sources, title);
}

/** Removes what waits for a title, or which title the user has picked. */
export async function forgetTitle(userId: string, id: string): Promise<void> {
  await inTransaction(async () => {
    const { deletedCount } = await PlayerTitleModel.deleteOne({ _id: id, userId });
    if (deletedCount === 0) throw titleNotFound();
    await notifyPlayers(userId);
  });
}
