import type { Change, MemberChange } from '../schemas/changes.ts';
import type { Folder } from '../schemas/folder.ts';
import type { Item, Place } from '../schemas/item.ts';
import type { Share } from '../schemas/share.ts';
import {
  activityAfter,
  folderAfter,
  isMemberChange,
  itemsAfter,
  type ReplicaShare,
  sharesAfter,
} from './replica.parts.ts';

/** A write of this tab, shown before the folder's changes confirm it. */
export type PendingOp = {
  opId: string;
  /** The server has answered, but the change that confirms it has not arrived yet. */
  isAnswered?: boolean;
} & (
  | { kind: 'add'; item: Item }
  | { kind: 'remove'; itemIds: readonly string[] }
  | { kind: 'watch'; itemId: string; watched: boolean }
  | { kind: 'note'; itemId: string; note: string | null }
  | { kind: 'move'; itemId: string; place: Place; rank: string }
  | { kind: 'rename'; name: string }
);

/** A rev, and the id of the change that made it, if it is known. */
export interface KnownRev {
  rev: number;
  revId?: string | undefined;
}

/** A tab's copy of one folder: the confirmed state at `rev`, and its own pending writes. */
export interface Replica extends KnownRev {
  viewerId: string;
  folder: Folder;
  /** Ordered by id, which is the order of adding. */
  items?: Item[];
  shares?: ReplicaShare[];
  /** Newest first. */
  activity?: MemberChange[];
  pending: PendingOp[];
}

/** A replica after applying what it could. If `isBehind`, request `changes?since=` the replica's rev, with its revId. */
export interface Step {
  replica: Replica;
  isBehind: boolean;
}

/** True if two different changes have the same rev: the database has lost one of them. */
export function isOtherChange(one: KnownRev, other: KnownRev): boolean {
  return one.rev === other.rev && !!one.revId && !!other.revId && one.revId !== other.revId;
}

export function createReplica(folder: Folder, viewerId: string): Replica {
  return { viewerId, folder, rev: folder.rev, revId: folder.revId, pending: [] };
}

/** The replica after `change`, which must be the next rev. An older change only confirms a pending op. */
export function applyChange(replica: Replica, change: Change): Replica {
  const settled = settleOp(replica, change);
  if (change.rev <= replica.rev) return settled;
  return {
    ...settled,
    rev: change.rev,
    revId: change.revId,
    folder: folderAfter(settled.folder, settled.viewerId, change),
    items: settled.items && itemsAfter(settled.items, change),
    shares: settled.shares && sharesAfter(settled.shares, change),
    activity: settled.activity && activityAfter(settled.activity, change),
  };
}

/** True if `change` shows that the database no longer has the change at the replica's rev. */
function hasLost(replica: Replica, { rev, revId, previousRevId }: Change): boolean {
  return isOtherChange(replica, { rev, revId }) || isOtherChange(replica, { rev: rev - 1, revId: previousRevId });
}

/**
 * Applies changes up to the first gap. `isBehind` means that a change before the rest is missing, or that the replica has
 * a change which the database has lost.
 */
export function applyChanges(replica: Replica, changes: readonly Change[]): Step {
  let current = replica;
  for (const change of changes) {
    if (change.rev > current.rev + 1 || hasLost(current, change)) return { replica: current, isBehind: true };
    current = applyChange(current, change);
  }
  return { replica: current, isBehind: false };
}

/**
 * Sets the items that were read at `snapshotRev` and applies the changes that arrived while they loaded. If these
 * changes do not reach the replica's rev, the rev is reset to the last one that is certain, and the replica catches up
 * from there. Parts that are ahead then get some changes twice, which is harmless.
 */
export function applySnapshot(
  replica: Replica,
  items: readonly Item[],
  snapshotRev: number,
  keptChanges: readonly Change[],
): Step {
  const following = withoutGap(keptChanges, snapshotRev);
  const sureRev = following.at(-1)?.rev ?? snapshotRev;
  return {
    replica: {
      ...replica,
      items: following.reduce(itemsAfter, [...items].sort(byId)),
      ...(sureRev < replica.rev ? { rev: sureRev, revId: following.at(-1)?.revId } : {}),
    },
    isBehind: sureRev !== replica.rev,
  };
}

