import type { Db } from 'mongodb';
import { deleteAccount } from '../../server/features/account/deletion/deletion.service.ts';
import { createIndexes } from '../../server/platform/database/database.ts';
import { loadAccount } from './account.ts';

/** Deletes an account; running nodes end its sessions and tell everybody concerned. */
export async function deleteByEmail(db: Db, email: string): Promise<void> {
  const userId = await loadAccount(db, email);
  // Transactions write only to collections that exist.
  await createIndexes();
  await deleteAccount(userId);
}
