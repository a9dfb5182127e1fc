import { LRUCache } from 'lru-cache';
import { type QueryFilter, Types, trusted } from 'mongoose';
import type { PersonNames } from '../../../common/schemas/forms.ts';
import type { Spoilers } from '../../../common/schemas/progress.ts';
import type { Contact, OwnUser, PublicUser, RegisterBody, User } from '../../../common/schemas/user.ts';
import { requireTransaction } from '../../platform/database/database.ts';
import { conflict, isDuplicateKey, notFound } from '../../platform/http/errors.ts';
import { claimInstance } from '../../platform/instance/instance.model.ts';
import { toVerifiedUser, type VerifiedUser } from './credentials.service.ts';
import { isPasswordRight } from './passwords/password.ts';
import { toContact, toOwnUser, toPublicUser, toUser, type UserDoc, UserModel } from './user.model.ts';
import { instancePrivacy, privacyOf } from './visibility.ts';

type Id = Types.ObjectId | string;

/** The account as its owner sees it, or null when it has been deleted. */
export async function findUser(id: Id): Promise<OwnUser | null> {
  const user = await UserModel.findById(id).lean<UserDoc>();
  return user && toOwnUser(user);
}

/** Throws not_found for an unknown id. */
export async function loadUser(id: Id): Promise<UserDoc> {
  const user = Types.ObjectId.isValid(id) ? await UserModel.findById(id).lean<UserDoc>() : null;
  if (!user) throw notFound('User not found');
  return user;
}

export const isEmailConfirmed = ({ email, confirmedEmail }: UserDoc) => email === confirmedEmail;

/** The user's own account. Throws not_found. */
export async function getUser(id: Id): Promise<User> {
  return toUser(await loadUser(id));
}

/** The rev of each of these users. Unknown ids are left out. */
export async function userRevs(ids: readonly string[]): Promise<Map<string, number>> {
  const users = await UserModel.find({ _id: trusted({ $in: ids }) }, { rev: 1 }).lean<Pick<UserDoc, '_id' | 'rev'>[]>();
  return new Map(users.map((user) => [user._id.toHexString(), user.rev]));
}

/** Users by id, each once, as they are stored. Unknown ids are left out. */
export async function findUserDocs(ids: Iterable<Id>): Promise<UserDoc[]> {
  const unique = [...new Set([...ids].map(String))];
  if (unique.length === 0) return [];
  return UserModel.find({ _id: trusted({ $in: unique }) }).lean<UserDoc[]>();
}

/** A placeholder for a user whose account has been deleted. Their changes stay in the log. */
export function formerUser(id: string): PublicUser {
  return { id, username: null, firstName: null, lastName: null, profileImageUrl: null };
}

// Every list and every change contains users. Their names change rarely, and a few seconds of delay do no harm.
const cachedUsers = new LRUCache<string, PublicUser>({ max: 10_000, ttl: 5_000 });
/** Raised whenever a user changes. */
let cacheVersion = 0;

/** Another number than before when a user has changed since, so that names that were read before may be old. */
export const peopleVersion = () => cacheVersion;

/** A person's name as others see it. */
export function nameOf({ firstName, lastName, username }: Partial<PublicUser>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username || 'Somebody';
}

/** Users by id, each once, read from the database. Deleted accounts are left out. */
export async function findPublicUsers(ids: Iterable<Id>): Promise<PublicUser[]> {
  return (await findUserDocs(ids)).map(toPublicUser);
}

/** A function from id to user, which may be cached. It returns a placeholder for deleted accounts. */
export async function loadPublicUserLookup(ids: Iterable<Id>): Promise<(id: Id) => PublicUser> {
  const people = new Map<string, PublicUser>();
  const unknown: string[] = [];
  for (const id of new Set([...ids].map(String))) {
    const known = cachedUsers.get(id);
    if (known) people.set(id, known);
    else unknown.push(id);
  }
  const version = cacheVersion;
  for (const person of await findPublicUsers(unknown)) {
    people.set(person.id, person);
    // If a user changed during the read, the result may already be outdated.
    if (version === cacheVersion) cachedUsers.set(person.id, person);
  }
  return (id) => people.get(String(id)) ?? formerUser(String(id));
}

/** Users by id, with their email addresses: for people who share a list with them. */
export async function loadContactLookup(ids: Iterable<Id>): Promise<(id: Id) => Contact> {
  const byId = new Map((await findUserDocs(ids)).map((user) => [user._id.toHexString(), toContact(user)]));
  return (id) => byId.get(String(id)) ?? { ...formerUser(String(id)), email: '' };
}

/** Users by id, with the email addresses that everyone may see: for people who may share no list with them. */
export async function loadOpenContactLookup(ids: Iterable<Id>): Promise<(id: Id) => Contact> {
  const instance = await instancePrivacy();
  const byId = new Map((await findUserDocs(ids)).map((user) => [user._id.toHexString(), user]));
  return (id) => {
    const user = byId.get(String(id));
    if (!user) return { ...formerUser(String(id)), email: '' };
    const isOpen = privacyOf(user, instance).emailFor === 'everyone';
    return isOpen ? toContact(user) : { ...toContact(user), email: '' };
  };
}

