import { Types } from 'mongoose';
import type { Change, ChangeType, Decision, GroupShow } from '../../../../common/schemas/changes.ts';
import type { CommentRef } from '../../../../common/schemas/comment.ts';
import type { GoneReason } from '../../../../common/schemas/events.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import {
  type LogEntryBase,
  logFields,
  type PersonalNotification,
  type SessionEnded,
} from '../../../platform/database/outbox.ts';
import { formerUser, loadPublicUserLookup } from '../../users/user.service.ts';
import { type FolderDoc, type ShareDoc, toFolderCore, toPublicShare } from '../model/folder.model.ts';
import { type ItemDoc, toItem } from '../model/item.model.ts';

/** A change that a write records. changeFolder makes an entry of the folder's log from it. */
export type ChangeDraft =
  | { type: 'folder:created' }
  | { type: 'folder:renamed'; before: { name: string } }
  | { type: 'folder:visibility-changed' }
  | { type: 'folder:deleted' | 'folder:restored'; to: Types.ObjectId[] }
  | { type: 'item:added' | 'item:moved' | 'item:removed' | 'item:refreshed'; item: ItemDoc }
  | { type: 'items:added'; items: ItemDoc[]; importId: Types.ObjectId }
  | { type: 'item:updated' | 'item:noted'; item: ItemDoc; before: ItemDoc }
  | { type: 'folder:handed-over'; share: ShareDoc; to: Types.ObjectId[] }
  | { type: 'share:granted' | 'share:revoked'; share: ShareDoc }
  | { type: 'share:permissions-changed'; share: ShareDoc; before: ShareDoc }
  | { type: 'group:joined' | 'group:left'; show: GroupShow }
  | { type: 'poll:opened'; pollId: string }
  | { type: 'poll:decided'; pollId: string; decision: Decision }
  | { type: 'comment:added'; comment: CommentRef };

/** The fields of each type of change: the entity after the change, and what undo and delivery need. */
interface StoredChanges {
  'folder:created': { folder: FolderDoc };
  'folder:renamed': { folder: FolderDoc; before: { name: string } };
  'folder:visibility-changed': { folder: FolderDoc };
  /** `to` are the users who lost the folder. */
  'folder:deleted': { folder: FolderDoc; to: Types.ObjectId[] };
  /** `to` are the users who have the folder again. */
  'folder:restored': { folder: FolderDoc; to: Types.ObjectId[] };
  /** `after` is the share that the new owner had, `to` are the owner and the members from now on. */
  'folder:handed-over': ShareChange & { to: Types.ObjectId[] };
  'item:added': ItemChange;
  'item:updated': ItemChange & { before: ItemDoc };
  'item:noted': ItemChange & { before: ItemDoc };
  'item:moved': ItemChange;
  'item:removed': ItemChange;
  'item:refreshed': ItemChange;
  /** Of one person, who imported them. */
  'items:added': { items: ItemDoc[]; itemCount: number; importId: Types.ObjectId };
  'share:granted': ShareChange;
  'share:permissions-changed': ShareChange & { before: ShareDoc };
  'share:revoked': ShareChange;
  'group:joined': { show: GroupShow };
  'group:left': { show: GroupShow };
  'poll:opened': { pollId: Types.ObjectId };
  'poll:decided': { pollId: Types.ObjectId; decision: Decision };
  /** Without its text, which is only for those who have seen what it is about. */
  'comment:added': { comment: StoredCommentRef };
}

interface StoredCommentRef extends Omit<CommentRef, 'id' | 'itemId'> {
  id: Types.ObjectId;
  itemId: Types.ObjectId;
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
  /** The id of the entry before. Absent in the first entry. */
  previousRevId?: Types.ObjectId;
  byUserId: Types.ObjectId;
  opId?: string;
}

export type FolderEntry<T extends ChangeType = ChangeType> = {
  [K in T]: FolderEntryBase & { type: K } & StoredChanges[K];
}[T];

