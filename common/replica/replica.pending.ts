import type { Item } from '../schemas/item.ts';
import { titleKey } from '../titleKey.ts';
import { unreachable } from '../unreachable.ts';
import type { PendingOp, Replica } from './replica.ts';

type Shown = Pick<Replica, 'items' | 'pending'>;

export function addOp(replica: Replica, op: PendingOp): Replica {
  return { ...replica, pending: [...replica.pending, op] };
}

/** Marks the op as answered. An added title gets the id from the server. */
export function answerOp(replica: Replica, opId: string, item?: Item): Replica {
  if (!replica.pending.some((op) => op.opId === opId)) return replica;
  return {
    ...replica,
    pending: replica.pending.map((op) => {
      if (op.opId !== opId) return op;
      return op.kind === 'add' ? { ...op, isAnswered: true, item: item ?? op.item } : { ...op, isAnswered: true };
    }),
  };
}

/** The items to show: confirmed items with the pending ops applied. An added title appears once. */
export function shownItems({ items = [], pending }: Shown): Item[] {
  // In one pass: thousands of titles may be removed together.
  const removed = new Set(pending.flatMap((op) => (op.kind === 'remove' ? op.itemIds : [])));
  if (removed.size === 0) return pending.reduce(itemsUnder, items);
  const kept = items.filter(({ id }) => !removed.has(id));
  return pending.filter((op) => op.kind !== 'add' || !removed.has(op.item.id)).reduce(itemsUnder, kept);
}

/** The number of items that the folder shows, also before its items are loaded. */
export function shownCount({ folder, pending }: Pick<Replica, 'folder' | 'pending'>): number {
  const added = pending.filter((op) => op.kind === 'add').length;
  const removed = pending.flatMap((op) => (op.kind === 'remove' ? op.itemIds : []));
  return Math.max(0, folder.itemCount + added - removed.length);
}

export function shownName({ folder, pending }: Pick<Replica, 'folder' | 'pending'>): string {
  return pending.reduce((name, op) => (op.kind === 'rename' ? op.name : name), folder.name);
}

/** True for a title that the server has not confirmed yet, so it has only a temporary id. */
export function isUnconfirmed({ pending }: Pick<Replica, 'pending'>, itemId: string): boolean {
  return pending.some((op) => op.kind === 'add' && !op.isAnswered && op.item.id === itemId);
}

function itemsUnder(items: Item[], op: PendingOp): Item[] {
  switch (op.kind) {
    case 'add':
      return items.some((item) => titleKey(item) === titleKey(op.item)) ? items : [...items, op.item];
    case 'watch':
      return items.map((item) => (item.id === op.itemId ? { ...item, watched: op.watched } : item));
    case 'note':
      return items.map((item) => (item.id === op.itemId ? { ...item, note: op.note } : item));
    case 'move':
      return items.map((item) => (item.id === op.itemId ? { ...item, rank: op.rank } : item));
    case 'remove':
    case 'rename':
      return items;
    default:
      return unreachable(op);
  }
}
