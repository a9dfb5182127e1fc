import { describe, expect, test } from '@jest/globals';
import { bundleAnswer } from '../../../testing/titles/movieDatabase.answers.ts';
import { factsOfBundle, toTitleBundle } from './bundle.ts';

describe('the countries of a title', () => {
  const countriesOf = (facts: object) =>
    factsOfBundle('movie', toTitleBundle.movie({ ...(bundleAnswer('movie', 603) as object), ...facts })!).countries;
  const paidFor = [{ iso_3166_1: 'FR', name: 'France' }, { iso_3166_1: 'BE', name: 'Belgium' }, { name: 'Nowhere' }];

  test('are its countries of origin, or else those of production', () => {
    expect(countriesOf({ origin_country: ['FR'], production_countries: paidFor })).toEqual(['FR']);
    expect(countriesOf({ production_countries: paidFor })).toEqual(['FR', 'BE']);
  });

  test.each([[{}], [{ origin_country: [] }], [{ origin_country: 'FR' }], [{ origin_country: [null, 'France'] }]])(
    'are not known from %j',
    (facts) => {
      expect(countriesOf(facts)).toEqual([]);
    },
  );

  test('have each country once, and at most five', () => {
    expect(countriesOf({ origin_country: ['FR', 'FR', 'DE', 'IT', 'ES', 'PT', 'BE'] })).toEqual([
      'FR',
      'DE',
      'IT',
      'ES',
      'PT',
    ]);
  });
});
