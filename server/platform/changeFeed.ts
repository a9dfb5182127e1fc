import type { mongo } from 'mongoose';
import { COALESCE_MS } from '../../common/constants.ts';
import { log } from './log.ts';
import { changesTold } from './metrics.ts';
import { followCollection } from './stream.ts';

/** What the feed asks of whoever owns the log; `E` is an entry of `changes` as that owner understands it. */
export interface FeedHandlers<E> {
  read(document: unknown): E;
  /** The folder's log that an entry belongs to, and its place there; null for personal news. */
  idOf(entry: E): { folderId: string; rev: number } | null;
  /** Tells one folder's entries, by rising rev; called for one folder at a time, in order. */
  tellFolder(folderId: string, entries: E[]): Promise<void>;
  tellPeople(entry: E): void;
  /** The feed lost its place: everybody must ask again what they missed. */
  onLost(): void;
}

export interface ChangeFeed {
  close(): Promise<void>;
}

type WhenTold = (folderId: string, rev: number, timeoutMs: number) => Promise<void>;

let whenToldHere: WhenTold | null = null;

/** Resolves when this node has told the folder's changes up to `rev`, at the latest after `timeoutMs`. */
export async function whenTold(folderId: string, rev: number, timeoutMs: number): Promise<void> {
  await whenToldHere?.(folderId, rev, timeoutMs);
}

interface FolderQueue<E> {
  entries: { entry: E; rev: number }[];
  isTelling: boolean;
  toldAt: number;
  /** Attempts in a row that could not be told. */
  failures: number;
  timer: NodeJS.Timeout | NodeJS.Immediate | null;
}

const RETRY_MS = 500;
const ATTEMPTS = 6;
const FORGET_AFTER_MS = 60_000;
const KEEP_TOLD = 10_000;

/**
 * Tails `changes` from now on and tells this node's own sockets. A folder that was quiet is told at once, a busy one
 * at most every 16 ms. Reopens from its last token when the stream breaks; what it cannot resume or tell, it says.
 */
export async function startChangeFeed<E>(
  database: mongo.Db,
  collectionName: string,
  handlers: FeedHandlers<E>,
): Promise<ChangeFeed> {
  const queues = new Map<string, FolderQueue<E>>();
  const told = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  let isClosed = false;

  function accept(entry: E): void {
    changesTold.inc();
    const id = handlers.idOf(entry);
    if (!id) {
      handlers.tellPeople(entry);
      return;
    }
    let queue = queues.get(id.folderId);
    if (!queue) {
      queue = { entries: [], isTelling: false, toldAt: 0, failures: 0, timer: null };
      queues.set(id.folderId, queue);
    }
    queue.entries.push({ entry, rev: id.rev });
    schedule(id.folderId, queue);
  }

  function schedule(folderId: string, queue: FolderQueue<E>): void {
    if (queue.timer || queue.isTelling || queue.entries.length === 0) return;
    const wait = queue.toldAt + (queue.failures > 0 ? RETRY_MS : COALESCE_MS) - Date.now();
    const run = () => {
      queue.timer = null;
      void tell(folderId, queue);
    };
    // Even a quiet folder waits for the rest of this turn: one transaction may have written several entries.
    queue.timer = wait <= 0 ? setImmediate(run) : setTimeout(run, wait);
  }

  async function tell(folderId: string, queue: FolderQueue<E>): Promise<void> {
    const batch = queue.entries.sort((a, b) => a.rev - b.rev);
    queue.entries = [];
    queue.isTelling = true;
    try {
      await handlers.tellFolder(
        folderId,
        batch.map(({ entry }) => entry),
      );
      queue.failures = 0;
      remember(folderId, batch.at(-1)?.rev ?? 0);
    } catch (error) {
      if (!isClosed) retry(folderId, queue, batch, error);
    } finally {
      queue.isTelling = false;
      queue.toldAt = Date.now();
      if (!isClosed) schedule(folderId, queue);
    }
  }

  /** Untold changes are told again with those that follow, or, at last, asked for by everybody. */
  function retry(folderId: string, queue: FolderQueue<E>, batch: FolderQueue<E>['entries'], error: unknown): void {
    queue.failures += 1;
    if (queue.failures < ATTEMPTS) {
      queue.entries.unshift(...batch);
      return;
    }
    log.error({ err: error, folderId }, 'changes could not be told');
    queue.failures = 0;
    remember(folderId, batch.at(-1)?.rev ?? 0);
    handlers.onLost();
  }

  function remember(folderId: string, rev: number): void {
    told.delete(folderId);
    told.set(folderId, rev);
    for (const oldest of told.keys()) {
      if (told.size <= KEEP_TOLD) break;
      told.delete(oldest);
    }
    for (const check of waiting.get(folderId) ?? []) check();
  }

  const sweep = setInterval(() => {
    const before = Date.now() - FORGET_AFTER_MS;
    for (const [folderId, queue] of queues) {
      if (queue.toldAt < before && !queue.timer && !queue.isTelling) queues.delete(folderId);
    }
  }, FORGET_AFTER_MS);
  sweep.unref();

  const stream = await followCollection(database, collectionName, [{ $match: { operationType: 'insert' } }], {
    onEvent(event) {
      if (event.operationType === 'insert') accept(handlers.read(event.fullDocument));
    },
    onLost: () => handlers.onLost(),
  });

  const waitUntilTold: WhenTold = (folderId, rev, timeoutMs) => {
    if ((told.get(folderId) ?? -1) >= rev) return Promise.resolve();
    return new Promise((resolve) => {
      const checks = waiting.get(folderId) ?? new Set();
      waiting.set(folderId, checks);
      const done = () => {
        clearTimeout(timer);
        checks.delete(check);
        if (checks.size === 0) waiting.delete(folderId);
        resolve();
      };
      const check = () => {
        if ((told.get(folderId) ?? -1) >= rev) done();
      };
      const timer = setTimeout(done, timeoutMs);
      checks.add(check);
    });
  };
  whenToldHere = waitUntilTold;

  return {
    async close() {
      isClosed = true;
      if (whenToldHere === waitUntilTold) whenToldHere = null;
      clearInterval(sweep);
      for (const queue of queues.values()) {
        clearTimeout(queue.timer as NodeJS.Timeout);
        clearImmediate(queue.timer as NodeJS.Immediate);
      }
      await stream.close();
    },
  };
}
