import { DamagedData, isCorruption, requireSpace } from './file/integrity.ts';
import { type DataFolder, dataFile } from './file/paths.ts';
import { Catalog } from './store/catalog.ts';
import { Changelog } from './store/changelog.ts';
import { Cursors } from './store/cursors.ts';
import { DiskSpace } from './store/diskSpace.ts';
import { Store } from './store/lmdb.ts';
import { Locks } from './store/locks.ts';
import { FolderInUse, requireNoOwner, takeOwnership } from './store/owner.ts';
import { CommitView } from './store/view.ts';
import { Writer } from './store/writer.ts';
import { startExpiry } from './ttl.ts';
import { Sessions } from './txn/sessions.ts';
import { Transaction } from './txn/transaction.ts';

/** Only one process at a time can open the data folder. */
export interface EngineOptions extends DataFolder {
  /** How long a transaction may stay open, in milliseconds. Default: one minute. */
  transactionLifetime?: number | undefined;
  /** How many bytes the data may use on disk. Default: all free space. */
  quota?: number | undefined;
  /** How many changes are kept for change streams to resume from. Default: 20,000. */
  changelogSize?: number | undefined;
  /** Milliseconds between two passes that remove expired documents. Default: one minute. */
  expiryInterval?: number | undefined;
  /** Whether commits wait for the disk. Default: true. Only tests, which delete their data, do without. */
  isDurable?: boolean | undefined;
}

async function openStore(options: EngineOptions): Promise<Store> {
  const path = dataFile(options);
  try {
    await requireNoOwner(options);
    return Store.open(path, { isDurable: options.isDurable });
  } catch (error) {
    if (error instanceof DamagedData || error instanceof FolderInUse) throw error;
    throw new Error(`${path} cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
}

/** All parts of one open data folder. */
export class Engine {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly changelog: Changelog;
  readonly sessions: Sessions;
  readonly writer: Writer;
  readonly diskSpace: DiskSpace;
  readonly locks = new Locks();
  readonly cursors = new Cursors();
  /** Whether clients may use test commands, see testing/faults.ts. */
  hasTestCommands = false;
  /** The address that clients connect to; set when the server listens. */
  address = '';
  private readonly releaseOwnership: () => void;
  private readonly stopExpiry: () => void;

  /** Opens the folder. Throws FolderInUse when another process has it open, DamagedData when the data is damaged. */
  static async open(options: EngineOptions): Promise<Engine> {
    const path = dataFile(options);
    requireSpace(options);
    const store = await openStore(options);
    try {
      return new Engine(store, takeOwnership(store, options), options);
    } catch (error) {
      await store.close();
      throw isCorruption(error) ? new DamagedData(path, error.message) : error;
    }
  }

  private constructor(store: Store, releaseOwnership: () => void, options: EngineOptions) {
    this.store = store;
    this.releaseOwnership = releaseOwnership;
    this.catalog = new Catalog(this.store);
    this.changelog = new Changelog(this.store, options.changelogSize);
    this.diskSpace = new DiskSpace(store, options, options.quota);
    const view = new CommitView(this.store, this.catalog, this.changelog, this.locks);
    this.writer = new Writer(this.store, view, {
      beginning: () => this.diskSpace.refresh(),
      committed: () => this.changelog.notifySubscribers(),
      failed: () => this.recover(),
    });
    const transactionLifetime = options.transactionLifetime ?? 60_000;
    const begin = (session: Buffer, number: number) =>
      new Transaction(session, number, this.catalog.commits, this.store, this.locks);
    this.sessions = new Sessions({ transactionLifetime, reconnectTime: 2000, begin });
    this.stopExpiry = startExpiry(this, options.expiryInterval ?? 60_000);
  }

  /**
   * After a failed commit none of its writes is on disk: reloads memory from the store and aborts open transactions.
   */
  private recover(): void {
    this.sessions.abortAll();
    this.catalog.load();
    this.changelog.load();
  }

  async close(): Promise<void> {
    this.stopExpiry();
    this.cursors.close();
    this.sessions.abortAll();
    this.writer.close();
    this.releaseOwnership();
    await this.store.close();
  }
}
