import type { Catalog, Collection } from './catalog.ts';
import type { Change, Changelog } from './changelog.ts';
import type { RangeOptions, Reader, Store } from './lmdb.ts';
import type { Locks } from './locks.ts';

/**
 * What commands read and write through. The same command code runs on the newest state inside a commit, and inside a
 * multi-document transaction on the transaction's own view.
 */
export interface View extends Reader {
  /** Throws WriteConflict when another owner has locked the key. A transaction also locks it. */
  lock(key: Buffer): void;
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
  addCount(collection: Collection, delta: number): void;
  log(change: Change): void;
}

/** The newest state, written inside a commit. */
export class CommitView implements View {
  /** The number of puts and removes so far. */
  writes = 0;
  private changes: Change[] = [];
  private readonly store: Store;
  private readonly catalog: Catalog;
  private readonly changelog: Changelog;
  private readonly locks: Locks;

  constructor(store: Store, catalog: Catalog, changelog: Changelog, locks: Locks) {
    this.store = store;
    this.catalog = catalog;
    this.changelog = changelog;
    this.locks = locks;
  }

  get(key: Buffer) {
    return this.store.get(key);
  }

  range(start: Buffer, end: Buffer, options: RangeOptions) {
    return this.store.range(start, end, options);
  }

  lock(key: Buffer): void {
    this.locks.requireFree(key);
  }

  put(key: Buffer, value: Buffer): void {
    this.writes++;
    this.store.put(key, value);
  }

  remove(key: Buffer): void {
    this.writes++;
    this.store.remove(key);
  }

  addCount(collection: Collection, delta: number): void {
    collection.count += delta;
    collection.isCountChanged = true;
  }

  log(change: Change): void {
    this.changes.push(change);
  }

  /** Writes the change log and the catalog, at the end of a commit. */
  finish(): void {
    if (this.changes.length > 0) this.changelog.append(this.changes);
    this.changes = [];
    this.catalog.save();
    this.catalog.commits++;
  }

  discard(): void {
    this.changes = [];
  }
}
