import { LRUCache } from 'lru-cache';
import { Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Contact, DirectoryUser, PublicUser, RegisterBody, User } from '../../../common/user.ts';
import { conflict, isDuplicateKey, notFound } from '../../platform/errors.ts';
import { isPasswordRight } from './password.ts';
import { PinModel } from './pin.model.ts';
import { toContact, toPublicUser, toUser, type UserDoc, UserModel } from './user.model.ts';

type Id = Types.ObjectId | string;

/** The account as its owner sees it, or null when it is gone. */
export async function findUser(id: Id): Promise<User | null> {
  const user = await UserModel.findById(id).lean<UserDoc>();
  return user && toUser(user);
}

/** Throws not_found for an id that is nobody's. */
export async function loadUser(id: Id): Promise<UserDoc> {
  const user = Types.ObjectId.isValid(id) ? await UserModel.findById(id).lean<UserDoc>() : null;
  if (!user) throw notFound('User not found');
  return user;
}

/** How much personal news each of these people has had; those who are nobody's are left out. */
export async function userRevs(ids: readonly string[]): Promise<Map<string, number>> {
  const users = await UserModel.find({ _id: { $in: ids } }, { rev: 1 }).lean<Pick<UserDoc, '_id' | 'rev'>[]>();
  return new Map(users.map((user) => [user._id.toHexString(), user.rev]));
}

/** Somebody as their profile shows them; throws not_found. */
export async function getUser(id: Id): Promise<User> {
  return toUser(await loadUser(id));
}

async function findUsers(ids: Iterable<Id>): Promise<UserDoc[]> {
  const unique = [...new Set([...ids].map(String))];
  if (unique.length === 0) return [];
  return UserModel.find({ _id: { $in: unique } }).lean<UserDoc[]>();
}

/** Who somebody was whose account is gone: their changes stay. */
function formerUser(id: string): PublicUser {
  return { id, username: null, firstName: null, lastName: null, profileImageUrl: null };
}

// Every list and every change names people. Nobody's name changes often, and a name a few seconds old harms nobody.
const knownPeople = new LRUCache<string, PublicUser>({ max: 10_000, ttl: 5_000 });

/** People by id, for entities that show who; ids that are nobody's any more still answer. */
export async function publicUsersById(ids: Iterable<Id>): Promise<(id: Id) => PublicUser> {
  const people = new Map<string, PublicUser>();
  const unknown: string[] = [];
  for (const id of new Set([...ids].map(String))) {
    const known = knownPeople.get(id);
    if (known) people.set(id, known);
    else unknown.push(id);
  }
  for (const user of await findUsers(unknown)) {
    const person = toPublicUser(user);
    people.set(person.id, person);
    knownPeople.set(person.id, person);
  }
  return (id) => people.get(String(id)) ?? formerUser(String(id));
}

export async function contactsById(ids: Iterable<Id>): Promise<(id: Id) => Contact> {
  const byId = new Map((await findUsers(ids)).map((user) => [user._id.toHexString(), toContact(user)]));
  return (id) => byId.get(String(id)) ?? { ...formerUser(String(id)), email: '' };
}

/** What opens an account. */
export type Key = { passwordHash: string } | { oidcSubject: string };

/** Creates an account; fails with a duplicate key when the address has one. Meant to run inside a transaction. */
export async function createUser(body: Omit<RegisterBody, 'password'>, key: Key): Promise<User> {
  const [user] = await UserModel.create([{ ...body, ...key }]);
  if (!user) throw new Error('The user was not created');
  return toUser(user);
}

export function asEmailTaken(error: unknown): never {
  if (isDuplicateKey(error, 'email')) throw conflict('taken', 'An account with this email address already exists');
  throw error;
}

/** The user with this address and password, or null; takes the same time either way. */
export async function findUserByPassword(email: string, password: string): Promise<User | null> {
  const user = await UserModel.findOne({ email }).select('+passwordHash').lean<UserDoc>();
  const isRight = await isPasswordRight(password, user?.passwordHash);
  return user && isRight ? toUser(user) : null;
}

/** Raises the rev of each person who is about to get news of their own. */
export async function raiseUserRevs(ids: readonly Id[]): Promise<void> {
  await UserModel.updateMany({ _id: { $in: ids } }, { $inc: { rev: 1 } }, { timestamps: false });
}

/** Everybody but the caller, by name. */
export async function listDirectory(userId: string): Promise<DirectoryUser[]> {
  const [users, pins] = await Promise.all([
    UserModel.find({ _id: { $ne: userId } }).lean<UserDoc[]>(),
    PinModel.find({ userId }).lean(),
  ]);
  const pinned = new Set(pins.map((pin) => pin.pinnedUserId.toHexString()));
  return users
    .map((user) => ({ ...toUser(user), isPinned: pinned.has(user._id.toHexString()) }))
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || displayName(a).localeCompare(displayName(b)));
}

function displayName(user: Contact): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || user.email;
}

/** People whose names, address or username contain the text, taken literally; nobody below two characters. */
export async function searchUsers(userId: string, text: string): Promise<Contact[]> {
  const trimmed = text.trim();
  if (trimmed.length < limits.userSearchMinimum) return [];
  const contains = { $regex: trimmed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' };
  const users = await UserModel.find({
    _id: { $ne: userId },
    $or: [{ firstName: contains }, { lastName: contains }, { email: contains }, { username: contains }],
  })
    .sort({ _id: 1 })
    .limit(limits.userSearchResults)
    .lean<UserDoc[]>();
  return users.map(toContact);
}

function asUsernameTaken(error: unknown): never {
  if (isDuplicateKey(error, 'usernameKey')) throw conflict('taken', 'This username is already taken');
  throw error;
}

/** True when nobody else has this username, in any case. */
export async function isUsernameFree(userId: string, username: string): Promise<boolean> {
  const holder = await UserModel.findOne({ usernameKey: username.toLowerCase() }, { _id: 1 }).lean();
  return holder === null || holder._id.toHexString() === userId;
}

/** Changes what others see of somebody; throws taken for a username that somebody else has. */
export async function updateProfile(
  userId: string,
  profile: { username: string } | { profileImageUrl: string },
): Promise<User> {
  const key = 'username' in profile ? { usernameKey: profile.username.toLowerCase() } : {};
  const user = await UserModel.findOneAndUpdate({ _id: userId }, { $set: { ...profile, ...key } })
    .setOptions({ returnDocument: 'after' })
    .lean<UserDoc>()
    .catch(asUsernameTaken);
  if (!user) throw notFound('User not found');
  forgetPerson(userId);
  return toUser(user);
}

/** What this node knows of somebody is out of date. */
export function forgetPerson(userId: string): void {
  knownPeople.delete(userId);
}

export async function isOwnPassword(userId: string, password: string): Promise<boolean> {
  const user = await UserModel.findById(userId).select('+passwordHash').lean<UserDoc>();
  return isPasswordRight(password, user?.passwordHash);
}

export async function storePassword(userId: string, passwordHash: string): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { passwordHash } });
}

/** Whether somebody has agreed to a language model reading their reviews. */
export async function hasModelConsent(userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId, { useModel: 1 }).lean<Pick<UserDoc, 'useModel'>>();
  return user?.useModel ?? false;
}

export async function storeModelConsent(userId: string, useModel: boolean): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { useModel } });
}
