import type { Request } from 'express';
import type { RegisterBody, User } from '../../../common/user.ts';
import { inTransaction } from '../../platform/database.ts';
import { writeSessionEnded } from '../../platform/outbox.ts';
import { beginSession } from '../../platform/session.ts';
import { createReviewedFolder } from '../folders/folder.service.ts';
import { hashPassword } from '../users/password.ts';
import { asEmailTaken, createUser } from '../users/user.service.ts';

/** Creates the account and its own Reviewed list; throws taken when the address has an account. */
export async function register({ password, ...person }: RegisterBody): Promise<User> {
  const passwordHash = await hashPassword(password);
  try {
    return await inTransaction(async () => {
      const user = await createUser(person, { passwordHash });
      await createReviewedFolder(user.id);
      return user;
    });
  } catch (error) {
    return asEmailTaken(error);
  }
}

/** Begins somebody's session in this browser. */
export async function signInTo(req: Request, userId: string): Promise<void> {
  const { sessionID: replacedId, session: replaced } = req;
  await beginSession(req, userId);
  // Signing in over a session ends it: its tabs must not go on hearing somebody else's news.
  if (replaced.userId) await writeSessionEnded(replaced.userId, replacedId);
}
