import { z } from 'zod';
import { limits } from '../constants.ts';

// TMDB's response shapes with its snake_case names. Every title source returns these.

export const mediaTypeSchema = z.enum(['movie', 'tv']).meta({ id: 'MediaType' });

export const genreSchema = z.object({ id: z.number().int(), name: z.string() }).meta({ id: 'Genre' });

/** The fields that films and shows have in common in every list. Dates are YYYY-MM-DD, or empty when unknown. */
const listedFields = {
  id: z.number().int(),
  overview: z.string(),
  poster_path: z.string().nullable(),
  backdrop_path: z.string().nullable(),
  vote_average: z.number(),
  vote_count: z.number().int(),
  popularity: z.number(),
  genre_ids: z.array(z.number().int()).max(limits.genres.max),
  original_language: z.string(),
  /** ISO 3166 codes; missing or empty if unknown. */
  origin_country: z.array(z.string()).optional(),
};

const movieSchema = z.object({ ...listedFields, title: z.string(), release_date: z.string() }).meta({ id: 'Movie' });

const tvShowSchema = z.object({ ...listedFields, name: z.string(), first_air_date: z.string() }).meta({ id: 'TvShow' });

const knownForSchema = z
  .discriminatedUnion('media_type', [
    movieSchema.extend({ media_type: z.literal('movie') }).meta({ id: 'KnownForMovie' }),
    tvShowSchema.extend({ media_type: z.literal('tv') }).meta({ id: 'KnownForTvShow' }),
  ])
  .meta({ id: 'KnownFor' });

const personSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    profile_path: z.string().nullable(),
    known_for_department: z.string(),
    popularity: z.number(),
    known_for: z.array(knownForSchema).max(limits.knownFor.max),
  })
  .meta({ id: 'Person' });

/** A person alone. Only TMDB has texts about people. */
export const personDetailsSchema = personSchema
  .extend({ biography: z.string().optional() })
  .meta({ id: 'PersonDetails' });

/** One page of a list; `page` counts from 1. */
const pageOf = <T extends z.ZodType>(result: T) =>
  z.object({
    page: z.number().int(),
    results: z.array(result).max(limits.titlesPage),
    total_pages: z.number().int(),
    total_results: z.number().int(),
  });

export const moviePageSchema = pageOf(movieSchema).meta({ id: 'MoviePage' });
export const tvShowPageSchema = pageOf(tvShowSchema).meta({ id: 'TvShowPage' });
export const personPageSchema = pageOf(personSchema).meta({ id: 'PersonPage' });

/** One page of a search. */
const foundPageOf = <T extends z.ZodType>(result: T) =>
  pageOf(result).extend({
    /** The name that was probably meant, where no name has the words of the query. */
    did_you_mean: z.string().optional(),
  });

export const foundMoviesSchema = foundPageOf(movieSchema).meta({ id: 'FoundMovies' });
export const foundTvShowsSchema = foundPageOf(tvShowSchema).meta({ id: 'FoundTvShows' });
export const foundPeopleSchema = foundPageOf(personSchema).meta({ id: 'FoundPeople' });

const detailFields = { genres: z.array(genreSchema).max(limits.genres.max), tagline: z.string(), status: z.string() };

export const movieDetailsSchema = movieSchema
  .extend({ ...detailFields, runtime: z.number().int().nullable() })
  .meta({ id: 'MovieDetails' });

const seasonFields = {
  /** 0 for specials. Numbers may have gaps, and may be years. */
  season_number: z.number().int(),
  name: z.string(),
  /** The day of its first episode, as YYYY-MM-DD; null if unknown. */
  air_date: z.string().nullable(),
};

const seasonSummarySchema = z
  .object({ ...seasonFields, episode_count: z.number().int() })
  .meta({ id: 'SeasonSummary', description: 'A season of a TV show without its episodes.' });

const episodeSchema = z
  .object({
    episode_number: z.number().int(),
    name: z.string(),
    /** YYYY-MM-DD; null if unknown. */
    air_date: z.string().nullable(),
    /** In minutes. */
    runtime: z.number().int().nullable(),
    overview: z.string().nullable(),
    still_path: z.string().nullable(),
    /** The caller has not seen it, so overview and picture are left out, and the name if they want that. */
    is_hidden: z.boolean().optional(),
  })
  .meta({ id: 'Episode' });

export const seasonSchema = z
  .object({ ...seasonFields, episodes: z.array(episodeSchema).max(limits.seasonEpisodes.max) })
  .meta({ id: 'Season', description: 'A season of a TV show with its episodes in order.' });

const creatorSchema = z
  .object({ id: z.number().int(), name: z.string(), profile_path: z.string().nullable() })
  .meta({ id: 'Creator' });

