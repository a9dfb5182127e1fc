import { log } from '../../../platform/log.ts';

interface Waiting<V> {
  value: V | null;
  settled: { resolve: () => void; reject: (error: unknown) => void }[];
}

export interface PresenceQueue<V> {
  /** Stores the value, or removes it for null. Rejects when a value cannot be stored. Removals are retried instead. */
  put(id: string, value: V | null): Promise<void>;
  /** Waits for the write that is in progress, and drops the rest. */
  close(): Promise<void>;
}

const RETRY_MS = 1000;

/** Batches writes, and keeps only the last value of each id: a thousand tabs that reconnect take a few statements. */
export function createQueue<V>(store: (values: ReadonlyMap<string, V | null>) => Promise<void>): PresenceQueue<V> {
  let waiting = new Map<string, Waiting<V>>();
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function drain(): Promise<void> {
    // The first batch includes everything that is put in the same tick.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.size > 0 && !isClosed) {
      const batch = waiting;
      waiting = new Map();
      try {
        await store(new Map([...batch].map(([id, { value }]) => [id, value])));
        for (const { settled } of batch.values()) for (const { resolve } of settled) resolve();
      } catch (error) {
        handleFailure(batch, error);
        break;
      }
    }
    running = null;
  }

  function handleFailure(batch: Map<string, Waiting<V>>, error: unknown): void {
    log.warn({ err: error }, 'presence could not be stored');
    for (const [id, { value, settled }] of batch) {
      for (const { resolve, reject } of settled) value === null ? resolve() : reject(error);
      if (value === null && !waiting.has(id)) waiting.set(id, { value, settled: [] });
    }
    if (!isClosed) retry = setTimeout(start, RETRY_MS);
  }

  function start(): void {
    if (!isClosed) running ??= drain();
  }

  return {
    put(id, value) {
      return new Promise((resolve, reject) => {
        const before = waiting.get(id)?.settled ?? [];
        waiting.set(id, { value, settled: [...before, { resolve, reject }] });
        start();
      });
    },
    async close() {
      isClosed = true;
      if (retry) clearTimeout(retry);
      await running;
    },
  };
}
