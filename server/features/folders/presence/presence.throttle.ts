import { log } from '../../../platform/log.ts';

export interface Throttle {
  /** Delivers the folder's presence at once, or after the pause since its last delivery. */
  request(folderId: string): void;
  stop(): void;
}

/** A folder's presence is delivered at most four times a second, and less often the more people are there. */
const PAUSE_MS = 250;
const PAUSE_MS_EACH = 5;

/** Throttles deliveries by folder. `deliver` returns how many people are in the folder. */
export function createThrottle(deliver: (folderId: string) => Promise<number>): Throttle {
  const folders = new Map<string, { isRequested: boolean; timer: NodeJS.Timeout | null }>();
  let isStopped = false;

  async function run(folderId: string): Promise<void> {
    const folder = folders.get(folderId);
    if (!folder || isStopped) return;
    folder.isRequested = false;
    folder.timer = null;
    const people = await deliver(folderId).catch((error: unknown) => {
      log.warn({ err: error, folderId }, 'presence could not be delivered');
      // Retry after the pause.
      folder.isRequested = true;
      return 0;
    });
    if (isStopped) return;
    folder.timer = setTimeout(
      () => {
        if (folder.isRequested) void run(folderId);
        else folders.delete(folderId);
      },
      PAUSE_MS + people * PAUSE_MS_EACH,
    );
  }

  return {
    request(folderId: string) {
      const folder = folders.get(folderId);
      if (folder) {
        folder.isRequested = true;
        return;
      }
      folders.set(folderId, { isRequested: true, timer: null });
      void run(folderId);
    },
    stop() {
      isStopped = true;
      for (const { timer } of folders.values()) if (timer) clearTimeout(timer);
      folders.clear();
    },
  };
}
