import type { TitleFacts } from '../../../../common/schemas/item.ts';

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
