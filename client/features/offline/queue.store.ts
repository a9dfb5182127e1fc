import { createStore } from '../../lib/createStore.ts';
import { keepsLists } from './keeping.ts';
import type { QueueEntry, Settled } from './queuedWrite.ts';

interface QueueState {
  /** The viewer's writes that wait for a connection, and those that could not be saved, in their order. */
  entries: readonly QueueEntry[];
  /** The server's answers to those that were saved, by opId. */
  answers: ReadonlyMap<string, unknown>;
}

export const useQueue = createStore<QueueState>(() => ({ entries: [], answers: new Map() }));

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
  const { write, answer } = settled;
  if (answer) useQueue.setState(({ answers }) => ({ answers: new Map(answers).set(write.opId, answer) }));
  for (const listener of settledListeners) listener(settled);
}
