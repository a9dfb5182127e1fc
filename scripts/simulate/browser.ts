import type * as deviceDatabase from '../../client/features/offline/deviceDatabase.ts';
import type { QueueEntry } from '../../client/features/offline/queuedWrite.ts';
import type { Program, World } from './world.ts';

type DeviceDatabase = typeof deviceDatabase;

interface Lock {
  program: Program;
  run: () => Promise<void>;
}

type Listener = (event: { data: unknown }) => void;

export interface QueueWatch {
  /** Called when a write leaves the queue, with those that precede it. */
  onTaken: (entry: QueueEntry, earlier: readonly QueueEntry[]) => void;
  /** Called when a write is kept as one that could not be saved. */
  onSetAside: (entry: QueueEntry) => void;
}

/** What all tabs of a person share: the browser's database, locks and channels. */
export class Browser {
  readonly #world: World;
  /** The writes that wait for a connection. */
  readonly #queue = new Map<number, QueueEntry>();
  #lastSeq = 0;
  #locks: Lock[] = [];
  readonly #channels = new Map<string, Set<{ program: Program; listeners: Set<Listener> }>>();
  readonly #watch: QueueWatch;

  constructor(world: World, watch: QueueWatch) {
    this.#world = world;
    this.#watch = watch;
  }

  /** What the browser gives to the code of a tab. What a killed tab has not been answered may have happened or not. */
  globalsFor(program: Program) {
    program.onKill.push(() => this.#forget(program));
    const world = this.#world;
    const browser = this;
    return {
      // The code asks whether there is one, and uses it through `device`.
      indexedDB: {},
      device: this.#deviceFor(program),
      locks: {
        request: <T>(_name: string, work: () => Promise<T>): Promise<T> =>
          new Promise((resolve, reject) => this.#lock({ program, run: () => work().then(resolve, reject) })),
      },
      BroadcastChannel: class {
        readonly #name: string;
        readonly #end = { program, listeners: new Set<Listener>() };

        constructor(name: string) {
          this.#name = name;
          const ends = browser.#channels.get(name) ?? new Set();
          browser.#channels.set(name, ends.add(this.#end));
        }

        addEventListener(_event: 'message', listener: Listener): void {
          this.#end.listeners.add(listener);
        }

        postMessage(value: unknown): void {
          const data = structuredClone(value);
          for (const { program: other, listeners } of browser.#channels.get(this.#name) ?? []) {
            if (other === program) continue;
            world.after(1, other, 'a message of another tab', () => {
              for (const listener of listeners) listener({ data });
            });
          }
        }
      },
    };
  }

  #deviceFor(program: Program): DeviceDatabase {
    const later = <T>(work: () => T): Promise<T> =>
      new Promise((resolve) =>
        this.#world.after(1, program, 'the database of the device', () => resolve(structuredClone(work()))),
      );
    return {
      onClosed: () => undefined,
      readKept: () => later(() => new Map()),
      writeKept: () => later(() => undefined),
      forgetKept: () => later(() => undefined),
      deleteDevice: () => later(() => this.#queue.clear()),
      readQueue: () => later(() => [...this.#queue.values()].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))),
      putInQueue: (entry) =>
        later(() => {
          this.#lastSeq += 1;
          const seq = this.#lastSeq;
          this.#queue.set(seq, structuredClone({ ...entry, seq }));
        }),
      changeInQueue: (entry) =>
        later(() => {
          if (entry.seq === undefined || !this.#queue.has(entry.seq)) return;
          this.#queue.set(entry.seq, structuredClone(entry));
          if (entry.problem) this.#watch.onSetAside(entry);
        }),
      takeFromQueue: (seq) =>
        later(() => {
          const entry = this.#queue.get(seq);
          this.#queue.delete(seq);
          const earlier = [...this.#queue.values()].filter((other) => (other.seq ?? 0) < seq);
          if (entry) this.#watch.onTaken(entry, earlier);
        }),
    };
  }

  #lock(lock: Lock): void {
    // What a killed tab still had to do.
    if (!lock.program.isRunning) return;
    this.#locks.push(lock);
    if (this.#locks.length === 1) this.#runLock();
  }

  #runLock(): void {
    const [lock] = this.#locks;
    if (!lock) return;
    const release = () => {
      if (this.#locks[0] !== lock) return;
      this.#locks.shift();
      this.#runLock();
    };
    this.#world.after(0, lock.program, 'a lock', () => void lock.run().then(release));
  }

  /** The browser releases the locks of a tab that is gone, and closes its channels. */
  #forget(program: Program): void {
    for (const ends of this.#channels.values()) {
      for (const end of ends) if (end.program === program) ends.delete(end);
    }
    const isHeld = this.#locks[0]?.program === program;
    this.#locks = this.#locks.filter((lock) => lock.program !== program);
    if (isHeld) this.#runLock();
  }
}
