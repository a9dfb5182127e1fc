import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Catalog } from './store/catalog.ts';
import { Changelog } from './store/changelog.ts';
import { Cursors } from './store/cursors.ts';
import { checkWhole, DamagedData, fillUp, requireSpace } from './store/health.ts';
import { Store } from './store/lmdb.ts';
import { takeOwnership } from './store/owner.ts';
import { startExpiry } from './store/ttl.ts';
import { CommitView } from './store/view.ts';
import { Writer } from './store/writer.ts';
import { Locks } from './txn/locks.ts';
import { Sessions } from './txn/sessions.ts';
import { Transaction } from './txn/transaction.ts';

export interface EngineOptions {
  /** The data folder; one process at a time can have it open. */
  dir: string;
  /** How long a transaction may stay open, in milliseconds; a minute. */
  transactionLifetime?: number | undefined;
  /** How many changes are kept for change streams to resume from. */
  changelogSize?: number | undefined;
  /** Milliseconds between two passes over documents past their expiry. */
  expiryInterval?: number | undefined;
}

export const dataFile = (dir: string) => join(dir, 'marquee.mdb');

function openStore(path: string): Store {
  try {
    return Store.open(path);
  } catch (error) {
    throw new Error(`${path} cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
}

/** Everything that one open data folder consists of. */
export class Engine {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly changelog: Changelog;
  readonly sessions: Sessions;
  readonly writer: Writer;
  readonly locks = new Locks();
  readonly cursors = new Cursors();
  /** Whether clients may ask for faults, see testing/. */
  hasTestCommands = false;
  /** What clients dial to reach this server; known once it listens. */
  address = '';
  private readonly giveBack: () => void;
  private readonly stopExpiry: () => void;

  /** Opens the folder, which no other process may have open. */
  static async open(options: EngineOptions): Promise<Engine> {
    const path = dataFile(options.dir);
    requireSpace(options.dir);
    const cutAt = fillUp(path);
    const store = openStore(path);
    try {
      if (cutAt !== undefined) checkWhole(store, path);
      return new Engine(store, takeOwnership(store, options.dir), options);
    } catch (error) {
      await store.close();
      if (cutAt !== undefined && error instanceof DamagedData) truncateSync(path, cutAt);
      throw error;
    }
  }

  private constructor(store: Store, giveBack: () => void, options: EngineOptions) {
    this.store = store;
    this.giveBack = giveBack;
    this.catalog = new Catalog(this.store);
    this.changelog = new Changelog(this.store, options.changelogSize);
    const view = new CommitView(this.store, this.catalog, this.changelog, this.locks);
    this.writer = new Writer(this.store, view, {
      committed: () => this.changelog.announce(),
      failed: () => this.recover(),
    });
    const transactionLifetime = options.transactionLifetime ?? 60_000;
    const begin = (number: number) => new Transaction(number, this.catalog.commits, this.store, this.locks);
    this.sessions = new Sessions({ transactionLifetime, reconnectTime: 2000, begin });
    this.stopExpiry = startExpiry(this, options.expiryInterval ?? 60_000);
  }

  /** After a commit that failed nothing of it is on disk, so memory goes back to what is, and nobody keeps what it saw. */
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
    this.giveBack();
    await this.store.close();
  }
}
