import type { Timestamp } from 'bson';
import { MongoError } from '../errors.ts';
import type { Transaction } from './transaction.ts';

interface Held {
  view: Transaction;
  timer: NodeJS.Timeout;
}

/** What clients read as of one moment without a transaction, by the time of the newest commit that is in it. */
export class Snapshots {
  private readonly held = new Map<string, Held>();
  private readonly lifetime: number;
  private readonly begin: () => Transaction;

  constructor(lifetime: number, begin: () => Transaction) {
    this.lifetime = lifetime;
    this.begin = begin;
  }

  /** The state of now; it can be asked for again by its time for as long as a transaction may stay open. */
  take(now: Timestamp, commits: number): Transaction {
    const name = now.toString();
    const current = this.held.get(name);
    if (current?.view.since === commits) {
      current.timer.refresh();
      return current.view;
    }
    const view = this.begin();
    const timer = setTimeout(() => {
      view.end('aborted');
      if (this.held.get(name)?.view === view) this.held.delete(name);
    }, this.lifetime);
    this.held.set(name, { view, timer: timer.unref() });
    return view;
  }

  at(time: Timestamp): Transaction {
    const found = this.held.get(time.toString());
    if (found) return found.view;
    throw new MongoError(239, 'SnapshotTooOld', 'the snapshot of this time is not kept any more');
  }

  close(): void {
    for (const { view, timer } of this.held.values()) {
      clearTimeout(timer);
      view.end('aborted');
    }
    this.held.clear();
  }
}
