import type { Keys, User } from '../../../common/user.ts';
import { conflict, isDuplicateKey } from '../../platform/errors.ts';
import { toUser, type UserDoc, UserModel } from './user.model.ts';

export async function findKeys(userId: string): Promise<Keys> {
  const user = await UserModel.findById(userId).select('+passwordHash +oidcSubject').lean<UserDoc>();
  return { hasPassword: user?.passwordHash !== undefined, isConnected: user?.oidcSubject !== undefined };
}

/** The user whom single sign-on calls so, or null. */
export async function findUserBySubject(oidcSubject: string): Promise<User | null> {
  const user = await UserModel.findOne({ oidcSubject }).lean<UserDoc>();
  return user && toUser(user);
}

const none = { $exists: false };

/** Gives an account that nothing opens to whoever has shown that its address is theirs; null when there is none such. */
export async function claimKeylessUser(email: string, oidcSubject: string): Promise<User | null> {
  const user = await UserModel.findOneAndUpdate(
    { email, passwordHash: none, oidcSubject: none },
    { $set: { oidcSubject } },
    { returnDocument: 'after' },
  ).lean<UserDoc>();
  return user && toUser(user);
}

export const ALREADY_CONNECTED = 'Your account is connected to single sign-on already';

/** Throws conflict when the account is connected already, taken when another one is. */
export async function connectSubject(userId: string, oidcSubject: string): Promise<void> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, oidcSubject: none },
    { $set: { oidcSubject } },
  ).catch(asSubjectTaken);
  if (matchedCount === 0) throw conflict('conflict', ALREADY_CONNECTED);
}

function asSubjectTaken(error: unknown): never {
  if (isDuplicateKey(error, 'oidcSubject')) {
    throw conflict('taken', 'This single sign-on opens another account already');
  }
  throw error;
}

/** Throws conflict when nothing else would open the account. */
export async function disconnectSubject(userId: string): Promise<void> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, passwordHash: { $exists: true } },
    { $unset: { oidcSubject: 1 } },
  );
  if (matchedCount === 0) throw conflict('conflict', 'Nothing else would open your account');
}
