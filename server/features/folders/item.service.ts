import { LRUCache } from 'lru-cache';
import { Types } from 'mongoose';
import { REVIEWED_NAME } from '../../../common/constants.ts';
import { errorTexts } from '../../../common/errors.ts';
import type { Item, ItemsQuery, TitleFacts } from '../../../common/item.ts';
import type { FolderAction } from '../../../common/permissions.ts';
import type { Actor } from '../../platform/actor.ts';
import { conflict, forbidden, isDuplicateKey, notFound } from '../../platform/errors.ts';
import { findPage } from '../../platform/findPage.ts';
import { publicUsersById } from '../users/user.service.ts';
import { loadFolderFor, nowhere, requireNamedAccess } from './access.ts';
import { changeFolder, type FolderWrite } from './changeFolder.ts';
import { type FolderDoc, FolderModel } from './folder.model.ts';
import { type ItemDoc, ItemModel, toItem } from './item.model.ts';
import { fetchedNow } from './itemFacts.ts';

const itemNotFound = () => notFound('Item not found');

async function toItems(items: readonly ItemDoc[]): Promise<Item[]> {
  const userIds = items.map((item) => item.userId.toHexString());
  const userById = await publicUsersById(new Set(userIds));
  return items.map((item, place) => toItem(item, userById(userIds[place] ?? '')));
}

function itemFilter(query: Pick<ItemsQuery, 'after' | 'filter'>) {
  return {
    ...(query.filter ? { mediaType: query.filter === 'movies' ? ('movie' as const) : ('tv' as const) } : {}),
    ...(query.after ? { _id: { $gt: new Types.ObjectId(query.after) } } : {}),
  };
}

/** A page of a folder's items, oldest first; the caller has checked that the user may see the folder. */
export async function listItems(folder: FolderDoc, query: ItemsQuery): Promise<Item[]> {
  return toItems(await findPage<ItemDoc>(ItemModel, { folderId: folder._id, ...itemFilter(query) }, query.limit));
}

/** How many items the folder has, or has of one kind. */
export async function countItems(folder: FolderDoc, filter: ItemsQuery['filter']): Promise<number> {
  if (!filter) return folder.itemCount;
  return ItemModel.countDocuments({ folderId: folder._id, ...itemFilter({ filter }) });
}

/** The items of all lists that the user owns, by list, oldest first. */
export async function listOwnItems(userId: string, query: ItemsQuery): Promise<{ items: Item[]; total: number }> {
  const folders = await FolderModel.find({ userId }, { _id: 1 }).lean<Pick<FolderDoc, '_id'>[]>();
  const folderIds = folders.map((folder) => folder._id);
  const [items, total] = await Promise.all([
    findPage<ItemDoc>(ItemModel, { folderId: { $in: folderIds }, ...itemFilter(query) }, query.limit),
    ItemModel.countDocuments({ folderId: { $in: folderIds }, ...itemFilter({ filter: query.filter }) }),
  ]);
  return { items: await toItems(items), total };
}

/** Whoever may not add, or names Reviewed, which takes titles from nobody, is told so before what is wrong with the title. */
export async function requireAddAccess(userId: string, named: unknown): Promise<void> {
  const folder = await requireNamedAccess(userId, named, 'item:add');
  if (folder) refuseReviewed(folder);
}

function refuseReviewed(folder: FolderDoc): void {
  if (folder.kind === 'reviewed') throw forbidden(`Titles come into ${REVIEWED_NAME} by reviewing them`);
}

/** Adds a title; throws already_in_folder when it is there, and forbidden for Reviewed, which reviews alone fill. */
export async function addItem(actor: Actor, folderId: string, facts: TitleFacts & { watched: boolean }): Promise<Item> {
  try {
    return await changeFolder(actor, folderId, 'item:add', async ({ folder, actorUser, items, record }) => {
      refuseReviewed(folder);
      const userId = new Types.ObjectId(actor.userId);
      const item: ItemDoc = {
        ...pickFacts(facts),
        _id: new Types.ObjectId(),
        folderId: folder._id,
        userId,
        watched: facts.watched,
        watchedByUserId: facts.watched ? userId : null,
        userRating: null,
        ...fetchedNow(facts),
        createdAt: new Date(),
      };
      items.insert(item);
      record({ type: 'item:added', item });
      return toItem(item, actorUser);
    });
  } catch (error) {
    if (isDuplicateKey(error, 'folderId', 'mediaType', 'tmdbId')) {
      throw conflict('already_in_folder', errorTexts.alreadyInFolder);
    }
    throw error;
  }
}

function pickFacts(facts: TitleFacts): TitleFacts {
  const { tmdbId, mediaType, title, overview, posterPath, backdropPath } = facts;
  const { releaseDate, voteAverage, genres, runtime } = facts;
  return { tmdbId, mediaType, title, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime };
}

/** Sets the rewatch flag, and remembers who set it. */
export async function setWatched(actor: Actor, itemId: string, watched: boolean): Promise<Item> {
  return changeItem(actor, itemId, 'item:watch', async ({ items, record }) => {
    const before = await items.find(itemId);
    if (!before) throw itemNotFound();
    const watchedByUserId = watched ? new Types.ObjectId(actor.userId) : null;
    const item = items.set(before, { watched, watchedByUserId });
    record({ type: 'item:updated', item, before });
    const [shown] = await toItems([item]);
    return shown as Item;
  });
}

export async function removeItem(actor: Actor, itemId: string): Promise<void> {
  await changeItem(actor, itemId, 'item:remove', async ({ items, record }) => {
    const item = await items.find(itemId);
    if (!item) throw itemNotFound();
    items.remove(item);
    record({ type: 'item:removed', item });
  });
}

/** Throws what somebody without the right to act on the item gets to know. */
export async function requireItemAccess(userId: string, itemId: string, action: FolderAction): Promise<void> {
  await loadFolderFor(userId, (await readFolderIdOfItem(itemId)) ?? nowhere(), action, itemNotFound);
}

// An item never moves, and its write looks for it in its folder: what is known of one that is gone harms nobody.
const knownFolders = new LRUCache<string, string>({ max: 50_000 });

async function changeItem<T>(
  actor: Actor,
  itemId: string,
  action: FolderAction,
  write: (write: FolderWrite) => Promise<T>,
): Promise<T> {
  const known = knownFolders.get(itemId);
  const folderId = known ?? (await readFolderIdOfItem(itemId));
  if (folderId) knownFolders.set(itemId, folderId);
  try {
    return await changeFolder(actor, folderId ?? nowhere(), action, write, itemNotFound, itemId);
  } catch (error) {
    // Whoever is refused has waited for the same reads, whether others made the item known or it does not exist.
    if (known) await readFolderIdOfItem(itemId);
    throw error;
  }
}

async function readFolderIdOfItem(itemId: string): Promise<string | null> {
  const item = await ItemModel.findById(itemId, { folderId: 1 }).lean<Pick<ItemDoc, 'folderId'>>();
  return item?.folderId.toHexString() ?? null;
}
