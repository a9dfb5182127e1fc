import type { Request, Response } from 'express';
import type { LoginBody, RegisterBody } from '../../../common/schemas/user.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { writeSessionEnded } from '../../platform/database/outbox.ts';
import { conflict, invalid, Problem } from '../../platform/http/errors.ts';
import type { KnownDevices } from '../../platform/limits/knownDevice.ts';
import { beginSession, endOtherSessions } from '../../platform/session/session.ts';
import { createReviewedFolder } from '../folders/folder.service.ts';
import type { VerifiedUser } from '../users/credentials.service.ts';
import { hashPassword } from '../users/password.ts';
import { storePassword } from '../users/signInMethods.service.ts';
import { asEmailTaken, createUser, findUserByPassword, mustChangePassword } from '../users/user.service.ts';

/** Creates the account and its Reviewed list; throws taken if the address has an account. */
export async function register({ password, ...person }: RegisterBody): Promise<VerifiedUser> {
  const passwordHash = await hashPassword(password);
  try {
    return await inTransaction(async () => {
      const user = await createUser(person, { passwordHash });
      await createReviewedFolder(user.id);
      return { user, credentialsRev: 0 };
    });
  } catch (error) {
    return asEmailTaken(error);
  }
}

/**
 * The user with this address and password, or null. A temporary password must be replaced by a new one: throws
 * password_change_required without a new password, validation if it is the same, and conflict if none is needed.
 */
export async function verifyLogin({ email, password, newPassword }: LoginBody): Promise<VerifiedUser | null> {
  const verified = await findUserByPassword(email, password);
  if (!verified) return null;
  if (await mustChangePassword(verified.user.id)) return replaceTemporary(verified, password, newPassword);
  if (newPassword !== undefined) throw conflict('conflict', 'Your password has been changed already. Please sign in.');
  return verified;
}

async function replaceTemporary(
  verified: VerifiedUser,
  temporary: string,
  chosen: string | undefined,
): Promise<VerifiedUser> {
  const { user } = verified;
  if (chosen === undefined) {
    throw new Problem('password_change_required', 'Your password was reset. Please choose a new one.');
  }
  if (chosen === temporary) {
    throw invalid([{ path: 'newPassword', message: 'Choose another password than the temporary one' }]);
  }
  const passwordHash = await hashPassword(chosen);
  return inTransaction(async () => {
    const credentialsRev = await storePassword(user.id, verified.credentialsRev, passwordHash);
    await endOtherSessions(user.id, credentialsRev, null);
    return { user, credentialsRev };
  });
}

/** Starts a session in this browser and marks the browser as known. */
export type SignIn = (req: Request, who: VerifiedUser) => Promise<void>;

export function createSignIn(devices: KnownDevices): SignIn {
  return async (req, { user, credentialsRev }) => {
    const { sessionID: replacedId, session: replaced } = req;
    await beginSession(req, { userId: user.id, credentialsRev });
    devices.remember(req, req.res as Response, user.email);
    // An existing session ends, so that its tabs receive no events of another user.
    if (replaced.userId) await writeSessionEnded(replaced.userId, replacedId);
  };
}
