import { AsyncResource } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import DataLoader from 'dataloader';

// A read that hangs holds up nobody else.
const WAIT_FOR_READ_MS = 10;

const noop = () => {};

/**
 * What is asked for together, or while another such read is under way, is read by one call of `read`, which answers in
 * the order of `keys`: a value each, or the error that its asker gets. Nothing is kept: who asks later reads anew. It reads
 * outside of any transaction, whoever asks.
 */
export function readTogether<K, V>(
  read: (keys: readonly K[]) => Promise<readonly (V | Error)[]>,
  maxBatchSize: number,
): DataLoader<K, V> {
  // Else the reads of all would be part of the transaction of whoever asked first.
  const readOutside = AsyncResource.bind(read);
  let underWay: Promise<unknown> | null = null;
  return new DataLoader(
    (keys) => {
      const reading = readOutside(keys);
      const settled = reading.then(noop, noop).then(() => {
        if (underWay === settled) underWay = null;
      });
      underWay = settled;
      return reading;
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (run) => {
        if (!underWay) setImmediate(run);
        else void Promise.race([underWay, setTimeout(WAIT_FOR_READ_MS)]).then(() => setImmediate(run));
      },
    },
  );
}
