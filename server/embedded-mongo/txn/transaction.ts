import { MongoError } from '../errors.ts';
import { catalogKey } from '../file/keys.ts';
import type { Catalog, Collection } from '../store/catalog.ts';
import type { Change } from '../store/changelog.ts';
import type { RangeOptions, Snapshot, Store } from '../store/lmdb.ts';
import { type Locks, WriteConflict } from '../store/locks.ts';
import type { View } from '../store/view.ts';
import { StagedView } from './staged.ts';

export function noSuchTransaction(number: number): MongoError {
  const message = `Given transaction number ${number} does not match any in-progress transactions.`;
  const error = new MongoError(251, message);
  error.errorLabels = ['TransientTransactionError'];
  return error;
}

function snapshotUnavailable(namespace: string): MongoError {
  const error = new MongoError(246, `${namespace} was created after the snapshot of the transaction: retry it.`);
  error.errorLabels = ['TransientTransactionError'];
  return error;
}

/**
 * A multi-document transaction. It reads a snapshot and its own writes, keeps all writes in memory, and locks the keys
 * it writes. Since no other writer can change a locked key, its commit needs no further check.
 */
export class Transaction extends StagedView {
  /** Counts the writes. */
  version = 0;
  state: 'open' | 'committing' | 'committed' | 'aborted' = 'open';
  readConcern = 'local';
  /** The connection of its last statement. */
  connection: object | undefined;
  private readonly snapshot: Snapshot;
  private readonly lockedKeys = new Set<string>();
  /** The namespaces of the collections that it has read or written. */
  private readonly used = new Set<string>();
  /** The collections created in this transaction, by namespace. Other clients see them after the commit. */
  readonly createdCollections = new Map<string, Collection>();

  readonly number: number;
  private readonly session: Buffer;
  /** The newest commit that the snapshot contains. */
  readonly since: number;
  private readonly store: Store;
  private readonly locks: Locks;

  constructor(session: Buffer, number: number, since: number, store: Store, locks: Locks) {
    const snapshot = store.snapshot();
    super(snapshot);
    this.session = session;
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

  override put(key: Buffer, value: Buffer): void {
    this.version++;
    super.put(key, value);
  }

  override remove(key: Buffer): void {
    this.version++;
    super.remove(key);
  }

  override log(change: Change): void {
    super.log({ ...change, transaction: { session: this.session, number: this.number } });
  }

  lock(key: Buffer): void {
    this.checkOpen();
    const name = key.toString('latin1');
    if (this.lockedKeys.has(name)) return;
    if (!this.locks.tryAcquire(name, this)) throw new WriteConflict(name);
    this.lockedKeys.add(name);
    // The key is not locked, but may have been written after the snapshot was taken: that is a conflict, too.
    const seen = this.snapshot.get(key);
    const newest = this.store.get(key);
    const isSame = seen === undefined || newest === undefined ? seen === newest : seen.equals(newest);
    if (!isSame) throw new WriteConflict();
  }

  get hasWritten(): boolean {
    return this.changes.length > 0 || this.createdCollections.size > 0;
  }

  /**
   * Throws WriteConflict when this transaction has read or written the collection, and locks its name, so that the
   * caller can wait for the end.
   */
  requireIdle({ namespace }: Collection): void {
    if (!this.used.has(namespace)) return;
    const name = catalogKey(namespace).toString('latin1');
    if (this.locks.tryAcquire(name, this)) this.lockedKeys.add(name);
    throw new WriteConflict(name);
  }

  /** Explicit definitions need the read concern local, as in MongoDB. */
  requireLocalReads(): void {
    if (this.readConcern === 'local') return;
    throw new MongoError(72, `a transaction with the read concern ${this.readConcern} can define nothing`);
  }

  create(collection: Collection): void {
    const { namespace } = collection;
    if (this.snapshot.get(catalogKey(namespace)) && !this.store.get(catalogKey(namespace))) {
      throw new WriteConflict(undefined, `${namespace} was dropped after the snapshot.`);
    }
    const name = catalogKey(namespace).toString('latin1');
    if (!this.locks.tryAcquire(name, this)) {
      throw new WriteConflict(name, `${namespace} is created by another transaction.`);
    }
    this.lockedKeys.add(name);
    if (this.store.get(catalogKey(namespace))) throw new WriteConflict(); // created after the snapshot
    this.createdCollections.set(namespace, collection);
  }

  /**
   * Records that the collection is used, so that it cannot be dropped and its indexes cannot change meanwhile. Throws
   * when it has changed since the snapshot.
   */
  use(collection: Collection): void {
    if (this.createdCollections.has(collection.namespace)) return;
    if (collection.createdAt > this.since) throw snapshotUnavailable(collection.namespace);
    // Indexes that changed after the snapshot contain documents that the snapshot does not.
    if (collection.changedAt > this.since) {
      throw new WriteConflict(undefined, `The indexes of ${collection.namespace} were changed after the snapshot.`);
    }
    this.used.add(collection.namespace);
  }

  /** A cursor may outlive its transaction, whose snapshot must not be read any more. */
  private checkOpen(): void {
    if (this.state !== 'open') throw noSuchTransaction(this.number);
  }

  /** Writes everything, starting with the new collections; only inside a commit. */
  commitTo(view: View, catalog: Catalog): void {
    for (const namespace of this.createdCollections.keys()) if (catalog.find(namespace)) throw new WriteConflict();
    for (const collection of this.createdCollections.values()) catalog.add(collection);
    this.applyTo(view);
  }

  end(state: 'committed' | 'aborted'): void {
    if (this.state === 'committed' || this.state === 'aborted') return;
    this.state = state;
    this.locks.releaseAll(this.lockedKeys);
    this.lockedKeys.clear();
    this.snapshot.release();
  }
}
