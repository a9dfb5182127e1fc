import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { FilmPerson, MediaType } from '../../../common/schemas/title.ts';
import { about, queryClient } from '../../lib/query.ts';
import { type TitlePart, type TitleParts, titleParts } from './title.api.ts';
import { factsOf } from './titleFacts.ts';

export interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

/** What is known of a title so far. */
export interface KnownTitle extends Partial<TitleParts> {
  /** Why parts failed to load. */
  failed: Partial<Record<TitlePart, Error>>;
}

const partNames = Object.keys(titleParts) as TitlePart[];

/** A part of a title changes only with the source of titles. */
function partQuery<Part extends TitlePart>(part: Part, { mediaType, tmdbId }: TitleRef) {
  return queryOptions({
    ...about('titles'),
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: ['title', part, mediaType, tmdbId],
    queryFn: () => titleParts[part](mediaType, tmdbId) as Promise<TitleParts[Part]>,
  });
}

/** The parts of a title as they arrive. `retry` asks again for those that failed. */
export function useTitle(title: TitleRef): { known: KnownTitle; retry: () => void } {
  return useQueries({ queries: partNames.map((part) => partQuery(part, title)), combine });
}

function combine(results: UseQueryResult<TitleParts[TitlePart]>[]): { known: KnownTitle; retry: () => void } {
  const parts = results.map(({ data }, index) => [partNames[index], data]);
  const failed = results.flatMap(({ error }, index) => (error ? [[partNames[index], error]] : []));
  return {
    known: { ...Object.fromEntries(parts), failed: Object.fromEntries(failed) },
    retry: () => {
      for (const { isError, refetch } of results) if (isError) void refetch();
    },
  };
}

/** True if each of these parts has loaded or failed. */
export function areSettled(known: KnownTitle, parts: readonly TitlePart[]): boolean {
  return parts.every((part) => known[part] !== undefined || known.failed[part]);
}

/** A title's facts from its details, with the running time. */
export const factsQuery = (title: TitleRef) =>
  queryOptions({
    ...partQuery('details', title),
    select: (details): TitleFacts => {
      const facts = factsOf(title.mediaType, details);
      return {
        ...facts,
        runtime: 'runtime' in details ? details.runtime : (details.episode_run_time[0] ?? null),
        genres: facts.genres.length > 0 ? facts.genres : details.genres.map((genre) => genre.id),
      };
    },
  });

/** A member of the cast of any title that has been opened. */
export function findInCasts(id: number): Pick<FilmPerson, 'id' | 'name' | 'profile_path'> | undefined {
  return queryClient
    .getQueriesData<TitleParts['credits']>({ queryKey: ['title', 'credits'] })
    .flatMap(([, credits]) => credits?.cast ?? [])
    .find((member) => member.id === id);
}
