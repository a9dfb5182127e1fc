import { createRequire } from 'node:module';
import type SortedMap from 'sorted-btree';

// The package is CommonJS with a default export, which Node does not import as one.
const BTree: typeof SortedMap = createRequire(import.meta.url)('sorted-btree').default;

interface Entry {
  key: Buffer;
  value: Buffer;
}

type Tree = SortedMap<string, Entry>;

/** What a database has on disk. It survives the end of the program; writes that were not flushed do not. */
export class Disk {
  /** What programs read. */
  written: Tree = new BTree();
  flushed: Tree = new BTree();

  flush(): void {
    this.flushed = this.written;
  }

  /** What the machine forgets when it loses power. */
  loseUnflushed(): void {
    this.written = this.flushed;
  }

  /** A copy, such as a backup. */
  copy(): Disk {
    const copy = new Disk();
    copy.written = this.flushed;
    copy.flushed = this.flushed;
    return copy;
  }
}

interface RangeOptions {
  start: Buffer;
  end: Buffer;
  limit?: number;
  reverse?: boolean;
  transaction?: ReadTransaction;
}

interface ReadTransaction {
  tree: Tree;
  done(): void;
}

interface OpenOptions {
  noSync?: boolean;
}

const nameOf = (key: Buffer) => key.toString('latin1');

/** What the database uses of the package `lmdb`, on a disk in memory. */
export function lmdbOn(disk: Disk) {
  return {
    open({ noSync = false }: OpenOptions) {
      let working: Tree | null = null;
      const newest = () => working ?? disk.written;
      return {
        get(key: Buffer, options?: { transaction?: ReadTransaction }): Buffer | undefined {
          return (options?.transaction?.tree ?? newest()).get(nameOf(key))?.value;
        },
        *getRange({ start, end, limit = Number.POSITIVE_INFINITY, reverse, transaction }: RangeOptions) {
          const tree = transaction?.tree ?? newest();
          // As lmdb has it, a reversed range begins at its end, which the callers leave out.
          const [low, high] = reverse ? [nameOf(end), nameOf(start)] : [nameOf(start), nameOf(end)];
          let left = limit;
          const pairs = reverse ? tree.entriesReversed(high, undefined, true) : tree.entries(low);
          for (const [name, entry] of pairs) {
            if (left-- <= 0 || (reverse ? name < low : name >= high)) return;
            yield entry;
          }
        },
        getKeysCount({ start, end }: { start: Buffer; end: Buffer }): number {
          let count = 0;
          newest().forRange(nameOf(start), nameOf(end), false, () => void count++);
          return count;
        },
        transactionSync(action: () => void): void {
          working = disk.written.clone();
          try {
            action();
            disk.written = working;
            if (!noSync) disk.flush();
          } finally {
            working = null;
          }
        },
        put(key: Buffer, value: Buffer): void {
          working?.set(nameOf(key), { key: Buffer.from(key), value: Buffer.from(value) });
        },
        remove(key: Buffer): void {
          working?.delete(nameOf(key));
        },
        useReadTransaction: (): ReadTransaction => ({ tree: disk.written, done: () => undefined }),
        resetReadTxn(): void {},
        readerCheck: () => 0,
        getStats: () => ({ pageSize: 4096, free: noPages, ...noPages }),
        async close(): Promise<void> {},
      };
    },
  };
}

const noPages = { treeBranchPageCount: 0, treeLeafPageCount: 0, overflowPages: 0 };

/** What the database uses of `node:fs`: a disk that is always large enough, and has no other files. */
export const emptyFolder = {
  // The space that the database keeps free is already taken.
  existsSync: (path: string) => path.endsWith('.spare'),
  mkdirSync: () => undefined,
  rmSync: () => undefined,
  chmodSync: () => undefined,
  openSync: () => 0,
  closeSync: () => undefined,
  linkSync: () => undefined,
  writeFileSync: () => undefined,
  statSync: () => ({ size: 0, blocks: 0, mode: 0o600 }),
  statfsSync: () => ({ bavail: 1e9, bfree: 1e9, blocks: 2e9, bsize: 4096 }),
  readFileSync(path: string): never {
    throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
  },
};
