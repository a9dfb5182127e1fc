import { type Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type {
  CreatePlayerBody,
  NewPlayer,
  Player,
  PlayerPersonBody,
  Players,
  SharedPlayer,
  UpdatePlayerBody,
} from '../../../common/schemas/player.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { conflict, limitReached, notFound } from '../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { type AccessTokenDoc, AccessTokenModel } from '../../platform/session/accessToken.ts';
import { showOne } from '../../platform/showOne.ts';
import { requireFellows } from '../plays/play.service.ts';
import { issueToken, type TokenMaker } from '../users/accessToken.service.ts';
import { withdrawNotice, writeNotice } from '../users/notices/notice.store.ts';
import { writeNotification } from '../users/notification.service.ts';
import { loadInvitableUser } from '../users/privacy/block.service.ts';
import { loadPublicUserLookup, lockQuotas } from '../users/user.service.ts';
import { type PlayerDoc, PlayerModel, PlayerTitleModel, WatchingModel } from './player.model.ts';
import { type PlayerPersonDoc, PlayerPersonModel } from './playerPerson.model.ts';
import { accountKey } from './scrobble.service.ts';
import { notifyPlayers } from './unrecognised.service.ts';
import { forgetWatchingAt } from './watching.service.ts';

const playerNotFound = () => notFound('This player has been removed already');
const partNotFound = () => notFound('This player is no longer shared');

export async function loadOwnPlayer(userId: string, playerId: string): Promise<PlayerDoc> {
  const player = await PlayerModel.findOne({ _id: playerId, userId }).lean<PlayerDoc>();
  if (!player) throw playerNotFound();
  return player;
}

/** The user's players, and their part in those of others. */
export async function listPlayers(userId: string): Promise<Players> {
  const players = await PlayerModel.find({ userId }).sort({ _id: 1 }).lean<PlayerDoc[]>();
  return { players: await showPlayers(players), shared: await listShared(userId) };
}

async function listShared(userId: string): Promise<SharedPlayer[]> {
  const parts = await PlayerPersonModel.find({ userId }).sort({ _id: 1 }).lean<PlayerPersonDoc[]>();
  const players = await PlayerModel.find({ _id: trusted({ $in: parts.map(({ playerId }) => playerId) }) }).lean<
    PlayerDoc[]
  >();
  const userById = await loadPublicUserLookup(parts.map(({ ownerId }) => ownerId));
  return parts.flatMap((part) => {
    const player = players.find(({ _id }) => _id.equals(part.playerId));
    return player
      ? [{ ...showPart(part), by: userById(part.ownerId), player: { kind: player.kind, name: player.name } }]
      : [];
  });
}

const showPart = ({ _id, role, name, state }: PlayerPersonDoc) => ({ id: _id.toHexString(), role, name, state });

async function showPlayers(players: readonly PlayerDoc[]): Promise<Player[]> {
  const people = await PlayerPersonModel.find({ playerId: trusted({ $in: players.map(({ _id }) => _id) }) })
    .sort({ _id: 1 })
    .lean<PlayerPersonDoc[]>();
  const tokens = await AccessTokenModel.find(
    { _id: trusted({ $in: players.map(({ tokenId }) => tokenId) }) },
    { _id: 1 },
  ).lean<{ _id: Types.ObjectId }[]>();
  const userById = await loadPublicUserLookup(people.map(({ userId }) => userId));
  return players.map(({ _id, kind, name, names, createdAt, lastEvent, tokenId }) => ({
    id: _id.toHexString(),
    kind,
    name,
    names,
    isOn: tokens.some((token) => token._id.equals(tokenId)),
    createdAt: createdAt.toISOString(),
    lastEvent: lastEvent && { ...lastEvent, isOfPerson: lastEvent.isOfPerson ?? false, at: lastEvent.at.toISOString() },
    people: people
      .filter(({ playerId }) => playerId.equals(_id))
      .map((part) => ({ ...showPart(part), user: userById(part.userId) })),
  }));
}

/** Each name once. */
function namesOf(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [accountKey(name), name.trim()])).values()];
}

/** The token is not stored, so the path of the new address is in this answer alone. */
async function issueAddress(maker: TokenMaker, { name, kind }: Pick<PlayerDoc, 'name' | 'kind'>) {
  const issued = await issueToken(maker, { name, scopes: ['scrobble'], expiresAt: null });
  return { tokenId: issued.created._id, path: `/api/scrobble/${kind}/${issued.token}` };
}

