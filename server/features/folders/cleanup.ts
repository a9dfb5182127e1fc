import { model, Schema, type Types, trusted } from 'mongoose';
import { OutboxModel } from '../../platform/database/outbox.ts';
import { log } from '../../platform/log.ts';
import type { SchemaFields } from '../../platform/stored.ts';
import { deleteGroupsOf } from './groups/group.store.ts';
import { CommentModel, CommentReactionModel, CommentReadModel } from './model/comment.model.ts';
import { DeletedFolderModel } from './model/deletedFolder.model.ts';
import { deleteFormerMembersOf } from './model/formerMember.model.ts';
import { ItemModel } from './model/item.model.ts';
import { ListNoticesModel } from './model/listNotices.model.ts';
import { SeenConsentModel } from './model/seen.model.ts';
import { deletePollsOf } from './openPoll/folderEffects.ts';

/** A deleted folder whose items and log entries are still there. */
interface CleanupDoc {
  /** The folder's id. */
  _id: Types.ObjectId;
  /** The owner may restore the folder until then. Absent in entries of earlier versions, which are due. */
  dueAt?: Date;
  /** Raised before each slice by the node that works on it. A node with an outdated number has lost the work to another. */
  slices: number;
}

const SLICE = 500;

/** The pause after a slice, as a multiple of its length. No user waits for the cleanup, so requests go first. */
const REST = 4;

const CleanupModel = model<CleanupDoc>(
  'Cleanup',
  new Schema<CleanupDoc>(
    { dueAt: { type: Date }, slices: { type: Number, default: 0 } } satisfies SchemaFields<CleanupDoc>,
    { versionKey: false },
  ).index({ dueAt: 1 }),
  'sweeps',
);

export interface Cleanup {
  /** Waits for the current slice. */
  stop(): Promise<void>;
}

interface Timing {
  /** How often this node looks for work. */
  lookMs: number;
  /** The pause after a failure. It doubles with each further failure, up to `lookMs`. */
  retryMs: number;
}

/** Plans the cleanup of a folder. Call it in the transaction that deletes the folder. */
export async function planCleanup(folderId: Types.ObjectId, dueAt: Date): Promise<void> {
  await CleanupModel.create([{ _id: folderId, dueAt, slices: 0 }]);
}

/**
 * Cancels the cleanup of a folder, unless it is due or has begun: then the result is false, and the folder cannot be restored.
 * Call it in the transaction that restores the folder. A node that begins at the same time conflicts with it.
 */
export async function cancelCleanup(folderId: Types.ObjectId): Promise<boolean> {
  const { deletedCount } = await CleanupModel.deleteOne({
    _id: folderId,
    slices: 0,
    dueAt: trusted({ $gt: new Date() }),
  });
  return deletedCount === 1;
}

/** Makes cleanups due. Call it in the transaction after which the folders cannot be restored. */
export async function hastenCleanup(folderIds: readonly Types.ObjectId[]): Promise<void> {
  await CleanupModel.updateMany({ _id: trusted({ $in: folderIds }) }, { $set: { dueAt: new Date() } });
}

const isDue = () => ({ $or: [{ dueAt: null }, { dueAt: trusted({ $lte: new Date() }) }] });

/**
 * Removes the items and log entries of deleted folders that can no longer be restored and that no other node works on.
 * Failures are retried.
 */
export function startCleanup(timing: Timing = { lookMs: 60_000, retryMs: 1000 }): Cleanup {
  const worker = new Worker(timing);
  const running = worker.run();
  return {
    async stop() {
      worker.stop();
      await running;
    },
  };
}

