import type { Change } from '../../../../common/schemas/changes.ts';

const CATCH_UP_AFTER_MS = 250;
const CATCH_UP_AGAIN_MS = 3000;

/** A buffer for changes that arrive out of order or while a part of the folder loads. Nothing in it is shown. */
export interface PendingChanges {
  /** By folder, changes that arrived before the ones they follow. */
  early: Map<string, Change[]>;
  /** By folder, changes that arrived while a part of it loads: one list for each load. */
  kept: Map<string, Set<Change[]>>;
  /** The revs of the viewer's latest removals, by the operation that made them. */
  removals: Map<string, number>;
  /** Catches up after 250 to 500 ms, so that a thousand tabs with the same gap do not ask at once. */
  catchUpSoon: (folderId: string) => void;
  /** Catches up after 3 to 6 s, because the server could not answer. */
  catchUpLater: (folderId: string) => void;
  cancelCatchUp: (folderId: string) => void;
}

export function createPendingChanges(catchUp: (folderId: string) => void): PendingChanges {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const catchUpAfter = (folderId: string, leastMs: number) => {
    if (timers.has(folderId)) return;
    const timer = setTimeout(
      () => {
        timers.delete(folderId);
        catchUp(folderId);
      },
      leastMs * (1 + Math.random()),
    );
    timers.set(folderId, timer);
  };
  return {
    early: new Map(),
    kept: new Map(),
    removals: new Map(),
    catchUpSoon: (folderId) => catchUpAfter(folderId, CATCH_UP_AFTER_MS),
    catchUpLater: (folderId) => catchUpAfter(folderId, CATCH_UP_AGAIN_MS),
    cancelCatchUp(folderId) {
      clearTimeout(timers.get(folderId));
      timers.delete(folderId);
    },
  };
}

/** Adds the changes to the lists of all loads of the folder that are running. */
export function keepForLoads(pendingChanges: PendingChanges, folderId: string, changes: readonly Change[]): void {
  for (const list of pendingChanges.kept.get(folderId) ?? []) list.push(...changes);
}

const KEPT_REMOVALS = 1000;

/** Stores the viewer's own removals, so that their toasts can offer to undo them. */
export function noteRemovals({ removals }: PendingChanges, changes: readonly Change[], viewerId: string): void {
  for (const { type, opId, rev, by } of changes) {
    if (type === 'item:removed' && opId !== undefined && by.id === viewerId) removals.set(opId, rev);
  }
  for (const oldest of removals.keys()) {
    if (removals.size <= KEPT_REMOVALS) break;
    removals.delete(oldest);
  }
}

/** Runs a load with a list of the changes that arrive while it runs. */
export async function keepingChanges(
  pendingChanges: PendingChanges,
  folderId: string,
  load: (kept: readonly Change[]) => Promise<void>,
): Promise<void> {
  const kept: Change[] = [];
  const lists = pendingChanges.kept.get(folderId) ?? new Set();
  pendingChanges.kept.set(folderId, lists.add(kept));
  try {
    await load(kept);
  } finally {
    lists.delete(kept);
  }
}

export function forgetFolder(pendingChanges: PendingChanges, folderId: string): void {
  pendingChanges.cancelCatchUp(folderId);
  pendingChanges.early.delete(folderId);
}
