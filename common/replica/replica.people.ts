import type { MemberChange } from '../schemas/changes.ts';
import type { Folder } from '../schemas/folder.ts';
import type { Item } from '../schemas/item.ts';
import type { PublicUser } from '../schemas/user.ts';
import type { PendingOp, Replica } from './replica.ts';

type People = ReadonlyMap<string, PublicUser>;

/** The replica with the current names and pictures of `people` (by id). The same object if nothing changes. */
export function applyPeople(replica: Replica, people: People): Replica {
  const { folder, items, shares, activity, pending } = replica;
  const after = {
    folder: folderWith(folder, people),
    items: items && mapChanged(items, (item) => itemWith(item, people)),
    shares: shares && mapChanged(shares, (share) => shareWith(share, people)),
    activity: activity && mapChanged(activity, (change) => changeWith(change, people)),
    pending: mapChanged(pending, (op) => pendingWith(op, people)),
  };
  const parts = Object.keys(after) as (keyof typeof after)[];
  return parts.every((part) => after[part] === replica[part]) ? replica : { ...replica, ...after };
}

/** Stores the `peopleRev` and the `seenRev` up to which the people and the seen marks of this folder are up to date. */
export function applySyncedRevs(
  replica: Replica,
  { peopleRev, seenRev }: Pick<Folder, 'peopleRev' | 'seenRev'>,
): Replica {
  const { folder } = replica;
  if (folder.peopleRev === peopleRev && folder.seenRev === seenRev) return replica;
  return { ...replica, folder: { ...folder, peopleRev, seenRev } };
}

/** A contact keeps its email. */
function personWith<P extends PublicUser>(person: P, people: People): P {
  const now = people.get(person.id);
  if (!now) return person;
  const { username, firstName, lastName, profileImageUrl } = now;
  const isSame =
    username === person.username &&
    firstName === person.firstName &&
    lastName === person.lastName &&
    profileImageUrl === person.profileImageUrl;
  return isSame ? person : { ...person, username, firstName, lastName, profileImageUrl };
}

function itemWith(item: Item, people: People): Item {
  const addedBy = personWith(item.addedBy, people);
  return addedBy === item.addedBy ? item : { ...item, addedBy };
}

function shareWith<S extends { sharedWithUser: PublicUser }>(share: S, people: People): S {
  const sharedWithUser = personWith(share.sharedWithUser, people);
  return sharedWithUser === share.sharedWithUser ? share : { ...share, sharedWithUser };
}

function changeWith(change: MemberChange, people: People): MemberChange {
  const by = personWith(change.by, people);
  if ('item' in change) {
    const item = itemWith(change.item, people);
    return by === change.by && item === change.item ? change : { ...change, by, item };
  }
  if ('items' in change) {
    const items = mapChanged(change.items, (item) => itemWith(item, people));
    return by === change.by && items === change.items ? change : { ...change, by, items };
  }
  if ('share' in change) {
    const share = shareWith(change.share, people);
    return by === change.by && share === change.share ? change : { ...change, by, share };
  }
  return by === change.by ? change : { ...change, by };
}

function pendingWith(op: PendingOp, people: People): PendingOp {
  if (op.kind !== 'add') return op;
  const item = itemWith(op.item, people);
  return item === op.item ? op : { ...op, item };
}

function folderWith(folder: Folder, people: People): Folder {
  const { sharedByUser, sharedWithUser, sharedWithUsers } = folder;
  const after = {
    sharedByUser: sharedByUser && personWith(sharedByUser, people),
    sharedWithUser: sharedWithUser && personWith(sharedWithUser, people),
    sharedWithUsers: sharedWithUsers && mapChanged(sharedWithUsers, (person) => personWith(person, people)),
  };
  const isSame =
    after.sharedByUser === sharedByUser &&
    after.sharedWithUser === sharedWithUser &&
    after.sharedWithUsers === sharedWithUsers;
  return isSame ? folder : { ...folder, ...after };
}

/** Like `map`, but returns the same array if no element changed. */
function mapChanged<T>(list: T[], move: (one: T) => T): T[] {
  const moved = list.map(move);
  return moved.every((one, index) => one === list[index]) ? list : moved;
}
