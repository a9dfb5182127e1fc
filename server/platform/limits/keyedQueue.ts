const noop = () => {};

export type KeyedQueue = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

/**
 * Runs work that shares a key one after the other on this node, in the order of the calls. A call queues for all its keys
 * at once, so calls cannot deadlock.
 */
export function createKeyedQueue(): KeyedQueue {
  const lastByKey = new Map<string, Promise<unknown>>();
  return async (keys, work) => {
    const earlier = keys.map((key) => lastByKey.get(key));
    const running = Promise.all(earlier).then(work);
    const settled = running.then(noop, noop);
    for (const key of keys) lastByKey.set(key, settled);
    try {
      return await running;
    } finally {
      for (const key of keys) if (lastByKey.get(key) === settled) lastByKey.delete(key);
    }
  };
}
