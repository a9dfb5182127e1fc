import { describe, expect, test } from '@jest/globals';
import { loadCatalogue } from './catalogue.data.ts';
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
