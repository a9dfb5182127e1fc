import type { Change } from '../../../common/changes.ts';

const CATCH_UP_AFTER_MS = 250;

/** What is kept beside the state while changes arrive out of turn or parts load; nothing here is shown. */
export interface Hearing {
  /** Changes heard before the ones they follow. */
  early: Map<string, Change[]>;
  /** Changes heard while a part of the folder loads, one list a load. */
  kept: Map<string, Set<Change[]>>;
  /** Under which rev the viewer's latest removals are in the log, by the operation that made them. */
  removals: Map<string, number>;
  /** After a quarter of a second and jitter, so that a thousand tabs with one gap do not ask at once. */
  catchUpSoon: (folderId: string) => void;
  cancelCatchUp: (folderId: string) => void;
}

export function createHearing(catchUp: (folderId: string) => void): Hearing {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    early: new Map(),
    kept: new Map(),
    removals: new Map(),
    catchUpSoon(folderId) {
      if (timers.has(folderId)) return;
      const timer = setTimeout(
        () => {
          timers.delete(folderId);
          catchUp(folderId);
        },
        CATCH_UP_AFTER_MS * (1 + Math.random()),
      );
      timers.set(folderId, timer);
    },
    cancelCatchUp(folderId) {
      clearTimeout(timers.get(folderId));
      timers.delete(folderId);
    },
  };
}

/** Hands what arrives to every load of the folder that is under way. */
export function keepForLoads(hearing: Hearing, folderId: string, changes: readonly Change[]): void {
  for (const list of hearing.kept.get(folderId) ?? []) list.push(...changes);
}

const KEPT_REMOVALS = 1000;

/** Remembers the viewer's own removals for as long as their toasts may offer to undo them. */
export function noteRemovals({ removals }: Hearing, changes: readonly Change[], viewerId: string): void {
  for (const { type, opId, rev, by } of changes) {
    if (type === 'item:removed' && opId !== undefined && by.id === viewerId) removals.set(opId, rev);
  }
  for (const oldest of removals.keys()) {
    if (removals.size <= KEPT_REMOVALS) break;
    removals.delete(oldest);
  }
}

/** Runs a load with the list of changes that arrive meanwhile. */
export async function keepingChanges(
  hearing: Hearing,
  folderId: string,
  load: (kept: readonly Change[]) => Promise<void>,
): Promise<void> {
  const kept: Change[] = [];
  const lists = hearing.kept.get(folderId) ?? new Set();
  hearing.kept.set(folderId, lists.add(kept));
  try {
    await load(kept);
  } finally {
    lists.delete(kept);
  }
}

export function forgetFolder(hearing: Hearing, folderId: string): void {
  hearing.cancelCatchUp(folderId);
  hearing.early.delete(folderId);
}
