import { OfflineError } from '../../lib/http/http.ts';
import { useUsers } from '../users/users.store.ts';
import { keepsLists } from './keeping.ts';
import { isQueued, mustWait } from './queue.store.ts';
import type { QueuedWrite } from './queuedWrite.ts';

/** A write that can wait for a connection, and what answers it until then. */
export interface Later<Answer> {
  write: QueuedWrite;
  answer: Answer;
}

const ANSWERED_WITHIN_MS = 5000;

/** For the request of a write that can wait: without an answer in time it fails as without a connection. */
export const answeredInTime = (): { signal?: AbortSignal } =>
  keepsLists() ? { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) } : {};

/** Makes a write, or keeps it until there is a connection. `listName` names its list, if it has one. */
export async function orLater<Answer>(
  { write, answer }: Later<Answer>,
  send: () => Promise<Answer>,
  listName: () => string | null = () => null,
): Promise<Answer> {
  if (mustWait() && (await enqueue(write, listName(), false))) return answer;
  try {
    return await send();
  } catch (error) {
    if (error instanceof OfflineError && (await enqueue(write, listName(), true))) return answer;
    throw error;
  }
}

/** Keeps a write until there is a connection. False if this device keeps nothing, so that the write fails. */
async function enqueue(write: QueuedWrite, listName: string | null, mayHaveArrived: boolean): Promise<boolean> {
  const userId = useUsers.getState().viewer?.id;
  if (!userId || !keepsLists()) return false;
  try {
    const { addToQueue } = await import('./queue.ts');
    await addToQueue({ userId, at: new Date(), listName, write, mayHaveArrived });
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes a write back that waits. False if it is saved already, or was never in the queue. Throws OfflineError if the server
 * may have it.
 */
export async function cancelQueued(opId: string): Promise<boolean> {
  if (!isQueued(opId)) return false;
  const { takeBack } = await import('./queue.ts');
  return takeBack(opId);
}
