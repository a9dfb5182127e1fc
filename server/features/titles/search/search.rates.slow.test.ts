import { describe, expect, test } from '@jest/globals';
import { findFilms, findPeople, findShows } from '../../../testing/titles/searching.ts';
import {
  absent,
  byEar,
  characters,
  core,
  type Group,
  native,
  nicknames,
  original,
  series,
  starsAmongFilms,
  withNoise,
} from '../../../testing/titles/searchTable.ts';
import { loadCatalogue } from '../catalogue/catalogue.data.ts';

const find = { movie: findFilms, tv: findShows, person: findPeople };
const linesOf = (block: string) => block.trim().split('\n');

/** The percentages of queries whose title is the first result, and one of the first five. */
async function ratesOf(groups: Record<string, Group>): Promise<{ first: number; among5: number }> {
  const places: number[] = [];
  for (const { kind, queries } of Object.values(groups)) {
    for (const line of linesOf(queries)) {
      const [query = '', meant = ''] = line.split(' | ');
      places.push((await find[kind](query)).indexOf(meant));
    }
  }
  const shareOf = (isGood: (place: number) => boolean) => (100 * places.filter(isGood).length) / places.length;
  return { first: shareOf((place) => place === 0), among5: shareOf((place) => place >= 0 && place < 5) };
}

describe('of the queries of the table, the search finds', () => {
  test.each([
    ['names, however they are typed', core, 97, 99],
    ['names, spelt by ear', byEar, 92, 92],
    ['parts of a series by their number', series, 95, 98],
    ['native scripts', native, 95, 98],
    ['original names and those of other countries', original, 95, 98],
    ['characters', characters, 70, 90],
    ['names with superfluous words', withNoise, 95, 98],
    ['nicknames', nicknames, 80, 90],
  ])('%s', async (_what, groups, first, among5) => {
    const rates = await ratesOf(groups);

    expect(rates.first).toBeGreaterThanOrEqual(first);
    expect(rates.among5).toBeGreaterThanOrEqual(among5);
  });

  test('films of misspelt people', async () => {
    const { people } = loadCatalogue();
    const missed: string[] = [];
    for (const line of linesOf(starsAmongFilms)) {
      const [query = '', name = ''] = line.split(' | ');
      const own = new Set(people.filter((person) => person.name === name).flatMap(({ titles }) => titles));
      const titles = new Set([...own].map(({ title }) => title));
      if (!(await findFilms(query)).slice(0, 5).every((title) => titles.has(title))) missed.push(line);
    }

    expect(missed.length).toBeLessThanOrEqual(3);
  });

  test('nothing for what is not there', async () => {
    const seeming: string[] = [];
    for (const query of linesOf(absent)) {
      const found = [...(await findFilms(query)), ...(await findShows(query)), ...(await findPeople(query))];
      if (found.length > 0) seeming.push(`${query}: ${found[0]}`);
    }

    expect(seeming.length).toBeLessThanOrEqual(5);
  });
});
