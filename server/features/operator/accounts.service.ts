import { randomBytes } from 'node:crypto';
import type { Account, AccountsQuery } from '../../../common/schemas/operator/operator.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { IdPage } from '../../platform/http/nextPage.ts';
import { endOtherSessions, findLastSeen } from '../../platform/session/session.ts';
import type { OperatorAct } from '../account/accountChanges.service.ts';
import { countListsOf } from '../folders/departure.service.ts';
import { countReviewsOf } from '../reviews/review.service.ts';
import { findAccounts } from '../users/accountState.service.ts';
import { changeCredentials } from '../users/credentials.service.ts';
import { requireOperatorHeld } from '../users/operator.service.ts';
import { removePasskeysOf } from '../users/passkeys/passkey.service.ts';
import { hashPassword } from '../users/passwords/password.ts';

/** A page of all accounts, in the order in which they were created. */
export async function listAccounts(query: AccountsQuery): Promise<IdPage<Account>> {
  const { page: users, next } = await findAccounts(query);
  const ids = users.map(({ id }) => id);
  const [lastSeen, lists, reviews] = await Promise.all([findLastSeen(ids), countListsOf(ids), countReviewsOf(ids)]);
  const page = users.map((user) => ({
    ...user,
    lastSeenAt: lastSeen.get(user.id)?.toISOString() ?? null,
    ...(lists.get(user.id) ?? { lists: 0, items: 0 }),
    reviews: reviews.get(user.id) ?? 0,
  }));
  return { page, next };
}

/**
 * Sets and returns a temporary password, removes the user's passkeys and ends their sessions. The next sign-in asks for a new
 * password.
 */
export async function resetPassword(userId: string, act: OperatorAct): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  await inTransaction(async () => {
    await requireOperatorHeld(act.operatorId);
    const changed = await changeCredentials({ _id: userId }, { $set: { passwordHash, mustChangePassword: true } });
    if (!changed) throw notFound('User not found');
    // Someone who had access to the account may have added one.
    await removePasskeysOf(userId);
    await endOtherSessions(userId, changed.credentialsRev, null);
    await act.record();
  });
  return password;
}
