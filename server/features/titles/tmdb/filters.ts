import { genreIdsOf, runtimeRanges, type TitleFilters, VOTES_FOR_RATING } from '../../../../common/filters.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';

type Params = Record<string, string | number | undefined>;

/** The least number of votes for titles sorted by date. */
const VOTES_FOR_DATE = 10;

/** The filters as parameters of /discover. Films and shows have different names for dates and titles. */
export function discoverParams(mediaType: MediaType, filters: TitleFilters, today: string): Params {
  const date = mediaType === 'movie' ? 'primary_release_date' : 'first_air_date';
  const title = mediaType === 'movie' ? 'title' : 'name';
  const { decade, rating, runtime, sort = 'popularity' } = filters;
  const order = {
    popularity: 'popularity.desc',
    rating: 'vote_average.desc',
    newest: `${date}.desc`,
    oldest: `${date}.asc`,
    title: `${title}.asc`,
  }[sort];
  const votes = rating || sort === 'rating' ? VOTES_FOR_RATING : sort === 'popularity' ? undefined : VOTES_FOR_DATE;
  // Unreleased titles are not among the newest, unless their decade is requested.
  const until = decade ? `${decade + 9}-12-31` : sort === 'newest' ? today : undefined;
  const [shortest, longest] = runtime ? runtimeRanges[mediaType][runtime] : [];
  return {
    sort_by: order,
    // Sorted, so that the same choice has the same cache key.
    with_genres:
      genreIdsOf(filters)
        .sort((a, b) => a - b)
        .join(',') || undefined,
    [`${date}.gte`]: decade ? `${decade}-01-01` : undefined,
    [`${date}.lte`]: until,
    'vote_average.gte': rating || undefined,
    'vote_count.gte': votes,
    'with_runtime.gte': shortest,
    'with_runtime.lte': longest,
  };
}
