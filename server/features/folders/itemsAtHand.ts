import type { Types } from 'mongoose';
import { type ItemDoc, ItemModel } from './item.model.ts';

/**
 * The items that the writes of one transaction are about: read in one statement, and what becomes of them written
 * together at the end. Each write sees what those before it did.
 */
export interface ItemsAtHand {
  /** The item as this transaction has it; null when the folder has none of that id. */
  find(id: string): Promise<ItemDoc | null>;
  insert(item: ItemDoc): void;
  /** Gives the item as it becomes. */
  set(item: ItemDoc, fields: Partial<Pick<ItemDoc, 'watched' | 'watchedByUserId'>>): ItemDoc;
  remove(item: ItemDoc): void;
  /** Writes what was gathered and forgets what was read: whoever comes next may read and write items by itself. */
  store(): Promise<void>;
}

/** `ids` are of all items that the transaction's writes name. */
export function gatherItems(folderId: Types.ObjectId, ids: readonly string[]): ItemsAtHand {
  let known: Map<string, ItemDoc> | null = null;
  const changed = new Map<string, Partial<ItemDoc>>();
  const removed: Types.ObjectId[] = [];
  const added: ItemDoc[] = [];

  return {
    async find(id) {
      if (!known) {
        const items = await ItemModel.find({ _id: { $in: ids }, folderId }).lean<ItemDoc[]>();
        known = new Map(items.map((item) => [item._id.toHexString(), item]));
      }
      return known.get(id.toLowerCase()) ?? null;
    },
    insert(item) {
      added.push(item);
    },
    set(item, fields) {
      const id = item._id.toHexString();
      const next = { ...item, ...fields };
      known?.set(id, next);
      changed.set(id, { ...changed.get(id), ...fields });
      return next;
    },
    remove(item) {
      const id = item._id.toHexString();
      known?.delete(id);
      changed.delete(id);
      removed.push(item._id);
    },
    async store() {
      known = null;
      // Removed ones first: a title may be taken out and put in again in one go.
      if (removed.length > 0) await ItemModel.deleteMany({ _id: { $in: removed.splice(0) } });
      const updates = [...changed].map(([_id, $set]) => ({ updateOne: { filter: { _id }, update: { $set } } }));
      changed.clear();
      if (updates.length > 0) await ItemModel.bulkWrite(updates);
      await insertAll(added.splice(0));
    },
  };
}

/** A duplicate among several ends the transaction, and each is tried alone. */
async function insertAll(items: ItemDoc[]): Promise<void> {
  const [only, ...others] = items;
  // Alone by insertOne: insertMany would not say which index a duplicate met.
  if (only && others.length === 0) await ItemModel.insertOne(only);
  else if (only) await ItemModel.insertMany(items, { lean: true });
}
