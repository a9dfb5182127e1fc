import { AsyncResource } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import DataLoader from 'dataloader';

/** The longest that a batch waits for the batch before it, so that a slow read delays no other. */
const WAIT_FOR_READ_MS = 10;

const noop = () => {};

/**
 * Batches loads: those that arrive together, or while a batch is being read, become one call of `read`. It returns a value
 * or an error for each key, in the order of `keys`. Nothing is cached. The read never joins the caller's transaction.
 */
export function createBatchLoader<K, V>(
  read: (keys: readonly K[]) => Promise<readonly (V | Error)[]>,
  maxBatchSize: number,
): DataLoader<K, V> {
  // Without this, the batch would run in the transaction of its first caller.
  const readOutside = AsyncResource.bind(read);
  let pending: Promise<unknown> | null = null;
  return new DataLoader(
    (keys) => {
      const reading = readOutside(keys);
      const settled = reading.then(noop, noop).then(() => {
        if (pending === settled) pending = null;
      });
      pending = settled;
      return reading;
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (run) => {
        if (!pending) setImmediate(run);
        else void Promise.race([pending, setTimeout(WAIT_FOR_READ_MS)]).then(() => setImmediate(run));
      },
    },
  );
}
