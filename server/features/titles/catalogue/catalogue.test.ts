import { describe, expect, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import {
  creditsSchema,
  movieCreditsSchema,
  movieDetailsSchema,
  moviePageSchema,
  personPageSchema,
  tvCreditsSchema,
  tvDetailsSchema,
  tvShowPageSchema,
} from '../../../../common/schemas/title.ts';
import { overviewOf } from '../overview.ts';
import { loadCatalogue } from './catalogue.data.ts';
import { createCatalogueSource } from './catalogue.source.ts';

const source = createCatalogueSource();
const THE_MATRIX = 603;
const BREAKING_BAD = 1396;

async function films(query: string): Promise<string[]> {
  return (await source.search('movie', query, 1)).results.map((movie) => movie.title);
}

async function people(query: string): Promise<string[]> {
  return (await source.searchPeople(query, 1)).results.map((person) => person.name);
}

describe('popular', () => {
  test('people have no more pages than can be asked for', async () => {
    const first = await source.popularPeople(1);
    const last = await source.popularPeople(first.total_pages);

    expect(first.total_pages).toBeLessThanOrEqual(limits.titlePages);
    expect(last.results).not.toHaveLength(0);
  });

  test('films come twenty a page, most popular first, and no film twice', async () => {
    const [first, second] = [await source.popular('movie', 1), await source.popular('movie', 2)];

    const shown = [...first.results, ...second.results];
    expect(shown).toHaveLength(40);
    expect(new Set(shown.map((movie) => movie.id)).size).toBe(40);
    expect(shown.map((movie) => movie.popularity)).toEqual(
      shown.map((movie) => movie.popularity).sort((a, b) => b - a),
    );
    moviePageSchema.strict().parse(first);
  });

  test('the pages together hold every show once', async () => {
    const { total_pages, total_results } = await source.popular('tv', 1);
    const ids = new Set<number>();
    for (let page = 1; page <= total_pages; page++) {
      for (const show of (await source.popular('tv', page)).results) ids.add(show.id);
    }

    expect(ids.size).toBe(total_results);
  });

  test('a page past the end is empty and still tells how many there are', async () => {
    const { page, results, total_pages } = await source.popular('tv', 400);

    expect({ page, results }).toEqual({ page: 400, results: [] });
    expect(total_pages).toBe(22);
  });

  test('people carry up to three titles, the most popular first', async () => {
    const page = await source.popularPeople(1);

    personPageSchema.strict().parse(page);
    for (const { known_for } of page.results) {
      expect(known_for.length).toBeGreaterThan(0);
      expect(known_for.length).toBeLessThanOrEqual(3);
      expect(known_for.map((title) => title.popularity)).toEqual(
        known_for.map((title) => title.popularity).sort((a, b) => b - a),
      );
    }
  });
});

describe('search', () => {
  test.each([
    ['in another case', 'THE MATRIX', 'The Matrix'],
    ['without its article', 'matrix', 'The Matrix'],
    ['without its accent', 'amelie', 'Amélie'],
    ['with an accent too many', 'thé mâtrix', 'The Matrix'],
    ['with a letter missing', 'the matrx', 'The Matrix'],
    ['with a letter wrong', 'inceptian', 'Inception'],
    ['with two letters swapped', 'batmna begins', 'Batman Begins'],
    ['half typed', 'dark kni', 'The Dark Knight'],
    ['by words from its middle', 'lord rings', 'The Lord of the Rings: The Fellowship of the Ring'],
    ['without its hyphen', 'spiderman', 'Spider-Man'],
    ['with an article too many', 'the lion', 'Lion'],
    ['with a number in words', 'toy story three', 'Toy Story 3'],
    ['with a figure for its number', 'oceans 11', "Ocean's Eleven"],
    ['with its year', 'heat 1995', 'Heat'],
    ['without its dot', 'walle', 'WALL·E'],
    ['with a digit for its power', 'alien 3', 'Alien³'],
  ])('finds a film %s', async (_how, query, title) => {
    expect((await films(query))[0]).toBe(title);
  });

  test('puts the exact title before longer ones that start with it', async () => {
    const found = await films('alien');

    expect(found[0]).toBe('Alien');
    expect(found).toContain('Alien: Romulus');
  });

  test('puts the more popular of two equal answers first', async () => {
    const { results } = await source.search('movie', 'toy story', 1);
    const sequels = results.slice(1, 4).map((movie) => movie.popularity);

    expect(results[0]?.title).toBe('Toy Story');
    expect(sequels).toEqual([...sequels].sort((a, b) => b - a));
  });

  test('lists films of a director or an actor after those with the name in the title', async () => {
    expect(await films('nolan')).toContain('Inception');
    expect(await films('tom hanks')).toContain('Forrest Gump');

    const both = await films('jackie');
    expect(both[0]).toBe('Jackie Brown');
    expect(both).toContain('Rush Hour');
  });

  test('finds a film by its director and a word of its title', async () => {
    expect(await films('kubrick shining')).toEqual(['The Shining']);
  });

  test('finds shows', async () => {
    const { results } = await source.search('tv', 'brekaing bad', 1);

    expect(results.map((show) => show.name)).toEqual(['Breaking Bad']);
  });

  test.each([
    ['dicaprio', 'Leonardo DiCaprio'],
    ['penelope cruz', 'Penélope Cruz'],
    ['tom crusie', 'Tom Cruise'],
    ['scarlet johanson', 'Scarlett Johansson'],
    ['leonardo di', 'Leonardo DiCaprio'],
  ])('finds people: %s', async (query, name) => {
    expect((await people(query))[0]).toBe(name);
  });

  test.each(['', '   ', '...', 'zzzqqqxx'])('answers nothing to %j', async (query) => {
    const page = { page: 1, results: [], total_pages: 0, total_results: 0 };

    expect(await source.search('movie', query, 1)).toEqual(page);
    expect(await source.searchPeople(query, 1)).toEqual(page);
  });
});

describe('one title', () => {
  test('a film has its details', async () => {
    const details = await source.details('movie', THE_MATRIX);

    movieDetailsSchema.strict().parse(details);
    expect(details).toMatchObject({ title: 'The Matrix', release_date: '1999-03-31', runtime: 136, tagline: '' });
    expect(details?.genres.map((genre) => genre.name)).toContain('Science Fiction');
  });

  test('a show has its details', async () => {
    const details = await source.details('tv', BREAKING_BAD);

    tvDetailsSchema.strict().parse(details);
    expect(details).toMatchObject({ name: 'Breaking Bad', number_of_seasons: 5 });
    expect(details?.created_by.map((person) => person.name)).toEqual(['Vince Gilligan']);
  });

  test('credits name the cast in billing order and the director', async () => {
    const credits = await source.credits('movie', THE_MATRIX);

    creditsSchema.strict().parse(credits);
    expect(credits?.cast[0]).toMatchObject({ name: 'Keanu Reeves', order: 0 });
    expect(credits?.crew.filter((member) => member.job === 'Director').length).toBe(2);
  });

  test('there are no ratings, offers or trailers offline', async () => {
    expect(await source.externalRatings('movie', THE_MATRIX)).toEqual({});
    expect(await source.watchProviders('movie', THE_MATRIX)).toEqual({ id: THE_MATRIX, results: {} });
    expect(await source.videos('movie', THE_MATRIX)).toEqual({ id: THE_MATRIX, results: [] });
  });

  test('an unknown id is null for every call', async () => {
    const answers = await Promise.all([
      source.details('movie', 999_999_999),
      source.credits('tv', 999_999_999),
      source.videos('movie', 999_999_999),
      source.recommendations('movie', 999_999_999, 1),
      source.externalRatings('tv', 999_999_999),
      source.watchProviders('movie', 999_999_999),
      source.personCredits('movie', 999_999_999),
      source.findTitle('tv', THE_MATRIX),
      source.findPerson(999_999_999),
    ]);

    expect(answers).toEqual(answers.map(() => null));
  });
});

describe('recommendations', () => {
  const similarTo = async (id: number) => (await source.recommendations('movie', id, 1))?.results ?? [];

  test('start with the sequels and never hold the film itself', async () => {
    const found = await similarTo(THE_MATRIX);

    expect(
      found
        .slice(0, 3)
        .map((movie) => movie.title)
        .sort(),
    ).toEqual(['The Matrix Reloaded', 'The Matrix Resurrections', 'The Matrix Revolutions']);
    expect(found.map((movie) => movie.id)).not.toContain(THE_MATRIX);
  });

  test('stay with the same studio and language for an animated Japanese film', async () => {
    const spiritedAway = 129;

    const found = (await similarTo(spiritedAway)).slice(0, 5);

    expect(found.every((movie) => movie.original_language === 'ja' && movie.genre_ids.includes(16))).toBe(true);
  });

  test('of a show are shows', async () => {
    const page = await source.recommendations('tv', BREAKING_BAD, 1);

    tvShowPageSchema.strict().parse(page);
    expect(page?.results.slice(0, 3).map((show) => show.name)).toContain('Better Call Saul');
  });

  test('fill the twelve places of the dialog, for odd titles too', async () => {
    const candidates = await source.candidates();

    for (const { mediaType, id, title } of candidates.filter((_, position) => position % 16 === 0)) {
      const page = await source.recommendations(mediaType, id, 1);
      expect({ title, count: Math.min(12, page?.results.length ?? 0) }).toEqual({ title, count: 12 });
    }
  });
});

describe('people', () => {
  const TOM_HANKS = 31;

  test('have filmographies with what the dialog filters by', async () => {
    const films = await source.personCredits('movie', TOM_HANKS);
    const shows = await source.personCredits('tv', TOM_HANKS);

    movieCreditsSchema.strict().parse(films);
    tvCreditsSchema.strict().parse(shows);
    expect(films?.cast.map((movie) => movie.title)).toContain('Forrest Gump');
    expect(films?.cast.every((movie) => movie.poster_path && movie.vote_count > 10)).toBe(true);
  });

  test('who only direct have the films that they made', async () => {
    const [nolan] = (await source.searchPeople('christopher nolan', 1)).results;

    const films = await source.personCredits('movie', nolan?.id ?? 0);

    expect(films?.cast.map((movie) => movie.title)).toContain('Inception');
  });
});

describe('facts for other rooms', () => {
  test('hold people and keywords to compare titles by', async () => {
    const facts = await source.findTitle('movie', 11);

    expect(facts).toMatchObject({ title: 'Star Wars', releaseDate: '1977-05-25', language: 'en' });
    expect(facts?.makers.map((person) => person.name)).toEqual(['George Lucas']);
    expect(facts?.cast[1]?.name).toBe('Harrison Ford');
    expect(facts?.keywords).toContain('rebellion');
  });

  test('every title is a candidate', async () => {
    const [films, shows] = [await source.popular('movie', 1), await source.popular('tv', 1)];

    expect(await source.candidates()).toHaveLength(films.total_results + shows.total_results);
  });
});

describe('overviews', () => {
  const { titles } = loadCatalogue();
  const all = [...titles.movie, ...titles.tv];

  test('are one whole sentence for every title', () => {
    for (const title of all) {
      const overview = overviewOf(title);
      expect(overview).toMatch(/^[\p{Lu}\p{N}].{20,}[.!?]$/u);
      expect(overview).not.toMatch(
        /undefined|null|NaN| {2}|,,|\.\.|(?<!\p{Letter})[Aa] [aeio]\w|\(voice\)|-language .*-language/u,
      );
    }
  });

  test('stay the same', () => {
    const heat = titles.movie.find((title) => title.title === 'Heat');

    expect(heat && overviewOf(heat)).toBe(heat && overviewOf({ ...heat }));
  });
});
