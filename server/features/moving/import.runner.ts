import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Types } from 'mongoose';
import { unreachable } from '../../../common/unreachable.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { log } from '../../platform/log.ts';
import { quotaQueue } from '../folders/access/quotas.ts';
import { notifyProgress as notifyShows } from '../plays/play.store.ts';
import { findEnabled } from '../users/accountState.service.ts';
import { writeNotification } from '../users/notification.service.ts';
import { type ImportDoc, ImportModel, ImportRowModel } from './import.model.ts';
import { notifyProgress } from './import.service.ts';
import { undoRows } from './import.undo.ts';
import { applyRows, countRows, countWaiting, matchTitles, type Report, type WorkParts } from './import.work.ts';

/** How long a run holds an import without renewing that. A killed node holds it no longer. */
const HELD_MS = 10_000;
const RENEW_MS = HELD_MS / 4;
/** How often tabs hear of progress. */
const REPORT_MS = 300;
/** How long a run rests between two batches at most. */
const MAX_REST_MS = 500;
/** How often a step is tried, for example while the database or the source of titles has too much to do, and the pause. */
const ATTEMPTS = 5;
const PAUSE_MS = 1000;

/** The import is gone, or another run has it, or its user's account is disabled, or the node stops. */
class Stopped extends Error {}

const isEnabled = async ({ userId }: ImportDoc) => (await findEnabled([userId])).size > 0;

/**
 * Does the work of imports on this node: matching, counting, applying and undoing. What is to be done is stored with the import,
 * so that any node can go on with it. Only one run has an import at a time.
 */
export class ImportRunner {
  readonly #parts: WorkParts;
  readonly #running = new Map<string, Promise<void>>();
  /** Asked for while a run was about to end. */
  readonly #again = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #closing = new AbortController();

