import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import { hashPassword } from '../../server/features/users/password.ts';
import { SESSION_COLLECTION } from '../../server/platform/session.ts';

/** Gives the person a new password, which is answered, and ends their sessions. */
export async function resetPassword(db: Db, email: string): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const user = await db
    .collection('users')
    .findOneAndUpdate({ email: email.trim().toLowerCase() }, { $set: { passwordHash } });
  if (!user) throw new Error(`nobody has the address ${email}`);
  await db.collection(SESSION_COLLECTION).deleteMany({ 'session.userId': String(user._id) });
  return password;
}
