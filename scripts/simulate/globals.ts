import { AsyncLocalStorage } from 'node:async_hooks';
import realCrypto from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import { promisify } from 'node:util';
import type { Program, World } from './world.ts';

const realRequire = createRequire(import.meta.url);

/** Values by name that a bundle gets in place of the globals of Node or of a browser. */
export type Globals = Record<string, unknown>;

export type Modules = Record<string, unknown>;

/** The clock, the random numbers and the modules of one program. What it asks the system for is the same in every run. */
export function globalsOf(world: World, program: Program, modules: Modules): Globals {
  const timers = timersOf(world, program);
  const clock = clockOf(world, program);
  const random = randomOf(program);
  const process = processOf(clock.performance.now);
  const known: Modules = {
    timers,
    'timers/promises': timersPromises(timers),
    crypto: random.crypto,
    perf_hooks: { performance: clock.performance, ...noMeasurements },
    process,
    'fs/promises': filesAtOnce,
    async_hooks: { ...realRequire('node:async_hooks'), AsyncLocalStorage: storagesOf(program) },
    pino: { pino: silentPino },
    '@node-rs/argon2': passwords,
    ...modules,
  };
  return {
    ...timers,
    ...clock,
    Math: random.Math,
    crypto: random.webcrypto,
    process,
    AbortSignal: abortSignals(timers.setTimeout),
    fetch: () => Promise.reject(new TypeError('a simulation has no other servers')),
    require: (name: string) => known[name.replace(/^node:/, '')] ?? realRequire(name),
  };
}

type Task = (...values: unknown[]) => void;

class Timer {
  readonly #cancel: () => void;
  readonly #start: () => () => void;
  #stop: () => void;

  constructor(start: () => () => void) {
    this.#start = start;
    this.#cancel = () => this.#stop();
    this.#stop = start();
  }

  clear(): void {
    this.#cancel();
  }

  refresh(): this {
    this.#stop();
    this.#stop = this.#start();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): void {
    this.clear();
  }
}

function timersOf(world: World, program: Program) {
  const once = (what: string, milliseconds: number, run: () => void) => () => {
    const step = world.after(milliseconds, program, what, run);
    return () => world.cancel(step);
  };
  const setTimeout = (task: Task, milliseconds = 0, ...values: unknown[]) =>
    new Timer(once('a timer', Math.max(1, Number(milliseconds) || 0), () => task(...values)));
  const setImmediate = (task: Task, ...values: unknown[]) => new Timer(once('an immediate', 0, () => task(...values)));
  const setInterval = (task: Task, milliseconds = 0, ...values: unknown[]) => {
    const wait = Math.max(1, Number(milliseconds) || 0);
    return new Timer(() => {
      let step = world.after(wait, program, 'an interval', run);
      function run(): void {
        step = world.after(wait, program, 'an interval', run);
        task(...values);
      }
      return () => world.cancel(step);
    });
  };
  const clear = (timer: unknown) => {
    if (timer instanceof Timer) timer.clear();
  };
  const wait = (milliseconds: number, value?: unknown) =>
    new Promise((resolve) => setTimeout(resolve as Task, milliseconds, value));
  return {
    setTimeout: Object.assign(setTimeout, { [promisify.custom]: wait }),
    setInterval,
    setImmediate,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

interface WaitOptions {
  signal?: AbortSignal;
}

function timersPromises({ setTimeout, setImmediate }: ReturnType<typeof timersOf>) {
  return {
    setTimeout: (milliseconds: number, value?: unknown, { signal }: WaitOptions = {}) =>
      new Promise((resolve, reject) => {
        const abort = () => {
          timer.clear();
          reject(new DOMException('The operation was aborted', 'AbortError'));
        };
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', abort);
          resolve(value);
        }, milliseconds);
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      }),
    setImmediate: (value?: unknown) => new Promise((resolve) => setImmediate(() => resolve(value))),
  };
}

function clockOf(world: World, program: Program) {
  const now = () => Math.floor(world.now + program.skewMs);
  class VirtualDate extends Date {
    constructor(...values: unknown[]) {
      // As the real constructor has it: without values, the time is now.
      super(...((values.length === 0 ? [now()] : values) as [number]));
    }

    static override now(): number {
      return now();
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  }
  // The driver and mongoose know the constructor by its name.
  Object.defineProperty(VirtualDate, 'name', { value: 'Date' });
  const startedAt = world.now;
  const performance = { now: () => world.now - startedAt, timeOrigin: now(), mark: () => undefined };
  return { Date: VirtualDate, performance };
}

function randomOf({ random }: Program) {
  const fill = <T extends ArrayBufferView>(target: T): T => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let index = 0; index < bytes.length; index++) bytes[index] = random.below(256);
    return target;
  };
  const randomUUID = () => {
    const bytes = fill(Buffer.alloc(16));
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  const webcrypto = { getRandomValues: fill, randomUUID, subtle: realCrypto.webcrypto.subtle };
  const crypto = {
    ...realCrypto,
    webcrypto,
    randomUUID,
    randomBytes(size: number, done?: (error: null, bytes: Buffer) => void) {
      const bytes = fill(Buffer.alloc(size));
      if (done) queueMicrotask(() => done(null, bytes));
      return bytes;
    },
    randomFillSync(target: Buffer, offset = 0, size = target.length - offset) {
      fill(target.subarray(offset, offset + size));
      return target;
    },
    randomInt: (low: number, high?: number) =>
      high === undefined ? random.below(low) : low + random.below(high - low),
  };
  return { crypto, webcrypto, Math: Object.assign(Object.create(Math), { random: random.next }) as Math };
}

