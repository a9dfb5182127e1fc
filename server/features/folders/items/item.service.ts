import { LRUCache } from 'lru-cache';
import { Types, trusted } from 'mongoose';
import { limits, REVIEWED_NAME } from '../../../../common/constants.ts';
import type { FolderAction } from '../../../../common/permissions.ts';
import { byRank, rankBetween, rankOf } from '../../../../common/rank.ts';
import type { AddedItem, Item, ItemsQuery, Place, Revs } from '../../../../common/schemas/item.ts';
import { findPage } from '../../../platform/database/findPage.ts';
import { conflict, forbidden, notFound } from '../../../platform/http/errors.ts';
import type { Actor, LargePart } from '../../../platform/requests/operations.ts';
import { showOne } from '../../../platform/showOne.ts';
import { loadPublicUserLookup } from '../../users/user.service.ts';
import { loadFolderFor, requireNamedAccess, unusedId } from '../access/access.ts';
import { wasMarkedSince } from '../log/change.model.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel, newItem, toItem } from '../model/item.model.ts';
import { changeFolder, type FolderWrite } from '../writing/changeFolder.ts';

const itemNotFound = () => notFound('Item not found');

/** Items as members see them, with who added them. */
async function toItems(items: readonly ItemDoc[]): Promise<Item[]> {
  const userIds = items.map((item) => item.userId.toHexString());
  const userById = await loadPublicUserLookup(new Set(userIds));
  return items.map((item, place) => toItem(item, userById(userIds[place] ?? '')));
}

function itemFilter(query: Pick<ItemsQuery, 'after' | 'filter'> & { before?: Types.ObjectId | undefined }) {
  const range = trusted({
    ...(query.after ? { $gt: new Types.ObjectId(query.after) } : {}),
    ...(query.before ? { $lt: query.before } : {}),
  });
  return {
    ...(query.filter ? { mediaType: query.filter === 'movies' ? ('movie' as const) : ('tv' as const) } : {}),
    ...(query.after || query.before ? { _id: range } : {}),
  };
}

/** A page of a folder's items, oldest first. The caller has checked that the user may see the folder. */
export async function listItems(folder: FolderDoc, query: ItemsQuery): Promise<Item[]> {
  return toItems(await findPage<ItemDoc>(ItemModel, { folderId: folder._id, ...itemFilter(query) }, query.limit));
}

/** How many items the folder has, or how many of one media type. */
export async function countItems(folder: FolderDoc, filter: ItemsQuery['filter']): Promise<number> {
  if (!filter) return folder.itemCount;
  return ItemModel.countDocuments({ folderId: folder._id, ...itemFilter({ filter }) });
}

type OwnList = Pick<FolderDoc, '_id' | 'itemCount'>;

/** A page of the items of all lists that the user owns, oldest first, and how many there are. */
export async function listOwnItems(userId: string, query: ItemsQuery): Promise<{ items: Item[]; total: number }> {
  const lists = await FolderModel.find({ userId, itemCount: trusted({ $gt: 0 }) }, { itemCount: 1 })
    .sort({ _id: 1 })
    .lean<OwnList[]>();
  const [items, total] = await Promise.all([findOldest(lists, query), countOwnItems(lists, query.filter)]);
  return { items: await toItems(items), total };
}

/**
 * The oldest items of these lists together. Reads the lists in batches, and from each batch only items that are older than the
 * page so far. One sorted query over all lists would read every item of every list.
 */
async function findOldest(lists: readonly OwnList[], query: ItemsQuery): Promise<ItemDoc[]> {
  let page: ItemDoc[] = [];
  for (const folderIds of inBatches(lists)) {
    const newest = page.length === query.limit ? page.at(-1)?._id : undefined;
    const filter = { folderId: trusted({ $in: folderIds }), ...itemFilter({ ...query, before: newest }) };
    const found = await findPage<ItemDoc>(ItemModel, filter, query.limit);
    page = [...page, ...found].sort(byId).slice(0, query.limit);
  }
  return page;
}

