import type { Db } from 'mongodb';
import { deleteAccount } from '../../server/features/account/deletion/deletion.service.ts';
import { readPrivacyFrom } from '../../server/features/users/visibility.ts';
import { createIndexes } from '../../server/platform/database/database.ts';
import { loadAccount } from './account.ts';

/** Deletes an account; running nodes end its sessions and tell everybody concerned. */
export async function deleteByEmail(db: Db, email: string): Promise<void> {
  const userId = await loadAccount(db, email);
  // The app's settings are unknown here, so events for other people contain no email addresses.
  readPrivacyFrom({ read: async () => ({ emailFor: 'shared', listsFor: 'nobody' }) });
  // Transactions write only to collections that exist.
  await createIndexes();
  await deleteAccount(userId);
}
