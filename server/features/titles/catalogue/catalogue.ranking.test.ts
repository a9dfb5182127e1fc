import { describe, expect, test } from '@jest/globals';
import { findFilms, findPeople } from '../../../testing/titles/searching.ts';
import { createCatalogueSource } from './catalogue.source.ts';

const source = createCatalogueSource();

describe('a search of the catalogue', () => {
  test.each([
    ['in another case', 'THE MATRIX', 'The Matrix'],
    ['without its article', 'matrix', 'The Matrix'],
    ['without its accent', 'amelie', 'Amélie'],
    ['with an extra accent', 'thé mâtrix', 'The Matrix'],
    ['with a letter missing', 'the matrx', 'The Matrix'],
    ['with a wrong letter', 'inceptian', 'Inception'],
    ['with two letters swapped', 'batmna begins', 'Batman Begins'],
    ['half typed', 'dark kni', 'The Dark Knight'],
    ['by words from its middle', 'lord rings', 'The Lord of the Rings: The Fellowship of the Ring'],
    ['without its hyphen', 'spiderman', 'Spider-Man'],
    ['with an extra article', 'the lion', 'Lion'],
    ['with a number in words for digits', 'toy story three', 'Toy Story 3'],
    ['with digits for a number in words', 'oceans 11', "Ocean's Eleven"],
    ['with its year', 'heat 1995', 'Heat'],
    ['without its dot', 'walle', 'WALL·E'],
    ['with a plain digit for a superscript', 'alien 3', 'Alien³'],
  ])('finds a film %s', async (_how, query, title) => {
    expect((await findFilms(query))[0]).toBe(title);
  });

  test('puts the exact title before longer ones that start with it', async () => {
    const found = await findFilms('alien');

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
    expect(await findFilms('nolan')).toContain('Inception');
    expect(await findFilms('tom hanks')).toContain('Forrest Gump');

    const both = await findFilms('jackie');
    expect(both[0]).toBe('Jackie Brown');
    expect(both).toContain('Rush Hour');
  });

  test('finds a film by its director and a word of its title', async () => {
    expect(await findFilms('kubrick shining')).toEqual(['The Shining']);
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
    ['rao', 'N.T. Rama Rao Jr.'],
    ['lister', 'Tommy Lister Jr.'],
  ])('finds people: %s', async (query, name) => {
    expect((await findPeople(query))[0]).toBe(name);
  });

  test.each(['', '   ', '...', 'zzzqqqxx'])('answers nothing to %j', async (query) => {
    const page = { page: 1, results: [], total_pages: 0, total_results: 0 };

    expect(await source.search('movie', query, 1)).toEqual(page);
    expect(await source.searchPeople(query, 1)).toEqual(page);
  });
});
