import { createStore } from '../../lib/createStore.ts';
import { keepsLists } from './keeping.ts';
import type { QueueEntry, Settled } from './queuedWrite.ts';

/** The viewer's writes that wait for a connection, and those that could not be saved, in their order. */
export const useQueue = createStore<{ entries: readonly QueueEntry[] }>(() => ({ entries: [] }));

export const waitingEntries = (): readonly QueueEntry[] =>
  useQueue.getState().entries.filter(({ problem }) => problem === undefined);

export const isQueued = (opId: string): boolean => waitingEntries().some(({ write }) => write.opId === opId);

/** Whether a new write has to wait: for a connection, or behind the writes before it. */
export const mustWait = (): boolean => keepsLists() && (!navigator.onLine || waitingEntries().length > 0);

const settledListeners = new Set<(settled: Settled) => void>();

/** Called in every tab when a queued write has ended. */
export function onSettled(listener: (settled: Settled) => void): void {
  settledListeners.add(listener);
}

export function announceSettled(settled: Settled): void {
  for (const listener of settledListeners) listener(settled);
}
