import type { Genre, MediaType } from './schemas/title.ts';

// The filters of Discover. Genres and their ids are those of TMDB; both title sources use them.

export const genresOf: Record<MediaType, readonly Genre[]> = {
  movie: [
    { id: 28, name: 'Action' },
    { id: 12, name: 'Adventure' },
    { id: 16, name: 'Animation' },
    { id: 35, name: 'Comedy' },
    { id: 80, name: 'Crime' },
    { id: 99, name: 'Documentary' },
    { id: 18, name: 'Drama' },
    { id: 10751, name: 'Family' },
    { id: 14, name: 'Fantasy' },
    { id: 36, name: 'History' },
    { id: 27, name: 'Horror' },
    { id: 10402, name: 'Music' },
    { id: 9648, name: 'Mystery' },
    { id: 10749, name: 'Romance' },
    { id: 878, name: 'Science Fiction' },
    { id: 10770, name: 'TV Movie' },
    { id: 53, name: 'Thriller' },
    { id: 10752, name: 'War' },
    { id: 37, name: 'Western' },
  ],
  tv: [
    { id: 10759, name: 'Action & Adventure' },
    { id: 16, name: 'Animation' },
    { id: 35, name: 'Comedy' },
    { id: 80, name: 'Crime' },
    { id: 99, name: 'Documentary' },
    { id: 18, name: 'Drama' },
    { id: 10751, name: 'Family' },
    { id: 10762, name: 'Kids' },
    { id: 9648, name: 'Mystery' },
    { id: 10763, name: 'News' },
    { id: 10764, name: 'Reality' },
    { id: 10765, name: 'Sci-Fi & Fantasy' },
    { id: 10766, name: 'Soap' },
    { id: 10767, name: 'Talk' },
    { id: 10768, name: 'War & Politics' },
    { id: 37, name: 'Western' },
  ],
};

/** Of films and shows. */
export const genreNames: ReadonlyMap<number, string> = new Map(
  [...genresOf.tv, ...genresOf.movie].map(({ id, name }) => [id, name]),
);

export const decades = [2020, 2010, 2000, 1990, 1980, 1970, 1960, 1950, 1940, 1930, 1920] as const;

export const minimumRatings = [9, 8, 7, 6, 5] as const;

export const runtimeNames = ['short', 'medium', 'long'] as const;
export type RuntimeName = (typeof runtimeNames)[number];

/** Minutes from and to, both included, of a film or of one episode. */
export const runtimeRanges: Record<MediaType, Record<RuntimeName, readonly [from: number, to: number]>> = {
  movie: { short: [1, 89], medium: [90, 120], long: [121, 1000] },
  tv: { short: [1, 29], medium: [30, 59], long: [60, 1000] },
};

export const sortNames = ['popularity', 'rating', 'newest', 'oldest', 'title'] as const;
export type SortName = (typeof sortNames)[number];

/** A rating with fewer votes means little: sorting and filtering by rating skip such titles. */
export const VOTES_FOR_RATING = 100;

export const GENRES_AT_ONCE = 3;

export interface TitleFilters {
  genre?: string | undefined;
  decade?: number | undefined;
  rating?: number | undefined;
  runtime?: RuntimeName | undefined;
  sort?: SortName | undefined;
}

/** True when no filter is set and the order is the default. */
export function isUnfiltered({ genre, decade, rating, runtime, sort = 'popularity' }: TitleFilters): boolean {
  return !genre && !decade && !rating && !runtime && sort === 'popularity';
}

export function genreIdsOf({ genre }: TitleFilters): number[] {
  return genre ? genre.split(',').map(Number) : [];
}
