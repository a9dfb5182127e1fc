import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { MongoError } from '../errors.ts';
import { type DataFolder, dataFile, spareFile } from '../file/paths.ts';
import type { Reader, Store } from './lmdb.ts';

/**
 * Disk space that data may not use. Deleting needs it, because lmdb writes changed pages to new places before it frees
 * the old ones.
 */
const largestReserve = 32 * 1024 * 1024;

export const reserveOf = (diskSize: number) => Math.min(largestReserve, diskSize / 8);

/** The first half of the reserve may be used by writes up to this size, such as the session of a user who signs in. */
const smallWrite = 1024;

/**
 * With less space than this, nothing is written. lmdb may only rarely meet a full disk: it rolls back the commit, but as of
 * lmdb 3.5.6 writes beyond a buffer of 100 bytes when it composes the error, which can end the process.
 */
const leastSpace = 1024 * 1024;

const nearlyFull = () => new MongoError(14031, 'the disk is nearly full: only writes that free space are accepted');
const full = () => new MongoError(14031, 'the disk is full: nothing was written');

/** Writes that are still in memory. */
interface Staged {
  removesDocuments(): boolean;
  /** How many bytes the writes add, compared with the current data in the reader. */
  growthOver(reader: Reader): number;
}

/**
 * Tracks the free space on the disk and in unused pages of the data file. While there is enough, a spare file reserves
 * part of it, so that no other program can use it. The spare file is removed when the disk is full.
 */
export class DiskSpace {
  /** How many bytes a write may add, as of the last refresh. Does not apply to writes that remove documents. */
  private limit = Number.POSITIVE_INFINITY;
  private isFull = false;
  private readonly store: Store;
  private readonly folder: DataFolder;
  private readonly quota: number | undefined;

  /** `quota` is how many bytes the data may use; without it, the whole disk. */
  constructor(store: Store, folder: DataFolder, quota?: number) {
    this.store = store;
    this.folder = folder;
    this.quota = quota;
    this.refresh();
  }

  get isLow(): boolean {
    return this.limit < Number.POSITIVE_INFINITY;
  }

  refresh(): void {
    const hasSpare = existsSync(spareFile(this.folder));
    const { free, freeOnDisk, total } = this.space();
    const reserve = reserveOf(total);
    const spare = Math.floor(reserve / 8);
    const unused = free < reserve + spare ? this.store.unusedSize() : 0;
    const usable = free + unused;
    const left = hasSpare ? usable : usable - spare;
    if (left >= reserve) this.limit = Number.POSITIVE_INFINITY;
    else this.limit = left >= reserve / 2 ? smallWrite : 0;

    if (hasSpare && free < spare) rmSync(spareFile(this.folder), { force: true });
    else if (!hasSpare && free >= reserve + spare) this.createSpare(spare);
    this.isFull = !hasSpare && freeOnDisk + unused < leastSpace;
  }

  private createSpare(size: number): void {
    try {
      writeFileSync(spareFile(this.folder), Buffer.alloc(size, 1), { mode: 0o600 });
    } catch {
      rmSync(spareFile(this.folder), { force: true }); // another program has used the space meanwhile
    }
  }

  /** Throws OutOfDiskSpace unless there is space for the writes, or they remove documents. */
  requireFor(staged: Staged, reader: Reader): void {
    if (this.isFull) throw full();
    if (this.isLow && !staged.removesDocuments() && staged.growthOver(reader) > this.limit) throw nearlyFull();
  }

  /** Throws OutOfDiskSpace when disk space is low. */
  requireEnough(): void {
    if (this.isLow) throw nearlyFull();
  }

  private space(): { free: number; freeOnDisk: number; total: number } {
    const { bavail, blocks, bsize } = statfsSync(this.folder.dir);
    const freeOnDisk = bavail * bsize;
    if (this.quota === undefined) return { free: freeOnDisk, freeOnDisk, total: blocks * bsize };
    const sizes = [dataFile(this.folder), spareFile(this.folder)].map((file) =>
      existsSync(file) ? statSync(file).size : 0,
    );
    const used = sizes.reduce((sum, size) => sum + size, 0);
    return { free: Math.min(freeOnDisk, this.quota - used), freeOnDisk, total: this.quota };
  }
}
