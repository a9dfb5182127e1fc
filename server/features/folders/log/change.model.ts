import { Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { quietTypes } from '../../../../common/quietTypes.ts';
import type { Change, ChangesAnswer, ChangesQuery, ChangeType } from '../../../../common/schemas/changes.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import { createBatchLoader } from '../../../platform/database/batchLoader.ts';
import {
  type LogEntryBase,
  logFields,
  OutboxModel,
  type PersonalNotification,
  type SessionEnded,
} from '../../../platform/database/outbox.ts';
import { publicUsersById } from '../../users/user.service.ts';
import { type FolderDoc, toFolderCore } from '../folder.model.ts';
import { type ItemDoc, toItem } from '../items/item.model.ts';
import { type ShareDoc, toPublicShare } from '../sharing/share.model.ts';

/** A change that a write records. changeFolder makes an entry of the folder's log from it. */
export type ChangeDraft =
  | { type: 'folder:created' }
  | { type: 'folder:renamed'; before: { name: string } }
  | { type: 'folder:deleted'; to: Types.ObjectId[] }
  | { type: 'item:added' | 'item:moved' | 'item:removed' | 'item:refreshed'; item: ItemDoc }
  | { type: 'item:updated' | 'item:noted'; item: ItemDoc; before: ItemDoc }
  | { type: 'share:granted' | 'share:revoked'; share: ShareDoc }
  | { type: 'share:permissions-changed'; share: ShareDoc; before: ShareDoc };

/** The fields of each type of change: the entity after the change, and what undo and delivery need. */
interface StoredChanges {
  'folder:created': { folder: FolderDoc };
  'folder:renamed': { folder: FolderDoc; before: { name: string } };
  /** `to` are the users who lost the folder. */
  'folder:deleted': { folder: FolderDoc; to: Types.ObjectId[] };
  'item:added': ItemChange;
  'item:updated': ItemChange & { before: ItemDoc };
  'item:noted': ItemChange & { before: ItemDoc };
  'item:moved': ItemChange;
  'item:removed': ItemChange;
  'item:refreshed': ItemChange;
  'share:granted': ShareChange;
  'share:permissions-changed': ShareChange & { before: ShareDoc };
  'share:revoked': ShareChange;
}

interface ItemChange {
  after: ItemDoc;
  itemCount: number;
}

interface ShareChange {
  after: ShareDoc;
  folder: FolderDoc;
}

interface FolderEntryBase extends LogEntryBase {
  folderId: Types.ObjectId;
  /** The entry's place in the folder's log. */
  rev: number;
  byUserId: Types.ObjectId;
  opId?: string;
}

/** An entry of a folder's log. */
export type FolderEntry<T extends ChangeType = ChangeType> = {
  [K in T]: FolderEntryBase & { type: K } & StoredChanges[K];
}[T];

/** Every entry of the collection `changes`. */
export type LogEntry = FolderEntry | PersonalNotification | SessionEnded;

type FieldOf<Entry> = Entry extends unknown ? keyof Entry : never;

// A field that the schema of the log lacks does not compile.
logFields satisfies Record<Exclude<FieldOf<LogEntry>, '_id'>, unknown>;

const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

/** The entry for a change that left the folder as `folder`, with rev and counts already raised. */
export function toFolderEntry(
  draft: ChangeDraft,
  folder: FolderDoc,
  by: { userId: string; opId: string | undefined },
): FolderEntry {
  const at = new Date();
  const base: FolderEntryBase = {
    _id: new Types.ObjectId(),
    folderId: folder._id,
    rev: folder.rev,
    byUserId: new Types.ObjectId(by.userId),
    ...(by.opId ? { opId: by.opId } : {}),
    at,
    expiresAt: new Date(at.getTime() + KEEP_MS),
  };
  switch (draft.type) {
    case 'folder:created':
      return { ...base, type: draft.type, folder: { ...folder } };
    case 'folder:renamed':
      return { ...base, type: draft.type, folder: { ...folder }, before: draft.before };
    case 'folder:deleted':
      return { ...base, type: draft.type, folder: { ...folder }, to: draft.to };
    case 'item:added':
    case 'item:moved':
    case 'item:removed':
    case 'item:refreshed':
      return { ...base, type: draft.type, after: draft.item, itemCount: folder.itemCount };
    case 'item:updated':
    case 'item:noted':
      return { ...base, type: draft.type, after: draft.item, itemCount: folder.itemCount, before: draft.before };
    case 'share:granted':
    case 'share:revoked':
      return { ...base, type: draft.type, folder: { ...folder }, after: draft.share };
    case 'share:permissions-changed':
      return { ...base, type: draft.type, folder: { ...folder }, after: draft.share, before: draft.before };
    default:
      return unreachable(draft);
  }
}

/** Log entries in the form that every member may see. */
export async function toChanges(entries: readonly FolderEntry[]): Promise<Change[]> {
  const userById = await publicUsersById(
    entries.flatMap((entry) => ('after' in entry ? [entry.byUserId, entry.after.userId] : [entry.byUserId])),
  );
  return entries.map((entry) => toChange(entry, userById));
}

function toChange(entry: FolderEntry, userById: (id: Types.ObjectId) => PublicUser): Change {
  const envelope = {
    rev: entry.rev,
    at: entry.at.toISOString(),
    by: userById(entry.byUserId),
    ...(entry.opId ? { opId: entry.opId } : {}),
  };
  switch (entry.type) {
    case 'folder:created':
    case 'folder:renamed':
    case 'folder:deleted':
      return { ...envelope, type: entry.type, folder: toFolderCore(entry.folder) };
    case 'item:added':
    case 'item:updated':
    case 'item:noted':
    case 'item:moved':
    case 'item:removed':
    case 'item:refreshed': {
      const { type, after, itemCount } = entry;
      return { ...envelope, type, item: toItem(after, userById(after.userId)), itemCount };
    }
    case 'share:granted':
    case 'share:permissions-changed':
    case 'share:revoked': {
      const { type, after, folder } = entry;
      return { ...envelope, type, share: toPublicShare(after, userById(after.userId)), folder: toFolderCore(folder) };
    }
    default:
      return unreachable(entry);
  }
}

/** The entry at this place of the folder's log, or null when it has expired. */
export async function findEntry(folderId: Types.ObjectId, rev: number): Promise<FolderEntry | null> {
  return OutboxModel.findOne({ folderId, rev }).lean<FolderEntry>();
}

/**
 * With `since`, the folder's changes after that rev, oldest first, or `reset` when the log no longer reaches back that
 * far. Without it, the newest changes by members, or the newest before a rev.
 */
export async function findChanges(folder: FolderDoc, { since, before }: ChangesQuery): Promise<ChangesAnswer> {
  const { rev } = folder;
  if (since === undefined) {
    const newest = await OutboxModel.find({
      folderId: folder._id,
      rev: { $gte: 0, $lt: before ?? rev + 1 },
      type: { $nin: quietTypes },
    })
      .sort({ rev: -1 })
      .limit(limits.recentChanges + 1)
      .lean<FolderEntry[]>();
    const shown = newest.slice(0, limits.recentChanges).reverse();
    return { rev, changes: await toChanges(shown), more: newest.length > shown.length };
  }
  if (since > rev) return { rev, reset: true };
  return missed.load({ folder, since });
}

interface Missing {
  folder: FolderDoc;
  since: number;
}

/** After a restart many tabs have missed the same changes, so requests that arrive together share one read. */
const missed = createBatchLoader(async (asked: readonly Missing[]) => {
  const answers = new Map<string, Promise<ChangesAnswer>>();
  for (const { folder, since } of asked) {
    const key = missingKey({ folder, since });
    if (!answers.has(key)) answers.set(key, findMissed({ folder, since }));
  }
  return Promise.all(asked.map((missing) => answers.get(missingKey(missing)) as Promise<ChangesAnswer>));
}, 200);

// The answer also depends on the rev of the folder that the caller has read.
const missingKey = ({ folder, since }: Missing) => `${folder._id.toHexString()} ${folder.rev} ${since}`;

async function findMissed({ folder, since }: Missing): Promise<ChangesAnswer> {
  const { rev } = folder;
  const entries = await OutboxModel.find({ folderId: folder._id, rev: { $gt: since } })
    .sort({ rev: 1 })
    .limit(limits.changesPage + 1)
    .lean<FolderEntry[]>();
  const isKept = since === rev || entries[0]?.rev === since + 1;
  if (!isKept) return { rev, reset: true };
  const shown = entries.slice(0, limits.changesPage);
  return { rev, changes: await toChanges(shown), more: entries.length > shown.length };
}
