import type { Collection } from '../store/catalog.ts';
import type { Change } from '../store/changelog.ts';
import type { RangeOptions, Reader } from '../store/lmdb.ts';
import type { Locks } from '../store/locks.ts';
import type { View } from '../store/view.ts';
import { Overlay } from './overlay.ts';

/** Writes that stay in memory, overlaid on a reader, until they are applied in a commit or discarded. */
export abstract class StagedView implements View {
  protected readonly counts = new Map<Collection, number>();
  protected readonly changes: Change[] = [];
  private readonly overlay: Overlay;

  constructor(reader: Reader) {
    this.overlay = new Overlay(reader);
  }

  abstract lock(key: Buffer): void;

  get(key: Buffer) {
    return this.overlay.get(key);
  }

  range(start: Buffer, end: Buffer, options: RangeOptions) {
    return this.overlay.range(start, end, options);
  }

  put(key: Buffer, value: Buffer): void {
    this.overlay.set(key, value);
  }

  remove(key: Buffer): void {
    this.overlay.set(key, undefined);
  }

  addCount(collection: Collection, delta: number): void {
    this.counts.set(collection, (this.counts.get(collection) ?? 0) + delta);
  }

  log(change: Change): void {
    this.changes.push(change);
  }

  removesDocuments(): boolean {
    return [...this.counts.values()].some((delta) => delta < 0);
  }

  /** How many bytes the writes add, compared with the current data in the reader. */
  growthOver(reader: Reader): number {
    let growth = 0;
    for (const { key, value } of this.overlay.writes()) growth += sizeOf(key, value) - sizeOf(key, reader.get(key));
    return growth;
  }

  /** Writes everything; only inside a commit. */
  applyTo(view: View): void {
    for (const { key, value } of this.overlay.writes()) {
      if (value) view.put(key, value);
      else view.remove(key);
    }
    for (const [collection, delta] of this.counts) if (delta !== 0) view.addCount(collection, delta);
    for (const change of this.changes) view.log(change);
  }
}

const sizeOf = (key: Buffer, value: Buffer | undefined) => (value ? key.length + value.length : 0);

/** A write within a commit that may meet a lock after it has begun, and must leave nothing behind then. */
export class StagedWrite extends StagedView {
  private readonly locks: Locks;
  private readonly owner: object;

  constructor(view: View, locks: Locks, owner: object) {
    super(view);
    this.locks = locks;
    this.owner = owner;
  }

  lock(key: Buffer): void {
    this.locks.requireFree(key, this.owner);
  }
}