const byId = (a: ItemDoc, b: ItemDoc) => (a._id.toHexString() < b._id.toHexString() ? -1 : 1);

/** How many items one query reads and sorts in memory. A longer list is a batch of its own and is read by its index. */
const BATCH_ITEMS = 1000;

function inBatches(lists: readonly OwnList[]): Types.ObjectId[][] {
  const batches: Types.ObjectId[][] = [];
  let room = 0;
  for (const { _id, itemCount } of lists) {
    if (itemCount > room || batches.length === 0) {
      batches.push([]);
      room = BATCH_ITEMS;
    }
    batches.at(-1)?.push(_id);
    room -= itemCount;
  }
  return batches;
}

async function countOwnItems(lists: readonly OwnList[], filter: ItemsQuery['filter']): Promise<number> {
  if (!filter) return lists.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const folderIds = lists.map(({ _id }) => _id);
  return ItemModel.countDocuments(
    { folderId: trusted({ $in: folderIds }), ...itemFilter({ filter }) },
    { limit: limits.countedItems },
  );
}

/** Throws for users who may not add, and for Reviewed, before the title is validated. */
export async function requireAddAccess(userId: string, named: unknown): Promise<void> {
  const folder = await requireNamedAccess(userId, named, 'item:add');
  if (folder) refuseReviewed(folder);
}

/** Throws forbidden for the Reviewed list, which follows the reviews. */
export function refuseReviewed(folder: FolderDoc): void {
  if (folder.kind === 'reviewed') throw forbidden(`To add a title to ${REVIEWED_NAME}, review it`);
}

/** Adds a title. Throws already_in_folder for a duplicate, and forbidden for the Reviewed list. */
export async function addItem(actor: Actor, folderId: string, added: AddedItem): Promise<Item> {
  const change = { actor, folderId, action: 'item:add', itemIds: [] } as const;
  return changeFolder(change, async ({ folder, actorUser, items, record }) => {
    refuseReviewed(folder);
    const userId = new Types.ObjectId(actor.userId);
    const given = { ...added, watchedByUserId: added.watched ? userId : null };
    const item = newItem(given, { folderId: folder._id, userId });
    items.insert(item);
    record({ type: 'item:added', item });
    return toItem(item, actorUser);
  });
}

interface Watched {
  watched: boolean;
  sinceRev?: number | undefined;
}

/** Sets the rewatch flag, and stores who set it. Throws changed_since if another member has set it after `sinceRev`. */
export async function setWatched(actor: Actor, itemId: string, { watched, sinceRev }: Watched): Promise<Item> {
  return changeItem(actor, itemId, 'item:watch', async ({ items, record, entries: unstored }) => {
    const before = await items.find(itemId);
    if (!before) throw itemNotFound();
    const { userId } = actor;
    if (sinceRev !== undefined && (await wasMarkedSince(before, { rev: sinceRev, userId, unstored }))) {
      throw conflict('changed_since', 'Someone else has changed this meanwhile');
    }
    const watchedByUserId = watched ? new Types.ObjectId(userId) : null;
    const item = items.set(before, { watched, watchedByUserId });
    record({ type: 'item:updated', item, before });
    return showOne(toItems, item);
  });
}

/** Sets why the title is in the list. An empty note removes it. */
export async function setNote(actor: Actor, itemId: string, note: string | null): Promise<Item> {
  return changeItem(actor, itemId, 'item:note', async ({ items, record }) => {
    const before = await items.find(itemId);
    if (!before) throw itemNotFound();
    const item = items.set(before, { note: note || null });
    record({ type: 'item:noted', item, before });
    return showOne(toItems, item);
  });
}

/**
 * Puts an item between two others of the list, as the member sees them. A neighbour that was removed since is ignored;
 * throws not_found when that leaves none.
 */
