import { trusted } from 'mongoose';
import type { SignInMethods } from '../../../common/schemas/user.ts';
import type { Config } from '../../config/config.ts';
import { conflict, isDuplicateKey, notFound } from '../../platform/http/errors.ts';
import {
  CHANGED_MEANWHILE,
  changeCredentials,
  toVerifiedUser,
  unchangedSince,
  type VerifiedUser,
} from './credentials.service.ts';
import { PasskeyModel } from './passkey.model.ts';
import { type UserDoc, UserModel } from './user.model.ts';
import { asEmailTaken } from './user.service.ts';

export async function findSignInMethods(userId: string): Promise<SignInMethods> {
  const user = await UserModel.findById(userId)
    .select('+passwordHash +oidcSubject +totp +recoveryCodes')
    .lean<UserDoc>();
  const passkeys = await PasskeyModel.countDocuments({ userId });
  return {
    hasPassword: user?.passwordHash !== undefined,
    isConnected: user?.oidcSubject !== undefined,
    hasSecondFactor: user?.totp !== undefined,
    recoveryCodes: user?.recoveryCodes?.length ?? 0,
    passkeys,
  };
}

/** The user with this single sign-on subject, or null. */
export async function findUserBySubject(oidcSubject: string): Promise<VerifiedUser | null> {
  const user = await UserModel.findOne({ oidcSubject }).lean<UserDoc>();
  return user && toVerifiedUser(user);
}

const missing = trusted({ $exists: false });

/**
 * Connects an account without any sign-in method to a subject whose email address is verified. Null when there is no such
 * account. Call it in a transaction.
 */
export async function claimUserWithoutSignInMethod(email: string, oidcSubject: string): Promise<VerifiedUser | null> {
  const isOpen = { email, passwordHash: missing, oidcSubject: missing };
  const user = await UserModel.findOne(isOpen, { _id: 1 }).lean();
  if (!user || (await PasskeyModel.exists({ userId: user._id }))) return null;
  return changeCredentials({ _id: user._id, ...isOpen }, { $set: { oidcSubject } });
}

export const ALREADY_CONNECTED = 'Your account is already connected to single sign-on';

/**
 * Connects single sign-on and returns the new credentialsRev. Throws conflict when the account is already connected or its
 * credentials have changed since `credentialsRev`, and taken when another account has this subject.
 */
export async function connectSubject(userId: string, credentialsRev: number, oidcSubject: string): Promise<number> {
  const changed = await changeCredentials(
    { ...unchangedSince(userId, credentialsRev), oidcSubject: missing },
    { $set: { oidcSubject } },
  ).catch(asSubjectTaken);
  if (changed) return changed.credentialsRev;
  throw conflict('conflict', (await findSignInMethods(userId)).isConnected ? ALREADY_CONNECTED : CHANGED_MEANWHILE);
}

function asSubjectTaken(error: unknown): never {
  if (isDuplicateKey(error, 'oidcSubject')) {
    throw conflict('taken', 'This single sign-on opens another account already');
  }
  throw error;
}

const NO_OTHER_WAY = 'You would have no other way to sign in';

/** Which ways to sign in this site has. */
export type SignInConfig = Pick<Config, 'hasLocalAccounts' | 'oidc'>;

/**
 * Disconnects single sign-on and returns the new credentialsRev. Throws conflict when it is the only way to sign in, or the
 * credentials have changed since `credentialsRev`. Call it in a transaction.
 */
export async function disconnectSubject(userId: string, credentialsRev: number, config: SignInConfig): Promise<number> {
  const changed = await changeCredentials(unchangedSince(userId, credentialsRev), { $unset: { oidcSubject: 1 } });
  return requireWayToSignIn(userId, changed, config);
}

/**
 * Removes a passkey and returns the new credentialsRev and the passkey's name. Throws not_found when the user has no such
 * passkey, and conflict as `disconnectSubject` does. Call it in a transaction.
 */
export async function removePasskey(
  userId: string,
  credentialsRev: number,
  passkeyId: string,
  config: SignInConfig,
): Promise<{ credentialsRev: number; name: string }> {
  // First, so that parallel changes of sign-in methods conflict and cannot remove the last two at once.
  const changed = await changeCredentials(unchangedSince(userId, credentialsRev), {});
  const removed = await PasskeyModel.findOneAndDelete({ _id: passkeyId, userId }).lean();
  if (!removed) throw notFound('This passkey has been removed already');
  return { credentialsRev: await requireWayToSignIn(userId, changed, config), name: removed.name };
}

/** Throws conflict, which undoes the caller's transaction, when the user has no way left to sign in to this site. */
async function requireWayToSignIn(
  userId: string,
  changed: VerifiedUser | null,
  { hasLocalAccounts, oidc }: SignInConfig,
): Promise<number> {
  if (!changed) throw conflict('conflict', CHANGED_MEANWHILE);
  const { hasPassword, isConnected, passkeys } = await findSignInMethods(userId);
  const isLocal = hasLocalAccounts && (hasPassword || passkeys > 0);
  if (!isLocal && !(oidc && isConnected)) throw conflict('conflict', NO_OTHER_WAY);
  return changed.credentialsRev;
}

/**
 * Changes the address that a user signs in with. Throws taken when another account has it, and conflict when the credentials have
 * changed since `credentialsRev`.
 */
export async function storeEmail(userId: string, credentialsRev: number, email: string): Promise<VerifiedUser> {
  const changed = await changeCredentials(unchangedSince(userId, credentialsRev), { $set: { email } }).catch(
    asEmailTaken,
  );
  if (!changed) throw conflict('conflict', CHANGED_MEANWHILE);
  return changed;
}

/**
 * Stores a password that the user has chosen, and returns the new credentialsRev. Throws conflict when the account's
 * credentials have changed since `credentialsRev`.
 */
export async function storePassword(userId: string, credentialsRev: number, passwordHash: string): Promise<number> {
  const changed = await changeCredentials(unchangedSince(userId, credentialsRev), {
    $set: { passwordHash },
    $unset: { mustChangePassword: 1 },
  });
  if (!changed) throw conflict('conflict', CHANGED_MEANWHILE);
  return changed.credentialsRev;
}
