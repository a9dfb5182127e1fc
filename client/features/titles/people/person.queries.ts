import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { FilmPerson, MediaType, MovieCredit, PersonDetails, TvCredit } from '../../../../common/schemas/title.ts';
import { titleApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { about, queryOf } from '../../../lib/query.ts';
import { findInShelves } from '../shelf.queries.ts';
import { findInCasts } from '../title.queries.ts';
import { factsOf } from '../titleFacts.ts';

// What is known of a person changes only with the source of titles.
const lasting = { ...about('titles'), staleTime: Number.POSITIVE_INFINITY };

/** An actor's own facts, which alone have the biography. */
const personQuery = (id: number) => ({ ...queryOf(titleApi.person.details, { params: { id } }), ...lasting });

/** An actor's titles of one kind, or without a kind the best known ones. */
export const filmographyQuery = (kind: MediaType | null, id: number) =>
  queryOptions({
    ...lasting,
    queryKey: ['filmography', id, kind],
    queryFn: ({ signal }) => (kind ? fetchFilmography(kind, id, signal) : fetchBestKnown(id, signal)),
  });

const SHOWN = 12;
const VOTES_ABOVE = 10;

/** An actor's titles of one media type: with a poster and more than ten votes, newest first, at most twelve. */
async function fetchFilmography(mediaType: MediaType, id: number, signal?: AbortSignal): Promise<TitleFacts[]> {
  const { cast }: { cast: readonly (MovieCredit | TvCredit)[] } =
    mediaType === 'movie'
      ? await call(titleApi.person.movieCredits, { params: { id }, signal })
      : await call(titleApi.person.tvCredits, { params: { id }, signal });
  return worthShowing(cast).map((credit) => factsOf(mediaType, credit));
}

/** An actor's films with the most votes, or their shows if they have no films; at most twelve. */
async function fetchBestKnown(id: number, signal?: AbortSignal): Promise<TitleFacts[]> {
  const movies = await call(titleApi.person.movieCredits, { params: { id }, signal });
  const films = mostVoted(movies.cast).map((credit) => factsOf('movie', credit));
  if (films.length > 0) return films;
  const shows = await call(titleApi.person.tvCredits, { params: { id }, signal });
  return mostVoted(shows.cast).map((credit) => factsOf('tv', credit));
}

function mostVoted<Credit extends MovieCredit | TvCredit>(cast: readonly Credit[]): Credit[] {
  return listable(cast)
    .sort((a, b) => b.vote_count - a.vote_count)
    .slice(0, SHOWN);
}

export function worthShowing<Credit extends MovieCredit | TvCredit>(cast: readonly Credit[]): Credit[] {
  return listable(cast)
    .sort((a, b) => dateOf(b).localeCompare(dateOf(a)))
    .slice(0, SHOWN);
}

function listable<Credit extends MovieCredit | TvCredit>(cast: readonly Credit[]): Credit[] {
  const seen = new Set<number>();
  return cast.filter(({ id, poster_path, vote_count }) => {
    // Two roles in a film are two credits.
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew && poster_path && vote_count > VOTES_ABOVE;
  });
}

function dateOf(credit: MovieCredit | TvCredit): string {
  return 'title' in credit ? credit.release_date : credit.first_air_date;
}

/** The facts from a cast list, and the rest when loaded. */
export type ShownActor = Pick<FilmPerson, 'id' | 'name' | 'profile_path'> & Partial<PersonDetails>;

/** An actor from their own call, which alone has the biography. A loaded list or a cast provides the facts at first. */
export function useActor(id: number) {
  const { data: asked, error, refetch } = useQuery(personQuery(id));
  const actor: ShownActor | undefined = asked ?? findInShelves(id) ?? findInCasts(id);
  return { actor, error, retry: refetch };
}