/** Adds a further page to the snapshot that `applySnapshot` began. The page may have been read at any later rev. */
export function applyFurtherItems(
  replica: Replica,
  items: readonly Item[],
  snapshotRev: number,
  keptChanges: readonly Change[],
): Replica {
  const known = new Map((replica.items ?? []).map((item) => [item.id, item]));
  for (const item of items) known.set(item.id, item);
  const merged = [...known.values()].sort(byId);
  return { ...replica, items: withoutGap(keptChanges, snapshotRev).reduce(itemsAfter, merged) };
}

/** Sets the shares that the panel loaded and applies the changes that arrived in the meantime. */
export function applyShares(replica: Replica, shares: readonly Share[], keptChanges: readonly Change[]): Replica {
  const confirmed: ReplicaShare[] = [...shares];
  return { ...replica, shares: inOrder(keptChanges).reduce(sharesAfter, confirmed) };
}

/** Adds a page of the log, the newest or an older one, and the changes that arrived while it loaded. */
export function applyActivity(replica: Replica, page: readonly Change[], keptChanges: readonly Change[]): Replica {
  const lines = [...(replica.activity ?? []), ...page, ...keptChanges].filter(isMemberChange);
  const known = new Map(lines.map((change) => [change.rev, change]));
  return { ...replica, activity: [...known.values()].sort((a, b) => b.rev - a.rev) };
}

export function dropOp(replica: Replica, opId: string | undefined): Replica {
  if (opId === undefined || !replica.pending.some((op) => op.opId === opId)) return replica;
  return { ...replica, pending: replica.pending.filter((op) => op.opId !== opId) };
}

/** The replica without what this change confirms: an op, or one of several titles that an op removes. */
function settleOp(replica: Replica, change: Change): Replica {
  const op = replica.pending.find(({ opId }) => opId === change.opId);
  if (op?.kind !== 'remove' || change.type !== 'item:removed') return dropOp(replica, change.opId);
  const itemIds = op.itemIds.filter((id) => id !== change.item.id);
  if (itemIds.length === 0) return dropOp(replica, op.opId);
  return { ...replica, pending: replica.pending.map((other) => (other === op ? { ...op, itemIds } : other)) };
}

/** The replica without the ops whose changes the confirmed state already includes. */
export function dropAnsweredOps(replica: Replica, opIds?: ReadonlySet<string>): Replica {
  const pending = replica.pending.filter((op) => !op.isAnswered || (opIds !== undefined && !opIds.has(op.opId)));
  return pending.length === replica.pending.length ? replica : { ...replica, pending };
}

/** True when items, shares or activity of the folder are loaded. */
export function hasParts({ items, shares, activity }: Replica): boolean {
  return items !== undefined || shares !== undefined || activity !== undefined;
}

/** Applies a whole folder from REST or sync. `isBehind` means that the loaded parts lack changes up to its rev. */
export function applyFolder(replica: Replica, folder: Folder): Step {
  if (folder.rev < replica.rev) return { replica, isBehind: false };
  const isAhead = folder.rev > replica.rev || isOtherChange(folder, replica);
  if (hasParts(replica) && isAhead) return { replica, isBehind: true };
  const { rev, revId } = folder;
  return { replica: { ...replica, folder: mergeFolder(replica.folder, folder), rev, revId }, isBehind: false };
}

/** A new replica from `folder`, for when the missing changes are no longer in the log. */
export function resetReplica(replica: Replica, folder: Folder): Replica {
  return dropAnsweredOps({ ...createReplica(folder, replica.viewerId), pending: replica.pending });
}

// Some answers and events omit optional fields, so a missing field keeps its old value. The replica's parts may still
// show older names and marks than this folder has, so its peopleRev and seenRev are not taken over.
function mergeFolder(known: Folder, folder: Folder): Folder {
  const { sharedWithUser, sharedWithUsers, ...merged } = {
    ...known,
    ...folder,
    memberIds: folder.memberIds ?? known.memberIds,
    peopleRev: known.peopleRev,
    seenRev: known.seenRev,
  };
  return folder.isSharedByMe ? { ...merged, sharedWithUser, sharedWithUsers } : merged;
}

/** The changes in the order of their revs. */
export function inOrder(changes: readonly Change[]): Change[] {
  return [...changes].sort((a, b) => a.rev - b.rev);
}

/** The changes that follow `rev` without a gap. */
function withoutGap(changes: readonly Change[], rev: number): Change[] {
  const following: Change[] = [];
  for (const change of inOrder(changes)) {
    if (change.rev === rev + following.length + 1) following.push(change);
  }
  return following;
}

// Ids are ObjectIds, so they sort in the order of adding.
function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