/** Sets up a player. Throws limit_reached. */
export async function createPlayer(maker: TokenMaker, body: Required<CreatePlayerBody>): Promise<NewPlayer> {
  const { userId } = maker;
  return inTransaction(async () => {
    const { tokenId, path } = await issueAddress(maker, body);
    if ((await PlayerModel.countDocuments({ userId })) >= limits.playersPerPerson) {
      throw limitReached(`You can have ${limits.playersPerPerson} players at most. Remove one first.`);
    }
    const { kind, name, names } = body;
    const [created] = await PlayerModel.create([{ userId, kind, name, names: namesOf(names), tokenId }]);
    if (!created) throw new Error('The player was not created');
    await notifyPlayers(userId);
    return { player: await showOne(showPlayers, created.toObject<PlayerDoc>()), path };
  });
}

/** Ends the address of a player, and gives it another. */
export async function renewAddress(maker: TokenMaker, playerId: string): Promise<NewPlayer> {
  const { userId } = maker;
  return inTransaction(async () => {
    const before = await loadOwnPlayer(userId, playerId);
    await AccessTokenModel.deleteOne({ _id: before.tokenId, userId });
    const { tokenId, path } = await issueAddress(maker, before);
    await PlayerModel.updateOne({ _id: before._id }, { $set: { tokenId, lastEvent: null } });
    await notifyPlayers(userId);
    return { player: await showOne(showPlayers, { ...before, tokenId, lastEvent: null }), path };
  });
}

/** Tells the user's tabs that the address of a player has ended, if its token is this one. Call it in a transaction. */
export async function notifyOfEndedAddress({ _id, userId }: Pick<AccessTokenDoc, '_id' | 'userId'>): Promise<void> {
  if (await PlayerModel.exists({ tokenId: _id })) await notifyPlayers(userId.toHexString());
}

/** Changes the name of a player, and which of its users are the owner. */
export async function updatePlayer(actor: Actor, playerId: string, { name, names }: UpdatePlayerBody): Promise<Player> {
  return inOperation(actor, async () => {
    await lockQuotas(actor.userId);
    const before = await loadOwnPlayer(actor.userId, playerId);
    const own = names === undefined ? before.names : namesOf(names);
    const accounts = await PlayerPersonModel.find({ playerId, role: 'account' }).lean<PlayerPersonDoc[]>();
    if (accounts.length > 0)
      requireApart(
        own,
        accounts.map((account) => account.name ?? ''),
      );
    const after = { ...before, name: name ?? before.name, names: own };
    await PlayerModel.updateOne({ _id: before._id }, { $set: { name: after.name, names: after.names } });
    await notifyPlayers(actor.userId);
    return showOne(showPlayers, after);
  });
}

/** With several people, each user name of the player belongs to one of them. */
function requireApart(own: readonly string[], others: readonly string[]): void {
  if (own.length === 0) throw conflict('conflict', 'First choose which users of the player are you');
  const keys = [...own, ...others].map(accountKey);
  if (new Set(keys).size < keys.length) throw conflict('conflict', 'This user name of the player is taken already');
}

/** Removes a player. Its address ends, and so does the part of others in it. What it recorded stays. */
export async function removePlayer(actor: Actor, playerId: string): Promise<string> {
  return inOperation(actor, async () => {
    const player = await PlayerModel.findOneAndDelete({ _id: playerId, userId: actor.userId }).lean<PlayerDoc>();
    if (!player) throw playerNotFound();
    await AccessTokenModel.deleteOne({ _id: player.tokenId, userId: actor.userId });
    const parts = await PlayerPersonModel.find({ playerId: player._id }).lean<PlayerPersonDoc[]>();
    await PlayerPersonModel.deleteMany({ playerId: player._id });
    for (const part of parts) await clearAfter(part);
    await forgetWatchingAt(player._id, player.userId);
    await notifyAll(actor.userId, parts);
    return player.name;
  });
}

async function notifyAll(
  byUserId: string,
  parts: readonly Pick<PlayerPersonDoc, 'userId' | 'ownerId'>[],
): Promise<void> {
  const ids = new Set([byUserId, ...parts.flatMap(({ userId, ownerId }) => [userId, ownerId].map(String))]);
  await writeNotification('players:changed', {}, { to: [...ids], by: byUserId });
}

const noticeOf = ({ _id }: Pick<PlayerPersonDoc, '_id'>) => ({
  kind: 'player-shared' as const,
  folderId: null,
  about: _id.toHexString(),
});

const withdrawRequest = (part: PlayerPersonDoc) => withdrawNotice(part.userId, noticeOf(part));

