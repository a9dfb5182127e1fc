import type { SignInMethods } from '../../../common/schemas/user.ts';
import { conflict, isDuplicateKey } from '../../platform/http/errors.ts';
import { changeCredentials, toVerifiedUser, unchangedSince, type VerifiedUser } from './credentials.service.ts';
import { type UserDoc, UserModel } from './user.model.ts';

export async function findSignInMethods(userId: string): Promise<SignInMethods> {
  const user = await UserModel.findById(userId).select('+passwordHash +oidcSubject').lean<UserDoc>();
  return { hasPassword: user?.passwordHash !== undefined, isConnected: user?.oidcSubject !== undefined };
}

/** The user with this single sign-on subject, or null. */
export async function findUserBySubject(oidcSubject: string): Promise<VerifiedUser | null> {
  const user = await UserModel.findOne({ oidcSubject }).lean<UserDoc>();
  return user && toVerifiedUser(user);
}

const missing = { $exists: false };

/**
 * Connects an account without any sign-in method to a subject whose email address is verified. Null when there is no such
 * account.
 */
export function claimUserWithoutSignInMethod(email: string, oidcSubject: string): Promise<VerifiedUser | null> {
  return changeCredentials({ email, passwordHash: missing, oidcSubject: missing }, { $set: { oidcSubject } });
}

const CHANGED_MEANWHILE = 'Your sign-in settings have just changed. Please try again.';
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

/**
 * Disconnects single sign-on and returns the new credentialsRev. Throws conflict when the account has no password, or its
 * credentials have changed since `credentialsRev`.
 */
export async function disconnectSubject(userId: string, credentialsRev: number): Promise<number> {
  const changed = await changeCredentials(
    { ...unchangedSince(userId, credentialsRev), passwordHash: { $exists: true } },
    { $unset: { oidcSubject: 1 } },
  );
  if (changed) return changed.credentialsRev;
  const { hasPassword } = await findSignInMethods(userId);
  throw conflict('conflict', hasPassword ? CHANGED_MEANWHILE : 'You would have no other way to sign in');
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
