import type { TitleFacts } from '../../../common/item.ts';
import type { TitleFacts as SourceFacts } from '../titles/title.source.ts';

/** What an item keeps of a title that a source knows. */
export function itemFactsOf(title: SourceFacts): TitleFacts {
  return {
    tmdbId: title.id,
    mediaType: title.mediaType,
    title: title.title,
    overview: title.overview,
    posterPath: title.posterPath,
    backdropPath: title.backdropPath,
    releaseDate: title.releaseDate || null,
    voteAverage: Math.round(title.voteAverage * 10),
    genres: title.genreIds,
    runtime: title.runtime,
  };
}

/** When an item's facts were fetched, for one that is made now; nothing for one of the bundled catalogue. */
export function fetchedNow({ posterPath }: Pick<TitleFacts, 'posterPath'>): { fetchedAt?: Date } {
  return isDrawnHere(posterPath) ? {} : { fetchedAt: new Date() };
}

/** The bundled catalogue has the pictures of its titles drawn, and TMDB's paths have one part alone. */
const isDrawnHere = (path: string | null) => path?.startsWith('/api/') ?? false;
