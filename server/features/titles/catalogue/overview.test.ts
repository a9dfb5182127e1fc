import { describe, expect, test } from '@jest/globals';
import { type CatalogueTitle, loadCatalogue } from './catalogue.data.ts';
import { overviewOf } from './overview.ts';

describe('overviews of the bundled catalogue', () => {
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

  test('are the same at each call', () => {
    const heat = titles.movie.find((title) => title.title === 'Heat');

    expect(heat && overviewOf(heat)).toBe(heat && overviewOf({ ...heat }));
  });
});

describe('an overview', () => {
  const bare: CatalogueTitle = {
    ...{ mediaType: 'movie', id: 1, title: 'Film', date: '2001-05-01', genreIds: [], language: 'en', runtime: 90 },
    ...{ voteAverage: 7, voteCount: 100, popularity: 1, cast: [], makers: [], keywords: [], seasons: 0, episodes: 0 },
  };

  test.each<[Partial<CatalogueTitle>, string]>([
    [{}, 'A film from 2001.'],
    [{ mediaType: 'tv' }, 'A series from 2001.'],
    [{ genreIds: [35] }, 'A comedy from 2001.'],
    [{ genreIds: [35], mediaType: 'tv' }, 'A comedy series from 2001.'],
    [{ genreIds: [16] }, 'An animated film from 2001.'],
    [{ genreIds: [16, 35] }, 'An animated comedy from 2001.'],
    [{ genreIds: [35, 80] }, 'A crime comedy from 2001.'],
    [{ genreIds: [878, 53], language: 'ko' }, 'A Korean-language science-fiction thriller from 2001.'],
  ])('says what kind of title %j is', (more, sentence) => {
    expect(overviewOf({ ...bare, ...more })).toBe(sentence);
  });

  test.each<[string[], string]>([
    [[], ''],
    [['paris, france', 'rome, italy'], ', set in Paris'],
    [['1980s'], ', set in the 1980s'],
    [['paris, france', 'new york city'], ', set in New York City'],
    [['based on novel, or book', '1980s'], ', set in the 1980s'],
  ])('of a film with the keywords %j says where or when it is set', (keywords, aside) => {
    const cast = ['Ana', 'Ben', 'Cleo'].map((name, id) => ({ id, name, character: '', order: id }));

    expect(overviewOf({ ...bare, keywords, cast })).toBe(`Ana and Ben star in this 2001 film${aside}.`);
  });
});
