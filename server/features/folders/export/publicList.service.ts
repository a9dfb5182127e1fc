import { type Types, trusted } from 'mongoose';
import pLimit from 'p-limit';
import { byRank } from '../../../../common/rank.ts';
import type { RadarrList, SonarrList } from '../../../../common/schemas/publicLink.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import type { TitleSource } from '../../titles/title.source.ts';
import { loadPublicUserLookup } from '../../users/user.service.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel, releaseIndex, titleIndex } from '../model/item.model.ts';
import { shownPath } from '../model/itemFacts.ts';
import type { OpenedLink } from '../sharing/publicLinks/publicLink.service.ts';
import { type FindOtherIds, yearOf } from './listFile.ts';

/*
 * What anyone may read of a list by its public link: its titles in order, and notes and first names if the link shows them.
 * Everything else of an item, such as what was watched, stays out.
 */

export interface PublicItem
  extends Pick<ItemDoc, 'mediaType' | 'tmdbId' | 'title' | 'overview' | 'releaseDate' | 'genres' | 'runtime'> {
  id: string;
  posterPath: string | null;
  backdropPath: string | null;
  addedAt: Date;
  /** Null also where the link shows none. */
  note: string | null;
  addedBy: string | null;
}

/** The items in the order of the list, from the place `from` on. */
export async function readPublicItems(opened: OpenedLink, from: number, count: number): Promise<PublicItem[]> {
  const ids = (await findItemOrder(opened.folder._id)).slice(from, from + count);
  const items = await ItemModel.find({ _id: trusted({ $in: ids }) }).lean<ItemDoc[]>();
  const byId = new Map(items.map((item) => [item._id.toHexString(), item]));
  return toPublicItems(
    opened,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** All items in the order of the list, a page at a time. */
export async function* readAllPublicItems(opened: OpenedLink): AsyncGenerator<PublicItem[]> {
  const PAGE = 500;
  const ids = await findItemOrder(opened.folder._id);
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE);
    const items = await ItemModel.find({ _id: trusted({ $in: page }) }).lean<ItemDoc[]>();
    const byId = new Map(items.map((item) => [item._id.toHexString(), item]));
    yield toPublicItems(
      opened,
      page.flatMap((id) => byId.get(id) ?? []),
    );
  }
}

/** The items that were added last, the newest first. */
export async function readLatestPublicItems(opened: OpenedLink, count: number): Promise<PublicItem[]> {
  const items = await ItemModel.find({ folderId: opened.folder._id }).sort({ _id: -1 }).limit(count).lean<ItemDoc[]>();
  return toPublicItems(opened, items);
}

async function toPublicItems({ link }: OpenedLink, items: readonly ItemDoc[]): Promise<PublicItem[]> {
  const nameOf = link.showsNames ? await loadFirstNames(items.map(({ userId }) => userId)) : () => null;
  return items.map((item) => ({
    id: item._id.toHexString(),
    mediaType: item.mediaType,
    tmdbId: item.tmdbId,
    title: item.title,
    overview: item.overview,
    releaseDate: item.releaseDate,
    genres: item.genres,
    runtime: item.runtime,
    posterPath: shownPath(item.posterPath),
    backdropPath: shownPath(item.backdropPath),
    addedAt: item.createdAt,
    note: link.showsNotes ? (item.note ?? null) : null,
    addedBy: nameOf(item.userId),
  }));
}

async function loadFirstNames(userIds: readonly Types.ObjectId[]) {
  const userById = await loadPublicUserLookup(userIds);
  return (userId: Types.ObjectId) => userById(userId).firstName;
}

/** The ids of all items in the order of the list. Ranks and ids are sorted together, which no index does. */
async function findItemOrder(folderId: Types.ObjectId): Promise<string[]> {
  const places = await ItemModel.find({ folderId }, { rank: 1 }, { batchSize: 1000 }).lean<
    Pick<ItemDoc, '_id' | 'rank'>[]
  >();
  const inOrder = places.map(({ _id, rank }) => ({ id: _id.toHexString(), rank: rank ?? null })).sort(byRank);
  return inOrder.map(({ id }) => id);
}

/** The list's films with a date of release, the latest first, and the ids of its shows. */
export async function findListedReleases(
  folder: FolderDoc,
  most: number,
): Promise<{ films: Pick<ItemDoc, 'tmdbId' | 'title' | 'releaseDate'>[]; showIds: number[] }> {
  const [films, shows] = await Promise.all([
    ItemModel.find(
      { folderId: folder._id, mediaType: 'movie', releaseDate: trusted({ $gt: '' }) },
      { tmdbId: 1, title: 1, releaseDate: 1 },
    )
      .sort({ releaseDate: -1 })
      .limit(most)
      .hint(releaseIndex)
      .lean<ItemDoc[]>(),
    findTitles(folder, 'tv'),
  ]);
  return { films, showIds: shows.map(({ tmdbId }) => tmdbId) };
}

const findTitles = (folder: FolderDoc, mediaType: MediaType) =>
  ItemModel.find({ folderId: folder._id, mediaType }, { mediaType: 1, tmdbId: 1, title: 1, releaseDate: 1 })
    .hint(titleIndex)
    .lean<ItemDoc[]>();

const yearField = (item: Pick<ItemDoc, 'releaseDate'>) => {
  const year = Number(yearOf(item));
  return year > 0 ? { year } : {};
};

export async function radarrList(folder: FolderDoc, findIds: FindOtherIds): Promise<RadarrList> {
  const films = await findTitles(folder, 'movie');
  const ids = await findIds(films);
  return films.map((film) => {
    const imdbId = ids.get(titleKey(film))?.imdb;
    const { tmdbId, title } = film;
    return { id: tmdbId, tmdbId, ...(imdbId && { imdbId }), title, ...yearField(film) };
  });
}

/** How many shows the source is asked about at once. */
const TOGETHER = 20;

/**
 * The shows of a list for Sonarr, which knows shows by their ids at TheTVDB: those without one are left out, and counted.
 * Throws upstream when the source does not answer: a shorter list would remove shows there.
 */
export async function sonarrList(
  folder: FolderDoc,
  source: Pick<TitleSource, 'otherIds'>,
): Promise<{ shows: SonarrList; leftOut: number }> {
  const listed = await findTitles(folder, 'tv');
  const limit = pLimit(TOGETHER);
  const found = await Promise.all(
    listed.map((show) =>
      limit(async () => {
        const { tvdb, imdb } = await source.otherIds('tv', show.tmdbId);
        const { tmdbId, title } = show;
        return tvdb ? [{ tvdbId: tvdb, tmdbId, ...(imdb && { imdbId: imdb }), title, ...yearField(show) }] : [];
      }),
    ),
  );
  const shows = found.flat();
  return { shows, leftOut: listed.length - shows.length };
}
