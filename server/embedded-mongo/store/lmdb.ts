import { open, type RootDatabase } from 'lmdb';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

export interface RangeOptions {
  limit: number;
  reverse?: boolean;
}

/** Something that can be read in key order: the newest state, a snapshot, or a transaction's own view of it. */
export interface Reader {
  get(key: Buffer): Buffer | undefined;
  /** Entries from start up to, not including, end; from the end backwards when reversed. */
  range(start: Buffer, end: Buffer, options: RangeOptions): Entry[];
}

export interface Snapshot extends Reader {
  /** Pages of a held snapshot cannot be used again, so every one must be released. */
  release(): void;
}

type Database = RootDatabase<Buffer, Buffer>;
type ReadTransaction = ReturnType<Database['useReadTransaction']>;

/** The one file on disk. Nothing outside this class knows lmdb. */
export class Store implements Reader {
  private readonly database: Database;

  private constructor(database: Database) {
    this.database = database;
  }

  static open(path: string): Store {
    const database = open<Buffer, Buffer>({
      path,
      noSubdir: true,
      encoding: 'binary',
      keyEncoding: 'binary',
      maxReaders: 1024,
      overlappingSync: process.platform !== 'win32',
    });
    database.readerCheck(); // readers of a killed process would keep their pages for ever
    return new Store(database);
  }

  /** Copies the file as it is now, whoever else reads or writes it meanwhile. */
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
    // biome-ignore lint/correctness/useHookAtTopLevel: lmdb's name, no React hook
    const transaction = this.database.useReadTransaction();
    return {
      get: (key) => this.database.get(key, { transaction }),
      range: (start, end, options) => readRange(this.database, start, end, options, transaction),
      release: () => transaction.done(),
    };
  }

  /** Runs the action in one write transaction that is on disk when this returns; a throw undoes all of it. */
  write(action: () => void): void {
    this.database.transactionSync(() => {
      action(); // nothing may be returned: a promise from here would leave the transaction open for ever
    });
    this.database.resetReadTxn();
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
 * The entries from start up to, not including, end. Read in growing slices, each sought anew: an open cursor would hold old
 * pages, and this way one may write in between.
 */
export function* entriesBetween(reader: Reader, start: Buffer, end: Buffer, reverse = false): Generator<Entry, void> {
  let from = start;
  let to = end;
  for (let limit = 20; ; limit = Math.min(limit * 4, 200)) {
    const entries = reader.range(from, to, { limit, reverse });
    yield* entries;
    const last = entries.at(-1);
    if (!last || entries.length < limit) return;
    if (reverse) to = last.key;
    else from = after(last.key);
  }
}

/** The next key that there can be. */
export const after = (key: Buffer) => Buffer.concat([key, Buffer.of(0)]);
