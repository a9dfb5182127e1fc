import { unreachable } from '../../../common/unreachable.ts';
import { itemApi, playApi, progressApi } from '../../lib/http/api.ts';
import { ApiError, call } from '../../lib/http/http.ts';
import { useUsers } from '../users/users.store.ts';
import { putInQueue, readQueue, takeFromQueue } from './deviceDatabase.ts';
import { announceSettled, useQueue } from './queue.store.ts';
import type { QueuedWrite, QueueEntry, QueueProblem, Settled } from './queuedWrite.ts';

/*
 * The queue of writes in the database of this device. All tabs of a person share it: one tab sends the writes and notifies the
 * others.
 */

type Message = { kind: 'changed' } | { kind: 'settled'; settled: Settled };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('marquee.queue');

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'settled') announceSettled(data.settled);
  void loadQueue();
});

async function notifyTabs(message: Message): Promise<void> {
  if (message.kind === 'settled') announceSettled(message.settled);
  channel?.postMessage(message);
  await loadQueue();
}

/** Reads the viewer's queue, which other tabs and earlier visits have written to. */
export async function loadQueue(): Promise<void> {
  const userId = useUsers.getState().viewer?.id;
  const entries = userId ? await readQueue(userId) : [];
  if (useUsers.getState().viewer?.id === userId) useQueue.setState({ entries });
}

export async function addToQueue(entry: QueueEntry): Promise<void> {
  await putInQueue(entry);
  await notifyTabs({ kind: 'changed' });
}

/** Takes a write back before it is sent. */
export async function takeBack(opId: string): Promise<boolean> {
  return inLock(async () => {
    await loadQueue();
    const entry = useQueue.getState().entries.find(({ write, problem }) => write.opId === opId && !problem);
    if (!entry) return false;
    await finish(entry, { write: entry.write, isSaved: false });
    return true;
  });
}

/** Removes writes that could not be saved, once the person has read why. */
export async function dismiss(entries: readonly QueueEntry[]): Promise<void> {
  for (const { seq } of entries) if (seq !== undefined) await takeFromQueue(seq);
  await notifyTabs({ kind: 'changed' });
}

/** Sends a refused tick again, although the others of the watch group are not there yet. */
export async function confirmAhead(entry: QueueEntry): Promise<void> {
  const { write, problem: _problem, ...rest } = entry;
  if (write.kind !== 'play' && write.kind !== 'upTo') return;
  await putInQueue({ ...rest, write: { ...write, body: { ...write.body, ahead: true } } as QueuedWrite });
  await notifyTabs({ kind: 'changed' });
  await drain();
}

async function finish({ seq }: QueueEntry, settled: Settled): Promise<void> {
  if (seq !== undefined) await takeFromQueue(seq);
  await notifyTabs({ kind: 'settled', settled });
}

/** One tab after the other. Without https there are no locks; then the keys of the writes prevent that one counts twice. */
function inLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('marquee.queue', work) : work();
}

const RETRY_MS = 10_000;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let draining: Promise<void> | undefined;

/** Sends the writes that wait, in their order. A tab that waits for its turn sends what a closed tab has left. */
export function drain(): Promise<void> {
  draining ??= inLock(sendAll)
    // The database of this device fails, and the queue with it.
    .catch(() => undefined)
    .finally(() => {
      draining = undefined;
    });
  return draining;
}

async function sendAll(): Promise<void> {
  clearTimeout(retryTimer);
  for (;;) {
    await loadQueue();
    const entry = useQueue.getState().entries.find(({ problem }) => problem === undefined);
    if (!entry) return;
    const { write } = entry;
    try {
      await finish(entry, { write, isSaved: true, answer: await send(write) });
    } catch (error) {
      const verdict = judge(write, error);
      if (verdict === 'wait') {
        // Signed out: the same person sends it when they are back. Without a connection, its return sends it.
        if (!(error instanceof ApiError && [0, 401].includes(error.status))) retryTimer = setTimeout(drain, RETRY_MS);
        return;
      }
      if (verdict === 'saved') await finish(entry, { write, isSaved: true });
      else {
        await putInQueue({ ...entry, problem: verdict });
        await notifyTabs({ kind: 'settled', settled: { write, isSaved: false } });
      }
    }
  }
}

function send(write: QueuedWrite): Promise<unknown> {
  const { opId } = write;
  switch (write.kind) {
    case 'add':
      return call(itemApi.add, { body: write.body, opId });
    case 'remove':
      return call(itemApi.remove, { params: { id: write.itemId }, opId });
    case 'watch':
      return call(itemApi.setWatched, {
        params: { id: write.itemId },
        body: { watched: write.watched, sinceRev: write.rev },
        opId,
      });
    case 'play':
      return call(playApi.add, { body: write.body, opId });
    case 'upTo':
      return call(progressApi.upTo, { body: write.body, opId });
    default:
      return unreachable(write);
  }
}

/** What a failed attempt means for a queued write. 'wait': it is sent again later. */
export function judge(write: QueuedWrite, error: unknown): 'saved' | 'wait' | QueueProblem {
  if (!(error instanceof ApiError)) return 'wait';
  const { status, code, text = '' } = error;
  if (status === 0 || status === 401 || status === 429 || status >= 500) return 'wait';
  const isGone = status === 404;
  switch (write.kind) {
    case 'add':
      if (code === 'already_in_folder') return 'saved';
      if (isGone || status === 403) return { kind: 'no access' };
      break;
    case 'remove':
      if (isGone) return 'saved';
      break;
    case 'watch':
      if (isGone) return 'saved';
      if (code === 'changed_since') return { kind: 'theirs' };
      break;
    case 'play':
    case 'upTo':
      if (code === 'watch_ahead') return { kind: 'ahead', text };
      break;
    default:
      unreachable(write);
  }
  return { kind: 'refused', text };
}
