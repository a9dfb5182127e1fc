import { model, Schema } from 'mongoose';
import { isDuplicateKey } from './errors.ts';

/** Work that one node at a time does for all. */
interface LeaseDoc {
  /** Name of the work. */
  _id: string;
  /** No node gets the lease before. */
  until: Date;
}

const schema = new Schema<LeaseDoc>({ _id: String, until: { type: Date, required: true } }, { versionKey: false });

const LeaseModel = model<LeaseDoc>('Lease', schema, 'leases');

/**
 * True for the one caller among all nodes who may do this work now; for everybody else not until `ms` have passed. It is
 * for work that does no harm when two do it at once, which nodes with clocks apart may.
 */
export async function takeLease(name: string, ms: number, now = Date.now): Promise<boolean> {
  const time = now();
  try {
    const { modifiedCount, upsertedCount } = await LeaseModel.updateOne(
      { _id: name, until: { $lte: new Date(time) } },
      { $set: { until: new Date(time + ms) } },
      { upsert: true },
    );
    return modifiedCount + upsertedCount > 0;
  } catch (error) {
    // It exists and its time is not over, or another node has just made it.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
