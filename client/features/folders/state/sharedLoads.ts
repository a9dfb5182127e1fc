/** Callers that ask for the same key while it loads get the same promise. */
export function createSharedLoads<Key = string>() {
  const inFlight = new Map<Key, Promise<void>>();
  return (key: Key, load: () => Promise<void>): Promise<void> => {
    const running = inFlight.get(key);
    if (running) return running;
    const promise = load().finally(() => inFlight.delete(key));
    inFlight.set(key, promise);
    return promise;
  };
}
