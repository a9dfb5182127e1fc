import { describe, expect, test } from '@jest/globals';
import { titleFiltersQuery } from '../../../../common/api/titles.ts';
import { decades, genresOf, runtimeNames, runtimeRanges, type TitleFilters } from '../../../../common/filters.ts';
import { type CatalogueTitle, loadCatalogue } from './catalogue.data.ts';
import { filterTitles } from './catalogue.source.ts';

const { titles, genreNames } = loadCatalogue();
const TODAY = '2026-11-21';
const films = (filters: TitleFilters) => filterTitles(titles.movie, filters, TODAY);
const shows = (filters: TitleFilters) => filterTitles(titles.tv, filters, TODAY);
const yearOf = (title: CatalogueTitle) => Number(title.date.slice(0, 4));

describe('filters', () => {
  test('by genres give titles that have all of them', () => {
    const found = films({ genre: '35,27' });

    expect(found.length).toBeGreaterThan(5);
    expect(found.every(({ genreIds }) => genreIds.includes(35) && genreIds.includes(27))).toBe(true);
  });

  test('by decade give titles of its ten years', () => {
    expect(new Set(films({ decade: 1970 }).map(yearOf))).toEqual(
      new Set(titles.movie.map(yearOf).filter((year) => year >= 1970 && year <= 1979)),
    );
  });

  test('by rating leave out titles with few ratings', () => {
    const found = films({ rating: 8 });

    expect(found.length).toBeGreaterThan(20);
    expect(found.every(({ voteAverage, voteCount }) => voteAverage >= 8 && voteCount >= 100)).toBe(true);
  });

  test.each(runtimeNames)('by running time give films and episodes that are %s', (runtime) => {
    for (const [mediaType, found] of [['movie', films({ runtime })] as const, ['tv', shows({ runtime })] as const]) {
      const [from, to] = runtimeRanges[mediaType][runtime];
      expect(found.length).toBeGreaterThan(3);
      expect(found.every((title) => title.runtime !== null && title.runtime >= from && title.runtime <= to)).toBe(true);
    }
  });

  test('together give titles that match each', () => {
    const both = films({ genre: '18', decade: 1990, rating: 8, runtime: 'long', sort: 'rating' });

    expect(both.map((title) => title.title)).toContain("Schindler's List");
    expect(both.every((title) => yearOf(title) >= 1990 && title.genreIds.includes(18))).toBe(true);
  });

  test('keep the default order if none is requested', () => {
    const found = films({ decade: 1980 }).map((title) => title.popularity);

    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  test('sort by rating, date and title', () => {
    expect(films({ sort: 'rating' })[0]?.voteAverage).toBeGreaterThan(8.5);
    expect(films({ sort: 'newest' })[0]?.date).toMatch(/^202[56]/);
    expect(films({ sort: 'newest' }).every((title) => title.date <= TODAY)).toBe(true);
    expect(yearOf(films({ sort: 'oldest' })[0] as CatalogueTitle)).toBeLessThan(1940);
    expect(films({ sort: 'title' })[0]?.title).toMatch(/^[^B-Z]/);
  });
});

describe('the choices', () => {
  test('have the genres of the catalogue with the same names', () => {
    for (const mediaType of ['movie', 'tv'] as const) {
      const offered = new Map(genresOf[mediaType].map(({ id, name }) => [id, name]));
      const used = new Set(titles[mediaType].flatMap((title) => title.genreIds));
      expect([...used].filter((id) => !offered.has(id))).toEqual([]);
      for (const [id, name] of genreNames[mediaType]) expect(offered.get(id) ?? name).toBe(name);
    }
  });

  test('have only decades with titles', () => {
    for (const decade of decades)
      expect({ decade, isEmpty: films({ decade }).length === 0 }).toEqual({ decade, isEmpty: false });
  });
});

describe('the query', () => {
  test.each([
    { genre: 'action' },
    { genre: '1,2,3,4' },
    { genre: ['28', '35'] },
    { decade: '1995' },
    { decade: '' },
    { rating: '11' },
    { runtime: 'endless' },
    { sort: 'colour' },
  ])('%j is refused', (query) => {
    expect(titleFiltersQuery.safeParse(query).success).toBe(false);
  });

  test('accepts all filters together, or none', () => {
    const all = { genre: '28,35', decade: '1990', rating: '7.5', runtime: 'long', sort: 'oldest' };

    expect(titleFiltersQuery.parse(all)).toEqual({ ...all, decade: 1990, rating: 7.5 });
    expect(titleFiltersQuery.parse({})).toEqual({});
  });
});
