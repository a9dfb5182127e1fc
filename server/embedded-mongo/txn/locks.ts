import { MongoError } from '../errors.ts';

/**
 * Somebody else was first. To a client that means that trying its whole transaction again may help, and drivers do; a write
 * outside of transactions begins anew when some transaction has ended, and nobody sees this.
 */
export class WriteConflict extends MongoError {
  /** The lock that is in the way, when that is the reason. */
  readonly heldKey: string | undefined;

  constructor(heldKey?: string) {
    super(112, 'Write conflict: another transaction has written the same document.');
    this.errorLabels = ['TransientTransactionError'];
    this.heldKey = heldKey;
  }
}

/**
 * Which transaction holds which key. Everybody else asks, and only the eldest of the writes that wait holds some too. Who
 * may wait for a key is woken in the order of asking, one at a time, so that many writers of one document take turns
 * instead of failing each other.
 */
export class Locks {
  private readonly holders = new Map<string, object>();
  /** The write outside of transactions that has waited longest, and the keys that it has found free meanwhile. */
  private eldest: object | undefined;
  private readonly kept = new Set<string>();
  private readonly waiting = new Map<string, Set<() => void>>();

  get isEmpty(): boolean {
    return this.holders.size === 0;
  }

  /** Throws a conflict when somebody else holds the key. The eldest of those who wait keeps it from here on. */
  requireFree(key: Buffer, owner?: object): void {
    if (this.isEmpty) return;
    const name = key.toString('latin1');
    const holder = this.holders.get(name);
    if (holder !== undefined && holder !== owner) throw new WriteConflict(name);
    if (owner === undefined || owner !== this.eldest) return;
    this.holders.set(name, owner);
    this.kept.add(name);
  }

  /**
   * Of the writes that wait, the eldest keeps what it finds free: one over many documents might never find them free all at
   * once. Transactions hold and never wait, so it waits for them, and nobody waits in a circle.
   */
  keepFor(owner: object): void {
    this.eldest ??= owner;
  }

  /** To be called when the owner's write is done. */
  giveBack(owner: object): void {
    if (this.eldest !== owner) return;
    this.eldest = undefined;
    this.releaseAll(this.kept);
    this.kept.clear();
  }

  /** First writer wins: false when another one holds the key. */
  take(key: string, holder: object): boolean {
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

  /** Resolves when it is the caller's turn to try for the key, or when the time is over, if that is finite. */
  whenFree(key: string, milliseconds: number): Promise<void> {
    if (!this.holders.has(key)) return Promise.resolve();
    return new Promise((resolve) => {
      const queue = this.waiting.get(key) ?? new Set();
      this.waiting.set(key, queue);
      const go = () => {
        clearTimeout(timer);
        queue.delete(go);
        if (queue.size === 0) this.waiting.delete(key);
        resolve();
      };
      const timer = Number.isFinite(milliseconds) ? setTimeout(go, milliseconds) : undefined;
      queue.add(go);
    });
  }

  /** Never at once: locks are released inside commits, where no snapshot may be read. */
  private wakeSoon(key: string): void {
    if (this.waiting.has(key)) setImmediate(() => this.wake(key));
  }

  private wake(key: string): void {
    if (this.holders.has(key)) return; // its release will wake the next
    const [first] = this.waiting.get(key) ?? [];
    if (!first) return;
    first();
    setImmediate(() => this.wakeSoon(key)); // in case the one woken did not take it, but wrote in the commit before
  }
}
