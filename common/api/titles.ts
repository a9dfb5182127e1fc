import { z } from 'zod';
import { limits } from '../constants.ts';
import { requestEndpoints, titleEndpoints } from '../endpoints.ts';
import { runtimeNames, sortNames } from '../filters.ts';
import { textSchema } from '../schemas/primitives.ts';
import { requestBody, requestedTitleSchema, requestStateSchema } from '../schemas/request.ts';
import {
  creditsSchema,
  externalRatingsSchema,
  foundMoviesSchema,
  foundPeopleSchema,
  foundTvShowsSchema,
  movieCreditsSchema,
  movieDetailsSchema,
  moviePageSchema,
  personDetailsSchema,
  personPageSchema,
  seasonSchema,
  tvCreditsSchema,
  tvDetailsSchema,
  tvShowPageSchema,
  videosSchema,
  watchProvidersSchema,
} from '../schemas/title.ts';
import { call } from './call.ts';

/** The filters of Discover, with the same names in the address and in the query. All are optional; `genre` holds up to three ids. */
export const titleFiltersQuery = z.object({
  genre: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){0,2}$/, 'Must be one to three genre ids, separated by commas')
    .optional(),
  decade: z.coerce.number().int().min(1870).max(2090).multipleOf(10).optional(),
  rating: z.coerce.number().min(0).max(10).optional(),
  runtime: z.enum(runtimeNames).optional(),
  sort: z.enum(sortNames).optional(),
});

const tmdbId = z.object({ id: z.coerce.number().int().positive() });
const seasonParams = tmdbId.extend({ season: z.coerce.number().int().min(0).max(limits.episodes) });
const page = z.coerce.number().int().min(1).max(limits.titlePages).default(1);
const pageQuery = z.object({ page });
const titleSearchQuery = z.object({ q: textSchema.trim().max(200).default(''), page });
const known = ['not_found', 'upstream'] as const;

function titleCalls<P extends z.ZodType, F extends z.ZodType, D extends z.ZodType>(
  mediaType: 'movie' | 'tv',
  titlePage: P,
  foundTitles: F,
  details: D,
) {
  const endpoints = titleEndpoints[mediaType];
  return {
    popular: call(endpoints.popular, {
      scope: 'list:read',
      query: pageQuery.extend(titleFiltersQuery.shape),
      answer: titlePage,
      errors: ['upstream'],
    }),
    search: call(endpoints.search, {
      scope: 'list:read',
      query: titleSearchQuery,
      answer: foundTitles,
      errors: ['upstream'],
    }),
    details: call(endpoints.details, {
      scope: 'list:read',
      params: tmdbId,
      answer: details,
      errors: known,
    }),
    credits: call(endpoints.credits, {
      scope: 'list:read',
      params: tmdbId,
      answer: creditsSchema,
      errors: known,
    }),
    videos: call(endpoints.videos, {
      scope: 'list:read',
      params: tmdbId,
      answer: videosSchema,
      errors: known,
    }),
    recommendations: call(endpoints.recommendations, {
      scope: 'list:read',
      params: tmdbId,
      query: pageQuery,
      answer: titlePage,
      errors: known,
    }),
    externalRatings: call(endpoints.externalRatings, {
      scope: 'list:read',
      params: tmdbId,
      answer: externalRatingsSchema,
      errors: known,
    }),
    watchProviders: call(endpoints.watchProviders, {
      scope: 'list:read',
      params: tmdbId,
      answer: watchProvidersSchema,
      errors: known,
    }),
  };
}

export const titleApi = {
  movie: titleCalls('movie', moviePageSchema, foundMoviesSchema, movieDetailsSchema),
  tv: {
    ...titleCalls('tv', tvShowPageSchema, foundTvShowsSchema, tvDetailsSchema),
    season: call(titleEndpoints.tv.season, {
      scope: 'list:read',
      params: seasonParams,
      answer: seasonSchema,
      errors: known,
    }),
  },
  person: {
    popular: call(titleEndpoints.person.popular, {
      scope: 'list:read',
      query: pageQuery,
      answer: personPageSchema,
      errors: ['upstream'],
    }),
    search: call(titleEndpoints.person.search, {
      scope: 'list:read',
      query: titleSearchQuery,
      answer: foundPeopleSchema,
      errors: ['upstream'],
    }),
    details: call(titleEndpoints.person.details, {
      scope: 'list:read',
      params: tmdbId,
      answer: personDetailsSchema,
      errors: known,
    }),
    movieCredits: call(titleEndpoints.person.movieCredits, {
      scope: 'list:read',
      params: tmdbId,
      answer: movieCreditsSchema,
      errors: known,
    }),
    tvCredits: call(titleEndpoints.person.tvCredits, {
      scope: 'list:read',
      params: tmdbId,
      answer: tvCreditsSchema,
      errors: known,
    }),
  },
} as const;

/** What people request from the operator's media server. */
export const requestApi = {
  get: call(requestEndpoints.get, { params: requestedTitleSchema, answer: requestStateSchema, errors: ['upstream'] }),
  create: call(requestEndpoints.create, {
    body: requestBody,
    answer: requestStateSchema,
    errors: ['forbidden', 'upstream'],
  }),
};
