import { LRUCache } from 'lru-cache';
import { log } from '../../../platform/log.ts';
import { titleCacheReads } from '../../../platform/metrics.ts';
import { CachedAnswerModel } from './cachedAnswer.model.ts';

/** How long an answer counts as new, how long it may stand in for a new one, and where it is kept. */
interface Policy {
  freshMs: number;
  keepMs: number;
  /** In the database too: for what everybody looks at. What one person searched for is not kept past the process. */
  isStored: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// The movie database's terms allow six months, most of which items keep what was answered.
export const policies = {
  list: { freshMs: 6 * HOUR, keepMs: 30 * DAY, isStored: true },
  filtered: { freshMs: 6 * HOUR, keepMs: 7 * DAY, isStored: false },
  search: { freshMs: HOUR, keepMs: 7 * DAY, isStored: false },
  title: { freshMs: DAY, keepMs: 30 * DAY, isStored: true },
  person: { freshMs: 2 * DAY, keepMs: 30 * DAY, isStored: true },
  ratings: { freshMs: DAY, keepMs: 90 * DAY, isStored: true },
} as const satisfies Record<string, Policy>;

export type CacheKind = keyof typeof policies;

/** What is not there may appear, and what came back empty may have been a slip: both are asked for again soon. */
const nothing: Policy = { freshMs: 10 * MINUTE, keepMs: 10 * MINUTE, isStored: false };
const emptyPage: Policy = { freshMs: MINUTE, keepMs: HOUR, isStored: false };

/** After a refresh that failed, the stale answer is good for so long before the next try. */
const RETRY_REFRESH_MS = 30_000;
const MEMORY_BYTES = 32 * 1024 * 1024;
/** In characters: a title with all that it may have is about half as long. Longer answers stay in memory. */
const LARGEST_STORED = 256 * 1024;
/** A gigabyte if all were as large as they may be; popular titles have about 100 kB. */
const MOST_STORED = 4000;
/** After so many writes of this node the oldest answers are looked for. */
const TRIM_EVERY = 50;
/** Raised when the kept shapes change, so that none is read by code that expects another. */
const EDITION = 2;

interface Entry {
  value: unknown;
  fetchedAt: number;
  retryAt: number;
  policy: Policy;
  size: number;
}

export interface AnswerCache {
  /**
   * The answer for a key: fresh from memory or database; else stale while a new one is fetched behind it; else by
   * `load`, which runs once however many ask. Null is an answer: there is no such thing.
   */
  read<T>(kind: CacheKind, key: string, load: () => Promise<T>): Promise<T>;
  /** Starts no further work and waits for what is being written. */
  close(): Promise<void>;
}

export function createAnswerCache({
  now = Date.now,
  mostStored = MOST_STORED,
  trimEvery = TRIM_EVERY,
} = {}): AnswerCache {
  const memory = new LRUCache<string, Entry>({ maxSize: MEMORY_BYTES, sizeCalculation: (entry) => entry.size });
  const flights = new Map<string, Promise<unknown>>();
  const writes = new Set<Promise<void>>();
  let written = 0;
  let isClosed = false;

  const isKept = (entry: Entry) => now() - entry.fetchedAt < entry.policy.keepMs;
  const isFresh = (entry: Entry) => now() - entry.fetchedAt < entry.policy.freshMs;

  /** One flight per key and purpose; those who come while it is under way share it. */
  function once<T>(flight: string, start: () => Promise<T>): Promise<T> {
    const running = flights.get(flight) as Promise<T> | undefined;
    if (running) return running;
    const started = start().finally(() => flights.delete(flight));
    flights.set(flight, started);
    return started;
  }

  async function loadNew<T>(id: string, policy: Policy, load: () => Promise<T>): Promise<T> {
    const value = await load();
    const json = JSON.stringify(value);
    const kept = value === null ? nothing : isEmptyPage(value) ? emptyPage : policy;
    const fetchedAt = now();
    memory.set(id, { value, fetchedAt, retryAt: 0, policy: kept, size: json.length + 100 });
    if (kept.isStored && json.length <= LARGEST_STORED && !isClosed) {
      const write = storeAndTrim(id, json, fetchedAt, kept).finally(() => writes.delete(write));
      writes.add(write);
    }
    return value;
  }

  async function storeAndTrim(...answer: Parameters<typeof store>): Promise<void> {
    await store(...answer);
    written += 1;
    if (written % trimEvery === 0) await trim(mostStored);
  }

  function refresh<T>(id: string, entry: Entry, policy: Policy, load: () => Promise<T>): void {
    if (isClosed || now() < entry.retryAt) return;
    once(`refresh ${id}`, () => loadNew(id, policy, load)).catch(() => {
      entry.retryAt = now() + RETRY_REFRESH_MS;
    });
  }

  async function readBehindMemory<T>(kind: CacheKind, id: string, load: () => Promise<T>): Promise<T> {
    const policy = policies[kind];
    const stored = policy.isStored ? await findStored(id, policy) : null;
    if (!stored || !isKept(stored)) {
      titleCacheReads.inc({ kind, result: 'miss' });
      return loadNew(id, policy, load);
    }
    memory.set(id, stored);
    titleCacheReads.inc({ kind, result: isFresh(stored) ? 'stored' : 'stale' });
    if (!isFresh(stored)) refresh(id, stored, policy, load);
    return stored.value as T;
  }

  return {
    async read<T>(kind: CacheKind, key: string, load: () => Promise<T>): Promise<T> {
      const id = `${EDITION}:${kind}:${key}`;
      const known = memory.get(id);
      if (known && isKept(known)) {
        titleCacheReads.inc({ kind, result: isFresh(known) ? 'memory' : 'stale' });
        if (!isFresh(known)) refresh(id, known, policies[kind], load);
        return known.value as T;
      }
      if (flights.has(id)) titleCacheReads.inc({ kind, result: 'shared' });
      return once(id, () => readBehindMemory(kind, id, load));
    },

    async close() {
      isClosed = true;
      await Promise.all(writes);
    },
  };
}

function isEmptyPage(value: unknown): boolean {
  const { results } = value as { results?: unknown };
  return Array.isArray(results) && results.length === 0;
}

/** A database that is slow or away costs the cache, not the answer. */
const DATABASE_MS = 1500;

async function findStored(id: string, policy: Policy): Promise<Entry | null> {
  if (CachedAnswerModel.db.readyState !== 1) return null;
  try {
    const found = await CachedAnswerModel.findById(id).maxTimeMS(DATABASE_MS).lean();
    if (!found) return null;
    const value: unknown = JSON.parse(found.json);
    return { value, fetchedAt: found.fetchedAt.getTime(), retryAt: 0, policy, size: found.json.length + 100 };
  } catch (error) {
    log.debug({ err: error }, 'a cached answer could not be read');
    return null;
  }
}

/** Removes the oldest answers beyond `most`. Several nodes may do so at once: what is gone already harms none. */
async function trim(most: number): Promise<void> {
  try {
    const over = (await CachedAnswerModel.estimatedDocumentCount()) - most;
    if (over <= 0) return;
    const oldest = await CachedAnswerModel.find({}, { _id: 1 }).sort({ fetchedAt: 1 }).limit(over).lean();
    await CachedAnswerModel.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
  } catch (error) {
    log.debug({ err: error }, 'the oldest cached answers could not be removed');
  }
}

async function store(id: string, json: string, fetchedAt: number, policy: Policy): Promise<void> {
  if (CachedAnswerModel.db.readyState !== 1) return;
  const facts = { json, fetchedAt: new Date(fetchedAt), expiresAt: new Date(fetchedAt + policy.keepMs) };
  try {
    await CachedAnswerModel.updateOne({ _id: id }, { $set: facts }, { upsert: true });
  } catch (error) {
    // Another node may have written it first; its answer is as good.
    log.debug({ err: error }, 'an answer could not be cached');
  }
}
