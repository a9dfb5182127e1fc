import {
  genreIdsOf,
  runtimeRanges,
  type SortName,
  type TitleFilters,
  VOTES_FOR_RATING,
} from '../../../../common/filters.ts';
import type { CatalogueTitle } from './catalogue.data.ts';

const orders: Record<SortName, (a: CatalogueTitle, b: CatalogueTitle) => number> = {
  popularity: (a, b) => b.popularity - a.popularity,
  rating: (a, b) => b.voteAverage - a.voteAverage || b.voteCount - a.voteCount,
  newest: (a, b) => b.date.localeCompare(a.date),
  oldest: (a, b) => a.date.localeCompare(b.date),
  title: (a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }),
};

/** The titles that match all filters, in the requested order. Expects titles in the default order. */
export function filterTitles(
  titles: readonly CatalogueTitle[],
  filters: TitleFilters,
  today: string,
): CatalogueTitle[] {
  const { decade, rating, runtime, sort = 'popularity' } = filters;
  const genres = genreIdsOf(filters);
  const isDated = sort === 'newest' || sort === 'oldest';

  const passes = (title: CatalogueTitle): boolean => {
    if (!genres.every((id) => title.genreIds.includes(id))) return false;
    const year = Number(title.date.slice(0, 4));
    if (decade && !(year >= decade && year < decade + 10)) return false;
    if ((rating || sort === 'rating') && title.voteCount < VOTES_FOR_RATING) return false;
    if (rating && title.voteAverage < rating) return false;
    if (isDated && title.date === '') return false;
    // Unreleased titles are not among the newest, unless their decade is requested.
    if (sort === 'newest' && !decade && title.date > today) return false;
    if (!runtime) return true;
    const [shortest, longest] = runtimeRanges[title.mediaType][runtime];
    return title.runtime !== null && title.runtime >= shortest && title.runtime <= longest;
  };
  const found = titles.filter(passes);
  return sort === 'popularity' ? found : found.sort(orders[sort]);
}