export const tvDetailsSchema = tvShowSchema
  .extend({
    ...detailFields,
    created_by: z.array(creatorSchema).max(limits.creators.max),
    number_of_seasons: z.number().int(),
    number_of_episodes: z.number().int(),
    episode_run_time: z.array(z.number().int()).max(limits.episodeRuntimes.max),
    /** In order, specials first. */
    seasons: z.array(seasonSummarySchema).max(limits.seasons.max),
  })
  .meta({ id: 'TvDetails' });

const castMemberSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    character: z.string(),
    profile_path: z.string().nullable(),
    order: z.number().int(),
  })
  .meta({ id: 'CastMember' });

const crewMemberSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    job: z.string(),
    department: z.string(),
  })
  .meta({ id: 'CrewMember' });

export const creditsSchema = z
  .object({
    id: z.number().int(),
    cast: z.array(castMemberSchema).max(limits.cast.max),
    /** Directors and creators first. */
    crew: z.array(crewMemberSchema).max(limits.crew.max),
  })
  .meta({ id: 'Credits' });

const videoSchema = z
  .object({ type: z.string(), site: z.string(), key: z.string(), name: z.string() })
  .meta({ id: 'Video' });

export const videosSchema = z
  .object({ id: z.number().int(), results: z.array(videoSchema).max(limits.videos.max) })
  .meta({ id: 'Videos' });

const ratingSchema = z.object({ rating: z.number() });

/** Rotten Tomatoes and Metacritic out of 100, IMDb out of 10. `error` says why ratings are missing. */
export const externalRatingsSchema = z
  .object({
    rottenTomatoes: ratingSchema.optional(),
    imdb: ratingSchema.optional(),
    metacritic: ratingSchema.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'ExternalRatings' });

const watchProviderSchema = z
  .object({
    provider_id: z.number().int(),
    provider_name: z.string(),
    logo_path: z.string().nullable(),
  })
  .meta({ id: 'WatchProvider' });

const offersSchema = z.array(watchProviderSchema).max(limits.providers.max).optional();

export const watchProvidersSchema = z
  .object({
    id: z.number().int(),
    results: z.record(
      z.string(),
      z.object({
        /** With a subscription. */
        flatrate: offersSchema,
        rent: offersSchema,
        free: offersSchema,
        /** Free with advertisements. */
        ads: offersSchema,
        buy: offersSchema,
      }),
    ),
  })
  .meta({ id: 'WatchProviders', description: 'Offers by country code.' });

const movieCreditSchema = movieSchema.extend({ character: z.string() }).meta({ id: 'MovieCredit' });
const tvCreditSchema = tvShowSchema.extend({ character: z.string() }).meta({ id: 'TvCredit' });

export const movieCreditsSchema = z
  .object({
    id: z.number().int(),
    cast: z.array(movieCreditSchema).max(limits.personCredits.max),
  })
  .meta({ id: 'MovieCredits' });
export const tvCreditsSchema = z
  .object({
    id: z.number().int(),
    cast: z.array(tvCreditSchema).max(limits.personCredits.max),
  })
  .meta({ id: 'TvCredits' });

export type MediaType = z.infer<typeof mediaTypeSchema>;
export type Genre = z.infer<typeof genreSchema>;
export type Movie = z.infer<typeof movieSchema>;
export type TvShow = z.infer<typeof tvShowSchema>;
export type KnownFor = z.infer<typeof knownForSchema>;
export type FilmPerson = z.infer<typeof personSchema>;
export type PersonDetails = z.infer<typeof personDetailsSchema>;
export type Page<T> = { page: number; results: T[]; total_pages: number; total_results: number };
export type FoundPage<T> = Page<T> & { did_you_mean?: string | undefined };
export type MovieDetails = z.infer<typeof movieDetailsSchema>;
export type TvDetails = z.infer<typeof tvDetailsSchema>;
export type SeasonSummary = z.infer<typeof seasonSummarySchema>;
export type Episode = z.infer<typeof episodeSchema>;
export type Season = z.infer<typeof seasonSchema>;
export type CastMember = z.infer<typeof castMemberSchema>;
export type Credits = z.infer<typeof creditsSchema>;
export type Video = z.infer<typeof videoSchema>;
export type Videos = z.infer<typeof videosSchema>;
export type ExternalRatings = z.infer<typeof externalRatingsSchema>;
export type WatchProvider = z.infer<typeof watchProviderSchema>;
export type WatchProviders = z.infer<typeof watchProvidersSchema>;
export type OfferKind = keyof WatchProviders['results'][string];
export type MovieCredit = z.infer<typeof movieCreditSchema>;
export type TvCredit = z.infer<typeof tvCreditSchema>;
export type MovieCredits = z.infer<typeof movieCreditsSchema>;
export type TvCredits = z.infer<typeof tvCreditsSchema>;
