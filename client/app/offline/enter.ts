import type { OwnUser } from '../../../common/schemas/user.ts';
import { leaveThisBrowser } from '../../features/notices/thisBrowser.ts';
import { readKept, writeKept } from '../../features/offline/deviceDatabase.ts';
import { keepsLists } from '../../features/offline/keeping.ts';
import { loadQueue } from '../../features/offline/queue.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { queryClient } from '../../lib/query.ts';
import { useLive } from '../live/live.store.ts';
import { apply, renewed } from './kept.ts';
import { wipeDevice } from './leave.ts';

/** Another tab can hold up a database, and the app must open. Without an answer of the server, what is kept is all there is. */
const READ_WITHIN_MS = { online: 2000, offline: 15_000 };

/**
 * Shows what this device has kept, before the screens ask for it. Without a user, because the server did not answer, the
 * owner of what is kept enters. Another user's data is deleted instead.
 */
export async function enter(owner: string, user: OwnUser | null): Promise<OwnUser | null> {
  try {
    if (user && user.id !== owner) {
      // The app need not wait for it.
      void leaveThisBrowser();
      await wipeDevice();
      return user;
    }
    if (!keepsLists()) return user;
    const withinMs = user ? READ_WITHIN_MS.online : READ_WITHIN_MS.offline;
    const stored = await inTime(readKept(owner), withinMs);
    const changes = user ? renewed(stored) : new Map<string, unknown>();
    if (changes.size > 0) await inTime(writeKept(owner, changes), withinMs);
    const kept = new Map([...stored, ...changes]);
    const entering = user ?? (kept.get('profile') as OwnUser | undefined);
    if (entering?.id !== owner) return user;
    useUsers.getState().applyViewer(entering);
    await inTime(loadQueue(), withinMs);
    apply(kept, entering);
    // Answers that are only asked for may be old; they show until the new ones are there.
    if (user) void queryClient.invalidateQueries({ refetchType: 'none' });
    else useLive.getState().applyReconnecting(true);
    return entering;
  } catch {
    return user;
  }
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const timeout = new Promise<never>((_resolve, reject) => setTimeout(reject, ms));
  return Promise.race([work, timeout]);
}
