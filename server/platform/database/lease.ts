import { model, Schema, trusted } from 'mongoose';
import { isDuplicateKey } from '../http/errors.ts';
import type { SchemaFields } from '../stored.ts';

/** The right of one node to do some work for all nodes until a time. */
interface LeaseDoc {
  /** Name of the work. */
  _id: string;
  /** No other node gets the lease before this time. */
  until: Date;
}

const schema = new Schema<LeaseDoc>(
  { _id: String, until: { type: Date, required: true } } satisfies SchemaFields<LeaseDoc>,
  { versionKey: false },
);

const LeaseModel = model<LeaseDoc>('Lease', schema, 'leases');

/**
 * True for one caller among all nodes, who may do this work now. Other calls return false until `ms` have passed. Nodes with
 * different clocks may both get the lease, so use it only for work that two nodes may do at once.
 */
// biome-ignore lint/plugin: a lease is stored with its end, and read by other nodes
export async function takeLease(name: string, ms: number, now = Date.now): Promise<boolean> {
  const time = now();
  try {
    const { modifiedCount, upsertedCount } = await LeaseModel.updateOne(
      { _id: name, until: trusted({ $lte: new Date(time) }) },
      { $set: { until: new Date(time + ms) } },
      { upsert: true },
    );
    return modifiedCount + upsertedCount > 0;
  } catch (error) {
    // Another node holds the lease, or has just taken it.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** The work that nodes have taken over, and until when. */
export async function listLeases(): Promise<{ name: string; until: string }[]> {
  const leases = await LeaseModel.find().sort({ _id: 1 }).lean<LeaseDoc[]>();
  return leases.map(({ _id, until }) => ({ name: _id, until: until.toISOString() }));
}
