import { expect, test } from '@jest/globals';
import type { ImportTitle } from '../../../common/schemas/import.ts';
import { type CatalogueTitle, loadCatalogue } from '../titles/catalogue/catalogue.data.ts';
import { loadNames } from '../titles/catalogue/catalogue.names.ts';
import { createCatalogueSource } from '../titles/catalogue/catalogue.source.ts';
import { findMatch } from './match.ts';

const source = createCatalogueSource();
const { titles } = loadCatalogue();
const all = [...titles.movie, ...titles.tv];
const known = loadNames();
const namesOf = ({ mediaType, id }: CatalogueTitle) => known[mediaType].get(id)?.names ?? [];
const yearOf = ({ date }: CatalogueTitle) => Number(date.slice(0, 4));

type Row = Partial<ImportTitle>;

/** How files write a title. */
const forms: Record<string, (title: CatalogueTitle) => Row> = {
  'its name and year': (title) => ({ title: title.title, year: yearOf(title) }),
  'neither film nor show': (title) => ({ title: title.title, year: yearOf(title), mediaType: null }),
  'no year': ({ title }) => ({ title }),
  'the year after': (title) => ({ title: title.title, year: yearOf(title) + 1 }),
  'the year before': (title) => ({ title: title.title, year: yearOf(title) - 1 }),
  'its original name': (title) => ({ title: namesOf(title)[0] ?? title.title, year: yearOf(title) }),
  'a name in another country': (title) => ({ title: namesOf(title).at(-1) ?? title.title, year: yearOf(title) }),
  'no punctuation': (title) => ({ title: title.title.replace(/[-:.'’]/g, ''), year: yearOf(title) }),
  capitals: (title) => ({ title: title.title.toUpperCase(), year: yearOf(title) }),
  'and for &': (title) => ({ title: title.title.replace(' & ', ' and '), year: yearOf(title) }),
  'its article last': (title) => ({ title: title.title.replace(/^(The) (.+)$/, '$2, $1'), year: yearOf(title) }),
};

/** About 50 titles spread over the catalogue, others for each form. */
const sample = (offset: number) => all.filter((_, at) => at % 40 === offset);

test('titles as files write them are matched: 99.5 % of the matches are right, and 95 % of the titles are found', async () => {
  const counts = { asked: 0, found: 0, right: 0 };
  for (const [offset, form] of Object.values(forms).entries()) {
    for (const title of sample(offset)) {
      const row = form(title);
      const { match } = await findMatch(source, importTitle({ mediaType: title.mediaType, ...row }), false);
      counts.asked += 1;
      counts.found += Number(match !== null);
      counts.right += Number(match?.tmdbId === title.id && match.mediaType === title.mediaType);
    }
  }

  expect(counts.asked).toBeGreaterThan(500);
  expect(counts.right / counts.found).toBeGreaterThanOrEqual(0.995);
  expect(counts.right / counts.asked).toBeGreaterThanOrEqual(0.95);
});

test('the year tells remakes apart; without one the app asks, and an unknown year matches none', async () => {
  const remade = [...new Set(titles.movie.map(({ title }) => title))]
    .map((name) => titles.movie.filter(({ title }) => title === name))
    .filter((films) => new Set(films.map(yearOf)).size > 1);
  expect(remade.length).toBeGreaterThan(5);
  for (const films of remade) {
    for (const film of films) {
      const row = importTitle({ mediaType: 'movie', title: film.title, year: yearOf(film) });
      expect((await findMatch(source, row, false)).match?.tmdbId).toBe(film.id);
    }
    const [{ title }] = films as [CatalogueTitle];
    const unsure = await findMatch(source, importTitle({ mediaType: 'movie', title }), false);
    expect(unsure.match).toBeNull();
    // Others have that name in another country.
    expect(unsure.candidates.map(({ tmdbId }) => tmdbId)).toEqual(expect.arrayContaining(films.map(({ id }) => id)));
    expect((await findMatch(source, importTitle({ mediaType: 'movie', title, year: 1899 }), false)).match).toBeNull();
  }
});

function importTitle(row: Row): ImportTitle {
  return { key: 'a', title: '', mediaType: null, ids: {}, ...row };
}
