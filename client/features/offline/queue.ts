import { unreachable } from '../../../common/unreachable.ts';
import { toast } from '../../components/toast/toast.ts';
import { itemApi, playApi, progressApi } from '../../lib/http/api.ts';
import { ApiError, call, OfflineError } from '../../lib/http/http.ts';
import { useUsers } from '../users/users.store.ts';
import { changeInQueue, putInQueue, readQueue, takeFromQueue } from './deviceDatabase.ts';
import { announceSettled, isQueued, useQueue, waitingEntries } from './queue.store.ts';
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

/** Tells the person about writes that the browser has deleted with the data of the site. */
export async function noticeLoss(): Promise<void> {
  const before = waitingEntries();
  await loadQueue().catch(() => useQueue.setState({ entries: [] }));
  const lost = before.filter(({ write }) => !isQueued(write.opId));
  for (const { write } of lost) announceSettled({ write, isSaved: false });
  if (lost.length === 0) return;
  toast({
    title: 'Error',
    description: 'Changes that waited for a connection are lost: this browser has deleted what Marquee kept here.',
    variant: 'destructive',
  });
}

export async function addToQueue(entry: QueueEntry): Promise<void> {
  await putInQueue(entry);
  await notifyTabs({ kind: 'changed' });
  // It waits for a connection, or behind others. If those are about something else, it is sent at once.
  if (navigator.onLine) void drain();
}

/** Takes a write back before it is sent. Throws OfflineError if the server may have it. */
export async function takeBack(opId: string): Promise<boolean> {
  return inLock(async () => {
    await loadQueue();
    const entry = useQueue.getState().entries.find(({ write, problem }) => write.opId === opId && !problem);
    if (!entry) return false;
    if (entry.mayHaveArrived) throw new OfflineError(true);
    await finish(entry, { write: entry.write, isSaved: false });
    return true;
  });
}

/** Removes writes that could not be saved, once the person has read why. */
export async function dismiss(entries: readonly QueueEntry[]): Promise<void> {
  for (const { seq } of entries) if (seq !== undefined) await takeFromQueue(seq);
  await notifyTabs({ kind: 'changed' });
}

/** Sends a write again that could not be saved. A refused tick is then confirmed, although the others are not there yet. */
export async function sendAgain({ problem, failures: _failures, ...entry }: QueueEntry): Promise<void> {
  const { write } = entry;
  const confirmed = problem?.kind === 'ahead' && 'body' in write ? { body: { ...write.body, ahead: true } } : {};
  await changeInQueue({ ...entry, write: { ...write, ...confirmed } as QueuedWrite });
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

const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** After so many failures in so much time, the person decides what becomes of the write. */
const MAX_FAILURES = 6;
const FAILING_FOR_MS = 10 * 60_000;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let draining: Promise<void> | undefined;
let isAskedAgain = false;

/** Sends the writes that wait, in the order of their line. A tab that waits for its turn sends what a closed tab has left. */
export function drain(): Promise<void> {
  // The connection may be back while a write still waits for an answer that never comes.
  isAskedAgain = draining !== undefined;
  draining ??= inLock(sendAll)
    // The database of this device fails, and the queue with it.
    .catch(() => undefined)
    .then(() => {
      draining = undefined;
      return isAskedAgain ? drain() : undefined;
    });
  return draining;
}

/** Sends what waits if the tab that sends it is closed: by then that tab has had an answer and has tried again. */
export function takeOverLater(): void {
  if (draining || !navigator.onLine || waitingEntries().length === 0) return;
  retryTimer ??= setTimeout(drain, ANSWERED_WITHIN_MS + FIRST_RETRY_MS);
}

/** Writes of a line are sent in their order: those of a list, or of a title. */
const lineOf = (write: QueuedWrite): string => ('folderId' in write ? write.folderId : `title ${write.body.tmdbId}`);

async function sendAll(): Promise<void> {
  clearTimeout(retryTimer);
  retryTimer = undefined;
  /** The line of each write that the server could not take, and how often it was sent in vain. */
  const held = new Map<string, number>();
  for (;;) {
    await loadQueue();
    const entry = waitingEntries().find(({ write }) => !held.has(lineOf(write)));
    if (!entry) break;
    const ended = await sendEntry(entry);
    if (ended === 'signed out') return;
    if (ended === 'offline') {
      // A device does not notice that its network answers nothing, nor when that ends.
      if (navigator.onLine) retryTimer = setTimeout(drain, FIRST_RETRY_MS);
      return;
    }
    if (ended === 'done') continue;
    held.set(lineOf(entry.write), ended.failures);
    if (ended.isThrottled) break;
  }
  if (held.size === 0) return;
  retryTimer = setTimeout(drain, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (Math.min(...held.values()) - 1)));
}

