import { join } from 'node:path';
import { Cursors } from './commands/cursors.ts';
import { MongoError } from './errors.ts';
import { Catalog } from './store/catalog.ts';
import { Changelog } from './store/changelog.ts';
import { Store } from './store/lmdb.ts';
import { takeOwnership } from './store/owner.ts';
import { startExpiry } from './store/ttl.ts';
import { CommitView } from './store/view.ts';
import { Writer } from './store/writer.ts';
import { Locks } from './txn/locks.ts';
import { Sessions } from './txn/sessions.ts';
import { Transaction } from './txn/transaction.ts';

export interface EngineOptions {
  dir: string;
  transactionLifetime?: number | undefined;
  /** How many changes are kept for change streams to resume from. */
  changelogSize?: number | undefined;
  /** Milliseconds between two passes over documents past their expiry. */
  expiryInterval?: number | undefined;
}

/** Everything that one open data folder consists of. */
export class Engine {
  readonly catalog: Catalog;
  readonly changelog: Changelog;
  readonly sessions: Sessions;
  readonly writer: Writer;
  private readonly stopExpiry: () => void;
  readonly cursors = new Cursors();
  /** What clients dial to reach this server; known once it listens. */
  address = '';

  /** Opens the folder, which no other process may have open. */
  static async open(options: EngineOptions): Promise<Engine> {
    const store = Store.open(join(options.dir, 'marquee.mdb'));
    try {
      return new Engine(store, takeOwnership(store, options.dir), options);
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private constructor(
    readonly store: Store,
    private readonly giveBack: () => void,
    options: EngineOptions,
  ) {
    const locks = new Locks();
    this.catalog = new Catalog(this.store);
    this.changelog = new Changelog(this.store, options.changelogSize);
    const view = new CommitView(this.store, this.catalog, this.changelog, locks);
    this.writer = new Writer(this.store, this.catalog, this.changelog, view, (error) => error instanceof MongoError);
    this.sessions = new Sessions({
      transactionLifetime: options.transactionLifetime ?? 60_000,
      begin: (number) => new Transaction(number, this.catalog.commits, this.store, locks),
      ended: () => this.writer.release(),
    });
    this.stopExpiry = startExpiry(this, options.expiryInterval ?? 60_000);
  }

  async close(): Promise<void> {
    this.stopExpiry();
    this.cursors.close();
    this.sessions.close();
    this.writer.close();
    this.giveBack();
    await this.store.close();
  }
}