/** Every entry of the collection `changes`. */
export type LogEntry = FolderEntry | PersonalNotification | SessionEnded;

type FieldOf<Entry> = Entry extends unknown ? keyof Entry : never;

// A field that the schema of the log lacks does not compile.
logFields satisfies Record<Exclude<FieldOf<LogEntry>, '_id'>, unknown>;

const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * The entry for a change that left the folder as `folder`, with its new rev, revId and counts. `previousRevId` is the
 * folder's revId before.
 */
export function toFolderEntry(
  draft: ChangeDraft,
  folder: FolderDoc & Required<Pick<FolderDoc, 'revId'>>,
  by: { userId: string; opId: string | undefined },
  previousRevId?: Types.ObjectId,
): FolderEntry {
  const at = new Date();
  const base: FolderEntryBase = {
    _id: folder.revId,
    folderId: folder._id,
    rev: folder.rev,
    ...(previousRevId ? { previousRevId } : {}),
    byUserId: new Types.ObjectId(by.userId),
    ...(by.opId ? { opId: by.opId } : {}),
    at,
    expiresAt: new Date(at.getTime() + KEEP_MS),
  };
  switch (draft.type) {
    case 'folder:created':
    case 'folder:visibility-changed':
      return { ...base, type: draft.type, folder: { ...folder } };
    case 'folder:renamed':
      return { ...base, type: draft.type, folder: { ...folder }, before: draft.before };
    case 'folder:deleted':
    case 'folder:restored':
      return { ...base, type: draft.type, folder: { ...folder }, to: draft.to };
    case 'item:added':
    case 'item:moved':
    case 'item:removed':
    case 'item:refreshed':
      return { ...base, type: draft.type, after: draft.item, itemCount: folder.itemCount };
    case 'items:added': {
      const { type, items, importId } = draft;
      return { ...base, type, items, itemCount: folder.itemCount, importId };
    }
    case 'item:updated':
    case 'item:noted':
      return { ...base, type: draft.type, after: draft.item, itemCount: folder.itemCount, before: draft.before };
    case 'folder:handed-over':
      return { ...base, type: draft.type, folder: { ...folder }, after: draft.share, to: draft.to };
    case 'share:granted':
    case 'share:revoked':
      return { ...base, type: draft.type, folder: { ...folder }, after: draft.share };
    case 'share:permissions-changed':
      return { ...base, type: draft.type, folder: { ...folder }, after: draft.share, before: draft.before };
    case 'group:joined':
    case 'group:left':
      return { ...base, type: draft.type, show: draft.show };
    case 'poll:opened':
      return { ...base, type: draft.type, pollId: new Types.ObjectId(draft.pollId) };
    case 'poll:decided':
      return { ...base, type: draft.type, pollId: new Types.ObjectId(draft.pollId), decision: draft.decision };
    case 'comment:added': {
      const { id, itemId, ...rest } = draft.comment;
      return {
        ...base,
        type: draft.type,
        comment: { ...rest, id: new Types.ObjectId(id), itemId: new Types.ObjectId(itemId) },
      };
    }
    default:
      return unreachable(draft);
  }
}

/** False for events of named users, and for entries without a place in a log. */
export function isFolderEntry(entry: LogEntry): entry is FolderEntry {
  return 'rev' in entry && Number.isSafeInteger(entry.rev) && entry.folderId instanceof Types.ObjectId;
}

/** False for an entry that cannot be shown to members. The database keeps entries as they are, also damaged ones. */
export function isWellFormed(entry: FolderEntry): boolean {
  try {
    membershipChange(entry);
    toChange(entry, (id) => formerUser(id.toHexString()));
    return true;
  } catch {
    return false;
  }
}

