import { createHash, type Hash } from 'node:crypto';
import { createRandom, type Random } from '../../server/testing/convergence/random.ts';

/** Where every simulation begins, in milliseconds since 1970. */
export const START = Date.UTC(2026, 0, 5, 18);

interface Step {
  at: number;
  order: number;
  program: Program | null;
  /** What happens, for the trace. */
  what: string;
  run: () => void;
  isCancelled?: boolean;
}

/** A program of the simulation: a node, the database or a tab. A killed program runs no further line. */
export class Program {
  readonly name: string;
  /** How far its clock is ahead of the world's. */
  readonly skewMs: number;
  readonly random: Random;
  isRunning = true;
  /** Until then nothing runs in it, as in a tab that the browser has put to sleep. */
  sleepsUntil = 0;
  /** What to do when it is killed. */
  readonly onKill: (() => void)[] = [];

  constructor(world: World, name: string, skewMs = 0) {
    this.name = name;
    this.skewMs = skewMs;
    this.random = createRandom(world.random.below(2 ** 32));
    world.programs.add(this);
    this.onKill.push(() => void world.programs.delete(this));
  }

  kill(): void {
    if (!this.isRunning) return;
    for (const act of this.onKill) act();
    this.isRunning = false;
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The virtual clock, and everything that will happen. One step runs after the other: a timer, bytes that arrive, or an act
 * of the schedule, with all promises that it settles. So the same seed gives the same run.
 */
export class World {
  readonly random: Random;
  /** Virtual milliseconds since 1970. */
  now = START;
  steps = 0;
  /** Those that run. */
  readonly programs = new Set<Program>();
  afterStep: (program: Program | null) => void = () => undefined;
  readonly #trace: Hash = createHash('sha256');
  readonly #heap: Step[] = [];
  #order = 0;
  /** The newest steps, for the report of a failure. */
  readonly #newest: string[] = [];

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  after(milliseconds: number, program: Program | null, what: string, run: () => void): Step {
    const at = this.now + Math.max(0, milliseconds);
    const step: Step = { at, order: this.#order++, program, what, run };
    push(this.#heap, step);
    return step;
  }

  cancel(step: Step): void {
    step.isCancelled = true;
  }

  /** Adds what a program sent or got to the trace. */
  record(bytes: Uint8Array | string): void {
    this.#trace.update(bytes);
  }

  /** A hash of everything that has happened. */
  trace(): string {
    return this.#trace.copy().digest('hex').slice(0, 16);
  }

  newest(): string[] {
    return [...this.#newest];
  }

  /** Runs steps until the promise is settled. Throws when that takes too many. */
  async settle<T>(promise: Promise<T>, steps = 20_000): Promise<T> {
    let isSettled = false;
    const done = () => {
      isSettled = true;
    };
    promise.then(done, done);
    if (await this.runUntil(() => isSettled, { steps })) return promise;
    throw new Error(`still waiting after ${steps} steps:\n${this.newest().join('\n')}`);
  }

  /** Runs steps until the condition holds. Returns false when nothing is left to happen, or the limit is reached first. */
  async runUntil(isDone: () => boolean, limit: { steps?: number; at?: number } = {}): Promise<boolean> {
    const lastStep = this.steps + (limit.steps ?? Number.POSITIVE_INFINITY);
    while (!isDone()) {
      const next = this.#heap[0];
      if (!next || this.steps >= lastStep) return false;
      if (limit.at !== undefined && next.at > limit.at) {
        this.now = Math.max(this.now, limit.at);
        return false;
      }
      pop(this.#heap);
      if (next.isCancelled || next.program?.isRunning === false) continue;
      if (next.program && next.program.sleepsUntil > Math.max(this.now, next.at)) {
        push(this.#heap, Object.assign(next, { at: next.program.sleepsUntil, order: this.#order++ }));
        continue;
      }
      this.now = Math.max(this.now, next.at);
      this.steps += 1;
      this.#note(next);
      next.run();
      await settled();
      this.afterStep(next.program);
    }
    return true;
  }

  /** The time passes at once, as when a computer sleeps: what was due meanwhile happens afterwards, each timer once. */
  jump(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** Kills all programs and forgets what would still happen, so that nothing of them stays in memory. */
  end(): void {
    for (const program of [...this.programs]) program.kill();
    this.#heap.length = 0;
  }

  #note({ program, what }: Step): void {
    const line = `${this.now - START} ${program?.name ?? 'schedule'}: ${what}`;
    this.#trace.update(line);
    if (this.#newest.push(line) > 60) this.#newest.shift();
  }
}

const isBefore = (one: Step, other: Step) => one.at < other.at || (one.at === other.at && one.order < other.order);

function push(heap: Step[], step: Step): void {
  let index = heap.length;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Step;
    if (!isBefore(step, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = step;
}

function pop(heap: Step[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Step, heap[child] as Step)) child += 1;
    const below = heap[child] as Step;
    if (!isBefore(below, last)) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
}
