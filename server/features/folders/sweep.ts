import { model, Schema, type Types } from 'mongoose';
import { log } from '../../platform/log.ts';
import { OutboxModel } from '../../platform/outbox.ts';
import { ItemModel } from './item.model.ts';

/** A deleted folder whose items and log entries are still there. */
interface SweepDoc {
  /** The folder's id. */
  _id: Types.ObjectId;
}

const SLICE = 500;

const SweepModel = model<SweepDoc>('Sweep', new Schema<SweepDoc>({}, { versionKey: false }), 'sweeps');

/** Notes, in the transaction that deletes a folder, that there is something to sweep. */
export async function planSweep(folderId: Types.ObjectId): Promise<void> {
  await SweepModel.create([{ _id: folderId }]);
}

/** Removes what a deleted folder left, a slice at a time so that others get their turn. */
export async function sweep(folderId: string): Promise<void> {
  try {
    while ((await removeSlice(folderId)) > 0);
    await SweepModel.deleteOne({ _id: folderId });
  } catch (error) {
    log.warn({ err: error, folderId }, 'a deleted folder was not swept whole; the next start goes on');
  }
}

async function removeSlice(folderId: string): Promise<number> {
  const items = await ItemModel.find({ folderId }, { _id: 1 }).limit(SLICE).lean();
  const entries = await OutboxModel.find({ folderId, rev: { $gte: 0 }, type: { $ne: 'folder:deleted' } }, { _id: 1 })
    .limit(SLICE)
    .lean();
  if (items.length > 0) await ItemModel.deleteMany({ _id: { $in: items.map((item) => item._id) } });
  if (entries.length > 0) await OutboxModel.deleteMany({ _id: { $in: entries.map((entry) => entry._id) } });
  return items.length + entries.length;
}

/** Goes on with what an earlier run of any node left. */
export async function resumeSweeps(): Promise<void> {
  for (const { _id } of await SweepModel.find().lean<SweepDoc[]>()) await sweep(_id.toHexString());
}
