import { LRUCache } from 'lru-cache';
import { titleCacheReads } from '../../../../platform/http/metrics.ts';
import { createSharedRuns } from '../../../../platform/limits/sharedRuns.ts';
import { findStored, store, trim } from './cachedAnswer.store.ts';
import { type CacheKind, emptyPagePolicy, notFoundPolicy, type Policy, policies } from './cachePolicy.ts';

/** After a failed refresh the stale answer is used for this long before the next attempt. */
const RETRY_REFRESH_MS = 30_000;
const MEMORY_BYTES = 32 * 1024 * 1024;
/** In characters. A complete title has about half of that. Longer answers stay in memory. */
const MAX_STORED_LENGTH = 256 * 1024;
/** At most a gigabyte; popular titles have about 100 kB. */
const MAX_STORED = 4000;
/** The oldest answers are removed after this many writes of the node. */
const TRIM_EVERY = 50;
/** Increased when the shape of cached values changes, so that old values are ignored. */
const EDITION = 4;

interface Entry {
  value: unknown;
  fetchedAt: number;
  /** The earliest time of the next refresh, by the clock for durations. */
  retryAt: number;
  policy: Policy;
  size: number;
}

export interface AnswerCache {
  /**
   * The answer for a key. A fresh one comes from memory or the database. A stale one is returned while a new one is fetched
   * in the background. Otherwise `load` runs, once for simultaneous reads. Null is a valid answer: not found.
   */
  read<T>(kind: CacheKind, key: string, load: () => Promise<T>): Promise<T>;
  /** Starts no further background work and waits for pending writes. */
  close(): Promise<void>;
}

interface CacheOptions {
  /** The date in milliseconds, which is stored with each answer. */
  now: () => number;
  /** A monotonic clock in milliseconds, for durations within this process. */
  elapsed: () => number;
  maxStored: number;
  trimEvery: number;
}

const defaults: CacheOptions = {
  // biome-ignore lint/plugin: answers are stored with their date and read by other nodes
  now: Date.now,
  elapsed: () => performance.now(),
  maxStored: MAX_STORED,
  trimEvery: TRIM_EVERY,
};

export function createAnswerCache(options: Partial<CacheOptions> = {}): AnswerCache {
  return new TwoLevelCache({ ...defaults, ...options });
}

/** A cache in memory with the database behind it. */
class TwoLevelCache implements AnswerCache {
  private readonly options: CacheOptions;
  private readonly memory = new LRUCache<string, Entry>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (entry) => entry.size,
  });
  private readonly running = createSharedRuns();
  private readonly writes = new Set<Promise<void>>();
  private written = 0;
  private isClosed = false;

  constructor(options: CacheOptions) {
    this.options = options;
  }

  async read<T>(kind: CacheKind, key: string, load: () => Promise<T>): Promise<T> {
    const id = `${EDITION}:${kind}:${key}`;
    const known = this.memory.get(id);
    if (known && this.isUsable(known)) {
      titleCacheReads.inc({ kind, result: this.isFresh(known) ? 'memory' : 'stale' });
      if (!this.isFresh(known)) this.refresh(id, known, policies[kind], load);
      return known.value as T;
    }
    if (this.running.isRunning(id)) titleCacheReads.inc({ kind, result: 'shared' });
    return this.running.run(id, () => this.readDatabase(kind, id, load));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.writes);
  }

  private isUsable(entry: Entry): boolean {
    return this.options.now() - entry.fetchedAt < entry.policy.keepMs;
  }

  private isFresh(entry: Entry): boolean {
    const age = this.options.now() - entry.fetchedAt;
    // A negative age means that the clock was set back, so the real age is unknown.
    return age >= 0 && age < entry.policy.freshMs;
  }

  private async readDatabase<T>(kind: CacheKind, id: string, load: () => Promise<T>): Promise<T> {
    const policy = policies[kind];
    const stored = policy.isStored ? await findStored(id) : null;
    const entry = stored && toEntry(stored.value, stored.length, stored.fetchedAt, policy);
    if (!entry || !this.isUsable(entry)) {
      titleCacheReads.inc({ kind, result: 'miss' });
      return this.fetch(id, policy, load);
    }
    this.memory.set(id, entry);
    titleCacheReads.inc({ kind, result: this.isFresh(entry) ? 'stored' : 'stale' });
    if (!this.isFresh(entry)) this.refresh(id, entry, policy, load);
    return entry.value as T;
  }

  private async fetch<T>(id: string, usual: Policy, load: () => Promise<T>): Promise<T> {
    const value = await load();
    const json = JSON.stringify(value);
    const policy = value === null ? notFoundPolicy : isEmptyPage(value) ? emptyPagePolicy : usual;
    const fetchedAt = this.options.now();
    this.memory.set(id, toEntry(value, json.length, fetchedAt, policy));
    if (policy.isStored && json.length <= MAX_STORED_LENGTH && !this.isClosed) {
      const write = this.storeAndTrim(id, json, fetchedAt, policy).finally(() => this.writes.delete(write));
      this.writes.add(write);
    }
    return value;
  }

  private async storeAndTrim(id: string, json: string, fetchedAt: number, policy: Policy): Promise<void> {
    await store(id, json, fetchedAt, policy.keepMs);
    this.written += 1;
    if (this.written % this.options.trimEvery === 0) await trim(this.options.maxStored);
  }

  private refresh<T>(id: string, entry: Entry, policy: Policy, load: () => Promise<T>): void {
    const { elapsed } = this.options;
    if (this.isClosed || elapsed() < entry.retryAt) return;
    this.running
      .run(`refresh ${id}`, () => this.fetch(id, policy, load))
      .catch(() => {
        entry.retryAt = elapsed() + RETRY_REFRESH_MS;
      });
  }
}

function toEntry(value: unknown, length: number, fetchedAt: number, policy: Policy): Entry {
  return { value, fetchedAt, retryAt: Number.NEGATIVE_INFINITY, policy, size: length + 100 };
}

function isEmptyPage(value: unknown): boolean {
  const { results } = value as { results?: unknown };
  return Array.isArray(results) && results.length === 0;
}
