import { model, Schema } from 'mongoose';
import { isDuplicateKey } from '../../platform/http/errors.ts';
import type { SchemaFields } from '../../platform/stored.ts';
import { TICKET_LASTS_MS } from '../../platform/vault.ts';

/**
 * The state of a single sign-on that has returned from the issuer, or the id of a sign-in ticket whose code was right. Only
 * those are stored, not each that was started.
 */
interface UsedStateDoc {
  _id: string;
  expiresAt: Date;
}

const schema = new Schema<UsedStateDoc>(
  { _id: String, expiresAt: { type: Date, required: true } } satisfies SchemaFields<UsedStateDoc>,
  { versionKey: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const UsedStateModel = model<UsedStateDoc>('UsedState', schema, 'usedstates');

/** Uses up a state or ticket, on all nodes. False if it was used before. */
export async function spendState(state: string): Promise<boolean> {
  // Twice as long as a ticket lasts, so that clocks of nodes and database may differ.
  // biome-ignore lint/plugin: the database compares the date
  const expiresAt = new Date(Date.now() + 2 * TICKET_LASTS_MS);
  try {
    await UsedStateModel.insertOne({ _id: state, expiresAt });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
