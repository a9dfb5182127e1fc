import { randomBytes } from 'node:crypto';
import type { Db, Document, UpdateFilter } from 'mongodb';
import { hashPassword } from '../../server/features/users/password.ts';
import { SESSION_COLLECTION } from '../../server/platform/session.ts';

/** Gives the person a new password, which is answered, and ends their sessions. */
export async function resetPassword(db: Db, email: string): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  await change(db, email, { $set: { passwordHash } });
  return password;
}

/**
 * Takes every key to the account away and ends the person's sessions: it waits for the next single sign-on with that
 * address, confirmed. Whoever asks for this vouches that the account is that person's.
 */
export async function handOver(db: Db, email: string): Promise<void> {
  await change(db, email, { $unset: { passwordHash: 1, oidcSubject: 1 } });
}

async function change(db: Db, email: string, update: UpdateFilter<Document>): Promise<void> {
  const user = await db.collection('users').findOneAndUpdate({ email: email.trim().toLowerCase() }, update);
  if (!user) throw new Error(`nobody has the address ${email}`);
  await db.collection(SESSION_COLLECTION).deleteMany({ 'session.userId': String(user._id) });
}
