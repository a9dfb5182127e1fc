import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import mongoose, { model, Schema, Types, trusted } from 'mongoose';
import { isDiskFull } from '../http/errors.ts';
import { log } from '../log.ts';
import type { SchemaFields } from '../stored.ts';
import { isDatabaseAway } from './databaseAway.ts';
import { type LogEntryBase, OUTBOX, OutboxModel } from './outbox.ts';
import { fromNow } from './stream.ts';

/*
 * Work that follows from entries of `changes` and that one node does for all, such as sending webhooks. A tab's delivery is not
 * such work: each node delivers to its own sockets, from now on only (changeFeed.ts).
 */

/** How far a consumer has come, and which node works for it. */
interface FollowerDoc {
  /** The name of the consumer. */
  _id: string;
  /** The node that works for it. Another one may take over after `until`. */
  heldBy: string | null;
  until: Date;
  /** Where the change stream goes on. */
  from: Pick<mongoose.mongo.ChangeStreamOptions, 'resumeAfter' | 'startAtOperationTime'>;
  /** Entries that were written before this are handled. */
  at: Date;
}

const schema = new Schema<FollowerDoc>(
  {
    _id: String,
    heldBy: { type: String, default: null },
    until: { type: Date, required: true },
    from: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true },
  } satisfies SchemaFields<FollowerDoc>,
  { versionKey: false },
);

const FollowerModel = model<FollowerDoc>('Follower', schema, 'followers');

/** Entries that are handled together at most, which limits what is kept in memory. */
const MAX_BATCH = 100;
/** What comes in this time is handled together, so that many entries need few commands of the database. */
const GATHER_MS = 200;
const LEASE_MS = 10_000;
const RENEW_MS = 3000;
/** How often a node that does not work looks whether it should. */
const LOOK_MS = 2000;
const SAVE_MS = 1000;
const RETRY_MS = 500;
/** After so many failures in a row that are not the database's, an entry is left out, so that it does not block the others. */
const MAX_ATTEMPTS = 5;
/** The database works again by itself, or when there is space on its disk. */
const isTemporary = (error: unknown) => isDatabaseAway(error) || isDiskFull(error);
/** When the stream cannot resume, entries are read again from this time before the last one: clocks differ, commits take time. */
const OVERLAP_MS = 60_000;

export interface Following {
  /** Waits for the entries that are being handled, and stores the position. */
  stop(): Promise<void>;
}

/**
 * Makes a consumer's entries begin now, unless they have begun. Nothing is followed before that. In a transaction it takes
 * effect with it.
 */
export async function beginFollowing(name: string): Promise<void> {
  const at = new Date();
  const from = await fromNow(connectedDb());
  const start = { heldBy: null, until: new Date(0), from, at } satisfies Omit<FollowerDoc, '_id'>;
  await FollowerModel.updateOne({ _id: name }, { $setOnInsert: start }, { upsert: true });
}

interface Options {
  lookMs?: number;
  leaseMs?: number;
  /** Runs beside it, on the same node, until the signal ends it. It may run on two nodes for a moment, like `handle`. */
  work?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/**
 * Hands each entry of `changes` to `handle` at least once, in the order in which they were committed, from where the consumer
 * of this name has come to. One node does so for all, and another takes over within ten seconds when it stops.
 *
 * `handle` must be idempotent, by the id of the entry: an entry comes again after a crash, and two nodes whose clocks differ by
 * more than the lease may both work for a moment. What it throws is retried, without a limit while the database is away or
 * its disk is full.
 */
export function followChanges<E extends LogEntryBase>(
  name: string,
  handle: (entries: E[]) => Promise<void>,
  { lookMs = LOOK_MS, leaseMs = LEASE_MS, work }: Options = {},
): Following {
  const follower = new Follower<E>(name, handle, { lookMs, leaseMs, work });
  const running = follower.run();
  return {
    async stop() {
      follower.stop();
      await running;
    },
  };
}

type Event<E> = mongoose.mongo.ChangeStreamDocument<E & mongoose.mongo.Document>;
type Source<E> = mongoose.mongo.ChangeStream<E & mongoose.mongo.Document, Event<E>>;

class Follower<E extends LogEntryBase> {
  readonly #name: string;
  readonly #handle: (entries: E[]) => Promise<void>;
  readonly #options: Required<Pick<Options, 'lookMs' | 'leaseMs'>> & Pick<Options, 'work'>;
  readonly #stopping = new AbortController();
  /** The lease's owner is this run, so that a node that has lost the lease cannot store a position. */
  readonly #id = randomUUID();
  #savedAt = 0;

