import { COALESCE_MS } from '../../../common/constants.ts';
import { log } from '../log.ts';

interface FolderQueue<E> {
  entries: E[];
  isDelivering: boolean;
  /** When the last delivery ended, by performance.now(). */
  deliveredAt: number;
  /** Failed attempts in a row. */
  failures: number;
  timer: NodeJS.Timeout | NodeJS.Immediate | null;
}

interface DeliveryHandlers<E> {
  deliver(folderId: string, entries: E[]): Promise<void>;
  /** This node is done with the folder's entries up to `rev`: they are delivered or given up. */
  onDone(folderId: string, rev: number): void;
  /** Entries were given up. */
  onLost(): void;
}

const RETRY_MS = 500;
const MAX_ATTEMPTS = 6;
const IDLE_MS = 60_000;

/**
 * Delivers the entries of folders' logs in batches, one batch of a folder at a time. An idle folder's entries are delivered
 * at once, a busy folder's at most every 16 ms. A failed delivery is retried together with the entries that follow.
 */
export class DeliveryQueue<E extends { rev: number }> {
  readonly #handlers: DeliveryHandlers<E>;
  readonly #queues = new Map<string, FolderQueue<E>>();
  readonly #cleanup: NodeJS.Timeout;
  #isClosed = false;

  constructor(handlers: DeliveryHandlers<E>) {
    this.#handlers = handlers;
    this.#cleanup = setInterval(() => this.#removeIdle(), IDLE_MS).unref();
  }

  add(folderId: string, entry: E): void {
    let queue = this.#queues.get(folderId);
    if (!queue) {
      queue = { entries: [], isDelivering: false, deliveredAt: Number.NEGATIVE_INFINITY, failures: 0, timer: null };
      this.#queues.set(folderId, queue);
    }
    queue.entries.push(entry);
    this.#schedule(folderId, queue);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#cleanup);
    for (const { timer } of this.#queues.values()) {
      clearTimeout(timer as NodeJS.Timeout);
      clearImmediate(timer as NodeJS.Immediate);
    }
  }

  #schedule(folderId: string, queue: FolderQueue<E>): void {
    if (queue.timer || queue.isDelivering || queue.entries.length === 0) return;
    const pauseMs = queue.deliveredAt + (queue.failures > 0 ? RETRY_MS : COALESCE_MS) - performance.now();
    const run = () => {
      queue.timer = null;
      void this.#deliver(folderId, queue);
    };
    // Even an idle folder waits for the next tick: one transaction may have written several entries.
    queue.timer = pauseMs <= 0 ? setImmediate(run) : setTimeout(run, pauseMs);
  }

  async #deliver(folderId: string, queue: FolderQueue<E>): Promise<void> {
    const batch = queue.entries.sort((a, b) => a.rev - b.rev);
    queue.entries = [];
    queue.isDelivering = true;
    try {
      await this.#handlers.deliver(folderId, batch);
      queue.failures = 0;
      this.#handlers.onDone(folderId, batch.at(-1)?.rev ?? 0);
    } catch (error) {
      if (!this.#isClosed) this.#retry(folderId, queue, batch, error);
    } finally {
      queue.isDelivering = false;
      queue.deliveredAt = performance.now();
      if (!this.#isClosed) this.#schedule(folderId, queue);
    }
  }

  #retry(folderId: string, queue: FolderQueue<E>, batch: E[], error: unknown): void {
    queue.failures += 1;
    if (queue.failures < MAX_ATTEMPTS) {
      queue.entries.unshift(...batch);
      return;
    }
    log.error({ err: error, folderId }, 'changes could not be delivered');
    queue.failures = 0;
    this.#handlers.onDone(folderId, batch.at(-1)?.rev ?? 0);
    this.#handlers.onLost();
  }

  #removeIdle(): void {
    const before = performance.now() - IDLE_MS;
    for (const [folderId, queue] of this.#queues) {
      if (queue.deliveredAt < before && !queue.timer && !queue.isDelivering) this.#queues.delete(folderId);
    }
  }
}
