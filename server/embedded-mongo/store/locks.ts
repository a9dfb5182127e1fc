import { MongoError } from '../errors.ts';

/**
 * Another transaction wrote first. Clients may retry their transaction, and drivers do. A write outside of transactions
 * is retried by the server when the lock is released.
 */
export class WriteConflict extends MongoError {
  /** The key of the lock that caused the conflict, if a lock did. */
  readonly heldKey: string | undefined;

  constructor(heldKey?: string, message = 'Write conflict: another transaction has written the same document.') {
    super(112, message);
    this.errorLabels = ['TransientTransactionError'];
    this.heldKey = heldKey;
  }
}

/**
 * Which transaction holds which key. Writes outside of transactions only check locks, except that the oldest waiting
 * write also holds keys. Waiters for a key are woken one at a time, in the order of their requests, so that many
 * writers of one document take turns instead of conflicting.
 */
export class Locks {
  private readonly holders = new Map<string, object>();
  /** The write outside of transactions that has waited longest, and the keys that it has locked so far. */
  private oldestWaiter: object | undefined;
  private readonly waiterKeys = new Set<string>();
  private readonly waiting = new Map<string, Set<() => void>>();

  get isEmpty(): boolean {
    return this.holders.size === 0;
  }

  /** Throws WriteConflict when another owner holds the key. The oldest waiter locks the key. */
  requireFree(key: Buffer, owner?: object): void {
    if (this.isEmpty) return;
    const name = key.toString('latin1');
    const holder = this.holders.get(name);
    if (holder !== undefined && holder !== owner) throw new WriteConflict(name);
    if (owner === undefined || owner !== this.oldestWaiter) return;
    this.holders.set(name, owner);
    this.waiterKeys.add(name);
  }

  /**
   * The oldest waiter locks the keys that it finds free. Otherwise a write over many documents might never find all of
   * them free at once. There can be no deadlock: a transaction that holds locks never waits.
   */
  startWaiting(owner: object): void {
    this.oldestWaiter ??= owner;
  }

  /** Call this when the owner's write is done. */
  stopWaiting(owner: object): void {
    if (this.oldestWaiter !== owner) return;
    this.oldestWaiter = undefined;
    this.releaseAll(this.waiterKeys);
    this.waiterKeys.clear();
  }

  /** The first writer wins: returns false when another holder has the key. */
  tryAcquire(key: string, holder: object): boolean {
    const current = this.holders.get(key);
    if (current === undefined) this.holders.set(key, holder);
    return current === undefined || current === holder;
  }

  releaseAll(keys: Iterable<string>): void {
    for (const key of keys) {
      this.holders.delete(key);
      this.wakeSoon(key);
    }
  }

  /** Resolves when it is the caller's turn to try the key, or after the time, if it is finite. */
  waitForTurn(key: string, milliseconds: number): Promise<void> {
    if (!this.holders.has(key)) return Promise.resolve();
    return new Promise((resolve) => {
      const queue = this.waiting.get(key) ?? new Set();
      this.waiting.set(key, queue);
      const resume = () => {
        clearTimeout(timer);
        queue.delete(resume);
        if (queue.size === 0) this.waiting.delete(key);
        resolve();
      };
      const timer = Number.isFinite(milliseconds) ? setTimeout(resume, milliseconds) : undefined;
      queue.add(resume);
    });
  }

  /** Deferred, because locks are released inside commits, where no snapshot may be read. */
  private wakeSoon(key: string): void {
    if (this.waiting.has(key)) setImmediate(() => this.wake(key));
  }

  private wake(key: string): void {
    if (this.holders.has(key)) return; // the next release wakes the next waiter
    const [first] = this.waiting.get(key) ?? [];
    if (!first) return;
    first();
    setImmediate(() => this.wakeSoon(key)); // the waiter may have finished without locking the key
  }
}
