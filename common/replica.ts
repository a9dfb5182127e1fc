import type { Change } from './changes.ts';
import type { Folder, FolderCore } from './folder.ts';
import { type Item, titleKey } from './item.ts';
import type { Flags } from './permissions.ts';
import { flagNames } from './permissions.ts';
import type { PublicShare, Share } from './share.ts';

/** A write of this tab that is shown before the folder's changes confirm it. */
export type PendingOp = { opId: string } & (
  | { kind: 'add'; item: Item }
  | { kind: 'remove'; itemId: string }
  | { kind: 'watch'; itemId: string; watched: boolean }
  | { kind: 'rename'; name: string }
);

/** A share as a replica keeps it: the address is known where the panel loaded it. */
export type ReplicaShare = PublicShare & { sharedWithUser: Partial<Pick<Share['sharedWithUser'], 'email'>> };

/** All that a tab holds of one folder: confirmed state at `rev`, and its own writes under way over it. */
export interface Replica {
  viewerId: string;
  folder: Folder;
  rev: number;
  items?: Item[];
  shares?: ReplicaShare[];
  /** Newest first. */
  activity?: Change[];
  pending: PendingOp[];
}

export function createReplica(folder: Folder, viewerId: string): Replica {
  return { viewerId, folder, rev: folder.rev, pending: [] };
}

/** The replica after `change`, which must be the next in line; older ones only settle a pending op. */
export function applyChange(replica: Replica, change: Change): Replica {
  const settled = dropOp(replica, change.opId);
  if (change.rev <= replica.rev) return settled;
  return {
    ...settled,
    rev: change.rev,
    folder: folderAfter(settled, change),
    items: settled.items && itemsAfter(settled.items, change),
    shares: settled.shares && sharesAfter(settled.shares, change),
    activity: settled.activity && [change, ...settled.activity],
  };
}

/** Applies what follows without a gap; `isBehind` tells that something before the rest is missing. */
export function applyChanges(replica: Replica, changes: readonly Change[]): { replica: Replica; isBehind: boolean } {
  let current = replica;
  for (const change of changes) {
    if (change.rev > current.rev + 1) return { replica: current, isBehind: true };
    current = applyChange(current, change);
  }
  return { replica: current, isBehind: false };
}

/**
 * Puts in the items that were read at `snapshotRev`. Changes told while they loaded are applied again, which is
 * harmless where the snapshot already has them; `isBehind` asks for `changes?since=` from the answer's rev.
 */
export function applySnapshot(
  replica: Replica,
  items: readonly Item[],
  snapshotRev: number,
  keptChanges: readonly Change[],
): { replica: Replica; isBehind: boolean } {
  const later = keptChanges.filter((change) => change.rev > snapshotRev);
  const isCovered = replica.rev <= snapshotRev || later.some((change) => change.rev === snapshotRev + 1);
  const ordered = [...items].sort(byId);
  return {
    replica: {
      ...replica,
      items: later.reduce((list, change) => itemsAfter(list, change), ordered),
      // Without the changes in between, the items are only sure up to the snapshot: go back and catch up from there.
      rev: isCovered ? replica.rev : snapshotRev,
    },
    isBehind: !isCovered || snapshotRev > replica.rev,
  };
}

/** The whole folder as REST or sync gave it, unless the replica is already ahead of it. */
export function applyFolder(replica: Replica, folder: Folder): Replica {
  if (folder.rev < replica.rev) return replica;
  // With parts loaded, rev must not skip the changes that those parts have not seen.
  const hasParts = replica.items !== undefined || replica.shares !== undefined || replica.activity !== undefined;
  if (hasParts && folder.rev > replica.rev) return replica;
  return { ...replica, folder: { ...replica.folder, ...folder }, rev: folder.rev };
}

export function addOp(replica: Replica, op: PendingOp): Replica {
  return { ...replica, pending: [...replica.pending, op] };
}

export function dropOp(replica: Replica, opId: string | undefined): Replica {
  if (opId === undefined || !replica.pending.some((op) => op.opId === opId)) return replica;
  return { ...replica, pending: replica.pending.filter((op) => op.opId !== opId) };
}

/** The items as they are shown: confirmed ones with the pending ops over them, an added title once. */
export function shownItems(replica: Pick<Replica, 'items' | 'pending'>): Item[] {
  return replica.pending.reduce((items, op) => {
    switch (op.kind) {
      case 'add':
        return items.some((item) => titleKey(item) === titleKey(op.item)) ? items : [...items, op.item];
      case 'remove':
        return items.filter((item) => item.id !== op.itemId);
      case 'watch':
        return items.map((item) => (item.id === op.itemId ? { ...item, watched: op.watched } : item));
      case 'rename':
        return items;
    }
  }, replica.items ?? []);
}

export function shownName(replica: Pick<Replica, 'folder' | 'pending'>): string {
  return replica.pending.reduce((name, op) => (op.kind === 'rename' ? op.name : name), replica.folder.name);
}

function itemsAfter(items: Item[], change: Change): Item[] {
  switch (change.type) {
    case 'item:added':
      return [...items.filter((item) => item.id !== change.item.id), change.item].sort(byId);
    case 'item:updated':
      return items.map((item) => (item.id === change.item.id ? change.item : item));
    case 'item:removed':
      return items.filter((item) => item.id !== change.item.id);
    default:
      return items;
  }
}

function sharesAfter(shares: ReplicaShare[], change: Change): ReplicaShare[] {
  switch (change.type) {
    case 'share:granted':
      return [...shares.filter((share) => share.id !== change.share.id), change.share];
    case 'share:permissions-changed':
      return shares.map((share) =>
        share.id === change.share.id
          ? { ...change.share, sharedWithUser: { ...share.sharedWithUser, ...change.share.sharedWithUser } }
          : share,
      );
    case 'share:revoked':
      return shares.filter((share) => share.id !== change.share.id);
    default:
      return shares;
  }
}

function folderAfter({ folder, viewerId }: Replica, change: Change): Folder {
  if ('item' in change) return { ...folder, itemCount: change.itemCount, rev: change.rev };
  const core = pickCore(change.folder, change.rev);
  if (!('share' in change)) return { ...folder, ...core };
  if (change.share.sharedWithUserId === viewerId) {
    return { ...folder, ...core, permissions: pickFlags(change.share) };
  }
  return folder.userId === viewerId
    ? { ...folder, ...core, ...sharedWithAfter(folder, change) }
    : { ...folder, ...core };
}

/** What the owner's own card says of the people it is shared with. */
function sharedWithAfter(folder: Folder, change: Extract<Change, { share: PublicShare }>): Partial<Folder> {
  const others = (folder.sharedWithUsers ?? []).filter((user) => user.id !== change.share.sharedWithUserId);
  const known = folder.sharedWithUsers?.find((user) => user.id === change.share.sharedWithUserId);
  const users =
    change.type === 'share:revoked'
      ? others
      : change.type === 'share:granted'
        ? [...others, { email: '', ...known, ...change.share.sharedWithUser }]
        : (folder.sharedWithUsers ?? []);
  return { isSharedByMe: users.length > 0, sharedWithUsers: users, sharedWithUser: users[0] };
}

function pickCore(core: FolderCore, rev: number): FolderCore {
  const { id, name, userId, createdAt, itemCount, memberCount } = core;
  return { id, name, userId, createdAt, itemCount, memberCount, rev };
}

function pickFlags(share: PublicShare): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, share[flag]])) as Flags;
}

// Ids are ObjectIds, so their order is the order of adding.
function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
