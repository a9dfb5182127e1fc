import { DatabaseAway } from '../http/errors.ts';
import { log } from '../log.ts';

/** A request that waits for the database is answered 503 after this time. What works for it gives up by then. */
export const ANSWERED_WITHIN_MS = 4500;

/**
 * Waits for `work` at most `ms` milliseconds, then throws unavailable. The work itself is not stopped: the driver's time
 * limits cannot stop an operation in a database that hangs.
 */
export async function withTimeLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isTimedOut = false;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isTimedOut = true;
      reject(new DatabaseAway());
    }, ms);
  });
  work.catch((error: unknown) => {
    if (isTimedOut) log.warn({ err: error }, 'work failed after its time limit');
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
