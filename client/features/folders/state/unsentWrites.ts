import type { PendingOp } from '../../../../common/replica/replica.ts';
import { unreachable } from '../../../../common/unreachable.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { isQueued } from '../../offline/queue.store.ts';
import { requestToAdd } from './addedItem.ts';
import { folderApi, itemCalls } from './folder.api.ts';
import { replicasOf } from './folder.state.ts';
import { useFolders } from './folder.store.ts';

const STORED_AS = 'marquee.unsentWrites';
/** The server stores an operation for a day, and a reload takes seconds. Older writes belong to another visit. */
const KEPT_MS = 10 * 60 * 1000;

interface Unsent {
  viewerId: string;
  /** When the page was left, in milliseconds since 1970. */
  at: number;
  writes: { folderId: string; op: PendingOp }[];
}

/** Keeps the writes that the server has not answered yet, for `sendUnsentWrites` after the reload. */
export function keepUnsentWrites(at: Date): void {
  const replicas = replicasOf(useFolders.getState());
  const writes = replicas.flatMap(({ folder, pending }) =>
    pending.filter((op) => !op.isAnswered && !isQueued(op.opId)).map((op) => ({ folderId: folder.id, op })),
  );
  const viewerId = replicas[0]?.viewerId;
  if (!viewerId || writes.length === 0) return;
  const unsent: Unsent = { viewerId, at: at.getTime(), writes };
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(unsent));
  } catch {
    // Storage is full or forbidden: only the requests that are already sent remain.
  }
}

/**
 * Sends the writes again that were unanswered before the reload. Each keeps its original idempotency key, so
 * a write that did arrive is not applied twice. Rejects with the first error after trying all of them.
 */
export async function sendUnsentWrites(viewerId: string, now: Date): Promise<void> {
  const unsent = takeUnsent();
  if (unsent?.viewerId !== viewerId || now.getTime() - unsent.at > KEPT_MS) return;
  const errors: unknown[] = [];
  // In order: two writes may concern the same item.
  for (const { folderId, op } of unsent.writes) {
    await send(folderId, op).catch((error: unknown) => {
      if (!hasArrived(error)) errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
}

/** Its key has been used for the same write to a category, which has another path. */
const hasArrived = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict';

function takeUnsent(): Unsent | null {
  try {
    const stored = sessionStorage.getItem(STORED_AS);
    sessionStorage.removeItem(STORED_AS);
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
}

async function send(folderId: string, op: PendingOp): Promise<unknown> {
  switch (op.kind) {
    case 'add':
      return itemCalls.add(requestToAdd(op.item), op.opId);
    case 'remove':
      return sendRemoval(folderId, op.itemIds, op.opId);
    case 'watch':
      return itemCalls.setWatched(op.itemId, op.watched, op.opId);
    case 'note':
      return itemCalls.setNote(op.itemId, op.note, op.opId);
    case 'move':
      return itemCalls.move(op.itemId, op.place, op.opId);
    case 'rename':
      return folderApi.rename(folderId, op.name, 'folder', op.opId);
    default:
      return unreachable(op);
  }
}

/** A single title is removed by the call that first tried it, so that the server recognises the repeated key. */
function sendRemoval(folderId: string, itemIds: readonly string[], key: string): Promise<unknown> {
  const [only] = itemIds;
  return only && itemIds.length === 1
    ? itemCalls.remove(only, key)
    : folderApi.removeItems(folderId, itemIds, 'folder', key);
}
