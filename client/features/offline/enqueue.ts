import { useUsers } from '../users/users.store.ts';
import { keepsLists } from './keeping.ts';
import { isQueued } from './queue.store.ts';
import type { QueuedWrite } from './queuedWrite.ts';

/** Keeps a write until there is a connection. False if this device keeps nothing, so that the write fails. */
export async function enqueue(write: QueuedWrite, listName: string | null = null): Promise<boolean> {
  const userId = useUsers.getState().viewer?.id;
  if (!userId || !keepsLists()) return false;
  try {
    const { addToQueue } = await import('./queue.ts');
    await addToQueue({ userId, at: new Date(), listName, write });
    return true;
  } catch {
    return false;
  }
}

/** Takes a write back that waits. False if it is sent already. */
export async function cancelQueued(opId: string): Promise<boolean> {
  if (!isQueued(opId)) return false;
  const { takeBack } = await import('./queue.ts');
  return takeBack(opId);
}
