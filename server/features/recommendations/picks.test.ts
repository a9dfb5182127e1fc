import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { histories, index, learn, review, score } from '../../testing/recommendations/tastes.ts';
import { named } from '../../testing/titles/catalogue.ts';
import { genresOfTitle, type RatedTitle } from './model/features.ts';
import type { Taste } from './model/taste.ts';
import { byPopularity, keyOf } from './model/titleIndex.ts';
import { groupScores, leastUsed, pickFor, placesByScore, predictStars } from './picks.ts';
import { reasonsFor } from './reasons.ts';

const runs = { numRuns: 40 };

describe('picks', () => {
  test('exclude what must be excluded, have no duplicates, and each has a reason', () => {
    fc.assert(
      fc.property(histories, fc.uniqueArray(fc.nat(1500), { maxLength: 50 }), (signals, places) => {
        const excluded = new Set(places.map((place) => keyOf(index.titles[place]!)));
        const picks = pickFor(learn(...signals), { excluded, count: 15 });
        const keys = picks.map(({ title }) => keyOf(title));
        expect(keys).toHaveLength(15);
        expect(new Set(keys).size).toBe(15);
        expect(keys.filter((key) => excluded.has(key))).toEqual([]);
        for (const { reason } of picks) expect(reason.text).not.toBe('');
      }),
      runs,
    );
  });

  test('come from all titles, best first, ties by popularity, without duplicates', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 40 }), (values) => {
        const scores = Float64Array.from(index.rows, (_row, place) => values[place % values.length]!);
        const places = [...placesByScore(index, scores, { excluded: new Set([keyOf(index.titles[0]!)]) })];

        expect(new Set(places).size).toBe(index.titles.length - 1);
        for (let at = 1; at < places.length; at++) {
          const [better, worse] = [places[at - 1]!, places[at]!];
          const above = scores[better]! - scores[worse]! || byPopularity(index.titles[worse], index.titles[better]);
          if (above <= 0) expect([scores[better], index.titles[better], index.titles[worse]]).toEqual([]);
        }
      }),
      { numRuns: 8 },
    );
  });

  test('are more diverse than the titles with the best scores', () => {
    const taste = learn(...['Heat', 'Collateral', 'GoodFellas', 'Casino'].map((name) => review(named(name), 5)));
    const spread = (titles: readonly RatedTitle[]) => new Set(titles.flatMap(genresOfTitle)).size;
    const plain = [...index.titles].sort((a, b) => score(taste, b) - score(taste, a)).slice(0, 12);

    expect(spread(pickFor(taste, { excluded: new Set(), count: 12 }).map(({ title }) => title))).toBeGreaterThanOrEqual(
      spread(plain),
    );
  });

  test('for several people avoid what one of them dislikes', () => {
    const horror = index.titles.filter((title) => genresOfTitle(title)[0] === 'Horror').slice(0, 10);
    const [fan, foe] = [5, 1].map((rating) => learn(...horror.map((title) => review(title, rating))));
    const meanOfHorror = (tastes: Taste[]) => {
      const scores = groupScores(tastes, index);
      return horror.reduce((sum, title) => sum + scores[index.placeOf.get(keyOf(title))!]!, 0) / horror.length;
    };

    expect(meanOfHorror([fan!, foe!])).toBeLessThan((meanOfHorror([fan!]) + meanOfHorror([foe!])) / 2);
  });

  test('have reasons in order of strength', () => {
    const taste = learn(review(named('Heat'), 5));

    expect(reasonsFor(taste, index.placeOf.get(keyOf(named('Collateral')))!)[0]?.text).toBe(
      'Because you gave Heat 5 stars',
    );
  });
});

test('a reason is used three times, and then another true one if there is any', () => {
  const [first, second] = ['one', 'two'].map((text) => ({ kind: 'popular', text }) as const);
  const chosen = (ofFirst: number, ofSecond = 0) =>
    leastUsed(
      [first!, second!],
      new Map([
        ['one', ofFirst],
        ['two', ofSecond],
      ]),
    )?.text;

  expect([chosen(2), chosen(3), chosen(3, 3)]).toEqual(['one', 'two', 'one']);
  expect(leastUsed([], new Map())).toBeUndefined();
});

test('a genre of which much was added is a reason, unless a review says what the person thinks of it', () => {
  const horror = index.titles.filter((title) => genresOfTitle(title)[0] === 'Horror');
  const added = horror.slice(0, 8).map((title) => ({ kind: 'list', title }) as const);
  const place = index.placeOf.get(keyOf(horror[9]!))!;
  const textsOf = (taste: Taste) => reasonsFor(taste, place).map(({ text }) => text);

  expect(textsOf(learn(...added))).toContain('Because you add a lot of horror');
  expect(textsOf(learn(...added, review(horror[8]!, 3)))).not.toContain('Because you add a lot of horror');
});

test('picks of one kind of title have no other', () => {
  const picks = pickFor(learn(), { excluded: new Set(), mediaType: 'tv', count: 10 });

  expect(picks.map(({ title }) => title.mediaType)).toEqual(Array(10).fill('tv'));
});

test('a predicted range is within 1 to 5 stars, one star wide, and needs five reviews', () => {
  fc.assert(
    fc.property(histories, fc.nat(1500), (signals, place) => {
      const guess = predictStars(learn(...signals), index.titles[place]!);
      const reviews = signals.filter(({ kind }) => kind === 'review').length;
      if (reviews < 5) expect(guess).toBeNull();
      if (guess) expect([guess.low >= 1, guess.high <= 5, guess.high - guess.low]).toEqual([true, true, 1]);
    }),
    runs,
  );
});
