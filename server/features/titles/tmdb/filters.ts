import { genreIdsOf, runtimeRanges, type TitleFilters, VOTES_FOR_RATING } from '../../../../common/filters.ts';
import type { MediaType } from '../../../../common/title.ts';

type Params = Record<string, string | number | undefined>;

/** A title must have been seen by a few before its date alone brings it to the top. */
const VOTES_FOR_DATE = 10;

/** What /discover calls the filters. Films and shows name their dates and titles differently. */
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
  // What is yet to come is not among the newest, unless its decade was asked for.
  const until = decade ? `${decade + 9}-12-31` : sort === 'newest' ? today : undefined;
  const [shortest, longest] = runtime ? runtimeRanges[mediaType][runtime] : [];
  return {
    sort_by: order,
    // In one order, so that the same choice is one answer in the cache.
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
