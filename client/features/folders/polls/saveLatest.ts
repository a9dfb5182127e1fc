import { ApiError } from '../../../lib/http/http.ts';

const RETRY_MS = 2000;

interface Saving<Value> {
  send: (value: Value) => Promise<unknown>;
  /** Called with true while something is not saved yet. */
  onBusy: (isBusy: boolean) => void;
  /** The server refused the value. It is not sent again. */
  onRefused: (error: unknown) => void;
}

/**
 * Sends values one after the other, and of those that came meanwhile only the last. While the server cannot be reached it
 * tries again.
 */
export function createSaveLatest<Value>({ send, onBusy, onRefused }: Saving<Value>): (value: Value) => void {
  let waiting: { value: Value } | undefined;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    onBusy(true);
    while (waiting) {
      const current = waiting;
      waiting = undefined;
      try {
        await send(current.value);
      } catch (error) {
        if (isTemporary(error)) {
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          waiting ??= current;
        } else onRefused(error);
      }
    }
    isRunning = false;
    onBusy(false);
  }

  return (value) => {
    waiting = { value };
    if (!isRunning) void run();
  };
}

const isTemporary = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);