class Worker {
  readonly #timing: Timing;
  /** The folders that this node works on or has queued. */
  readonly #own = new Set<string>();
  /** The slices of each cleanup at the last look. Null before the first look. */
  #seen: Map<string, number> | null = null;
  #isStopped = false;
  #wake = () => {};

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  async run(): Promise<void> {
    const { lookMs, retryMs } = this.#timing;
    let nextLook = performance.now();
    for (let failures = 0; !this.#isStopped; ) {
      try {
        if (performance.now() >= nextLook) {
          await this.#look();
          nextLook = performance.now() + lookMs;
        }
        await this.#cleanUpAll();
        failures = 0;
        await this.#pause(nextLook - performance.now());
      } catch (error) {
        log.warn({ err: error }, 'the cleanup of deleted folders failed and will be retried');
        await this.#pause(Math.min(lookMs, retryMs * 2 ** failures));
        failures += 1;
      }
    }
  }

  async #look(): Promise<void> {
    const left = await CleanupModel.find(isDue()).lean<CleanupDoc[]>();
    for (const { _id, slices } of left) {
      const id = _id.toHexString();
      // At its start this node takes over everything: the node that worked on it has probably stopped.
      if (!this.#seen || this.#seen.get(id) === slices) this.#own.add(id);
    }
    this.#seen = new Map(left.map(({ _id, slices }) => [_id.toHexString(), slices]));
  }

  async #cleanUpAll(): Promise<void> {
    for (const folderId of this.#own) {
      await this.#cleanUp(folderId);
      if (this.#isStopped) return;
      this.#own.delete(folderId);
    }
  }

  /**
   * Works in slices, and rests after each for REST times as long as it took, so that at least four fifths of the
   * database's time are left to requests. Ends when nothing is left or another node has taken the folder over.
   */
  async #cleanUp(folderId: string): Promise<void> {
    const claimed = await CleanupModel.findOneAndUpdate({ _id: folderId, ...isDue() }, { $inc: { slices: 1 } })
      .setOptions({ returnDocument: 'after' })
      .lean<CleanupDoc>();
    if (!claimed) return;
    await DeletedFolderModel.deleteOne({ _id: folderId });
    await SeenConsentModel.deleteMany({ folderId });
    await ListNoticesModel.deleteMany({ folderId });
    await CommentReadModel.deleteMany({ folderId });
    await CommentReactionModel.deleteMany({ folderId });
    await deleteGroupsOf(folderId);
    await deleteFormerMembersOf(folderId);
    for (let { slices } = claimed; !this.#isStopped; slices += 1) {
      const began = performance.now();
      if (await removeSlice(folderId)) {
        await deletePollsOf(folderId);
        await CleanupModel.deleteOne({ _id: folderId });
        return;
      }
      const { matchedCount } = await CleanupModel.updateOne({ _id: folderId, slices }, { $inc: { slices: 1 } });
      if (matchedCount === 0) return;
      await this.#pause(REST * (performance.now() - began));
    }
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * Removes at most SLICE items, and as many comments and log entries. Resolves with whether this was the last slice. The end of a slice
 * is looked up in an index, because deleting a range costs a third less than deleting by a list of ids.
 */
async function removeSlice(folderId: string): Promise<boolean> {
  const nextItem = await ItemModel.findOne({ folderId }, { _id: 1 }).sort({ _id: 1 }).skip(SLICE).lean();
  await ItemModel.deleteMany({ folderId, ...(nextItem && { _id: trusted({ $lt: nextItem._id }) }) });
  const nextComment = await CommentModel.findOne({ folderId }, { _id: 1 }).sort({ _id: 1 }).skip(SLICE).lean();
  await CommentModel.deleteMany({ folderId, ...(nextComment && { _id: trusted({ $lt: nextComment._id }) }) });
  const nextEntry = await OutboxModel.findOne({ folderId, rev: trusted({ $gte: 0 }) }, { rev: 1 })
    .sort({ rev: 1 })
    .skip(SLICE)
    .lean();
  await OutboxModel.deleteMany({
    folderId,
    rev: trusted({ $gte: 0, ...(nextEntry && { $lt: nextEntry.rev }) }),
  });
  return !nextItem && !nextComment && !nextEntry;
}

/** How many deleted folders wait for their cleanup. */
export async function countCleanups(): Promise<number> {
  return CleanupModel.countDocuments(isDue());
}