/** Node would carry the context of a killed program along with every promise of the others. */
function storagesOf(program: Program): typeof AsyncLocalStorage {
  return class<T> extends AsyncLocalStorage<T> {
    constructor() {
      super();
      program.onKill.push(() => this.disable());
    }
  } as typeof AsyncLocalStorage;
}

function processOf(uptime: () => number) {
  const hrtime = (before?: [number, number]) => {
    const time = uptime();
    const [seconds, nanoseconds] = [Math.floor(time / 1000), Math.floor((time % 1000) * 1e6)];
    if (!before) return [seconds, nanoseconds];
    const [past, pastNanoseconds] = before;
    return nanoseconds >= pastNanoseconds
      ? [seconds - past, nanoseconds - pastNanoseconds]
      : [seconds - past - 1, nanoseconds - pastNanoseconds + 1e9];
  };
  const own: Record<string, unknown> = {
    env: { NODE_ENV: 'production' },
    pid: 1,
    argv: ['node', 'simulation'],
    execArgv: [],
    hrtime: Object.assign(hrtime, { bigint: () => BigInt(Math.floor(uptime() * 1e6)) }),
    uptime: () => uptime() / 1000,
    // A program that is killed leaves nothing behind in the process of the simulation.
    on: () => self,
    once: () => self,
    off: () => self,
    emitWarning: () => undefined,
  };
  const self: unknown = inherit(process, own);
  return self;
}

/** An object that has these properties in place of those of another. */
export function inherit(base: object, own: Record<string, unknown>): Record<string, unknown> {
  const properties = Object.entries(own).map(([name, value]) => [
    name,
    { value, writable: true, enumerable: true, configurable: true },
  ]);
  return Object.create(base, Object.fromEntries(properties));
}

/** The constructor with a signal that a virtual timer aborts. Node would keep a joined one, with its killed program. */
function abortSignals(setTimeout: ReturnType<typeof timersOf>['setTimeout']) {
  const timeout = (milliseconds: number) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), milliseconds);
    return controller.signal;
  };
  const any = (signals: AbortSignal[]) => {
    const controller = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason);
      else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
    }
    return controller.signal;
  };
  const own: Record<PropertyKey, unknown> = { timeout, any };
  return new Proxy(AbortSignal, {
    get: (target, name) => own[name] ?? Reflect.get(target, name),
  });
}

/** Reading a file takes no time, so that it ends in the same order in every run. */
const filesAtOnce = {
  ...fs.promises,
  readFile: async (...values: Parameters<typeof fs.readFileSync>) => fs.readFileSync(...values),
  stat: async (path: string) => fs.statSync(path),
  readdir: async (path: string) => fs.readdirSync(path),
  mkdir: async () => undefined,
  rm: async () => undefined,
};

const silentLog = new Proxy(
  {},
  {
    get: (_target, name) => (name === 'level' ? 'silent' : name === 'child' ? () => silentLog : () => undefined),
    set: () => true,
  },
);
const silentPino = Object.assign(() => silentLog, {
  destination: () => ({ on: () => undefined, flushSync: () => undefined }),
});

/** The real ones would keep a killed program in memory. */
const noMeasurements = {
  monitorEventLoopDelay: () => ({
    enable: () => true,
    disable: () => true,
    reset: () => undefined,
    percentile: () => 0,
  }),
  PerformanceObserver: class {
    observe(): void {}
    disconnect(): void {}
  },
};

/** In place of the slow hash: a simulation is not about passwords. */
const passwords = {
  hash: async (password: string) => `$simulated$${password}`,
  verify: async (hash: string, password: string) => hash === `$simulated$${password}`,
  Algorithm: { Argon2id: 2 },
};

/** The module `net` with connections through the network of the simulation. */
export function netOf(connect: (address: string) => unknown, createServer?: (accept: Task) => unknown) {
  return {
    ...net,
    connect: ({ path }: { path: string }) => connect(path),
    createConnection: ({ path }: { path: string }) => connect(path),
    ...(createServer && { createServer }),
  };
}
