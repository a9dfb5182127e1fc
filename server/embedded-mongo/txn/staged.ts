import type { Collection } from '../store/catalog.ts';
import type { Change } from '../store/changelog.ts';
import { after, type Entry, type RangeOptions, type Reader } from '../store/lmdb.ts';
import type { Locks } from '../store/locks.ts';
import type { View } from '../store/view.ts';

interface Written {
  key: Buffer;
  /** Undefined when removed. */
  value: Buffer | undefined;
}

/** A snapshot overlaid with a transaction's own writes, which stay in memory until the commit. */
export class Overlay implements Reader {
  private readonly written = new Map<string, Written>();
  /** The written keys in order. New keys stay unsorted until a range is read. */
  private sorted: string[] = [];
  private unsorted: string[] = [];

  private readonly base: Reader;

  constructor(base: Reader) {
    this.base = base;
  }

  get(key: Buffer): Buffer | undefined {
    if (this.written.size === 0) return this.base.get(key);
    const own = this.written.get(key.toString('latin1'));
    return own ? own.value : this.base.get(key);
  }

  set(key: Buffer, value: Buffer | undefined): void {
    const name = key.toString('latin1');
    if (!this.written.has(name)) this.unsorted.push(name);
    this.written.set(name, { key, value });
  }

  writes(): Iterable<Written> {
    return this.written.values();
  }

  range(start: Buffer, end: Buffer, { limit, reverse = false }: RangeOptions): Entry[] {
    const own = this.ownBetween(start, end, reverse);
    if (own.length === 0) return this.base.range(start, end, { limit, reverse });

    const merged: Entry[] = [];
    const before = (a: string, b: string) => (reverse ? a > b : a < b);
    let from = start;
    let to = end;
    let nextOwn = 0;
    const takeOwn = (name: string) => {
      const { key, value } = this.written.get(name) as Written;
      if (value) merged.push({ key, value });
    };
    while (merged.length < limit) {
      const entries = this.base.range(from, to, { limit, reverse });
      for (const entry of entries) {
        const name = entry.key.toString('latin1');
        for (; nextOwn < own.length && before(own[nextOwn] as string, name); nextOwn++) takeOwn(own[nextOwn] as string);
        if (!this.written.has(name)) merged.push(entry);
      }
      const last = entries.at(-1);
      if (!last || entries.length < limit) {
        for (; nextOwn < own.length; nextOwn++) takeOwn(own[nextOwn] as string);
        break;
      }
      if (reverse) to = last.key;
      else from = after(last.key);
    }
    return merged.slice(0, limit);
  }

  private ownBetween(start: Buffer, end: Buffer, reverse: boolean): string[] {
    this.sort();
    const from = lowerBound(this.sorted, start.toString('latin1'));
    const to = lowerBound(this.sorted, end.toString('latin1'));
    const own = this.sorted.slice(from, to);
    return reverse ? own.reverse() : own;
  }

  /** Inserts a few new keys at their places; sorts once when there are many. */
  private sort(): void {
    if (this.unsorted.length > 64) {
      this.sorted = this.sorted.concat(this.unsorted).sort(compare);
    } else {
      for (const name of this.unsorted) this.sorted.splice(lowerBound(this.sorted, name), 0, name);
    }
    this.unsorted = [];
  }
}

/** Latin-1 strings compare like their bytes. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function lowerBound(sorted: string[], name: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

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
