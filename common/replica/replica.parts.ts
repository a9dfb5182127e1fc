import { allFlags, type Flags, flagNames } from '../permissions.ts';
import { quietTypes } from '../quietTypes.ts';
import type { Change, ChangeType, MemberChange } from '../schemas/changes.ts';
import type { Folder, FolderCore } from '../schemas/folder.ts';
import type { Item } from '../schemas/item.ts';
import type { PublicShare, Share } from '../schemas/share.ts';

/** A share in a replica. The email is known only after the permissions panel has loaded it. */
export type ReplicaShare = PublicShare & { sharedWithUser: Partial<Pick<Share['sharedWithUser'], 'email'>> };

export function itemsAfter(items: Item[], change: Change): Item[] {
  switch (change.type) {
    case 'item:added': {
      const others = items.filter((item) => item.id !== change.item.id);
      return others.toSpliced(others.findLastIndex((item) => item.id < change.item.id) + 1, 0, change.item);
    }
    case 'items:added': {
      const added = new Set(change.items.map(({ id }) => id));
      const others = items.filter(({ id }) => !added.has(id));
      return [...others, ...change.items].sort((a, b) => (a.id < b.id ? -1 : 1));
    }
    case 'item:updated':
    case 'item:noted':
    case 'item:moved':
    case 'item:refreshed':
      return items.map((item) => (item.id === change.item.id ? change.item : item));
    case 'item:removed':
      return items.filter((item) => item.id !== change.item.id);
    case 'folder:created':
    case 'folder:renamed':
    case 'folder:visibility-changed':
    case 'folder:deleted':
    case 'folder:restored':
    case 'folder:handed-over':
    case 'share:granted':
    case 'share:permissions-changed':
    case 'share:revoked':
    case 'group:joined':
    case 'group:left':
    case 'poll:opened':
    case 'poll:decided':
    case 'comment:added':
      return items;
    default:
      // Not 'unreachable': a newer server may send a type that this build does not know.
      change satisfies never;
      return items;
  }
}

export function sharesAfter(shares: ReplicaShare[], change: Change): ReplicaShare[] {
  switch (change.type) {
    case 'share:granted':
      return [...shares.filter((share) => share.id !== change.share.id), change.share];
    case 'share:permissions-changed':
      return shares.map((share) =>
        share.id === change.share.id
          ? { ...change.share, sharedWithUser: { ...share.sharedWithUser, ...change.share.sharedWithUser } }
          : share,
      );
    case 'folder:handed-over':
    case 'share:revoked':
      return shares.filter((share) => share.id !== change.share.id);
    case 'folder:created':
    case 'folder:renamed':
    case 'folder:visibility-changed':
    case 'folder:deleted':
    case 'folder:restored':
    case 'item:added':
    case 'item:updated':
    case 'item:noted':
    case 'item:moved':
    case 'item:removed':
    case 'item:refreshed':
    case 'items:added':
    case 'group:joined':
    case 'group:left':
    case 'poll:opened':
    case 'poll:decided':
    case 'comment:added':
      return shares;
    default:
      // Not 'unreachable': a newer server may send a type that this build does not know.
      change satisfies never;
      return shares;
  }
}

/** False for changes that the activity leaves out. */
export function isMemberChange(change: Change): change is MemberChange {
  return !(quietTypes as readonly ChangeType[]).includes(change.type);
}

/** The activity after `change`, which may arrive again after the replica was reset to a snapshot's rev. */
export function activityAfter(activity: MemberChange[], change: Change): MemberChange[] {
  if (!isMemberChange(change)) return activity;
  return [change, ...activity.filter((known) => known.rev !== change.rev)].sort((a, b) => b.rev - a.rev);
}

/** The folder after `change`, as the viewer sees it. */
export function folderAfter(folder: Folder, viewerId: string, change: Change): Folder {
  if ('itemCount' in change) return { ...folder, itemCount: change.itemCount, ...revOf(change) };
  if ('pollId' in change || 'comment' in change || 'show' in change) return { ...folder, ...revOf(change) };
  const renewed = { ...folder, ...pickCore(change.folder), ...revOf(change) };
  if (!('share' in change)) return renewed;
  const updated = { ...renewed, ...memberIdsAfter(folder, change) };
  if (change.type === 'folder:handed-over') return handedOver(updated, viewerId);
  if (change.share.sharedWithUserId === viewerId) return { ...updated, permissions: pickFlags(change.share) };
  return folder.userId === viewerId ? { ...updated, ...sharedWithAfter(folder, change) } : updated;
}

function handedOver({ sharedByUser, ...folder }: Folder, viewerId: string): Folder {
  return folder.userId === viewerId ? { ...folder, permissions: allFlags } : { ...folder, sharedByUser };
}

type ShareChange = Extract<Change, { share: PublicShare }>;

function memberIdsAfter({ memberIds }: Folder, change: ShareChange): Pick<Folder, 'memberIds'> {
  if (!memberIds || change.type === 'share:permissions-changed') return {};
  const others = memberIds.filter((id) => id !== change.share.sharedWithUserId);
  return { memberIds: change.type === 'share:granted' ? [...others, change.share.sharedWithUserId] : others };
}

/** The fields of the owner's folder that name the people it is shared with. */
function sharedWithAfter(folder: Folder, change: ShareChange): Partial<Folder> {
  const known = folder.sharedWithUsers ?? [];
  if (change.type === 'share:permissions-changed') return {};
  const others = known.filter((user) => user.id !== change.share.sharedWithUserId);
  if (change.type === 'share:revoked') {
    return { isSharedByMe: others.length > 0, sharedWithUsers: others, sharedWithUser: others[0] };
  }
  const before = known.find((user) => user.id === change.share.sharedWithUserId);
  const users = [...others, { email: '', ...before, ...change.share.sharedWithUser }];
  return { isSharedByMe: true, sharedWithUsers: users, sharedWithUser: users[0] };
}

function revOf({ rev, revId }: Change): Pick<Folder, 'rev' | 'revId'> {
  return { rev, revId };
}

function pickCore(core: FolderCore): Omit<FolderCore, 'rev'> {
  const { id, name, userId, createdAt, itemCount, memberCount, visibility } = core;
  return { id, name, userId, createdAt, itemCount, memberCount, visibility };
}

function pickFlags(share: PublicShare): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, share[flag]])) as Flags;
}
