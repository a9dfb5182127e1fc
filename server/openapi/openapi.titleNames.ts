import type { z } from 'zod';
import {
  castMemberSchema,
  creatorSchema,
  creditsSchema,
  crewMemberSchema,
  externalRatingsSchema,
  genreSchema,
  knownForSchema,
  movieCreditSchema,
  movieCreditsSchema,
  movieDetailsSchema,
  moviePageSchema,
  movieSchema,
  personDetailsSchema,
  personPageSchema,
  personSchema,
  tvCreditSchema,
  tvCreditsSchema,
  tvDetailsSchema,
  tvShowPageSchema,
  tvShowSchema,
  videoSchema,
  videosSchema,
  watchProviderSchema,
  watchProvidersSchema,
} from '../../common/schemas/title.ts';

interface Name {
  id: string;
  description?: string;
}

const [knownForMovie, knownForTvShow] = knownForSchema.options;

/** The names of titles, people and what belongs to them. */
export const titleNames: readonly [z.ZodType, Name][] = [
  [movieSchema, { id: 'Movie' }],
  [tvShowSchema, { id: 'TvShow' }],
  [personSchema, { id: 'Person' }],
  [personDetailsSchema, { id: 'PersonDetails' }],
  [moviePageSchema, { id: 'MoviePage' }],
  [tvShowPageSchema, { id: 'TvShowPage' }],
  [personPageSchema, { id: 'PersonPage' }],
  [movieDetailsSchema, { id: 'MovieDetails' }],
  [tvDetailsSchema, { id: 'TvDetails' }],
  [genreSchema, { id: 'Genre' }],
  [creatorSchema, { id: 'Creator' }],
  [knownForSchema, { id: 'KnownFor' }],
  [knownForMovie, { id: 'KnownForMovie' }],
  [knownForTvShow, { id: 'KnownForTvShow' }],
  [castMemberSchema, { id: 'CastMember' }],
  [crewMemberSchema, { id: 'CrewMember' }],
  [creditsSchema, { id: 'Credits' }],
  [movieCreditSchema, { id: 'MovieCredit' }],
  [tvCreditSchema, { id: 'TvCredit' }],
  [movieCreditsSchema, { id: 'MovieCredits' }],
  [tvCreditsSchema, { id: 'TvCredits' }],
  [videoSchema, { id: 'Video' }],
  [videosSchema, { id: 'Videos' }],
  [externalRatingsSchema, { id: 'ExternalRatings' }],
  [watchProviderSchema, { id: 'WatchProvider' }],
  [watchProvidersSchema, { id: 'WatchProviders', description: 'Offers by country code.' }],
];
