import { titleApi } from '../../../common/api.ts';
import type { TitleFacts } from '../../../common/item.ts';
import type { MediaType, MovieCredit, TvCredit } from '../../../common/title.ts';
import { call } from '../../lib/http.ts';
import { factsOf } from './titleFacts.ts';

const SHOWN = 12;
const VOTES_ABOVE = 10;

/** What an actor was in, of one kind: with a poster and more than ten votes, newest first, at most twelve. */
export async function fetchFilmography(mediaType: MediaType, id: number, signal?: AbortSignal): Promise<TitleFacts[]> {
  const { cast }: { cast: readonly (MovieCredit | TvCredit)[] } =
    mediaType === 'movie'
      ? await call(titleApi.person.movieCredits, { params: { id }, signal })
      : await call(titleApi.person.tvCredits, { params: { id }, signal });
  return worthShowing(cast).map((credit) => factsOf(mediaType, credit));
}

export function worthShowing<Credit extends MovieCredit | TvCredit>(cast: readonly Credit[]): Credit[] {
  const seen = new Set<number>();
  return cast
    .filter(({ id, poster_path, vote_count }) => {
      // Two roles in one film are two credits.
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew && poster_path && vote_count > VOTES_ABOVE;
    })
    .sort((a, b) => dateOf(b).localeCompare(dateOf(a)))
    .slice(0, SHOWN);
}

function dateOf(credit: MovieCredit | TvCredit): string {
  return 'title' in credit ? credit.release_date : credit.first_air_date;
}
