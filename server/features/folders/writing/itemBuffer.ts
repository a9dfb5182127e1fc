import { type Types, trusted } from 'mongoose';
import { type ItemDoc, ItemModel, insertItems, type StoredItemState } from '../model/item.model.ts';

/**
 * The items that the writes of one transaction change. They are read with one statement, and `flush` writes their changes
 * together. Each write sees the changes of the writes before it.
 */
export class ItemBuffer {
  readonly #folderId: Types.ObjectId;
  readonly #ids: readonly string[];
  /** By id. Null until the first read. */
  #known: Map<string, ItemDoc> | null = null;
  readonly #changed = new Map<string, Partial<StoredItemState>>();
  readonly #removed: Types.ObjectId[] = [];
  readonly #added: ItemDoc[] = [];

  /** `ids` are those of all items that the transaction's writes refer to. */
  constructor(folderId: Types.ObjectId, ids: readonly string[]) {
    this.#folderId = folderId;
    this.#ids = ids;
  }

  /** The item as this transaction has it, or null when the folder has no item with this id. */
  async find(id: string): Promise<ItemDoc | null> {
    if (!this.#known) {
      const items = await ItemModel.find({ _id: trusted({ $in: this.#ids }), folderId: this.#folderId }).lean<
        ItemDoc[]
      >();
      this.#known = new Map(items.map((item) => [item._id.toHexString(), item]));
    }
    return this.#known.get(id.toLowerCase()) ?? null;
  }

  insert(item: ItemDoc): void {
    this.#added.push(item);
  }

  /** Returns the item with its new state. */
  set(item: ItemDoc, state: Partial<StoredItemState>): ItemDoc {
    const id = item._id.toHexString();
    const next = { ...item, ...state };
    this.#known?.set(id, next);
    this.#changed.set(id, { ...this.#changed.get(id), ...state });
    return next;
  }

  remove(item: ItemDoc): void {
    const id = item._id.toHexString();
    this.#known?.delete(id);
    this.#changed.delete(id);
    this.#removed.push(item._id);
  }

  /** Writes the changes and drops the cached items, so that the next write may read and write items directly. */
  async flush(): Promise<void> {
    this.#known = null;
    // Removals first: the same title may be removed and added again in one transaction.
    if (this.#removed.length > 0) await ItemModel.deleteMany({ _id: trusted({ $in: this.#removed.splice(0) }) });
    const updates = [...this.#changed].map(([_id, $set]) => ({ updateOne: { filter: { _id }, update: { $set } } }));
    this.#changed.clear();
    if (updates.length > 0) await ItemModel.bulkWrite(updates);
    await insertItems(this.#added.splice(0));
  }
}