/** Well-formed log entries in the form that every member may see. */
export async function toChanges(entries: readonly FolderEntry[]): Promise<Change[]> {
  const userById = await loadPublicUserLookup(
    entries.flatMap((entry) => {
      const items = 'items' in entry ? entry.items : 'after' in entry ? [entry.after] : [];
      return [entry.byUserId, ...items.map(({ userId }) => userId)];
    }),
  );
  return entries.map((entry) => toChange(entry, userById));
}

function toChange(entry: FolderEntry, userById: (id: Types.ObjectId) => PublicUser): Change {
  const envelope = {
    rev: entry.rev,
    revId: entry._id.toHexString(),
    ...(entry.previousRevId ? { previousRevId: entry.previousRevId.toHexString() } : {}),
    at: entry.at.toISOString(),
    by: userById(entry.byUserId),
    ...(entry.opId ? { opId: entry.opId } : {}),
  };
  switch (entry.type) {
    case 'folder:created':
    case 'folder:renamed':
    case 'folder:visibility-changed':
    case 'folder:deleted':
    case 'folder:restored':
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
    case 'items:added': {
      const { type, items, itemCount, importId } = entry;
      const shown = items.map((item) => toItem(item, userById(item.userId)));
      return { ...envelope, type, items: shown, itemCount, importId: importId.toHexString() };
    }
    case 'folder:handed-over':
    case 'share:granted':
    case 'share:permissions-changed':
    case 'share:revoked': {
      const { type, after, folder } = entry;
      return { ...envelope, type, share: toPublicShare(after, userById(after.userId)), folder: toFolderCore(folder) };
    }
    case 'group:joined':
    case 'group:left':
      return { ...envelope, type: entry.type, show: entry.show };
    case 'poll:opened':
      return { ...envelope, type: entry.type, pollId: entry.pollId.toHexString() };
    case 'poll:decided':
      return { ...envelope, type: entry.type, pollId: entry.pollId.toHexString(), decision: entry.decision };
    case 'comment:added': {
      const { id, itemId, mediaType, tmdbId, title, about } = entry.comment;
      const comment = { id: id.toHexString(), itemId: itemId.toHexString(), mediaType, tmdbId, title, about };
      return { ...envelope, type: entry.type, comment };
    }
    default:
      return unreachable(entry);
  }
}

interface MembershipChange {
  /** Users who can see the folder from now on. */
  gained: string[];
  /** Users who could see it until now. */
  lost: { userId: string; reason: GoneReason }[];
}

/** Who gains and who loses the folder by this entry. */
export function membershipChange(entry: FolderEntry): MembershipChange {
  switch (entry.type) {
    case 'folder:created':
      return { gained: [entry.byUserId.toHexString()], lost: [] };
    case 'folder:deleted':
      return { gained: [], lost: entry.to.map((userId) => ({ userId: userId.toHexString(), reason: 'deleted' })) };
    case 'folder:restored':
      return { gained: entry.to.map((userId) => userId.toHexString()), lost: [] };
    case 'folder:handed-over':
      // All of them see another owner.
      return {
        gained: entry.to.map((userId) => userId.toHexString()),
        lost: [{ userId: entry.byUserId.toHexString(), reason: 'left' }],
      };
    case 'share:granted':
      return { gained: [entry.after.userId.toHexString()], lost: [] };
    case 'share:revoked': {
      const { userId } = entry.after;
      const reason = userId.equals(entry.byUserId) ? 'left' : 'removed';
      return { gained: [], lost: [{ userId: userId.toHexString(), reason }] };
    }
    case 'folder:renamed':
    case 'folder:visibility-changed':
    case 'item:added':
    case 'item:updated':
    case 'item:noted':
    case 'item:moved':
    case 'item:removed':
    case 'item:refreshed':
    case 'items:added':
    case 'share:permissions-changed':
    case 'group:joined':
    case 'group:left':
    case 'poll:opened':
    case 'poll:decided':
    case 'comment:added':
      return { gained: [], lost: [] };
    default:
      return unreachable(entry);
  }
}