/** Asks another person, with whom the owner shares a list, to be one of the player's users or to watch with the owner. */
export async function addPerson(actor: Actor, playerId: string, body: PlayerPersonBody): Promise<Player> {
  const { userId: ownerId } = actor;
  return inOperation(actor, async () => {
    await lockQuotas(ownerId);
    const player = await loadOwnPlayer(ownerId, playerId);
    const { _id: userId } = await loadInvitableUser(ownerId, body.userId);
    if (userId.toHexString() === ownerId) throw conflict('conflict', 'You can’t add yourself');
    await requireFellows(ownerId, [userId.toHexString()]);
    await lockQuotas(userId);
    const people = await PlayerPersonModel.find({ playerId: player._id }).lean<PlayerPersonDoc[]>();
    if (people.some((one) => one.userId.equals(userId) && one.role === body.role)) {
      throw conflict('conflict', 'You have asked this person already');
    }
    await requireRoom(people, userId);
    const name = body.role === 'account' ? body.name : null;
    if (name !== null) {
      requireApart(player.names, [...people.flatMap((one) => one.name ?? []), name]);
    }
    const part = { playerId: player._id, ownerId, userId, role: body.role, state: 'invited' as const };
    const [created] = await PlayerPersonModel.create([{ ...part, name, nameKey: name && accountKey(name) }]);
    if (!created) throw new Error('The part was not created');
    await writeNotice({ ...noticeOf(created), to: [userId], by: ownerId, facts: { playerName: player.name } });
    await notifyAll(ownerId, [{ ownerId: player.userId, userId }]);
    return showOne(showPlayers, player);
  });
}

async function requireRoom(people: readonly PlayerPersonDoc[], userId: Types.ObjectId): Promise<void> {
  if (people.length >= limits.peoplePerPlayer) {
    throw limitReached(`A player can have ${limits.peoplePerPlayer} people at most.`);
  }
  if ((await PlayerPersonModel.countDocuments({ userId })) >= limits.sharedPlayersPerPerson) {
    throw limitReached('This person can’t share any more players.');
  }
}

/** The part of a user in a player of another. Throws not_found for everyone else. */
export async function loadOwnPart(userId: string, partId: string): Promise<PlayerPersonDoc> {
  const part = await PlayerPersonModel.findOne({ _id: partId, userId }).lean<PlayerPersonDoc>();
  if (!part) throw partNotFound();
  return part;
}

/** Agrees to be part of another person's player, or declines that. Throws already_answered. */
export async function answerPart(actor: Actor, partId: string, status: 'accepted' | 'declined'): Promise<void> {
  await inOperation(actor, async () => {
    const part = await loadOwnPart(actor.userId, partId);
    if (part.state !== 'invited') throw conflict('already_answered', 'You have already answered this');
    if (status === 'declined') await PlayerPersonModel.deleteOne({ _id: part._id });
    else await PlayerPersonModel.updateOne({ _id: part._id }, { $set: { state: 'accepted' } });
    await withdrawRequest(part);
    await notifyAll(actor.userId, [part]);
  });
}

/** Ends a person's part, by the player's owner or by the person. */
export async function removePart(actor: Actor, partId: string): Promise<void> {
  const { userId } = actor;
  await inOperation(actor, async () => {
    const part = await PlayerPersonModel.findOneAndDelete({
      _id: partId,
      $or: [{ userId }, { ownerId: userId }],
    }).lean<PlayerPersonDoc>();
    if (!part) throw partNotFound();
    await clearAfter(part);
    await notifyAll(userId, [part]);
  });
}

/** Deletes what a part that has ended leaves: the request to its user, and what they watch now at the player. */
async function clearAfter(part: PlayerPersonDoc): Promise<void> {
  await withdrawRequest(part);
  if (part.role === 'account') await forgetWatchingAt(part.playerId, part.userId);
}

/** Ends what two users have in each other's players. Call it in the transaction of a block. */
export async function endPartsBetween(a: string, b: string): Promise<void> {
  const between = [
    { ownerId: a, userId: b },
    { ownerId: b, userId: a },
  ];
  const parts = await PlayerPersonModel.find({ $or: between }).lean<PlayerPersonDoc[]>();
  if (parts.length === 0) return;
  await PlayerPersonModel.deleteMany({ $or: between });
  for (const part of parts) await clearAfter(part);
  // It must not show who has blocked whom.
  await writeNotification('players:changed', {}, { to: [a, b], by: null });
}

/** Deletes what an account has of players, and its part in those of others. */
export async function deletePlayersOf(userId: string): Promise<void> {
  await PlayerPersonModel.deleteMany({ $or: [{ userId }, { ownerId: userId }] });
  await PlayerModel.deleteMany({ userId });
  await PlayerTitleModel.deleteMany({ userId });
  await WatchingModel.deleteMany({ userId });
}
