import { type Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import type { Actor } from '../../../platform/requests/operations.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel, insertItems, newItem, titleIndex } from '../model/item.model.ts';
import { changeFolder, type FolderWrite } from '../writing/changeFolder.ts';

interface TitleId {
  mediaType: MediaType;
  tmdbId: number;
}

/** Writes to the actor's own Reviewed list. Everything that `write` does is in one transaction. */
export async function changeReviewed<T>(actor: Actor, write: (reviewed: FolderWrite) => Promise<T>): Promise<T> {
  const folderId = await findReviewedId(actor.userId);
  return changeFolder({ actor, folderId: folderId.toHexString(), action: 'folder:view' }, write);
}

const itemOf = (folder: FolderDoc, { mediaType, tmdbId }: TitleId) => ({ folderId: folder._id, mediaType, tmdbId });

/** Adds a reviewed title to the list, or sets its rating when it is already there. */
export async function putReviewed(write: FolderWrite, facts: TitleFacts, userRating: number): Promise<void> {
  if (await rateReviewed(write, facts, userRating)) return;
  const { _id: folderId, userId } = write.folder;
  const item = newItem({ ...facts, userRating }, { folderId, userId });
  await insertItems([item]);
  write.record({ type: 'item:added', item });
}

/**
 * The same for several titles, as one change for those that are new. Titles for which the list has no room are left out.
 * Returns the keys of the others.
 */
export async function putManyReviewed(
  write: FolderWrite,
  titles: readonly { facts: TitleFacts; userRating: number }[],
  importId: Types.ObjectId,
): Promise<Set<string>> {
  const { _id: folderId, userId, itemCount } = write.folder;
  const room = Math.max(0, limits.itemsPerList - itemCount);
  const placed = new Set<string>();
  const added: ItemDoc[] = [];
  for (const { facts, userRating } of titles) {
    const isKnown = await rateReviewed(write, facts, userRating);
    if (!isKnown && added.length >= room) continue;
    if (!isKnown) added.push(newItem({ ...facts, userRating }, { folderId, userId }));
    placed.add(titleKey(facts));
  }
  for (let start = 0; start < added.length; start += limits.itemsPerChange) {
    const items = added.slice(start, start + limits.itemsPerChange);
    await insertItems(items);
    write.record({ type: 'items:added', items, importId });
  }
  return placed;
}

/** Sets the rating of a title in the list. Returns false when it is not there. */
export async function rateReviewed(
  { folder, record }: FolderWrite,
  title: TitleId,
  userRating: number,
): Promise<boolean> {
  const before = await ItemModel.findOneAndUpdate(itemOf(folder, title), { $set: { userRating } })
    .setOptions({ returnDocument: 'before' })
    .lean<ItemDoc>();
  if (!before) return false;
  if (before.userRating !== userRating) record({ type: 'item:updated', item: { ...before, userRating }, before });
  return true;
}

/** Removes a title from the list, if it is there. */
export async function removeReviewed({ folder, record }: FolderWrite, title: TitleId): Promise<void> {
  const item = await ItemModel.findOneAndDelete(itemOf(folder, title)).lean<ItemDoc>();
  if (item) record({ type: 'item:removed', item });
}

/** The keys of the titles that are in the user's Reviewed list. */
export async function findReviewedKeys(userId: string, titles: readonly TitleId[]): Promise<Set<string>> {
  const folderId = await findReviewedId(userId);
  const items = await ItemModel.find(
    {
      folderId,
      mediaType: trusted({ $in: ['movie', 'tv'] }),
      tmdbId: trusted({ $in: titles.map(({ tmdbId }) => tmdbId) }),
    },
    { mediaType: 1, tmdbId: 1 },
  )
    .hint(titleIndex)
    .lean<TitleId[]>();
  return new Set(items.map(titleKey));
}

/** The number of titles in the user's Reviewed list. */
export async function countReviewed(userId: string): Promise<number> {
  const folder = await FolderModel.findOne({ userId, kind: 'reviewed' }, { itemCount: 1 }).lean<
    Pick<FolderDoc, 'itemCount'>
  >();
  return folder?.itemCount ?? 0;
}

async function findReviewedId(userId: string): Promise<Types.ObjectId> {
  const folder = await FolderModel.findOne({ userId, kind: 'reviewed' }, { _id: 1 }).lean<Pick<FolderDoc, '_id'>>();
  if (!folder) throw new Error(`User ${userId} has no Reviewed list`);
  return folder._id;
}
