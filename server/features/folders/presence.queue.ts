import { log } from '../../platform/log.ts';

interface Waiting<V> {
  value: V | null;
  settled: { resolve: () => void; reject: (error: unknown) => void }[];
}

export interface PresenceQueue<V> {
  /** Resolves when it is stored; rejects a value that could not be. A removal is tried until it is. */
  put(id: string, value: V | null): Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = 1000;

/** Writes what waits together, one statement at a time, of each id the last: a thousand tabs that come back are a few. */
export function createQueue<V>(store: (values: ReadonlyMap<string, V | null>) => Promise<void>): PresenceQueue<V> {
  let waiting = new Map<string, Waiting<V>>();
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;

  async function drain(): Promise<void> {
    // Whatever else this turn brings goes with it.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.size > 0 && !isClosed) {
      const batch = waiting;
      waiting = new Map();
      try {
        await store(new Map([...batch].map(([id, { value }]) => [id, value])));
        for (const { settled } of batch.values()) for (const { resolve } of settled) resolve();
      } catch (error) {
        giveBack(batch, error);
        break;
      }
    }
    running = null;
  }

  function giveBack(batch: Map<string, Waiting<V>>, error: unknown): void {
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
