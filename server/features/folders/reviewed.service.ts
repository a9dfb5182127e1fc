import { Types } from 'mongoose';
import { type TitleFacts, titleKey } from '../../../common/item.ts';
import type { MediaType } from '../../../common/title.ts';
import type { Actor } from '../../platform/actor.ts';
import { changeFolder, type FolderWrite } from './changeFolder.ts';
import { type FolderDoc, FolderModel } from './folder.model.ts';
import { type ItemDoc, ItemModel } from './item.model.ts';
import { fetchedNow } from './itemFacts.ts';

interface TitleId {
  mediaType: MediaType;
  tmdbId: number;
}

/** Writes to the actor's own Reviewed list; whatever `write` does besides is in the same transaction. */
export async function changeReviewed<T>(actor: Actor, write: (reviewed: FolderWrite) => Promise<T>): Promise<T> {
  const folderId = await findReviewedId(actor.userId);
  return changeFolder(actor, folderId.toHexString(), 'folder:view', write);
}

const itemOf = (folder: FolderDoc, { mediaType, tmdbId }: TitleId) => ({ folderId: folder._id, mediaType, tmdbId });

/** Puts a reviewed title in the list, or sets the rating of the one that is there. */
export async function putReviewed(write: FolderWrite, facts: TitleFacts, userRating: number): Promise<void> {
  if (await rateReviewed(write, facts, userRating)) return;
  const item: ItemDoc = {
    ...facts,
    _id: new Types.ObjectId(),
    folderId: write.folder._id,
    userId: write.folder.userId,
    watched: false,
    watchedByUserId: null,
    userRating,
    ...fetchedNow(facts),
    createdAt: new Date(),
  };
  await ItemModel.insertOne(item);
  write.record({ type: 'item:added', item });
}

/** Sets the rating of a title in the list; false when it is not there. */
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

/** Takes a title out of the list, if it is there. */
export async function removeReviewed({ folder, record }: FolderWrite, title: TitleId): Promise<void> {
  const item = await ItemModel.findOneAndDelete(itemOf(folder, title)).lean<ItemDoc>();
  if (item) record({ type: 'item:removed', item });
}

/** The keys of all titles in somebody's Reviewed list. */
export async function findReviewedKeys(userId: string): Promise<Set<string>> {
  const folderId = await findReviewedId(userId);
  const items = await ItemModel.find({ folderId }, { mediaType: 1, tmdbId: 1 }).lean<TitleId[]>();
  return new Set(items.map(titleKey));
}

async function findReviewedId(userId: string): Promise<Types.ObjectId> {
  const folder = await FolderModel.findOne({ userId, kind: 'reviewed' }, { _id: 1 }).lean<Pick<FolderDoc, '_id'>>();
  if (!folder) throw new Error(`User ${userId} has no Reviewed list`);
  return folder._id;
}
