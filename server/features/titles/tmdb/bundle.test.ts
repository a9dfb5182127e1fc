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

describe('the day on which a film comes out in a country', () => {
  const release = (type: unknown, release_date: unknown) => ({ type, release_date, note: '' });
  const datesOf = (release_dates: unknown) =>
    toTitleBundle.movie({ ...(bundleAnswer('movie', 603) as object), release_dates })?.releaseDates;

  test('is the first one in cinemas, or else that of the digital release', () => {
    const results = [
      {
        iso_3166_1: 'US',
        release_dates: [
          release(1, '1999-03-24T00:00:00.000Z'),
          release(4, '1999-03-25T00:00:00.000Z'),
          release(3, '1999-04-02T00:00:00.000Z'),
          release(2, '1999-03-31T00:00:00.000Z'),
        ],
      },
      { iso_3166_1: 'DE', release_dates: [release(5, '1999-06-01T00:00:00.000Z'), release(4, '1999-06-17')] },
      { iso_3166_1: 'FR', release_dates: [release(1, '1999-05-01T00:00:00.000Z')] },
    ];

    expect(datesOf({ results })).toEqual({ US: '1999-03-31', DE: '1999-06-17' });
  });

  test.each([
    [undefined],
    [{ results: null }],
    [{ results: [null, { iso_3166_1: 'Nowhere', release_dates: [release(3, '1999-03-31')] }] }],
    [{ results: [{ iso_3166_1: 'US', release_dates: [release(3, 'soon'), release('3', '1999-03-31'), null] }] }],
  ])('is not known from %j', (dates) => {
    expect(datesOf(dates)).toEqual({});
  });
});
