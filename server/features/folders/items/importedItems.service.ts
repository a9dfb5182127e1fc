import { Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import type { Actor } from '../../../platform/requests/operations.ts';
import { CommentModel } from '../model/comment.model.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel, newItem } from '../model/item.model.ts';
import { changeFolder } from '../writing/changeFolder.ts';
import { refuseReviewed } from './item.service.ts';
import { findPresent } from './listed.service.ts';

/** A title that an import adds to a list. */
export interface ImportedTitle {
  facts: TitleFacts;
  watched: boolean;
  note: string | null;
  /** When it was added to the list that it comes from. */
  addedAt: Date | null;
}

/**
 * Adds titles of an import as one change, in their order. Those that the list has already are left out, and those for which it
 * has no room. `store` runs in the same transaction with what was added. Throws as changeFolder does.
 */
export async function addImportedItems(
  actor: Actor,
  { folderId, importId, titles }: { folderId: string; importId: Types.ObjectId; titles: readonly ImportedTitle[] },
  store: (added: Map<string, ItemDoc>) => Promise<void>,
): Promise<void> {
  await changeFolder({ actor, folderId, action: 'item:add' }, async ({ folder, items, record }) => {
    refuseReviewed(folder);
    const userId = new Types.ObjectId(actor.userId);
    const known = await findPresent(
      [folder._id],
      titles.map(({ facts: { mediaType, tmdbId: id } }) => ({ mediaType, id })),
    );
    const fresh = titles.filter(({ facts }) => !known.has(titleKey(facts)));
    const room = Math.max(0, limits.itemsPerList - folder.itemCount);
    const added = fresh.slice(0, room).map(({ facts, watched, note, addedAt }) => ({
      ...newItem(
        { ...facts, watched, note, watchedByUserId: watched ? userId : null },
        { folderId: folder._id, userId },
      ),
      ...(addedAt && { createdAt: addedAt }),
    }));
    for (const item of added) items.insert(item);
    if (added.length > 0) record({ type: 'items:added', items: added, importId });
    await store(new Map(added.map((item) => [titleKey(item), item])));
  });
}

/**
 * Removes items that are still as an import added them, and on which nobody has commented. `store` runs in the same transaction
 * with their ids. Needs the right to add, as undoing an addition does.
 */
export async function removeImportedItems(
  actor: Actor,
  folderId: string,
  added: readonly { itemId: Types.ObjectId; watched: boolean; note: string | null }[],
  store: (removed: Set<string>) => Promise<void>,
): Promise<void> {
  const itemIds = added.map(({ itemId }) => itemId.toHexString());
  await changeFolder({ actor, folderId, action: 'item:add', itemIds }, async ({ items, record }) => {
    const ids = added.map(({ itemId }) => itemId);
    const commented = await CommentModel.find({ itemId: trusted({ $in: ids }), expiresAt: null }, { itemId: 1 }).lean<
      { itemId: Types.ObjectId }[]
    >();
    const isCommented = new Set(commented.map(({ itemId }) => itemId.toHexString()));
    const removed = new Set<string>();
    for (const { itemId, watched, note } of added) {
      const id = itemId.toHexString();
      const item = await items.find(id);
      const isUnchanged = item && item.watched === watched && (item.note ?? null) === note && !isCommented.has(id);
      if (item && !isUnchanged) continue;
      // One that is gone already counts as taken back.
      removed.add(id);
      if (!item) continue;
      items.remove(item);
      record({ type: 'item:removed', item });
    }
    await store(removed);
  });
}

export async function findAllKeys(folderId: string): Promise<Set<string>> {
  const found = await ItemModel.collection
    .find<Pick<ItemDoc, 'mediaType' | 'tmdbId'>>(
      { folderId: new Types.ObjectId(folderId) },
      { projection: { mediaType: 1, tmdbId: 1 } },
    )
    .toArray();
  return new Set(found.map(titleKey));
}

export type OwnList = Pick<FolderDoc, '_id' | 'name' | 'kind' | 'itemCount'>;

/** The lists that a user owns, the oldest first. */
export async function findOwnLists(userId: string): Promise<OwnList[]> {
  return FolderModel.find({ userId }).sort({ _id: 1 }).lean<FolderDoc[]>();
}

/** Whether nothing is in a list of the user, and nobody else. */
export async function isEmptyList(userId: string, listId: Types.ObjectId): Promise<boolean> {
  return (await FolderModel.exists({ _id: listId, userId, itemCount: 0, memberCount: 0 })) !== null;
}