export async function moveItem(actor: Actor, itemId: string, { afterId, beforeId }: Place): Promise<Item> {
  const neighbourIds = [afterId, beforeId].filter((id) => id !== null);
  return changeItem(
    actor,
    itemId,
    'item:move',
    async ({ items, record }) => {
      const rankAt = async (id: string | null) => {
        const neighbour = id === null ? null : await items.find(id);
        return neighbour && rankOf({ id: neighbour._id.toHexString(), rank: neighbour.rank ?? null });
      };
      const item = await items.find(itemId);
      const [after, before] = [await rankAt(afterId), await rankAt(beforeId)];
      if (!item || (after === null && before === null)) throw itemNotFound();
      const moved = items.set(item, { rank: rankBetween(after, before) });
      record({ type: 'item:moved', item: moved });
      return showOne(toItems, moved);
    },
    neighbourIds,
  );
}

export async function removeItem(actor: Actor, itemId: string): Promise<void> {
  await changeItem(actor, itemId, 'item:remove', async ({ items, record }) => {
    const item = await items.find(itemId);
    if (!item) throw itemNotFound();
    items.remove(item);
    record({ type: 'item:removed', item });
  });
}

/** Removes several items together. Those that are no longer in the list are left out. Returns the revs of the removals. */
export async function removeItems(actor: Actor, folderId: string, itemIds: readonly string[]): Promise<Revs> {
  return changeFolder({ actor, folderId, action: 'item:remove', itemIds }, async ({ items, record }) => {
    const revs: number[] = [];
    for (const id of new Set(itemIds)) {
      const item = await items.find(id);
      if (!item) continue;
      items.remove(item);
      revs.push(record({ type: 'item:removed', item }).rev);
    }
    return { revs };
  });
}

/** An item's overview, which stored responses leave out. */
export const overviewPart: LargePart<Item> = {
  omit: (item) => ({ ...item, overview: null }),
  async restore(stored) {
    const item = await ItemModel.findById(stored.id, { overview: 1 }).lean<Pick<ItemDoc, 'overview'>>();
    return { ...stored, overview: item?.overview ?? null };
  },
};

/** Throws not_found for users who cannot see the item, and forbidden for members without the right. */
export async function requireItemAccess(userId: string, itemId: string, action: FolderAction): Promise<void> {
  await loadFolderFor(userId, (await readFolderIdOfItem(itemId)) ?? unusedId(), action, itemNotFound);
}

// An item never moves to another folder. If it is deleted, the write does not find it in the folder.
const folderIdOfItem = new LRUCache<string, string>({ max: 50_000 });

async function changeItem<T>(
  actor: Actor,
  itemId: string,
  action: FolderAction,
  write: (write: FolderWrite) => Promise<T>,
  otherIds: readonly string[] = [],
): Promise<T> {
  const known = folderIdOfItem.get(itemId);
  const found = known ?? (await readFolderIdOfItem(itemId));
  if (found) folderIdOfItem.set(itemId, found);
  const folderId = found ?? unusedId();
  try {
    const itemIds = [itemId, ...otherIds];
    return await changeFolder({ actor, folderId, action, itemIds, missing: itemNotFound }, write);
  } catch (error) {
    // A refusal takes the same reads whether this node knows the item or not, so its response time reveals nothing.
    if (known) await readFolderIdOfItem(itemId);
    throw error;
  }
}

async function readFolderIdOfItem(itemId: string): Promise<string | null> {
  const item = await ItemModel.findById(itemId, { folderId: 1 }).lean<Pick<ItemDoc, 'folderId'>>();
  return item?.folderId.toHexString() ?? null;
}

/**
 * The first items of a folder, in the order that its members gave it. The caller has checked that the user may see the
 * folder. Moved items are sorted by their rank and all others by their id, so each kind is read by an index of its own.
 */
export async function listInOrder(folder: FolderDoc, limit: number): Promise<Item[]> {
  const folderId = folder._id;
  const [moved, unmoved] = await Promise.all([
    findPage<ItemDoc>(ItemModel, { folderId, rank: trusted({ $gt: '' }) }, limit, { rank: 1, _id: 1 }),
    findPage<ItemDoc>(ItemModel, { folderId, rank: null }, limit),
  ]);
  return (await toItems([...moved, ...unmoved])).sort(byRank).slice(0, limit);
}
