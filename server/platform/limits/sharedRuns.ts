export interface SharedRuns {
  isRunning(key: string): boolean;
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Runs work once per key on this node: calls with the same key share the result until it is there. */
export function createSharedRuns(): SharedRuns {
  const running = new Map<string, Promise<unknown>>();
  return {
    isRunning: (key) => running.has(key),
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const known = running.get(key) as Promise<T> | undefined;
      if (known) return known;
      const started = work().finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
  };
}
