import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { FilmPerson, FoundPage, MediaType } from '../../../common/schemas/title.ts';
import { titleApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import type { ChosenFilters } from './filters/titleFilters.ts';
import { factsOf } from './titleFacts.ts';

export interface PageRequest {
  /** Empty for popular titles. */
  query: string;
  page: number;
  /** For popular titles; a search has no filters. */
  filters?: ChosenFilters;
  signal?: AbortSignal;
}

/** A page of films or shows, popular or found. */
export async function fetchTitles(mediaType: MediaType, request: PageRequest): Promise<FoundPage<TitleFacts>> {
  const { query, page, filters, signal } = request;
  // The two calls return different shapes, and factsOf accepts both.
  const answer =
    mediaType === 'movie'
      ? query
        ? await call(titleApi.movie.search, { query: { q: query, page }, signal })
        : await call(titleApi.movie.popular, { query: { page, ...filters }, signal })
      : query
        ? await call(titleApi.tv.search, { query: { q: query, page }, signal })
        : await call(titleApi.tv.popular, { query: { page, ...filters }, signal });
  return { ...answer, results: answer.results.map((title) => factsOf(mediaType, title)) };
}

export function fetchActors({ query, page, signal }: PageRequest): Promise<FoundPage<FilmPerson>> {
  return query
    ? call(titleApi.person.search, { query: { q: query, page }, signal })
    : call(titleApi.person.popular, { query: { page }, signal });
}

/** The six separate parts of a media dialog. */
export const titleParts = {
  details: (mediaType: MediaType, id: number) =>
    mediaType === 'movie'
      ? call(titleApi.movie.details, { params: { id } })
      : call(titleApi.tv.details, { params: { id } }),
  credits: (mediaType: MediaType, id: number) => call(titleApi[mediaType].credits, { params: { id } }),
  videos: (mediaType: MediaType, id: number) => call(titleApi[mediaType].videos, { params: { id } }),
  recommendations: async (mediaType: MediaType, id: number): Promise<TitleFacts[]> => {
    const answer =
      mediaType === 'movie'
        ? await call(titleApi.movie.recommendations, { params: { id } })
        : await call(titleApi.tv.recommendations, { params: { id } });
    return answer.results.map((title) => factsOf(mediaType, title));
  },
  ratings: (mediaType: MediaType, id: number) => call(titleApi[mediaType].externalRatings, { params: { id } }),
  providers: (mediaType: MediaType, id: number) => call(titleApi[mediaType].watchProviders, { params: { id } }),
} as const;

export type TitlePart = keyof typeof titleParts;
export type TitleParts = { [Part in TitlePart]: Awaited<ReturnType<(typeof titleParts)[Part]>> };
