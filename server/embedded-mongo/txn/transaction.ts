import { MongoError } from '../errors.ts';
import type { Catalog, Collection } from '../store/catalog.ts';
import { catalogueKey } from '../store/keys.ts';
import type { RangeOptions, Snapshot, Store } from '../store/lmdb.ts';
import type { View } from '../store/view.ts';
import { type Locks, WriteConflict } from './locks.ts';
import { StagedView } from './staged.ts';

export function noSuchTransaction(number: number): MongoError {
  const message = `Given transaction number ${number} does not match any in-progress transactions.`;
  const error = new MongoError(251, message);
  error.errorLabels = ['TransientTransactionError'];
  return error;
}

/**
 * A multi-document transaction: reads a snapshot and its own writes, keeps everything in memory, and locks what it
 * writes. Because nobody else can write a locked key, its commit needs no further check.
 */
export class Transaction extends StagedView {
  state: 'open' | 'committing' | 'committed' | 'aborted' = 'open';
  /** Where its last statement came from. */
  connection: object | undefined;
  private readonly snapshot: Snapshot;
  private readonly held = new Set<string>();
  /** The collections made in it, by namespace: nobody else sees them before the commit. */
  readonly made = new Map<string, Collection>();

  readonly number: number;
  /** The newest commit that the snapshot contains. */
  readonly since: number;
  private readonly store: Store;
  private readonly locks: Locks;

  constructor(number: number, since: number, store: Store, locks: Locks) {
    const snapshot = store.snapshot();
    super(snapshot);
    this.number = number;
    this.since = since;
    this.store = store;
    this.locks = locks;
    this.snapshot = snapshot;
  }

  override get(key: Buffer) {
    this.checkOpen();
    return super.get(key);
  }

  override range(start: Buffer, end: Buffer, options: RangeOptions) {
    this.checkOpen();
    return super.range(start, end, options);
  }

  lock(key: Buffer): void {
    this.checkOpen();
    const name = key.toString('latin1');
    if (this.held.has(name)) return;
    if (!this.locks.take(name, this)) throw new WriteConflict(name);
    this.held.add(name);
    // Free, but perhaps written since the snapshot was taken: then this transaction came second.
    const seen = this.snapshot.get(key);
    const newest = this.store.get(key);
    const isSame = seen === undefined || newest === undefined ? seen === newest : seen.equals(newest);
    if (!isSame) throw new WriteConflict();
  }

  get hasWritten(): boolean {
    return this.changes.length > 0 || this.made.size > 0;
  }

  /** Throws a conflict when it has written to the collection. */
  requireIdle(collection: Collection): void {
    const [key] = this.held;
    if (key !== undefined && this.counts.has(collection)) throw new WriteConflict(key);
  }

  make(collection: Collection): void {
    this.lock(catalogueKey(collection.namespace)); // another transaction that makes it waits or fails
    this.made.set(collection.namespace, collection);
  }

  /** Remembers that the collection is written, so that its indexes may not change meanwhile. */
  touch(collection: Collection): void {
    if (!this.counts.has(collection)) this.counts.set(collection, 0);
    // Its indexes changed after the snapshot: they know documents that the snapshot does not.
    this.checkCollection(collection);
  }

  checkCollection(collection: Collection): void {
    if (collection.createdAt <= this.since && collection.changedAt > this.since) throw new WriteConflict();
  }

  /** A cursor may outlive its transaction; its snapshot must not be touched then. */
  private checkOpen(): void {
    if (this.state !== 'open') throw noSuchTransaction(this.number);
  }

  /** Writes everything, the collections it made first; only inside a commit. */
  commitTo(view: View, catalog: Catalog): void {
    for (const namespace of this.made.keys()) if (catalog.find(namespace)) throw new WriteConflict();
    for (const collection of this.made.values()) catalog.add(collection);
    this.applyTo(view);
  }

  end(state: 'committed' | 'aborted'): void {
    if (this.state === 'committed' || this.state === 'aborted') return;
    this.state = state;
    this.locks.releaseAll(this.held);
    this.held.clear();
    this.snapshot.release();
  }
}
