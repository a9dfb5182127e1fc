import { Types } from 'mongoose';
import { waitUntilDelivered } from '../../../platform/database/changeFeed.ts';
import { hasWaitedInVain, isDatabaseAway } from '../../../platform/database/databaseAway.ts';
import { ANSWERED_WITHIN_MS } from '../../../platform/database/timeLimit.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Problem } from '../../../platform/http/errors.ts';
import { replayIdempotentResponse, runOnce } from '../../../platform/requests/operations.ts';
import { authoriseWrite, folderNotFound, forgetAuthorisation } from '../access/access.ts';
import {
  type ChangeAction,
  type FolderJob,
  type FolderWrite,
  isOutsideAction,
  runFolderTransaction,
} from './folderTransaction.ts';
import { WriteQueue } from './writeQueue.ts';

interface FolderChange {
  actor: Actor;
  folderId: string;
  /** What the actor needs the right to do. */
  action: ChangeAction;
  /** The items that the write reads. A write that names them shares reads and writes of items with its batch. */
  itemIds?: readonly string[];
  /** The error for users who cannot see the folder, and for a folder that does not exist. */
  missing?: () => Problem;
}

const MAX_BATCH = 100;
const DELIVERED_WITHIN_MS = 1000;

const queue = new WriteQueue<FolderJob, unknown>({
  maxBatch: MAX_BATCH,
  maxWaitMs: ANSWERED_WITHIN_MS,
  async run(folderId, jobs) {
    const { answers, rev, endsAccess } = await runFolderTransaction(folderId, jobs);
    // Users who lost the folder must receive no more of it once the writer has the answer.
    return endsAccess ? { answers, ready: waitUntilDelivered(folderId, rev, DELIVERED_WITHIN_MS) } : { answers };
  },
  // A commit whose result is unknown must not run again: it may have been applied.
  isFinal: isDatabaseAway,
  blocksOthers: hasWaitedInVain,
});

/**
 * The only way to change a folder, its items or its shares. One transaction checks the actor's access, runs `write`,
 * keeps the counts and appends to the folder's log, which every node delivers from. Writes that wait for the same folder
 * share a transaction. `write` may run again, so it must hold only database work and catch no error. Its answer is
 * stored for a repeated Idempotency-Key.
 *
 * Throws `missing` for users who cannot see the folder, and forbidden for members without the right. Both are checked
 * before the write is queued, and again in the transaction.
 */
export async function changeFolder<T>(change: FolderChange, write: (folder: FolderWrite) => Promise<T>): Promise<T> {
  const { actor, action, itemIds, missing = folderNotFound } = change;
  if (!Types.ObjectId.isValid(change.folderId)) throw missing();
  // The queue and the feed identify the folder by this spelling of its id.
  const folderId = change.folderId.toLowerCase();
  return runOnce(actor, async () => {
    try {
      if (!isOutsideAction(action)) await authoriseWrite(actor.userId, folderId, action, missing);
      return (await queue.add(folderId, { actor, action, itemIds, missing, write })) as T;
    } catch (error) {
      forgetAuthorisation(actor.userId, folderId);
      return (await replayIdempotentResponse(actor, error)) as T;
    }
  });
}
