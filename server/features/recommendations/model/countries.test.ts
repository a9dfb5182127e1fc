import { describe, expect, test } from '@jest/globals';
import { nameOfCountry } from '../../../../common/countries.ts';
import { createCatalogueSource } from '../../titles/catalogue/catalogue.source.ts';
import { reasonsFor } from '../reasons.ts';
import type { RatedTitle } from './features.ts';
import { learnTaste, scoreOf } from './taste.ts';
import { createTitleIndex } from './titleIndex.ts';

const all: RatedTitle[] = (await createCatalogueSource().candidates()).slice(0, 400);
const from = (title: RatedTitle, ...countries: string[]): RatedTitle => ({ ...title, countries });
/** Most are from the United States, some from France or Germany; every sixth has no known country. */
const titles = all.map((title, at) =>
  from(title, ...([[], ['US'], ['US'], ['FR'], ['US'], ['DE']][at % 6] as string[])),
);
/** One film three times, with different countries. */
const [french, german, unknown] = [['FR'], ['DE'], []].map((countries, at) =>
  from({ ...(all[7] as RatedTitle), id: 900_000_001 + at, makers: [], cast: [], keywords: [] }, ...countries),
);
const index = createTitleIndex([...titles, french!, german!, unknown!]);
const rate = (stars: Record<string, number>) =>
  titles
    .filter(({ countries }) => countries.length === 1)
    .slice(0, 60)
    .map((title) => ({ kind: 'review' as const, title, rating: stars[title.countries[0] as string] ?? 3 }));
const place = (title?: RatedTitle) => index.placeOf.get(`${title?.mediaType}:${title?.id}`)!;
const texts = (taste: ReturnType<typeof learnTaste>, title?: RatedTitle) =>
  reasonsFor(taste, place(title)).map(({ text }) => text);

describe('the country', () => {
  test('affects the score by the stars of other titles from there', () => {
    const score = (taste: ReturnType<typeof learnTaste>, title?: RatedTitle) =>
      scoreOf(taste, index.rows[place(title)]!);
    const [liked, disliked] = [5, 1].map((FR) => learnTaste(index, rate({ US: 3, FR })));

    expect(score(liked!, french)).toBeGreaterThan(score(liked!, german));
    expect(score(disliked!, french)).toBeLessThan(score(disliked!, german));
  });

  test('neither helps nor harms a title if it is unknown', () => {
    const countries = [...index.features.entries()].filter(([, { kind }]) => kind === 'country').map(([at]) => at);
    const row = index.rows[place(unknown)]!;

    for (const country of countries) {
      const at = row.features.indexOf(country);
      expect(row.values[at]).toBeCloseTo(index.means[country]!, 9);
      expect(at).toBeGreaterThanOrEqual(row.own);
    }
    expect(countries).toHaveLength(3);
  });

  test('is a reason if the stars show it, and never for a title without a known country', () => {
    const taste = learnTaste(index, rate({ US: 2, FR: 5 }));

    expect(texts(taste, french)).toContain('Because you like titles from France');
    expect(texts(taste, unknown).filter((text) => text.includes('titles from'))).toEqual([]);
  });

  test('is no reason if most titles are from there', () => {
    const everywhere = createTitleIndex(all.map((title, at) => from(title, at % 4 ? 'US' : 'FR')));
    const taste = learnTaste(
      everywhere,
      everywhere.titles.slice(0, 40).map((title) => ({
        kind: 'review',
        title,
        rating: title.countries[0] === 'US' ? 5 : 1,
      })),
    );

    const said = everywhere.titles.flatMap((_title, at) => reasonsFor(taste, at).map(({ text }) => text));
    expect(said.filter((text) => text.includes('titles from'))).toEqual([]);
  });

  test.each([
    ['FR', 'France'],
    ['US', 'the United States'],
    ['HK', 'Hong Kong'],
    ['SU', 'the Soviet Union'],
    ['XX', ''],
  ])('%s is called “%s”', (code, name) => {
    expect(nameOfCountry(code)).toBe(name);
  });
});
