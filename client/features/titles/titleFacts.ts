import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { MediaType, Movie, TvShow } from '../../../common/schemas/title.ts';
import { posterOf } from '../../lib/images.ts';

/** The facts of a listed film or show, in the shape of an item. */
export function factsOf(mediaType: MediaType, listed: Movie | TvShow): TitleFacts {
  const isMovie = 'title' in listed;
  return {
    tmdbId: listed.id,
    mediaType,
    title: isMovie ? listed.title : listed.name,
    overview: listed.overview || null,
    posterPath: listed.poster_path,
    backdropPath: listed.backdrop_path,
    releaseDate: (isMovie ? listed.release_date : listed.first_air_date) || null,
    voteAverage: Math.round(listed.vote_average * 10),
    genres: listed.genre_ids,
    runtime: null,
  };
}

/** The 0-10 rating of an item or listed title, for PosterCard. */
export function ratingOf({ voteAverage }: Pick<TitleFacts, 'voteAverage'>): number | null {
  return voteAverage ? voteAverage / 10 : null;
}

/** The PosterCard props of a title. */
export function posterFacts(facts: TitleFacts) {
  const { title, releaseDate } = facts;
  return { title, releaseDate, posterPath: posterOf(facts), rating: ratingOf(facts) };
}
