import { describe, expect, test } from '@jest/globals';
import { bundleAnswer } from '../../../testing/titles/movieDatabase.answers.ts';
import { factsOfBundle, toTitleBundle } from './bundle.ts';

describe('where a title is from', () => {
  const countriesOf = (told: object) =>
    factsOfBundle('movie', toTitleBundle.movie({ ...(bundleAnswer('movie', 603) as object), ...told })!).countries;
  const paidFor = [{ iso_3166_1: 'FR', name: 'France' }, { iso_3166_1: 'BE', name: 'Belgium' }, { name: 'Nowhere' }];

  test('is where its makers say, and else where it was paid for', () => {
    expect(countriesOf({ origin_country: ['FR'], production_countries: paidFor })).toEqual(['FR']);
    expect(countriesOf({ production_countries: paidFor })).toEqual(['FR', 'BE']);
  });

  test.each([[{}], [{ origin_country: [] }], [{ origin_country: 'FR' }], [{ origin_country: [null, 'France'] }]])(
    'is not known from %j',
    (told) => {
      expect(countriesOf(told)).toEqual([]);
    },
  );

  test('names each country once, and five at most', () => {
    expect(countriesOf({ origin_country: ['FR', 'FR', 'DE', 'IT', 'ES', 'PT', 'BE'] })).toEqual([
      'FR',
      'DE',
      'IT',
      'ES',
      'PT',
    ]);
  });
});
