import { model, Schema, type Types } from 'mongoose';

/** A tab that has a folder open; lives no longer than its socket. */
export interface PresenceDoc {
  /** The socket's id. */
  _id: string;
  nodeId: string;
  folderId: Types.ObjectId;
  userId: Types.ObjectId;
  /** The poster that is open in it. */
  itemId?: Types.ObjectId;
  since: Date;
  /** When it last said where it is. */
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
  },
  { versionKey: false },
);
schema.index({ folderId: 1 });
schema.index({ nodeId: 1 });

export const PresenceModel = model<PresenceDoc>('Presence', schema, PRESENCE);

interface PersonHere {
  userId: Types.ObjectId;
  since: Date;
  itemId?: Types.ObjectId;
}

/** One entry a person, longest here first: from the first of their tabs on, with the item that they opened last. */
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

/** Writes what became of these tabs; null for those that are there no more. */
export async function storePresence(tabs: ReadonlyMap<string, PresenceDoc | null>): Promise<void> {
  const gone = [...tabs].filter(([, doc]) => doc === null).map(([id]) => id);
  const here = [...tabs.values()].filter((doc) => doc !== null);
  if (gone.length > 0) await PresenceModel.deleteMany({ _id: { $in: gone } });
  if (here.length === 0) return;
  await PresenceModel.bulkWrite(
    here.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } })),
    { ordered: false, timestamps: false },
  );
}
