import type { AddedItem, Item, TitleFacts } from '../../../../common/schemas/item.ts';

/** Only the facts; an item that is added again has more fields. */
export function pickFacts(title: TitleFacts): TitleFacts {
  const { tmdbId, mediaType, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime } = title;
  return {
    tmdbId,
    mediaType,
    title: title.title,
    overview,
    posterPath,
    backdropPath,
    releaseDate,
    voteAverage,
    genres,
    runtime,
  };
}

/** The request that adds the item. A field that requests may set must be named here, or it does not compile. */
export function requestToAdd(item: Item): AddedItem & Pick<Item, 'folderId'> {
  return { ...pickFacts(item), folderId: item.folderId, watched: item.watched };
}
