import type { FindOptions } from 'mongodb';
import { Types, trusted } from 'mongoose';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel, titleIndex } from '../model/item.model.ts';

/** A title in one of the lists that a user sees, with the facts that its item stores. */
export interface ListedTitle {
  mediaType: MediaType;
  tmdbId: number;
  title: string;
  releaseDate: string | null;
  voteAverage: number | null;
  genres: number[];
  /** The user added it, to an own or a shared list. */
  isAddedByThem: boolean;
  /** The user set its rewatch flag. */
  isMarkedByThem: boolean;
  /** The list that it is in. */
  folderId: string;
  isReviewed: boolean;
}

type Kept = Pick<
  ItemDoc,
  | '_id'
  | 'folderId'
  | 'userId'
  | 'mediaType'
  | 'tmdbId'
  | 'title'
  | 'releaseDate'
  | 'voteAverage'
  | 'genres'
  | 'watched'
  | 'watchedByUserId'
>;

const kept = {
  folderId: 1,
  userId: 1,
  mediaType: 1,
  tmdbId: 1,
  title: 1,
  releaseDate: 1,
  voteAverage: 1,
  genres: 1,
  watched: 1,
  watchedByUserId: 1,
};

/**
 * Titles in lists that a user sees, newest first. At most `most`: own lists come before shared ones, and small lists before
 * large ones, so that as many lists as possible are read completely.
 */
export async function findListedTitles(
  userId: string,
  { own, shared }: SeenLists,
  most: number,
): Promise<ListedTitle[]> {
  const ownById = new Map(own.map((folder) => [folder._id.toHexString(), folder]));
  const items = await findItemsIn({ own, shared }, most);
  return items
    .sort((a, b) => (a._id.toHexString() < b._id.toHexString() ? 1 : -1))
    .map((item) => {
      const ownFolder = ownById.get(item.folderId.toHexString());
      return {
        mediaType: item.mediaType,
        tmdbId: item.tmdbId,
        title: item.title,
        releaseDate: item.releaseDate,
        voteAverage: item.voteAverage,
        genres: item.genres,
        isAddedByThem: item.userId.toHexString() === userId,
        isMarkedByThem: item.watched && item.watchedByUserId?.toHexString() === userId,
        folderId: item.folderId.toHexString(),
        isReviewed: ownFolder?.kind === 'reviewed',
      };
    });
}

type ListedFolder = Pick<FolderDoc, '_id' | 'kind' | 'itemCount' | 'rev'>;

export interface SeenLists {
  own: readonly ListedFolder[];
  shared: readonly ListedFolder[];
}

// These reads are large, so they use the driver directly: mongoose costs more than the reads themselves.

/** The lists that a user owns and those that others share with the user, at most `most` of each. */
export async function findSeenLists(userId: string, most: number): Promise<SeenLists> {
  const projection = { kind: 1, itemCount: 1, rev: 1 };
  const owner = new Types.ObjectId(userId);
  const [own, shares] = await Promise.all([
    FolderModel.collection.find<ListedFolder>({ userId: owner }, { projection, limit: most }).toArray(),
    ShareModel.collection
      .find<Pick<ShareDoc, 'folderId'>>({ userId: owner }, { projection: { folderId: 1 }, limit: most })
      .toArray(),
  ]);
  const ids = shares.map(({ folderId }) => folderId);
  const shared =
    ids.length > 0
      ? await FolderModel.collection.find<ListedFolder>({ _id: { $in: ids } }, { projection }).toArray()
      : [];
  return { own, shared };
}

/** Splits the lists at a limit of `most` titles: `whole` fit completely, and of the first of `rest` there is room for `left`. */
function splitLists({ own, shared }: SeenLists, most: number) {
  const bySize = (lists: readonly ListedFolder[]) => [...lists].sort((a, b) => a.itemCount - b.itemCount);
  const lists = [...bySize(own), ...bySize(shared)].filter(({ itemCount }) => itemCount > 0);
  let left = most;
  const end = lists.findIndex(({ itemCount }) => {
    if (itemCount > left) return true;
    left -= itemCount;
    return false;
  });
  const ids = lists.map(({ _id }) => _id);
  return end < 0 ? { whole: ids, left, rest: [] } : { whole: ids.slice(0, end), left, rest: ids.slice(end) };
}

/** The lists that `findListedTitles` does not read completely. */
export function findUnreadLists(lists: SeenLists, most: number): Types.ObjectId[] {
  return splitLists(lists, most).rest;
}

async function findItemsIn(lists: SeenLists, most: number): Promise<Kept[]> {
  const {
    whole,
    left,
    rest: [next],
  } = splitLists(lists, most);
  const find = (folderId: unknown, options: FindOptions) =>
    ItemModel.collection.find<Kept>({ folderId }, { projection: kept, ...options }).toArray();
  const [inWhole, inNext] = await Promise.all([
    whole.length > 0 ? find({ $in: whole }, { limit: most }) : [],
    // Of a list that is read in part, the newest titles say most about the person.
    next && left > 0 ? find(next, { sort: { _id: -1 }, limit: left }) : [],
  ]);
  return [...inWhole, ...inNext];
}

/** A text that changes when these lists change, or when the user sees other lists. */
export function versionOfLists({ own, shared }: SeenLists): string {
  return [...own, ...shared]
    .map(({ _id, rev }) => `${_id.toHexString()}:${rev}`)
    .sort()
    .join(' ');
}

/** The newest titles of one list, and who added each. */
export async function findTitlesIn(
  folderId: string,
  most: number,
): Promise<{ mediaType: MediaType; tmdbId: number; addedById: string }[]> {
  const items = await ItemModel.collection
    .find<Pick<ItemDoc, 'mediaType' | 'tmdbId' | 'userId'>>(
      { folderId: new Types.ObjectId(folderId) },
      { projection: { _id: 0, mediaType: 1, tmdbId: 1, userId: 1 }, sort: { _id: -1 }, limit: most },
    )
    .toArray();
  return items.map(({ userId, ...title }) => ({ ...title, addedById: userId.toHexString() }));
}

/** The keys of the titles that are in one of the lists. */
export async function findPresent(
  folderIds: readonly (Types.ObjectId | string)[],
  titles: readonly { mediaType: MediaType; id: number }[],
): Promise<Set<string>> {
  if (folderIds.length === 0) return new Set();
  const items = await ItemModel.find(
    {
      folderId: trusted({ $in: folderIds }),
      mediaType: trusted({ $in: ['movie', 'tv'] }),
      tmdbId: trusted({ $in: titles.map(({ id }) => id) }),
    },
    { mediaType: 1, tmdbId: 1 },
  )
    .hint(titleIndex)
    .lean<Pick<ItemDoc, '_id' | 'mediaType' | 'tmdbId'>[]>();
  return new Set(items.map(titleKey));
}

/** A list's owner, then its members, earliest first. At most `most` members. */
export async function findMemberIds(folder: Pick<FolderDoc, '_id' | 'userId'>, most: number): Promise<string[]> {
  const shares = await ShareModel.find({ folderId: folder._id }, { userId: 1 })
    .sort({ _id: 1 })
    .limit(most)
    .lean<Pick<ShareDoc, '_id' | 'userId'>[]>();
  return [folder.userId, ...shares.map((share) => share.userId)].map(String);
}
