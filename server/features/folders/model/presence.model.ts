import { model, Schema, type Types, trusted } from 'mongoose';
import type { SchemaFields } from '../../../platform/stored.ts';

/** A tab that has a folder open. Deleted when its socket closes. */
export interface PresenceDoc {
  /** The socket's id. */
  _id: string;
  nodeId: string;
  folderId: Types.ObjectId;
  userId: Types.ObjectId;
  /** The item that is open in the tab. */
  itemId?: Types.ObjectId;
  /** When the tab entered the folder. */
  since: Date;
  /** When the tab last reported its place. */
  at: Date;
}

export const PRESENCE = 'presence';

const schema = new Schema<PresenceDoc>(
  {
    _id: String,
    nodeId: { type: String, required: true },
    folderId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    itemId: Schema.Types.ObjectId,
    since: { type: Date, required: true },
    at: { type: Date, required: true },
  } satisfies SchemaFields<PresenceDoc>,
  { versionKey: false },
);
schema.index({ folderId: 1 });
schema.index({ nodeId: 1 });
schema.index({ userId: 1 });

export const PresenceModel = model<PresenceDoc>('Presence', schema, PRESENCE);

interface PersonHere {
  userId: Types.ObjectId;
  since: Date;
  itemId?: Types.ObjectId;
}

/** One entry per person, earliest arrival first. `since` is from their first tab, the item from the tab used last. */
export function toPeople(tabs: readonly PresenceDoc[]): PersonHere[] {
  const people = new Map<string, PersonHere>();
  for (const tab of [...tabs].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const id = tab.userId.toHexString();
    const known = people.get(id);
    const since = known && known.since < tab.since ? known.since : tab.since;
    const itemId = tab.itemId ?? known?.itemId;
    people.set(id, { userId: tab.userId, since, ...(itemId ? { itemId } : {}) });
  }
  return [...people.values()].sort((a, b) => a.since.getTime() - b.since.getTime());
}

/** Stores these tabs; null deletes a tab. */
export async function storePresence(tabs: ReadonlyMap<string, PresenceDoc | null>): Promise<void> {
  const gone = [...tabs].filter(([, doc]) => doc === null).map(([id]) => id);
  const here = [...tabs.values()].filter((doc) => doc !== null);
  if (gone.length > 0) await PresenceModel.deleteMany({ _id: trusted({ $in: gone }) });
  if (here.length === 0) return;
  await PresenceModel.bulkWrite(
    here.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } })),
    { ordered: false, timestamps: false },
  );
}
