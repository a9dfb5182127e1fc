import { MongoError } from '../errors.ts';
import type { Store } from './lmdb.ts';
import { WriteConflict } from './locks.ts';
import type { CommitView } from './view.ts';

interface Job {
  action: (view: CommitView) => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

interface Hooks {
  beginning: () => void;
  committed: () => void;
  failed: () => void;
}

/**
 * Group commit: all writes that arrive in one turn of the event loop share one transaction on disk. Their replies are
 * sent when it is on disk.
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

  /** Commits the queued writes and refuses new ones. */
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
      this.hooks.beginning();
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

  /** Runs one write. Returns a function that sends its result after the commit. */
  private perform({ action, resolve, reject }: Job): () => void {
    const before = this.view.writes;
    try {
      const value = action(this.view);
      return () => resolve(value as never);
    } catch (error) {
      // An unexpected error may leave part of a write behind, so the whole commit must be rolled back. The same holds
      // for a conflict that comes after a write.
      const isClean = error instanceof MongoError && !(error instanceof WriteConflict);
      if (!isClean && this.view.writes !== before) throw error;
      return () => reject(error);
    }
  }
}

const closing = () => new MongoError(91, 'the database is closing');