  constructor(parts: WorkParts) {
    this.#parts = parts;
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Begins or continues the work of an import, unless a run has it. One that has ended without a word is waited for. */
  start(importId: Types.ObjectId): void {
    const id = importId.toHexString();
    if (this.#isClosing) return;
    if (this.#running.has(id)) {
      this.#again.add(id);
      return;
    }
    const run = this.#run(importId)
      .catch((error: unknown) => {
        if (!(error instanceof Stopped)) log.error({ err: error, importId: id }, 'an import stopped');
      })
      .finally(() => {
        this.#running.delete(id);
        if (this.#again.delete(id)) this.start(importId);
      });
    this.#running.set(id, run);
  }

  /** Ends runs after their present batch. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  async #run(importId: Types.ObjectId): Promise<void> {
    const runId = randomUUID();
    const one = await this.#take(importId, runId);
    if (!one) return;
    const hold = setInterval(() => void this.#renew(importId, runId).catch(() => undefined), RENEW_MS);
    hold.unref();
    try {
      for (let now: ImportDoc | null = one; now?.work; ) now = await this.#tryStep(now, runId);
    } finally {
      clearInterval(hold);
      await ImportModel.updateOne({ _id: importId, 'run.id': runId }, { $set: { run: null } });
    }
  }

  async #take(importId: Types.ObjectId, runId: string): Promise<ImportDoc | null> {
    const known = await ImportModel.findById(importId).lean<ImportDoc>();
    if (!known?.work) return null;
    // biome-ignore lint/plugin: compared with a stored time
    const now = Date.now();
    if (known.run && known.run.until.getTime() > now) {
      this.#later(importId, known.run.until.getTime() - now);
      return null;
    }
    const run = { id: runId, until: new Date(now + HELD_MS) };
    const filter = known.run ? { _id: importId, 'run.id': known.run.id } : { _id: importId, run: null };
    return ImportModel.findOneAndUpdate(filter, { $set: { run } })
      .setOptions({ returnDocument: 'after' })
      .lean<ImportDoc>();
  }

  #later(importId: Types.ObjectId, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.start(importId);
    }, ms + 50);
    timer.unref();
    this.#timers.add(timer);
  }

  async #renew(importId: Types.ObjectId, runId: string): Promise<void> {
    // biome-ignore lint/plugin: stored for other nodes
    const until = new Date(Date.now() + HELD_MS);
    const { matchedCount } = await ImportModel.updateOne(
      { _id: importId, 'run.id': runId },
      { $set: { 'run.until': until } },
    );
    if (matchedCount === 0 || this.#isClosing) throw new Stopped();
  }

  /** A step can be done again: what it has written is not written a second time. */
  async #tryStep(one: ImportDoc, runId: string): Promise<ImportDoc | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#step(one, runId);
      } catch (error) {
        if (error instanceof Stopped || attempt === ATTEMPTS) throw error;
        log.warn({ err: error, importId: String(one._id) }, 'a step of an import failed, and is tried again');
        await delay(PAUSE_MS * attempt, undefined, { signal: this.#closing.signal }).catch(() => undefined);
        if (this.#isClosing) throw new Stopped();
      }
    }
  }

  /** Does one step. Returns the import with the next one, or null if it is gone. */
  async #step(one: ImportDoc, runId: string): Promise<ImportDoc | null> {
    const step = one.work?.step;
    const report = this.#reportOf(one, runId);
    switch (step) {
      case 'matching': {
        const { isComplete } = await matchTitles(this.#parts, one, report);
        return this.#store(one, runId, {
          matchedWith: isComplete ? this.#parts.source.name : null,
          work: { step: 'counting', done: 0, of: one.total },
        });
      }
      case 'counting': {
        const counts = await countRows(this.#parts, one, report);
        return this.#store(one, runId, { counts, waiting: await countWaiting(one), work: null });
      }
      case 'applying': {
        // What has changed since the preview decides.
        await countRows(this.#parts, one, report);
        await applyRows(this.#parts, one, report);
        const counts = await countRows(this.#parts, one, report);
        return this.#store(one, runId, {
          counts,
          waiting: await countWaiting(one),
          state: 'applied',
          appliedAt: one.appliedAt ?? new Date(),
          work: null,
        });
      }
      case 'undoing': {
        await undoRows(one, report);
        const stayed = await ImportRowModel.countDocuments({ importId: one._id, hasStayed: true });
        const undo = { removed: Math.max(0, (one.undo?.removed ?? 0) - stayed), stayed };
        return this.#store(one, runId, { state: 'undone', undo, work: { step: 'counting', done: 0, of: one.total } });
      }
      case undefined:
        return null;
      default:
        return unreachable(step);
    }
  }

  #reportOf(one: ImportDoc, runId: string): Report {
    let reportedAt = performance.now();
    let workedSince = reportedAt;
    return async (done, of) => {
      if (this.#isClosing || !(await isEnabled(one))) throw new Stopped();
      if (performance.now() - reportedAt >= REPORT_MS && one.work) {
        reportedAt = performance.now();
        await this.#store(one, runId, { work: { ...one.work, done, of } });
      }
      // Half of the time belongs to other requests.
      const worked = Math.min(performance.now() - workedSince, MAX_REST_MS);
      await delay(worked, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      workedSince = performance.now();
    };
  }

  /** One after the other with the person's own requests, which change the same documents. */
  #inTurn<T>({ userId }: ImportDoc, write: () => Promise<T>): Promise<T> {
    return quotaQueue([userId.toHexString()], () => inTransaction(write));
  }

  async #store(one: ImportDoc, runId: string, change: Partial<ImportDoc>): Promise<ImportDoc> {
    return this.#inTurn(one, async () => {
      const known = await ImportModel.findOne({ _id: one._id, 'run.id': runId }).lean<ImportDoc>();
      if (!known) throw new Stopped();
      // The person has chosen something else meanwhile.
      const isOutdated = change.work === null && known.askedAt.getTime() !== one.askedAt.getTime();
      const set = isOutdated ? { ...change, work: { step: 'matching', done: 0, of: one.total } as const } : change;
      await ImportModel.updateOne({ _id: one._id, 'run.id': runId }, { $set: set });
      const now = { ...known, ...set };
      const { userId } = one;
      // The tabs load their diary, reviews and marks again once, instead of an event for each row.
      if (change.state) {
        await notifyShows(userId, null);
        await writeNotification('recommendations:changed', {}, { to: [userId], by: userId });
      }
      await notifyProgress(this.#parts.source, now.work ? now : { ...now, run: null });
      return now;
    });
  }
}
