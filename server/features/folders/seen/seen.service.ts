import { LRUCache } from 'lru-cache';
import { Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { groupBy } from '../../../../common/groupBy.ts';
import type { Seen } from '../../../../common/schemas/play.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { limitReached } from '../../../platform/http/errors.ts';
import { type Actor, inOperation } from '../../../platform/requests/operations.ts';
import { isForSomeLists } from '../../../platform/session/accessToken.ts';
import { writeNotification, writeSharedNotification } from '../../users/notification.service.ts';
import { accessOf, folderNotFound, loadFolderFor, requireAccess } from '../access/access.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel, titleIndex } from '../model/item.model.ts';
import { type SeenConsentDoc, SeenConsentModel, type SeenTitlesDoc, SeenTitlesModel } from '../model/seen.model.ts';

interface TitleId {
  mediaType: MediaType;
  tmdbId: number;
}

/**
 * Which items of a folder its members have seen: those who show it, and the user, unless the request has a token for some
 * lists, which does not read the diary. Members without any are left out.
 */
export async function readSeen(userId: string, folderId: string): Promise<Seen> {
  const { folder } = await loadFolderFor(userId, folderId, 'folder:view');
  const consents = await SeenConsentModel.collection.find<SeenConsentDoc>({ folderId: folder._id }).toArray();
  const shown = consents.filter((consent) => consent.shows || consent.userId.toHexString() === userId);
  const showing = shown.filter(({ shows }) => shows).map((consent) => consent.userId);
  const own = isForSomeLists() ? [] : [new Types.ObjectId(userId)];
  const [index, titles] = await Promise.all([
    itemIndexOf(folder),
    SeenTitlesModel.collection.find<SeenTitlesDoc>({ _id: { $in: [...own, ...showing] } }).toArray(),
  ]);
  const marks = titles.map((one) => [one._id.toHexString(), itemsAmong(index, one)] as const);
  return {
    seen: Object.fromEntries(marks.filter(([, itemIds]) => itemIds.length > 0)),
    consents: Object.fromEntries(shown.map((consent) => [consent.userId.toHexString(), consent.shows])),
  };
}

/** Who shows what they have seen of a folder, and which of its titles those are, by TMDB id. */
export async function findShownTitles(
  userId: string,
  folderId: string,
): Promise<(Record<MediaType, number[]> & { userId: Types.ObjectId })[]> {
  const { folder } = await loadFolderFor(userId, folderId, 'folder:view');
  const showing = (await findShowing(folderId)).map((id) => new Types.ObjectId(id));
  const [index, titles] = await Promise.all([
    itemIndexOf(folder),
    SeenTitlesModel.collection
      .find<SeenTitlesDoc>({ _id: { $in: showing } })
      .sort({ _id: 1 })
      .toArray(),
  ]);
  return titles.map(({ _id, movie = [], tv = [] }) => ({
    userId: _id,
    movie: movie.filter((tmdbId) => index.movie.has(tmdbId)),
    tv: tv.filter((tmdbId) => index.tv.has(tmdbId)),
  }));
}

async function findSeenItems(folder: FolderDoc, userId: string): Promise<string[]> {
  const titles = await SeenTitlesModel.findById(userId).lean<SeenTitlesDoc>();
  return titles ? itemsAmong(await itemIndexOf(folder), titles) : [];
}

export async function findSeenKeys(userId: string): Promise<Set<string>> {
  const titles = await SeenTitlesModel.findById(userId).lean<SeenTitlesDoc>();
  const keysOf = (mediaType: MediaType) => (titles?.[mediaType] ?? []).map((tmdbId) => titleKey({ mediaType, tmdbId }));
  return new Set([...keysOf('movie'), ...keysOf('tv')]);
}

function itemsAmong(index: ItemIndex, titles: SeenTitlesDoc): string[] {
  const itemIds: string[] = [];
  for (const mediaType of ['movie', 'tv'] as const) {
    for (const tmdbId of titles[mediaType] ?? []) {
      const itemId = index[mediaType].get(tmdbId);
      if (itemId !== undefined) itemIds.push(itemId);
    }
  }
  return itemIds;
}

interface Marks {
  userId: string;
  itemIds: string[];
}

/** Which of these items each of these users has seen. Users who have seen none are left out. */
export async function findMarks(items: readonly ItemDoc[], userIds: readonly string[]): Promise<Marks[]> {
  const byUser = new Map<string, string[]>();
  for (const { _id, mediaType, tmdbId } of items) {
    const seenBy = await SeenTitlesModel.find({ _id: trusted({ $in: userIds }), [mediaType]: tmdbId }, { _id: 1 }).lean<
      Pick<SeenTitlesDoc, '_id'>[]
    >();
    for (const user of seenBy) {
      const userId = user._id.toHexString();
      byUser.set(userId, [...(byUser.get(userId) ?? []), _id.toHexString()]);
    }
  }
  return [...byUser].map(([userId, itemIds]) => ({ userId, itemIds }));
}

/** The members of a folder who show what they have seen. */
export async function findShowing(folderId: string): Promise<string[]> {
  const consents = await SeenConsentModel.find({ folderId, shows: true }, { userId: 1 }).lean<SeenConsentDoc[]>();
  return consents.map(({ userId }) => userId.toHexString());
}

/**
 * Counts new plays of a title by the user. The first one marks it in the folders where the user shows what they have seen.
 * Call it in the transaction that stores the plays. Throws limit_reached.
 */
export async function countPlays(
  userId: Types.ObjectId,
  title: TitleId,
  { count, isFirst }: { count: number; isFirst: boolean },
): Promise<void> {
  await countPlaysOfTitles(userId, { count, firsts: isFirst ? [title] : [] });
}

/** The same for plays of several titles. `firsts` are those of which they are the first ones. */
export async function countPlaysOfTitles(
  userId: Types.ObjectId,
  { count, firsts }: { count: number; firsts: readonly TitleId[] },
): Promise<void> {
  const added = groupBy(firsts, ({ mediaType }) => mediaType);
  const sets = [...added].map(([mediaType, some]) => [mediaType, { $each: some.map(({ tmdbId }) => tmdbId) }]);
  const after = await SeenTitlesModel.findOneAndUpdate(
    { _id: userId },
    { $inc: { plays: count }, ...(sets.length > 0 ? { $addToSet: Object.fromEntries(sets) } : {}) },
    { upsert: true, projection: { plays: 1 } },
  )
    .setOptions({ returnDocument: 'after' })
    .lean<Pick<SeenTitlesDoc, 'plays'>>();
  if ((after?.plays ?? 0) > limits.playsPerPerson) {
    throw limitReached(`Your diary is full: it holds ${limits.playsPerPerson.toLocaleString('en')} entries.`);
  }
  for (const title of firsts) if (!(await notifyMarks(userId, title, true))) return;
}

/** Whether the user's diary holds another play. */
export async function hasRoomForPlay(userId: string): Promise<boolean> {
  return (await countRoomForPlays(userId)) > 0;
}

/** How many more plays the user's diary holds. */
export async function countRoomForPlays(userId: string): Promise<number> {
  const titles = await SeenTitlesModel.findById(userId, { plays: 1 }).lean<Pick<SeenTitlesDoc, 'plays'>>();
  return limits.playsPerPerson - (titles?.plays ?? 0);
}

/** Discounts deleted plays of a title by the user. `isLast` says that there are no others. */
export async function discountPlays(
  userId: Types.ObjectId,
  title: TitleId,
  { count, isLast }: { count: number; isLast: boolean },
): Promise<void> {
  const { mediaType, tmdbId } = title;
  await SeenTitlesModel.updateOne(
    { _id: userId },
    { $inc: { plays: -count }, ...(isLast ? { $pull: { [mediaType]: tmdbId } } : {}) },
  );
  if (isLast) await notifyMarks(userId, title, false);
}

/**
 * Notifies the members of the folders that have the title and where the user shows what they have seen. Returns false if the
 * user shows that nowhere.
 */
async function notifyMarks(userId: Types.ObjectId, { mediaType, tmdbId }: TitleId, seen: boolean): Promise<boolean> {
  const consents = await SeenConsentModel.find({ userId, shows: true }, { folderId: 1 }).lean<SeenConsentDoc[]>();
  if (consents.length === 0) return false;
  const items = await ItemModel.find(
    { folderId: trusted({ $in: consents.map(({ folderId }) => folderId) }), mediaType, tmdbId },
    { folderId: 1 },
  )
    .hint(titleIndex)
    .lean<Pick<ItemDoc, '_id' | 'folderId'>[]>();
  if (items.length === 0) return true;
  // A write that ends the membership or the consent changes the same folder, so the two cannot miss each other.
  const folderIds = items.map(({ folderId }) => folderId);
  await FolderModel.updateMany({ _id: trusted({ $in: folderIds }) }, { $inc: { seenRev: 1 } }, { timestamps: false });
  for (const { _id, folderId } of items) {
    const marks = { folderId: String(folderId), userId: String(userId), itemIds: [String(_id)], seen };
    await writeSharedNotification('seen:changed', marks, { membersOf: folderId });
  }
  return true;
}

/**
 * Stores whether the actor shows the members of a folder what they have seen. When that changes, the members are notified of
 * all the actor's marks. The actor's own tabs learn every answer.
 */
export async function setSeenConsent(actor: Actor, folderId: string, shows: boolean): Promise<void> {
  await loadFolderFor(actor.userId, folderId, 'seen:show');
  await inOperation(actor, async () => {
    const { userId } = actor;
    const before = await SeenConsentModel.findOneAndUpdate({ folderId, userId }, { $set: { shows } }, { upsert: true })
      .setOptions({ returnDocument: 'before' })
      .lean<SeenConsentDoc>();
    const isChanged = (before?.shows ?? false) !== shows;
    const folder = await loadOwnFolder(userId, folderId, isChanged);
    const answer = { folderId, userId, seen: shows, shows };
    if (!isChanged) {
      await writeNotification('seen:changed', { ...answer, itemIds: [] }, { to: [userId], by: userId });
      return;
    }
    const itemIds = await findSeenItems(folder, userId);
    await writeSharedNotification('seen:changed', { ...answer, itemIds }, { membersOf: folder._id });
  });
}

/**
 * The folder of an owner or a member, read in the transaction. With `isChanged` its seenRev is raised, so that the write
 * conflicts with one that ends the membership. Throws not_found.
 */
async function loadOwnFolder(userId: string, folderId: string, isChanged: boolean): Promise<FolderDoc> {
  const folder = isChanged
    ? await FolderModel.findOneAndUpdate({ _id: folderId }, { $inc: { seenRev: 1 } })
        .setOptions({ returnDocument: 'after', timestamps: false })
        .lean<FolderDoc>()
    : await FolderModel.findById(folderId).lean<FolderDoc>();
  const share = await ShareModel.findOne({ folderId, userId }).lean<ShareDoc>();
  requireAccess(folder && accessOf(userId, folder, share), 'seen:show');
  if (!folder) throw folderNotFound();
  return folder;
}

/** Ends what a member shows in a folder. Call it in the transaction that ends the membership. */
export async function forgetSeenConsent(folderId: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
  await SeenConsentModel.deleteOne({ folderId, userId });
}

/** The id of a folder's item by its TMDB id, for each media type. */
type ItemIndex = Record<MediaType, Map<number, string>>;

interface CachedIndex {
  rev: number;
  index: ItemIndex;
}

/** Items in all cached indexes together: about 20 MB. */
const MAX_ITEMS = 200_000;

const cached = new LRUCache<string, CachedIndex>({
  maxSize: MAX_ITEMS,
  sizeCalculation: ({ index }) => 1 + index.movie.size + index.tv.size,
});

/** Reads the items again only when the folder's rev has changed: the marks are read far more often than items change. */
async function itemIndexOf({ _id, rev }: Pick<FolderDoc, '_id' | 'rev'>): Promise<ItemIndex> {
  const folderId = _id.toHexString();
  const known = cached.get(folderId);
  if (known?.rev === rev) return known.index;
  const index: ItemIndex = { movie: new Map(), tv: new Map() };
  const items = await ItemModel.collection
    .find<Pick<ItemDoc, '_id' | 'mediaType' | 'tmdbId'>>({ folderId: _id }, { projection: { mediaType: 1, tmdbId: 1 } })
    .toArray();
  for (const item of items) index[item.mediaType].set(item.tmdbId, item._id.toHexString());
  cached.set(folderId, { rev, index });
  return index;
}
