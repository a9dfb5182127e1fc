import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { changeFolder } from '../features/folders/writing/changeFolder.ts';
import type { Person } from './people.ts';

/** Time enough for a request to reach the queue of writes. */
const QUEUED_AFTER_MS = 500;

/**
 * Sends writes to a list one after the other while another one runs, so that they share the next transaction in this order.
 * Returns their answers.
 */
export async function inOneTransaction<Answer>(
  owner: Person,
  folderId: string,
  requests: readonly (() => PromiseLike<Answer>)[],
): Promise<Answer[]> {
  const gate = new EventEmitter();
  const began = once(gate, 'began');
  const running = changeFolder({ actor: { userId: owner.user.id }, folderId, action: 'folder:view' }, async () => {
    gate.emit('began');
    await once(gate, 'ended');
  });
  await began;
  const answers: Promise<Answer>[] = [];
  for (const send of requests) {
    answers.push(Promise.resolve(send()));
    await delay(QUEUED_AFTER_MS);
  }
  gate.emit('ended');
  await running;
  return Promise.all(answers);
}
