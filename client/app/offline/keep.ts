import type { DehydratedState } from '@tanstack/react-query';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useInvitations } from '../../features/folders/state/invitation.store.ts';
import { onClosed, writeKept } from '../../features/offline/deviceDatabase.ts';
import { keepsLists, keptFor, setKeptAt, setKeptFor } from '../../features/offline/keeping.ts';
import { useQueue, waitingEntries } from '../../features/offline/queue.store.ts';
import { drain, loadQueue, noticeLoss, takeOverLater } from '../../features/offline/queue.ts';
import { showQueuedPlays } from '../../features/plays/play.queries.ts';
import { showQueuedEpisodes } from '../../features/plays/progress.queries.ts';
import { useReviews } from '../../features/reviews/review.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { onReachable } from '../../lib/http/reachable.ts';
import { isSigningOut } from '../../lib/http/signOut.ts';
import { queryClient } from '../../lib/query.ts';
import { useLive } from '../live/live.store.ts';
import {
  answersAfter,
  collect,
  hasTitles,
  isListWithoutTitles,
  namesOfShownLists,
  toStored,
  withTitles,
} from './kept.ts';
import { beforeForgetting, wipeDevice } from './leave.ts';
import { registerWorker } from './workerClient.ts';

/** Writing a long list takes a moment, so a list that changes often is written less often than it is read first. */
const FIRST_MS = 1000;
const AGAIN_MS = 10_000;

/** Keeps what the viewer has on this device, and sends what waits. Returns a function that stops it. */
export function startKeeping(userId: string): () => void {
  if (!keepsLists() || isSigningOut() || !setKeptFor(userId)) return () => undefined;
  const saver = createSaver(userId);
  const stopQueue = startQueue();
  const stop = () => {
    saver.stop();
    stopQueue();
  };
  beforeForgetting(stop);
  void registerWorker();
  return stop;
}

/** Stops keeping anything on this device, and deletes what is there. */
export const stopKeeping = wipeDevice;

/** Shows what waits for a connection, and sends it once there is one. Returns a function that stops it. */
export function startQueue(): () => void {
  const stopShowing = useQueue.subscribe(({ entries }, before) => {
    if (entries === before.entries) return;
    useFolders.getState().applyQueue();
    // Those of other tabs.
    const known = new Set(before.entries.map(({ write, problem }) => !problem && write.opId));
    const added = waitingEntries().filter(({ write }) => !known.has(write.opId));
    showQueuedPlays(added);
    showQueuedEpisodes(added);
    takeOverLater();
  });
  // The server's answers lack what waits.
  const stopAnswers = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    showQueuedPlays();
    showQueuedEpisodes();
  });
  onClosed(() => void noticeLoss());
  const send = () => void drain();
  const stopSending = onReachable(send);
  // Those that an earlier visit or a closed tab has left.
  loadQueue()
    .then(() => useLive.getState().isReconnecting || send())
    .catch(() => undefined);
  return () => {
    stopShowing();
    stopAnswers();
    stopSending();
    onClosed(() => undefined);
  };
}

/** Writes what has changed, a moment after it has. */
function createSaver(userId: string) {
  // A list can be lost before the first write.
  const saved = new Map<string, unknown>(namesOfShownLists().map((name) => [name, undefined]));
  const written = new Map<string, number>();
  let haveAnswersChanged = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let saving = Promise.resolve();
  let isStopped = false;

  const stopListening = [
    ...[useFolders, useInvitations, useReviews, useUsers].map((store) => store.subscribe(() => schedule(FIRST_MS))),
    queryClient.getQueryCache().subscribe(({ type }) => {
      if (type !== 'updated' && type !== 'added') return;
      haveAnswersChanged = true;
      schedule(FIRST_MS);
    }),
  ];
  const handleHidden = () => {
    if (document.visibilityState === 'hidden') save(true);
  };
  document.addEventListener('visibilitychange', handleHidden);

  function schedule(wait: number): void {
    const at = performance.now() + wait;
    if (at >= dueAt) return;
    dueAt = at;
    clearTimeout(timer);
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      save(false);
    }, wait);
  }

  function save(isLast: boolean): void {
    if (!useLive.getState().isReconnecting) setKeptAt(new Date());
    saving = saving.then(() => write(isLast)).catch(() => undefined);
  }

  async function write(isLast: boolean): Promise<void> {
    // Another tab may have signed out, or another user in.
    if (isStopped || keptFor() !== userId) return;
    const now = performance.now();
    const current = collect();
    const changed = [...current].filter(([name, value]) => saved.get(name) !== value);
    const due = changed.filter(
      ([name, value]) =>
        isLast ||
        now - (written.get(name) ?? -AGAIN_MS) >= AGAIN_MS ||
        (hasTitles(value) && !hasTitles(saved.get(name))),
    );
    if (due.length < changed.length) schedule(AGAIN_MS);
    const gone = [...saved.keys()].filter((name) => !current.has(name));
    const records = new Map<string, unknown>(gone.map((name) => [name, undefined]));
    const merged = new Map<string, (stored: unknown) => unknown>();
    for (const [name, value] of due) {
      const record = toStored(name, value);
      if (isListWithoutTitles(name, value)) merged.set(name, (stored) => withTitles(record, stored));
      else records.set(name, record);
    }
    if (haveAnswersChanged) {
      merged.set('answers', (stored) => answersAfter(stored as DehydratedState | undefined));
      haveAnswersChanged = false;
    }
    if (records.size + merged.size === 0) return;
    await writeKept(userId, records, merged);
    for (const [name, value] of due) {
      saved.set(name, value);
      written.set(name, now);
    }
    for (const name of gone) saved.delete(name);
  }

  schedule(FIRST_MS);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', handleHidden);
      for (const stop of stopListening) stop();
    },
  };
}
