import { type Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { quietTypes } from '../../../../common/quietTypes.ts';
import { isOtherChange, type KnownRev } from '../../../../common/replica/replica.ts';
import type { ChangesAnswer, ChangesQuery } from '../../../../common/schemas/changes.ts';
import { createBatchLoader } from '../../../platform/database/batchLoader.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import type { ItemDoc } from '../model/item.model.ts';
import { type FolderEntry, isWellFormed, toChanges } from './folderEntry.ts';

/** The entry at this place of the folder's log, or null when it has expired or is malformed. */
export async function findEntry(folderId: Types.ObjectId, rev: number): Promise<FolderEntry | null> {
  const entry = await OutboxModel.findOne({ folderId, rev }).lean<FolderEntry>();
  return entry && isWellFormed(entry) ? entry : null;
}

/** Whether another user than this one has set the item's mark after a rev. `unstored` are entries that the log has not yet. */
export async function wasMarkedSince(
  { _id, folderId }: ItemDoc,
  { rev, userId, unstored }: { rev: number; userId: string; unstored: readonly FolderEntry[] },
): Promise<boolean> {
  const isMark = (entry: FolderEntry) =>
    entry.type === 'item:updated' && entry.after._id.equals(_id) && entry.byUserId.toHexString() !== userId;
  if (unstored.some(isMark)) return true;
  const change = { folderId, rev: trusted({ $gt: rev }), type: 'item:updated', byUserId: trusted({ $ne: userId }) };
  return (await OutboxModel.exists({ ...change, 'after._id': _id })) !== null;
}

/** The entries at these places of the folder's log, oldest first, without those that have expired or are malformed. */
export async function findEntries(folderId: Types.ObjectId, revs: readonly number[]): Promise<FolderEntry[]> {
  const entries = await OutboxModel.find({ folderId, rev: trusted({ $in: revs }) })
    .sort({ rev: 1 })
    .lean<FolderEntry[]>();
  return entries.filter(isWellFormed);
}

/**
 * With `since`, the folder's changes after that rev, oldest first, or `reset` when the log no longer reaches back that
 * far, when one of them is malformed, or when another change than `revId` has that rev now. Without it, the newest changes
 * by members, or the newest before a rev. The log begins for the reader at `arrivedRev`.
 */
export async function findChanges(
  folder: FolderDoc,
  arrivedRev: number,
  { since, revId, before }: ChangesQuery,
): Promise<ChangesAnswer> {
  const { rev } = folder;
  if (since === undefined) {
    const newest = await OutboxModel.find({
      folderId: folder._id,
      rev: trusted({ $gte: arrivedRev, $lt: before ?? rev + 1 }),
      type: trusted({ $nin: quietTypes }),
    })
      .sort({ rev: -1 })
      .limit(limits.recentChanges + 1)
      .lean<FolderEntry[]>();
    const shown = newest.slice(0, limits.recentChanges).reverse();
    return { rev, changes: await toChanges(shown.filter(isWellFormed)), more: newest.length > shown.length };
  }
  if (since > rev || since < arrivedRev - 1) return { rev, reset: true };
  return missed.load({ folder, since, revId });
}

interface Missing {
  folder: FolderDoc;
  since: number;
  revId: string | undefined;
}

/** True if the tab has the folder's rev, made by the same change. */
export function isUpToDate({ rev, revId }: FolderDoc, known: KnownRev): boolean {
  return rev === known.rev && !isOtherChange(known, { rev, revId: revId?.toHexString() });
}

/** After a restart many tabs have missed the same changes, so requests that arrive together share one read. */
const missed = createBatchLoader(async (asked: readonly Missing[]) => {
  const answers = new Map<string, Promise<ChangesAnswer>>();
  for (const missing of asked) {
    const key = missingKey(missing);
    if (!answers.has(key)) answers.set(key, findMissed(missing));
  }
  return Promise.all(asked.map((missing) => answers.get(missingKey(missing)) as Promise<ChangesAnswer>));
}, 200);

// The answer also depends on the rev of the folder that the caller has read.
const missingKey = ({ folder, since, revId }: Missing) =>
  `${folder._id.toHexString()} ${folder.rev} ${since} ${revId ?? ''}`;

async function findMissed({ folder, since, revId }: Missing): Promise<ChangesAnswer> {
  const { rev } = folder;
  if (since === rev)
    return isUpToDate(folder, { rev: since, revId }) ? { rev, changes: [], more: false } : { rev, reset: true };
  const entries = await OutboxModel.find({ folderId: folder._id, rev: trusted({ $gte: since }) })
    .sort({ rev: 1 })
    .limit(limits.changesPage + 2)
    .lean<FolderEntry[]>();
  // The entry at `since` itself may have expired. A folder's log begins at rev 1.
  const known = entries[0]?.rev === since ? entries.shift() : undefined;
  const isReplaced = revId !== undefined && known?._id.toHexString() !== revId;
  if (isReplaced || entries[0]?.rev !== since + 1) return { rev, reset: true };
  const shown = entries.slice(0, limits.changesPage);
  if (!shown.every(isWellFormed)) return { rev, reset: true };
  return { rev, changes: await toChanges(shown), more: entries.length > shown.length };
}
