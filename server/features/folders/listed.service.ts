import { Types } from 'mongoose';
import type { MediaType } from '../../../common/title.ts';
import { type FolderDoc, FolderModel } from './folder.model.ts';
import { type ItemDoc, ItemModel } from './item.model.ts';
import { type ShareDoc, ShareModel } from './share.model.ts';

/** A title in one of the lists that somebody sees, with what its item keeps of it. */
export interface ListedTitle {
  mediaType: MediaType;
  tmdbId: number;
  title: string;
  releaseDate: string | null;
  voteAverage: number | null;
  genres: number[];
  /** They added it themselves, to a list of theirs or to one that is shared with them. */
  isAddedByThem: boolean;
  /** They marked it Rewatch themselves. */
  isMarkedByThem: boolean;
  /** In a list that anybody signed in may open through their profile. */
  isPublic: boolean;
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

type OwnFolder = Pick<FolderDoc, '_id' | 'kind' | 'membersRev'>;

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

/** Every title in the lists that somebody owns or shares in, newest first. */
export async function findListedTitles(userId: string): Promise<ListedTitle[]> {
  const shares = await ShareModel.find({ userId }, { folderId: 1 }).lean<Pick<ShareDoc, 'folderId'>[]>();
  const own = await FolderModel.find({ userId }, { kind: 1, membersRev: 1 }).lean<OwnFolder[]>();
  const ownById = new Map(own.map((folder) => [folder._id.toHexString(), folder]));
  const items = await ItemModel.find(
    { folderId: { $in: [...own.map(({ _id }) => _id), ...shares.map(({ folderId }) => folderId)] } },
    kept,
  ).lean<Kept[]>();
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
        isMarkedByThem: isMarkedBy(userId, item, ownFolder),
        isPublic: ownFolder?.kind === 'normal',
        isReviewed: ownFolder?.kind === 'reviewed',
      };
    });
}

/**
 * Whether this user marked the item Rewatch. Where the item does not say who did, it is certain only in a list of the
 * user's own that has never had another member.
 */
function isMarkedBy(userId: string, item: Kept, ownFolder: OwnFolder | undefined): boolean {
  if (!item.watched) return false;
  return item.watchedByUserId ? item.watchedByUserId.toHexString() === userId : ownFolder?.membersRev === 0;
}

/** Another text as soon as anything has changed in the lists that somebody owns or shares in, or which those are. */
export async function findListedVersion(userId: string): Promise<string> {
  const shares = await ShareModel.find({ userId }, { folderId: 1 }).lean<Pick<ShareDoc, 'folderId'>[]>();
  const lists = await FolderModel.find(
    { $or: [{ userId }, { _id: { $in: shares.map(({ folderId }) => folderId) } }] },
    { rev: 1 },
  ).lean<Pick<FolderDoc, '_id' | 'rev'>[]>();
  return lists
    .map(({ _id, rev }) => `${_id.toHexString()}:${rev}`)
    .sort()
    .join(' ');
}

/** Titles that somebody added to one list, as everybody who sees the list may tell. */
export async function findAddedBy(
  folderId: string,
  userId: string,
): Promise<{ mediaType: MediaType; tmdbId: number }[]> {
  return ItemModel.find({ folderId, userId: new Types.ObjectId(userId) }, { mediaType: 1, tmdbId: 1 }).lean<
    Pick<ItemDoc, '_id' | 'mediaType' | 'tmdbId'>[]
  >();
}

/** The titles of one list. */
export async function findTitlesIn(folderId: string): Promise<{ mediaType: MediaType; tmdbId: number }[]> {
  return ItemModel.find({ folderId }, { mediaType: 1, tmdbId: 1 }).lean<
    Pick<ItemDoc, '_id' | 'mediaType' | 'tmdbId'>[]
  >();
}

/** Who shares a list: its owner, then the members, longest-standing first. */
export async function findMemberIds(folder: Pick<FolderDoc, '_id' | 'userId'>): Promise<string[]> {
  const shares = await ShareModel.find({ folderId: folder._id }, { userId: 1 })
    .sort({ _id: 1 })
    .lean<Pick<ShareDoc, '_id' | 'userId'>[]>();
  return [folder.userId, ...shares.map((share) => share.userId)].map(String);
}