  constructor(
    name: string,
    handle: (entries: E[]) => Promise<void>,
    options: Required<Pick<Options, 'lookMs' | 'leaseMs'>> & Pick<Options, 'work'>,
  ) {
    this.#name = name;
    this.#handle = handle;
    this.#options = options;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let pauseMs = this.#options.lookMs;
      try {
        const position = await this.#take();
        if (position) {
          await this.#workWithLease(position);
          pauseMs = RETRY_MS;
        }
      } catch (error) {
        log.warn({ err: error, name: this.#name }, 'the log could not be followed and will be tried again');
      }
      await pause(pauseMs, signal);
    }
  }

  /** The position, if this node may work now. */
  #take(): Promise<FollowerDoc | null> {
    return FollowerModel.findOneAndUpdate(
      { _id: this.#name, $or: [{ heldBy: this.#id }, { until: trusted({ $lte: new Date() }) }] },
      { $set: { heldBy: this.#id, until: this.#leaseEnd() } },
    )
      .setOptions({ returnDocument: 'after' })
      .lean<FollowerDoc>();
  }

  #leaseEnd(): Date {
    // biome-ignore lint/plugin: a lease is stored with its end, and read by other nodes
    return new Date(Date.now() + this.#options.leaseMs);
  }

  async #workWithLease(position: FollowerDoc): Promise<void> {
    const losing = new AbortController();
    const signal = AbortSignal.any([losing.signal, this.#stopping.signal]);
    const renewal = setInterval(
      () => {
        this.#update({}).catch((error: unknown) => {
          // While the database is away no other node gets the lease either.
          if (error instanceof LeaseLost) losing.abort();
        });
      },
      Math.min(RENEW_MS, this.#options.leaseMs / 3),
    );
    const work = this.#options.work?.(signal);
    try {
      await this.#work(position, signal);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      losing.abort();
      await work;
      clearInterval(renewal);
      if (this.#stopping.signal.aborted) await this.#release();
    }
  }

  /** Returns when the stream must be opened again. The position is stored before. */
  async #work(position: FollowerDoc, signal: AbortSignal): Promise<void> {
    const progress = new Progress(position);
    const stream = this.#open(position.from);
    const close = () => void stream.close().catch(() => undefined);
    signal.addEventListener('abort', close);
    try {
      await this.#handleAll(stream, progress, signal);
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) return;
      // What else the server refuses, it would refuse again: an expired token, for example, or one of a restored database.
      if (!(error instanceof mongoose.mongo.MongoServerError) || isTemporary(error)) throw error;
      log.warn({ err: error, name: this.#name }, 'the change stream cannot resume; entries are read from the log');
      await this.#catchUp(progress, signal);
    } finally {
      signal.removeEventListener('abort', close);
      close();
      await this.#leave(progress).catch((error: unknown) => {
        log.warn({ err: error, name: this.#name }, 'a position in the log could not be stored');
      });
    }
  }

  #open(from: FollowerDoc['from']): Source<E> {
    const options = { ...from, maxAwaitTimeMS: 1000, batchSize: MAX_BATCH };
    const inserts = [{ $match: { operationType: 'insert' } }];
    return connectedDb().collection(OUTBOX).watch<E & mongoose.mongo.Document, Event<E>>(inserts, options);
  }

  async #handleAll(stream: Source<E>, progress: Progress, signal: AbortSignal): Promise<void> {
    let next = readNext(stream);
    while (!signal.aborted) {
      const events: Event<E>[] = [];
      let event = await next;
      const gathered = setTimeout(GATHER_MS, null);
      while (event) {
        events.push(event);
        next = readNext(stream);
        event = events.length === MAX_BATCH ? null : await Promise.race([next, gathered]);
      }
      if (events.length === 0) {
        progress.reach({ resumeAfter: stream.resumeToken }, new Date());
        next = readNext(stream);
      } else {
        const entries = events.flatMap((event) => (event.operationType === 'insert' ? [event.fullDocument] : []));
        await this.#handleSafely(entries, signal);
        if (signal.aborted) return;
        progress.reach({ resumeAfter: events.at(-1)?._id }, entries.at(-1)?.at ?? new Date());
      }
      const isDue = performance.now() - this.#savedAt > (events.length > 0 ? SAVE_MS : RENEW_MS);
      if (isDue) await this.#save(progress);
    }
  }

  /** Reads from the collection what the stream has lost, up to now. Some of it is handled again. */
  async #catchUp(progress: Progress, signal: AbortSignal): Promise<void> {
    const from = await fromNow(connectedDb());
    const seconds = Math.floor((progress.at.getTime() - OVERLAP_MS) / 1000);
    let after = Types.ObjectId.createFromTime(Math.max(seconds, 0));
    for (;;) {
      const entries = await OutboxModel.find({ _id: trusted({ $gt: after }) })
        .sort({ _id: 1 })
        .limit(MAX_BATCH)
        .lean<E[]>();
      const last = entries.at(-1);
      if (!last) break;
      await this.#handleSafely(entries, signal);
      if (signal.aborted) return;
      after = last._id;
    }
    progress.reach(from, new Date());
    await this.#save(progress);
  }

  /** Resolves when the entries are handled, or when the work has to end. */
  async #handleSafely(entries: E[], signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#handle(entries);
        return;
      } catch (error) {
        if (!isTemporary(error)) failures += 1;
        const [first, ...others] = entries;
        if (failures === MAX_ATTEMPTS && first) {
          if (others.length === 0) {
            log.error({ err: error, name: this.#name, entryId: first._id }, 'an entry of the log was left out');
            return;
          }
          for (const entry of entries) await this.#handleSafely([entry], signal);
          return;
        }
        log.warn({ err: error, name: this.#name }, 'entries of the log could not be handled and will be tried again');
        await pause(RETRY_MS, signal);
      }
    }
  }

  async #save({ from, at }: Progress): Promise<void> {
    await this.#update({ from, at });
    this.#savedAt = performance.now();
  }

  async #leave({ from, at }: Progress): Promise<void> {
    await FollowerModel.updateOne({ _id: this.#name, heldBy: this.#id }, { $set: { from, at } });
  }

  /** This node stops, so that another one may go on at once. */
  async #release(): Promise<void> {
    await FollowerModel.updateOne(
      { _id: this.#name, heldBy: this.#id },
      { $set: { heldBy: null, until: new Date(0) } },
    ).catch(() => undefined);
  }

  async #update(set: Partial<FollowerDoc>): Promise<void> {
    const { matchedCount } = await FollowerModel.updateOne(
      { _id: this.#name, heldBy: this.#id },
      { $set: { ...set, until: this.#leaseEnd() } },
    );
    if (matchedCount === 0) throw new LeaseLost();
  }
}

/** Another node works for the consumer now. */
class LeaseLost extends Error {}

class Progress {
  from: FollowerDoc['from'];
  at: Date;

  constructor({ from, at }: FollowerDoc) {
    this.from = from;
    this.at = at;
  }

  reach(from: FollowerDoc['from'], at: Date): void {
    this.from = from;
    this.at = at;
  }
}

/** The next event, or null if there is none within a second. The result may be awaited later. */
function readNext<E>(stream: Source<E>): Promise<Event<E> | null> {
  const next = stream.tryNext();
  next.catch(() => undefined);
  return next;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

function connectedDb(): mongoose.mongo.Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected');
  return db;
}