/** A way to sign in to an account. */
export type SignInMethod = { passwordHash: string } | { oidcSubject: string };

/**
 * Creates an account. The first one is the operator's. Throws a duplicate key error when the email address is taken. Call it in
 * a transaction.
 */
export async function createUser(body: Omit<RegisterBody, 'password'>, signInMethod: SignInMethod): Promise<User> {
  const isOperator = await claimInstance();
  const [user] = await UserModel.create([{ ...body, ...signInMethod, ...(isOperator && { isOperator }) }]);
  if (!user) throw new Error('The user was not created');
  return toUser(user);
}

export function asEmailTaken(error: unknown): never {
  if (isDuplicateKey(error, 'email')) throw conflict('taken', 'An account with this email address already exists');
  throw error;
}

/** The user with this email address and password, or null. Takes the same time in both cases. */
export async function findUserByPassword(email: string, password: string): Promise<VerifiedUser | null> {
  const user = await UserModel.findOne({ email }).select('+passwordHash').lean<UserDoc>();
  const isRight = await isPasswordRight(password, user?.passwordHash);
  return user && isRight ? toVerifiedUser(user) : null;
}

/** Notes that the user has confirmed this address. False if the account has another one by now. */
export async function confirmEmailOf(userId: string, email: string): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne({ _id: userId, email }, { $set: { confirmedEmail: email } });
  return matchedCount > 0;
}

export async function findUserIdByEmail(email: string): Promise<string | null> {
  const user = await UserModel.findOne({ email }, { _id: 1 }).lean<Pick<UserDoc, '_id'>>();
  return user?._id.toHexString() ?? null;
}

/**
 * Allows only one transaction at a time for this user. Its counts then stay correct until it commits, so a quota is exact even
 * for parallel requests. Throws outside of a transaction.
 */
export async function lockQuotas(userId: Id): Promise<void> {
  requireTransaction();
  await UserModel.updateOne({ _id: userId }, { $inc: { quotaRev: 1 } }, { timestamps: false });
}

/** A condition for fields that contain the text literally, regardless of case. */
export function containing(text: string) {
  return trusted({ $regex: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' });
}

type Contains = ReturnType<typeof containing>;
const withAnyEmail = (contains: Contains): QueryFilter<UserDoc>[] => [{ email: contains }];

/** More words than a name has would only make the search slower. */
const MOST_WORDS = 8;

/** A filter for users whose names, email address or username contain each word of the text. `byEmail` limits who is found by address. */
export function whoseNameContains(text: string, byEmail = withAnyEmail): QueryFilter<UserDoc> {
  const words = text.trim().split(/\s+/).slice(0, MOST_WORDS).map(containing);
  const hasWord = (contains: Contains): QueryFilter<UserDoc> => ({
    $or: [{ firstName: contains }, { lastName: contains }, { username: contains }, ...byEmail(contains)],
  });
  return { $and: words.map(hasWord) };
}

function asUsernameTaken(error: unknown): never {
  if (isDuplicateKey(error, 'usernameKey')) throw conflict('taken', 'This username is already taken');
  throw error;
}

/** True when no other user has this username, regardless of case. */
export async function isUsernameFree(userId: string, username: string): Promise<boolean> {
  const holder = await UserModel.findOne({ usernameKey: username.toLowerCase() }, { _id: 1 }).lean();
  return holder === null || holder._id.toHexString() === userId;
}

/** Changes a user's public profile. Throws taken when another user has the username. */
export async function updateProfile(
  userId: string,
  profile: PersonNames | { username: string } | { profileImageUrl: string | null },
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

/** Removes a user from this node's cache. */
export function forgetPerson(userId: string): void {
  cacheVersion += 1;
  cachedUsers.delete(userId);
}

export async function isOwnPassword(userId: string, password: string): Promise<boolean> {
  const user = await UserModel.findById(userId).select('+passwordHash').lean<UserDoc>();
  return isPasswordRight(password, user?.passwordHash);
}

export async function mustChangePassword(userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId).select('+mustChangePassword').lean<UserDoc>();
  return user?.mustChangePassword ?? false;
}

/** True when the user has agreed that a language model may read their reviews. */
export async function mayRequestTitles(userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId, { mayRequest: 1 }).lean<Pick<UserDoc, 'mayRequest'>>();
  return user?.mayRequest ?? false;
}

export async function hasModelConsent(userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId, { useModel: 1 }).lean<Pick<UserDoc, 'useModel'>>();
  return user?.useModel ?? false;
}

export async function storeModelConsent(userId: string, useModel: boolean): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { useModel } });
}

/** What the user wants to see of episodes that they have not seen. */
export async function readSpoilers(userId: string): Promise<Spoilers> {
  const user = await UserModel.findById(userId, { spoilers: 1 }).lean<Pick<UserDoc, 'spoilers'>>();
  return user?.spoilers ?? 'hide';
}

export async function storeSpoilers(userId: string, spoilers: Spoilers): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { spoilers } });
}
