import { TriedInVain } from '../../../platform/database/databaseAway.ts';

export interface BatchResult<Answer> {
  /** The answers to the writes, in their order. */
  answers: Answer[];
  /** The writers get their answers when this resolves. The next batch does not wait for it. */
  ready?: Promise<void>;
}

export interface WriteQueueOptions<Write, Answer> {
  maxBatch: number;
  /** A write that has waited this long for others is rejected, because its request is answered with an error then. */
  maxWaitMs: number;
  /** Runs writes with one key together. If it rejects, none of them may have had an effect, unless the error is final. */
  run(key: string, batch: readonly Write[]): Promise<BatchResult<Answer>>;
  /** True for an error after which no write of the batch may run again. */
  isFinal(error: unknown): boolean;
  /** True for a final error that the writes that wait for the batch would meet as well. They are rejected with it. */
  blocksOthers(error: unknown): boolean;
}

interface Job<Write, Answer> {
  write: Write;
  /** Ends its wait for others. */
  timer?: NodeJS.Timeout;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Runs writes in batches: writes that arrive while a write with the same key runs become the next batch. */
export class WriteQueue<Write, Answer> {
  readonly #options: WriteQueueOptions<Write, Answer>;
  /** The jobs that wait while a batch with their key runs. */
  readonly #waiting = new Map<string, Job<Write, Answer>[]>();

  constructor(options: WriteQueueOptions<Write, Answer>) {
    this.#options = options;
  }

  /** Returns the answer to the write. Rejects with the write's own error, not with that of another write in its batch. */
  add(key: string, write: Write): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const job: Job<Write, Answer> = { write, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) {
        waiting.push(job);
        job.timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(job), 1);
          reject(new TriedInVain('the writes before it took too long'));
        }, this.#options.maxWaitMs);
        return;
      }
      this.#waiting.set(key, [job]);
      void this.#runAll(key);
    });
  }

  async #runAll(key: string): Promise<void> {
    const waiting = this.#waiting.get(key);
    while (waiting && waiting.length > 0) await this.#runBatch(key, this.#take(key, this.#options.maxBatch));
    this.#waiting.delete(key);
  }

  /** The jobs that have waited longest. They wait no more. */
  #take(key: string, count = Number.POSITIVE_INFINITY): Job<Write, Answer>[] {
    const jobs = this.#waiting.get(key)?.splice(0, count) ?? [];
    for (const { timer } of jobs) clearTimeout(timer);
    return jobs;
  }

  async #runBatch(key: string, jobs: Job<Write, Answer>[]): Promise<void> {
    const { run, isFinal, blocksOthers } = this.#options;
    const rejectAll = (error: unknown) => {
      for (const job of jobs) job.reject(error);
    };
    try {
      const { answers, ready } = await run(
        key,
        jobs.map(({ write }) => write),
      );
      const resolveAll = () => {
        for (const [index, job] of jobs.entries()) job.resolve(answers[index] as Answer);
      };
      if (ready) void ready.then(resolveAll, rejectAll);
      else resolveAll();
    } catch (error) {
      if (jobs.length === 1 || isFinal(error)) {
        rejectAll(error);
        if (blocksOthers(error)) for (const job of this.#take(key)) job.reject(error);
        return;
      }
      // Bisect the batch to isolate the failing write.
      const half = Math.ceil(jobs.length / 2);
      await this.#runBatch(key, jobs.slice(0, half));
      await this.#runBatch(key, jobs.slice(half));
    }
  }
}
