import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import mongoose, { type UpdateQuery } from 'mongoose';
import { changeCredentials } from '../../server/features/users/credentials.service.ts';
import { hashPassword } from '../../server/features/users/password.ts';
import { type UserDoc, UserModel } from '../../server/features/users/user.model.ts';
import { inTransaction } from '../../server/platform/database/database.ts';
import { OutboxModel } from '../../server/platform/database/outbox.ts';
import { endOtherSessions, SessionModel } from '../../server/platform/session/session.ts';

/** Sets and returns a temporary password. Signing in with it requires a new password. */
export async function resetPassword(db: Db, email: string): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  await change(db, email, { $set: { passwordHash, mustChangePassword: true } });
  return password;
}

/**
 * Removes all sign-in methods of the account: the next single sign-on with the verified address gets it. The operator must
 * have verified that the account belongs to that person.
 */
export async function handOver(db: Db, email: string): Promise<void> {
  await change(db, email, { $unset: { passwordHash: 1, oidcSubject: 1, mustChangePassword: 1 } });
}

/** Changes the sign-in methods of an account and ends its sessions; running nodes disconnect its sockets. */
async function change(db: Db, email: string, update: UpdateQuery<UserDoc>): Promise<void> {
  mongoose.connection.setClient(db.client);
  // A transaction writes only to collections that exist, and the app may never have been started here.
  for (const model of [UserModel, SessionModel, OutboxModel]) await model.createCollection();
  await inTransaction(async () => {
    const changed = await changeCredentials({ email: email.trim().toLowerCase() }, update);
    if (!changed) throw new Error(`there is no account with the address ${email}`);
    await endOtherSessions(changed.user.id, changed.credentialsRev, null);
  });
}
