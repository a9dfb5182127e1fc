import { log } from '../../platform/log.ts';

export interface Turns {
  tellSoon(folderId: string): void;
  stop(): void;
}

/** A folder's presence is told at most four times a second, and more slowly to a crowd. */
const TELL_MS = 250;
const TELL_MS_EACH = 5;

/**
 * Each folder's turn to be told: at once when it was quiet, then with a pause that grows with the crowd. `tellFolder`
 * gives how many are there.
 */
export function createTurns(tellFolder: (folderId: string) => Promise<number>): Turns {
  const turns = new Map<string, { isWanted: boolean; timer: NodeJS.Timeout | null }>();
  let isStopped = false;

  async function run(folderId: string): Promise<void> {
    const turn = turns.get(folderId);
    if (!turn || isStopped) return;
    turn.isWanted = false;
    turn.timer = null;
    const people = await tellFolder(folderId).catch((error: unknown) => {
      log.warn({ err: error, folderId }, 'presence could not be told');
      // Asked for once more: with the database back, it is.
      turn.isWanted = true;
      return 0;
    });
    if (isStopped) return;
    turn.timer = setTimeout(
      () => {
        if (turn.isWanted) void run(folderId);
        else turns.delete(folderId);
      },
      TELL_MS + people * TELL_MS_EACH,
    );
  }

  return {
    tellSoon(folderId: string) {
      const turn = turns.get(folderId);
      if (turn) {
        turn.isWanted = true;
        return;
      }
      turns.set(folderId, { isWanted: true, timer: null });
      void run(folderId);
    },
    stop() {
      isStopped = true;
      for (const { timer } of turns.values()) if (timer) clearTimeout(timer);
      turns.clear();
    },
  };
}
