import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { MediaType, MovieCredit, TvCredit } from '../../../../common/schemas/title.ts';
import { titleApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { factsOf } from '../titleFacts.ts';

const SHOWN = 12;
const VOTES_ABOVE = 10;

/** An actor's titles of one media type: with a poster and more than ten votes, newest first, at most twelve. */
export async function fetchFilmography(mediaType: MediaType, id: number, signal?: AbortSignal): Promise<TitleFacts[]> {
  const { cast }: { cast: readonly (MovieCredit | TvCredit)[] } =
    mediaType === 'movie'
      ? await call(titleApi.person.movieCredits, { params: { id }, signal })
      : await call(titleApi.person.tvCredits, { params: { id }, signal });
  return worthShowing(cast).map((credit) => factsOf(mediaType, credit));
}

/** An actor's films with the most votes, or their shows if they have no films; at most twelve. */
export async function fetchBestKnown(id: number, signal?: AbortSignal): Promise<TitleFacts[]> {
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
