import { type Types, trusted } from 'mongoose';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { isDay } from '../../../../common/schemas/primitives.ts';
import { loadFolderFor } from '../access/access.ts';
import { findFoldersOfAll } from '../access/folderViews.ts';
import { type ItemDoc, ItemModel, releaseIndex, titleIndex } from '../model/item.model.ts';
import { factsOf } from '../model/itemFacts.ts';

/** What the calendar needs of lists: their shows, and their films that come out in some days. Each title is in it once. */
interface Listed {
  showIds: number[];
  films: TitleFacts[];
}

/** Of one list, or of all that the user may view. Throws not_found and forbidden as reading the list does. */
export async function findReleases(
  userId: string,
  { folderId, from, to }: { folderId?: string | undefined; from: string; to: string },
): Promise<Listed> {
  const inFolders = { folderId: trusted({ $in: await folderIdsOf(userId, folderId) }) };
  // Answered from the index alone.
  const shows = await ItemModel.find({ ...inFolders, mediaType: 'tv' }, { _id: 0, tmdbId: 1 })
    .hint(titleIndex)
    .lean<Pick<ItemDoc, 'tmdbId'>[]>();
  const inDays = { mediaType: 'movie', releaseDate: trusted({ $gte: from, $lte: to }) } as const;
  const found = await ItemModel.find({ ...inFolders, ...inDays })
    .hint(releaseIndex)
    .lean<ItemDoc[]>();
  // Earlier versions stored any text as the date.
  const films = found.filter(({ releaseDate }) => isDay(releaseDate));
  return {
    showIds: [...new Set(shows.map(({ tmdbId }) => tmdbId))],
    films: [...new Map(films.map((film) => [film.tmdbId, factsOf(film)])).values()],
  };
}

async function folderIdsOf(userId: string, folderId: string | undefined): Promise<Types.ObjectId[]> {
  if (folderId !== undefined) return [(await loadFolderFor(userId, folderId, 'folder:view')).folder._id];
  return ((await findFoldersOfAll([userId])).get(userId) ?? []).map(({ _id }) => _id);
}

/** A title that somebody added to a list. */
interface Addition {
  id: string;
  title: string;
  listId: string;
  listName: string;
  userId: Types.ObjectId;
  createdAt: Date;
}

/** What was added last to the lists that the user may view, the newest first. */
export async function findAdditions(userId: string, count: number): Promise<Addition[]> {
  const folders = (await findFoldersOfAll([userId])).get(userId) ?? [];
  const nameOf = new Map(folders.map(({ _id, name }) => [_id.toHexString(), name]));
  const items = await ItemModel.find({ folderId: trusted({ $in: folders.map(({ _id }) => _id) }) })
    .sort({ _id: -1 })
    .limit(count)
    .lean<ItemDoc[]>();
  return items.map(({ _id, title, folderId, userId: addedBy, createdAt }) => {
    const listId = folderId.toHexString();
    return { id: _id.toHexString(), title, listId, listName: nameOf.get(listId) ?? '', userId: addedBy, createdAt };
  });
}
