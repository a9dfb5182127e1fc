import type { Catalog } from './catalog.ts';
import type { Changelog } from './changelog.ts';
import type { Store } from './lmdb.ts';
import type { CommitView, Work } from './view.ts';

interface Job {
  work: { next(): IteratorResult<void, unknown> };
  outcome?: { value: unknown } | { error: unknown };
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** An error a command answers with, as opposed to a fault of this program. */
export type IsExpected = (error: unknown) => boolean;

/**
 * Group commit: all work that came in during one turn of the event loop is one transaction on disk, and nobody is
 * answered before it is there. Work that meets a lock waits, outside any commit, until a transaction ends.
 */
export class Writer {
  private queue: Job[] = [];
  private blocked: Job[] = [];
  private isScheduled = false;
  private isClosed = false;

  constructor(
    private readonly store: Store,
    private readonly catalog: Catalog,
    private readonly changelog: Changelog,
    private readonly view: CommitView,
    private readonly isExpected: IsExpected,
  ) {}

  run<T>(start: (view: CommitView) => Work<T>): Promise<T> {
    return this.add<T>(start(this.view));
  }

  /** The same for what never has to wait for a lock. */
  runAtOnce<T>(action: (view: CommitView) => T): Promise<T> {
    return this.add<T>({ next: () => ({ done: true, value: action(this.view) }) });
  }

  private add<T>(work: Job['work']): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ work, resolve, reject });
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
    for (const job of this.blocked.splice(0)) job.reject(new Error('the database is closing'));
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
      // Nothing of this turn is on disk, so memory goes back to what is.
      this.view.discard();
      this.catalog.load();
      this.changelog.forget();
      this.blocked = this.blocked.filter((job) => !jobs.includes(job));
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const job of jobs) this.settle(job);
    this.changelog.announce();
  }

  private step(job: Job): void {
    try {
      const { done, value } = job.work.next();
      if (done) job.outcome = { value };
      else this.blocked.push(job);
    } catch (error) {
      // A fault may have left half a write behind, so the whole commit must go.
      if (!this.isExpected(error)) throw error;
      job.outcome = { error };
    }
  }

  private settle({ outcome, resolve, reject }: Job): void {
    if (!outcome) return;
    if ('error' in outcome) reject(outcome.error);
    else resolve(outcome.value as never);
  }
}
