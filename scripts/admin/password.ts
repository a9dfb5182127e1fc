import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import type { UpdateQuery } from 'mongoose';
import type { SecurityEventType } from '../../common/schemas/operator/securityEvent.ts';
import { changeCredentials } from '../../server/features/users/credentials.service.ts';
import { removePasskeysOf } from '../../server/features/users/passkeys/passkey.service.ts';
import { hashPassword } from '../../server/features/users/passwords/password.ts';
import type { UserDoc } from '../../server/features/users/user.model.ts';
import { recordSecurityEvent } from '../../server/platform/securityLog/securityLog.ts';
import { endOtherSessions } from '../../server/platform/session/session.ts';
import { withAccount } from './account.ts';

/** Sets and returns a temporary password, and removes the passkeys. Signing in with it requires a new password. */
export async function resetPassword(db: Db, email: string): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  await change(db, email, { $set: { passwordHash, mustChangePassword: true } }, 'password-reset');
  return password;
}

/**
 * Removes all sign-in methods of the account: the next single sign-on with the verified address gets it. The operator must
 * have verified that the account belongs to that person.
 */
export async function handOver(db: Db, email: string): Promise<void> {
  const methods = { passwordHash: 1, oidcSubject: 1, mustChangePassword: 1, ...withoutSecondFactor } as const;
  await change(db, email, { $unset: methods }, 'handed-over');
}

/** Turns off the second factor and removes the passkeys, for a user who has lost them and the recovery codes. */
export async function resetSecondFactor(db: Db, email: string): Promise<void> {
  await change(db, email, { $unset: withoutSecondFactor }, 'second-factor-off');
}

const withoutSecondFactor = { totp: 1, recoveryCodes: 1 } as const;

/**
 * Changes the sign-in methods of an account, removes its passkeys and ends its sessions; running nodes disconnect its sockets.
 */
async function change(db: Db, email: string, update: UpdateQuery<UserDoc>, type: SecurityEventType): Promise<void> {
  await withAccount(db, email, async (userId) => {
    const changed = await changeCredentials({ _id: userId }, update);
    if (!changed) return;
    await removePasskeysOf(String(userId));
    await endOtherSessions(userId, changed.credentialsRev, null);
    await recordSecurityEvent(null, { type, userId, actorId: null });
  });
}
