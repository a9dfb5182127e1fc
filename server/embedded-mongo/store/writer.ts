import { MongoError } from '../errors.ts';
import { WriteConflict } from '../txn/locks.ts';
import type { Store } from './lmdb.ts';
import type { CommitView } from './view.ts';

interface Job {
  action: (view: CommitView) => unknown;
  /** How long it may wait for locks, in milliseconds. */
  patience: number | undefined;
  timer?: NodeJS.Timeout;
  outcome?: { value: unknown } | { error: unknown };
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

interface Hooks {
  committed: () => void;
  failed: () => void;
}

/**
 * Group commit: all work that came in during one turn of the event loop is one transaction on disk, and nobody is
 * answered before it is there. Work that meets a lock waits, outside any commit, until a transaction ends.
 */
export class Writer {
  private readonly store: Store;
  private readonly view: CommitView;
  private readonly hooks: Hooks;
  private queue: Job[] = [];
  private blocked: Job[] = [];
  private isScheduled = false;
  private isClosed = false;

  constructor(store: Store, view: CommitView, hooks: Hooks) {
    this.store = store;
    this.view = view;
    this.hooks = hooks;
  }

  /** What meets a lock is begun anew later; it must have written nothing until then. */
  run<T>(action: (view: CommitView) => T, patience?: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.isClosed) reject(closing().error);
      else this.queue.push({ action, patience, resolve, reject });
      this.schedule();
    });
  }

  /** To be called whenever a transaction has ended: who waited for its locks tries again, before newer work. */
  release(): void {
    if (this.blocked.length === 0) return;
    this.queue.unshift(...this.blocked);
    this.blocked = [];
    this.schedule();
  }

  /** Commits what is queued and takes no more. */
  close(): void {
    this.commit();
    this.isClosed = true;
    for (const job of [...this.queue.splice(0), ...this.blocked.splice(0)]) this.settle(job, closing());
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

    try {
      this.store.write(() => {
        for (const job of jobs) this.step(job);
        this.view.finish();
      });
    } catch (error) {
      this.view.discard();
      const isLost = (job: Job) => jobs.includes(job);
      this.blocked = this.blocked.filter((job) => !isLost(job));
      this.queue = this.queue.filter((job) => !isLost(job));
      this.hooks.failed();
      for (const job of jobs) this.settle(job, { error });
      return;
    }
    for (const job of jobs) if (job.outcome) this.settle(job, job.outcome);
    this.hooks.committed();
  }

  private step(job: Job): void {
    const before = this.view.writes;
    try {
      job.outcome = { value: job.action(this.view) };
    } catch (error) {
      const isWaiting = error instanceof WriteConflict && error.heldKey !== undefined;
      // A fault may have left half a write behind, and then the whole commit must go.
      if ((isWaiting || !(error instanceof MongoError)) && this.view.writes !== before) throw error;
      if (isWaiting) this.block(job);
      else job.outcome = { error };
    }
  }

  private block(job: Job): void {
    this.blocked.push(job);
    if (job.patience === undefined || job.timer) return;
    job.timer = setTimeout(() => {
      this.blocked = this.blocked.filter((other) => other !== job);
      this.queue = this.queue.filter((other) => other !== job);
      this.settle(job, { error: new MongoError(50, 'operation exceeded time limit') });
    }, job.patience);
  }

  private settle(job: Job, outcome: NonNullable<Job['outcome']>): void {
    clearTimeout(job.timer);
    if ('error' in outcome) job.reject(outcome.error);
    else job.resolve(outcome.value as never);
  }
}

const closing = () => ({ error: new MongoError(91, 'the database is closing') });
