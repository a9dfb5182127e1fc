import { type Item, titleKey } from './item.ts';
import type { PendingOp, Replica } from './replica.ts';

type Shown = Pick<Replica, 'items' | 'pending'>;

export function addOp(replica: Replica, op: PendingOp): Replica {
  return { ...replica, pending: [...replica.pending, op] };
}

/** Marks the op as answered; an added title takes the id that the server gave it. */
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

/** The items as they are shown: confirmed ones with the pending ops over them, an added title once. */
export function shownItems({ items = [], pending }: Shown): Item[] {
  return pending.reduce(itemsUnder, items);
}

/** How many items the folder shows; right before its items are loaded too. */
export function shownCount({ folder, pending }: Pick<Replica, 'folder' | 'pending'>): number {
  const added = pending.filter((op) => op.kind === 'add').length;
  const removed = pending.filter((op) => op.kind === 'remove').length;
  return Math.max(0, folder.itemCount + added - removed);
}

export function shownName({ folder, pending }: Pick<Replica, 'folder' | 'pending'>): string {
  return pending.reduce((name, op) => (op.kind === 'rename' ? op.name : name), folder.name);
}

/** True for a title that is on its way to the server and has no id of its own yet. */
export function isUnconfirmed({ pending }: Pick<Replica, 'pending'>, itemId: string): boolean {
  return pending.some((op) => op.kind === 'add' && !op.isAnswered && op.item.id === itemId);
}

function itemsUnder(items: Item[], op: PendingOp): Item[] {
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
}
