import { type Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { isDay } from '../../../../common/schemas/primitives.ts';
import { findTitles, foundOrNull, type TitleSource } from '../../titles/title.source.ts';
import { loadFolderFor } from '../access/access.ts';
import { findFoldersOfAll } from '../access/folderViews.ts';
import { type ItemDoc, ItemModel, releaseIndex, titleIndex } from '../model/item.model.ts';
import { factsOf } from '../model/itemFacts.ts';

/** What the calendar needs of lists: their shows, and their films of some time. Each title is in it once. */
interface Listed {
  showIds: number[];
  films: TitleFacts[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long after its own date, which is mostly of its first country, a film comes out elsewhere, and how long before it. */
const DAYS_LATER = 365;
const DAYS_EARLIER = 90;
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Of one list, or of all that the user may view: the shows, and the films that may come out in these days in some country.
 * Throws not_found and forbidden as reading the list does.
 */
export async function findReleases(
  userId: string,
  { folderId, from, to }: { folderId?: string | undefined; from: string; to: string },
): Promise<Listed> {
  const inFolders = { folderId: trusted({ $in: await folderIdsOf(userId, folderId) }) };
  // Answered from the index alone.
  const shows = await ItemModel.find({ ...inFolders, mediaType: 'tv' }, { _id: 0, tmdbId: 1 })
    .hint(titleIndex)
    .lean<Pick<ItemDoc, 'tmdbId'>[]>();
  const near = { $gte: dayAfter(from, -DAYS_LATER), $lte: dayAfter(to, DAYS_EARLIER) };
  const found = await ItemModel.find({ ...inFolders, mediaType: 'movie', releaseDate: trusted(near) })
    .sort({ releaseDate: -1 })
    .hint(releaseIndex)
    .lean<ItemDoc[]>();
  // Earlier versions stored any text as the date.
  const films = found.filter(({ releaseDate }) => isDay(releaseDate));
  return {
    showIds: [...new Set(shows.map(({ tmdbId }) => tmdbId))],
    films: [...new Map(films.map((film) => [film.tmdbId, factsOf(film)])).values()],
  };
}

/**
 * Films with the days on which they come out in the country of the settings, where the source of titles knows these. It is
 * asked about the first films only.
 */
export async function withLocalDates<T extends Pick<TitleFacts, 'tmdbId' | 'releaseDate'>>(
  source: TitleSource,
  films: readonly T[],
): Promise<{ films: T[]; isAway: boolean }> {
  const asked = films.slice(0, limits.calendarFilms);
  const found = await findTitles(
    source,
    asked.map(({ tmdbId }) => ({ mediaType: 'movie', tmdbId })),
  );
  const dateOf = (film: T, place: number) => foundOrNull(found[place])?.localReleaseDate ?? film.releaseDate;
  return {
    films: films.map((film, place) => ({ ...film, releaseDate: dateOf(film, place) })),
    isAway: found.includes('away'),
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
