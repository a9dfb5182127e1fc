import type { RegisterBody, User } from '../../../common/user.ts';
import { inTransaction } from '../../platform/database.ts';
import { createReviewedFolder } from '../folders/folder.service.ts';
import { hashPassword } from '../users/password.ts';
import { asEmailTaken, createUser } from '../users/user.service.ts';

/** Creates the account and its own Reviewed list; throws taken when the address has an account. */
export async function register({ password, ...person }: RegisterBody): Promise<User> {
  const passwordHash = await hashPassword(password);
  try {
    return await inTransaction(async () => {
      const user = await createUser(person, passwordHash);
      await createReviewedFolder(user.id);
      return user;
    });
  } catch (error) {
    return asEmailTaken(error);
  }
}
