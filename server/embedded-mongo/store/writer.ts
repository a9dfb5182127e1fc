import { MongoError } from '../errors.ts';
import { WriteConflict } from '../txn/locks.ts';
import type { Store } from './lmdb.ts';
import type { CommitView } from './view.ts';

interface Job {
  action: (view: CommitView) => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

interface Hooks {
  committed: () => void;
  failed: () => void;
}

/**
 * Group commit: all work that came in during one turn of the event loop is one transaction on disk, and nobody is
 * answered before it is there.
 */
export class Writer {
  private readonly store: Store;
  private readonly view: CommitView;
  private readonly hooks: Hooks;
  private queue: Job[] = [];
  private isScheduled = false;
  private isClosed = false;

  constructor(store: Store, view: CommitView, hooks: Hooks) {
    this.store = store;
    this.view = view;
    this.hooks = hooks;
  }

  run<T>(action: (view: CommitView) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.isClosed) reject(closing());
      else this.queue.push({ action, resolve, reject });
      this.schedule();
    });
  }

  /** Commits what is queued and takes no more. */
  close(): void {
    this.commit();
    this.isClosed = true;
    for (const { reject } of this.queue.splice(0)) reject(closing());
  }

  private schedule(): void {
    if (this.isScheduled || this.isClosed) return;
    this.isScheduled = true;
    setImmediate(() => this.commit());
  }

  private commit(): void {
    this.isScheduled = false;
    const jobs = this.queue;
    this.queue = [];
    if (jobs.length === 0 || this.isClosed) return;

    const answers: (() => void)[] = [];
    try {
      this.store.write(() => {
        for (const job of jobs) answers.push(this.perform(job));
        this.view.finish();
      });
    } catch (error) {
      this.view.discard();
      this.hooks.failed();
      for (const { reject } of jobs) reject(error);
      return;
    }
    for (const answer of answers) answer();
    this.hooks.committed();
  }

  /** Gives how to answer when the commit is on disk. */
  private perform({ action, resolve, reject }: Job): () => void {
    const before = this.view.writes;
    try {
      const value = action(this.view);
      return () => resolve(value as never);
    } catch (error) {
      // A fault may have left half a write behind, and then the whole commit must go. A conflict belongs before all writes.
      const isClean = error instanceof MongoError && !(error instanceof WriteConflict);
      if (!isClean && this.view.writes !== before) throw error;
      return () => reject(error);
    }
  }
}

const closing = () => new MongoError(91, 'the database is closing');
