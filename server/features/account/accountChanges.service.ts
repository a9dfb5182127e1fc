import { inTransaction } from '../../platform/database/database.ts';
import { showLinksOf } from '../folders/sharing/links/accountLinks.service.ts';
import { beginEnding, disableUser, enableUser } from '../users/accountState.service.ts';

/*
 * Changes of an account's state, in one transaction with the invitation links that depend on it.
 */

/** Throws not_found, and conflict for the last operator. */
export async function disableAccount(userId: string): Promise<void> {
  await inTransaction(async () => {
    await disableUser(userId);
    await showLinksOf(userId);
  });
}

/** Throws not_found. */
export async function enableAccount(userId: string): Promise<void> {
  await inTransaction(async () => {
    await enableUser(userId);
    await showLinksOf(userId);
  });
}

/** Begins the deletion of an account. Throws not_found, and conflict for the last operator. */
export async function beginDeletion(userId: string): Promise<void> {
  await inTransaction(async () => {
    await beginEnding(userId);
    await showLinksOf(userId);
  });
}
