import type { Types } from 'mongoose';
import type { LastEvent, ScrobbleOutcome } from '../../../common/schemas/player.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AccessTokenModel } from '../../platform/session/accessToken.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import type { Sources } from '../plays/play.service.ts';
import { type MaySend, recordViewing } from '../plays/playerPlays.service.ts';
import { findEnabled } from '../users/accountState.service.ts';
import { findBlockedWith } from '../users/privacy/block.service.ts';
import { type PlayerDoc, PlayerModel } from './player.model.ts';
import { type PlayerPersonDoc, PlayerPersonModel } from './playerPerson.model.ts';
import type { PlayerEvent } from './senders.ts';
import { findTitleOf } from './titleOf.ts';
import { findPlayerTitle, keepViewing, notifyPlayers } from './unrecognised.service.ts';
import { noteWatching } from './watching.service.ts';

/** By whom an event is sent: the user of the token or session, and the token if there is one. */
interface Sender {
  userId: string;
  tokenId: string | null;
}

/** User names of players are compared without case. */
export const accountKey = (name: string) => name.trim().toLowerCase();

/** Does what an event of a player asks for. Null is an event about nothing that is recorded. */
export async function receiveEvent(
  sources: Sources,
  { userId, tokenId }: Sender,
  event: PlayerEvent | null,
): Promise<ScrobbleOutcome> {
  const player = tokenId === null ? null : await PlayerModel.findOne({ tokenId }).lean<PlayerDoc>();
  const people = player
    ? await PlayerPersonModel.find({ playerId: player._id, state: 'accepted' }).lean<PlayerPersonDoc[]>()
    : [];
  const blocked = people.length > 0 ? await findBlockedWith(userId) : new Set<string>();
  const enabled = await findEnabled(people.map((one) => one.userId));
  const agreed = people.filter(({ userId: id }) => enabled.has(id.toHexString()) && !blocked.has(id.toHexString()));
  const viewerId = event && findViewer(userId, player, agreed, event.account);
  const from = { playerId: player?._id.toHexString() ?? tokenId ?? userId, name: player?.name ?? event?.device ?? '' };
  const companionIds =
    viewerId === userId ? agreed.filter(({ role }) => role === 'companion').map((one) => one.userId.toHexString()) : [];
  const maySend = async () => {
    // It ends with the player and with the account of its owner.
    if (tokenId !== null && !(await AccessTokenModel.exists({ _id: tokenId }))) return false;
    if (!player || viewerId === userId) return true;
    const part = { playerId: player._id, userId: viewerId, role: 'account', state: 'accepted' } as const;
    return (await PlayerPersonModel.exists(part)) !== null;
  };
  const outcome =
    event && viewerId ? await applyEvent(sources, viewerId, event, { ...from, companionIds, maySend }) : 'ignored';
  if (player) {
    const isOfPerson = viewerId !== null && viewerId !== userId;
    const noted = isOfPerson ? 'ignored' : outcome;
    await noteEvent(player, event, { outcome: noted, isOfOther: event !== null && viewerId === null, isOfPerson });
  }
  return outcome;
}

/** Whose event it is: of a user of the player who agreed, else of the owner. Null for other users of the player. */
function findViewer(
  ownerId: string,
  player: PlayerDoc | null,
  people: readonly PlayerPersonDoc[],
  account: string | null,
): string | null {
  if (!player || account === null) return ownerId;
  const key = accountKey(account);
  const person = people.find(({ role, nameKey }) => role === 'account' && nameKey === key);
  if (person) return person.userId.toHexString();
  const isOwner = player.names.length === 0 || player.names.some((name) => accountKey(name) === key);
  return isOwner ? ownerId : null;
}

/** The player that sent an event, and who watches with its user. */
interface From {
  playerId: string;
  name: string;
  companionIds: readonly string[];
  maySend: MaySend;
}

async function applyEvent(
  sources: Sources,
  userId: string,
  event: PlayerEvent,
  { playerId, name, companionIds, maySend }: From,
): Promise<ScrobbleOutcome> {
  const isNew = await noteWatching(userId, event, { playerId, maySend });
  const { evidence, at, session } = event;
  if (!evidence) return isNew ? 'watching' : 'ignored';
  const title = await findPlayerTitle(userId, event.titleKey);
  let found = await findTitleOf(sources, event, title?.match ?? null);
  if (found.match) {
    const { mediaType, tmdbId } = found.match;
    const { episodes } = found;
    const viewing = { mediaType, tmdbId, episodes, at, evidence, session, playerId, companionIds };
    const outcome = await recordViewing(sources, userId, viewing, maySend);
    if (outcome !== 'away') return outcome;
    found = { match: null, reason: 'away', candidates: [] };
  }
  const { season, episodes, episodeIds } = event;
  const viewing = { season, episodes, episodeIds, at, evidence, session, playerId };
  return keepViewing(userId, { event, player: name, found, viewing }, maySend);
}

/** Stores the event as the player's last one. One like the last one, such as further progress, is not stored. */
async function noteEvent(
  { _id, userId, lastEvent }: { _id: Types.ObjectId; userId: Types.ObjectId; lastEvent: PlayerDoc['lastEvent'] },
  event: PlayerEvent | null,
  whose: Pick<LastEvent, 'outcome' | 'isOfOther' | 'isOfPerson'>,
): Promise<void> {
  // The owner must not see what others watch.
  const shown = whose.isOfPerson ? null : event;
  const noted: Omit<LastEvent, 'at'> = {
    ...whose,
    account: event?.account?.slice(0, 100) ?? null,
    title: shown?.name || null,
    season: shown?.season ?? null,
    episode: shown?.episodes[0] ?? null,
  };
  const isSame =
    lastEvent && Object.entries(noted).every(([key, value]) => lastEvent[key as keyof typeof noted] === value);
  const now = new Date();
  if (isSame && now.getTime() - lastEvent.at.getTime() < NOTED_EVERY_MS) return;
  // A recorded viewing stays visible when further progress of it is ignored.
  const isOfOwner = !whose.isOfOther && !whose.isOfPerson;
  if (lastEvent && whose.outcome === 'ignored' && isOfOwner && lastEvent.outcome !== 'ignored') return;
  const ownerId = userId.toHexString();
  // Devices report at the same time, and each write changes the account of their user.
  await quotaQueue([ownerId], () =>
    inTransaction(async () => {
      await PlayerModel.updateOne({ _id }, { $set: { lastEvent: { ...noted, at: now } } });
      await notifyPlayers(ownerId);
    }),
  );
}

const NOTED_EVERY_MS = 60 * 60 * 1000;
