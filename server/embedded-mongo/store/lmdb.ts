import { statSync } from 'node:fs';
import { open, type RootDatabase } from 'lmdb';
import { requireSound } from '../file/integrity.ts';
import { makePrivate } from '../file/permissions.ts';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

export interface RangeOptions {
  limit: number;
  reverse?: boolean;
}

/** Reads in key order: the newest state, a snapshot, or a transaction's own view. */
export interface Reader {
  /** Changes with each write, if the reader shows writes that come after it was made. */
  readonly version?: number;
  get(key: Buffer): Buffer | undefined;
  /** Entries from `start` (included) to `end` (not included); backwards from the end when reversed. */
  range(start: Buffer, end: Buffer, options: RangeOptions): Entry[];
}

export interface Snapshot extends Reader {
  /** The pages of a snapshot cannot be reused, so every snapshot must be released. */
  release(): void;
}

/** Page counts of lmdb, for the data and for the list of free pages. */
interface TreeStats {
  treeBranchPageCount: number;
  treeLeafPageCount: number;
  overflowPages: number;
}

interface Stats extends TreeStats {
  pageSize: number;
  free: TreeStats;
}

type Database = RootDatabase<Buffer, Buffer>;
type ReadTransaction = ReturnType<Database['useReadTransaction']>;

/** How every process opens the file. */
const fileFormat = { noSubdir: true, encoding: 'binary', keyEncoding: 'binary', maxReaders: 1024 } as const;

/** The data file. No other class uses lmdb. */
export class Store implements Reader {
  version = 0;
  private readonly database: Database;
  private readonly path: string;

  private constructor(database: Database, path: string) {
    this.database = database;
    this.path = path;
  }

  /**
   * Throws DamagedData when the file is damaged, and leaves it unchanged. A store that is not durable does not wait
   * for the disk when it commits: it survives the end of the process, but not of the machine.
   */
  static open(path: string, { isDurable = true } = {}): Store {
    requireSound(path);
    // Before lmdb writes to the files.
    makePrivate(path);
    makePrivate(`${path}-lock`);
    const database = open<Buffer, Buffer>({
      ...fileFormat,
      path,
      overlappingSync: isDurable && process.platform !== 'win32',
      noSync: !isDurable,
    });
    database.readerCheck(); // readers of a killed process would keep their pages from being reused
    return new Store(database, path);
  }

  /**
   * Reads one value of an existing file. Unlike an open for writing, it does not wait for a process that is writing.
   */
  static async peek(path: string, key: Buffer): Promise<Buffer | undefined> {
    requireSound(path);
    const database = open<Buffer, Buffer>({ ...fileFormat, path, readOnly: true });
    try {
      return database.get(key);
    } finally {
      await database.close();
    }
  }

  /** Copies the current state of the file, even while others read or write it. */
  copyTo(path: string): Promise<void> {
    return this.database.backup(path, true);
  }

  get(key: Buffer): Buffer | undefined {
    return this.database.get(key);
  }

  range(start: Buffer, end: Buffer, options: RangeOptions): Entry[] {
    return readRange(this.database, start, end, options);
  }

  count(start: Buffer, end: Buffer): number {
    return this.database.getKeysCount({ start, end });
  }

  snapshot(): Snapshot {
    this.database.resetReadTxn();
    const transaction = this.database.useReadTransaction();
    return {
      get: (key) => this.database.get(key, { transaction }),
      range: (start, end, options) => readRange(this.database, start, end, options, transaction),
      release: () => transaction.done(),
    };
  }

  /** How many bytes of the file contain no data. New pages use them before the file grows. */
  unusedSize(): number {
    const { pageSize, free, ...main } = this.database.getStats() as Stats;
    const used = [free, main].reduce(
      (sum, tree) => sum + tree.treeBranchPageCount + tree.treeLeafPageCount + tree.overflowPages,
      2,
    );
    return statSync(this.path).size - used * pageSize;
  }

  /** Runs the action in one write transaction, which a durable store has on disk when this returns. An error rolls it back. */
  write(action: () => void): void {
    this.database.transactionSync(() => {
      action(); // return nothing: lmdb would wait for a promise and keep the transaction open
    });
    this.database.resetReadTxn();
    this.version++;
  }

  /** Only inside write(). */
  put(key: Buffer, value: Buffer): void {
    void this.database.put(key, value);
  }

  /** Only inside write(). */
  remove(key: Buffer): void {
    void this.database.remove(key);
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

function readRange(
  database: Database,
  start: Buffer,
  end: Buffer,
  { limit, reverse = false }: RangeOptions,
  transaction?: ReadTransaction,
): Entry[] {
  const bounds = reverse
    ? { start: end, exclusiveStart: true, end: start, inclusiveEnd: true, reverse }
    : { start, end };
  const entries: Entry[] = [];
  for (const { key, value } of database.getRange({ ...bounds, limit, ...(transaction && { transaction }) })) {
    entries.push({ key, value });
  }
  return entries;
}

/**
 * The entries from `start` (included) to `end` (not included). Reads growing slices with a new lookup for each: an open
 * cursor would keep old pages from being reused, and callers may write between two slices. A slice is read again from
 * its current place after a write.
 */
export function* entriesBetween(reader: Reader, start: Buffer, end: Buffer, reverse = false): Generator<Entry, void> {
  let from = start;
  let to = end;
  for (let limit = 20; ; limit = Math.min(limit * 4, 200)) {
    const { version } = reader;
    const entries = reader.range(from, to, { limit, reverse });
    let last: Entry | undefined;
    for (const entry of entries) {
      last = entry;
      yield entry;
      if (reader.version !== version) break;
    }
    if (!last || (entries.length < limit && reader.version === version)) return;
    if (reverse) to = last.key;
    else from = after(last.key);
  }
}

/** The smallest key that is greater. */
export const after = (key: Buffer) => Buffer.concat([key, Buffer.of(0)]);