/** Sends one write. 'signed out' or 'offline': none can be sent now, and what ends that calls `drain`. */
async function sendEntry(
  entry: QueueEntry,
): Promise<'done' | 'signed out' | 'offline' | { failures: number; isThrottled: boolean }> {
  const { write } = entry;
  const wasOnLine = navigator.onLine;
  try {
    await finish(entry, { write, isSaved: true, answer: await send(write) });
    return 'done';
  } catch (error) {
    const verdict = judge(write, error);
    if (verdict === 'offline' && wasOnLine) await changeInQueue({ ...entry, mayHaveArrived: true });
    if (verdict === 'signed out' || verdict === 'offline') return verdict;
    if (verdict === 'saved') await finish(entry, { write, isSaved: true });
    else if (verdict === 'later' || verdict === 'failed') {
      const now = new Date();
      const failures = withFailure(entry.failures, now);
      const isHopeless = failures.count >= MAX_FAILURES && now.getTime() - failures.since.getTime() >= FAILING_FOR_MS;
      if (verdict === 'later' || !isHopeless) {
        await changeInQueue({ ...entry, failures });
        return { failures: failures.count, isThrottled: error instanceof ApiError && error.status === 429 };
      }
      await setAside(entry, { kind: 'failing' });
    } else if (verdict === 'without list') await changeInQueue({ ...entry, write: withoutList(write) });
    else await setAside(entry, verdict);
    return 'done';
  }
}

/** All tabs try again when the connection is back, which counts as one failure. */
function withFailure(before: QueueEntry['failures'], now: Date): NonNullable<QueueEntry['failures']> {
  if (!before) return { count: 1, since: now, countedAt: now };
  const { count, since, countedAt = since } = before;
  const isNew = Math.abs(now.getTime() - countedAt.getTime()) >= FIRST_RETRY_MS;
  return isNew ? { count: count + 1, since, countedAt: now } : before;
}

/** The viewing without its list, which is gone or which the person may no longer see. What they have seen stays seen. */
function withoutList(write: QueuedWrite): QueuedWrite {
  if (write.kind !== 'play' && write.kind !== 'upTo') return write;
  const { folderId: _gone, ...body } = write.body;
  return { ...write, body } as QueuedWrite;
}

/** Keeps a write that could not be saved, for the person to decide. */
async function setAside(entry: QueueEntry, problem: QueueProblem): Promise<void> {
  await changeInQueue({ ...entry, problem });
  await notifyTabs({ kind: 'settled', settled: { write: entry.write, isSaved: false } });
}

/** Longer than for the first request of a write, because a slow network may need the time. */
const ANSWERED_WITHIN_MS = 20_000;

function send(write: QueuedWrite): Promise<unknown> {
  const options = { opId: write.opId, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) };
  switch (write.kind) {
    case 'add':
      return call(itemApi.add, { body: write.body, ...options });
    case 'remove':
      return call(itemApi.remove, { params: { id: write.itemId }, ...options });
    case 'watch':
      return call(itemApi.setWatched, {
        params: { id: write.itemId },
        body: { watched: write.watched, sinceRev: write.rev },
        ...options,
      });
    case 'play':
      return call(playApi.add, { body: write.body, ...options });
    case 'upTo':
      return call(progressApi.upTo, { body: write.body, ...options });
    default:
      return unreachable(write);
  }
}

/** The server or what is in front of it is busy or away, whatever the write. */
const AWAY = [408, 425, 429, 502, 503, 504];

/**
 * What the failure of a queued write means. 'signed out': the same person sends it when they are back. 'later': it is sent
 * again. 'failed': too, but only a few times. 'without list': it is sent again without its list.
 */
export function judge(
  write: QueuedWrite,
  error: unknown,
): 'saved' | 'signed out' | 'offline' | 'later' | 'failed' | 'without list' | QueueProblem {
  // Something else than the server has answered.
  if (!(error instanceof ApiError)) return 'later';
  const { status, code, text = '' } = error;
  if (status === 0) return 'offline';
  if (status === 401) return 'signed out';
  if (AWAY.includes(status)) return 'later';
  if (status >= 500) return 'failed';
  // The key has been used by this write, when it was sent without what only the queue adds, and its answer was lost.
  if (code === 'conflict') return 'saved';
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
      if (isGone && write.body.folderId !== undefined) return 'without list';
      break;
    default:
      unreachable(write);
  }
  return { kind: 'refused', text };
}
