import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { MediaType, MovieCredit, TvCredit } from '../../../../common/schemas/title.ts';
import { titleApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { factsOf } from '../details/titleFacts.ts';

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

export function worthShowing<Credit extends MovieCredit | TvCredit>(cast: readonly Credit[]): Credit[] {
  const seen = new Set<number>();
  return cast
    .filter(({ id, poster_path, vote_count }) => {
      // Two roles in a film are two credits.
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
