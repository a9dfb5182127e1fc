import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { histories, index, learn, review, score } from '../../../testing/recommendations/tastes.ts';
import { named } from '../../../testing/titles/catalogue.ts';
import { pickFor } from '../picks.ts';
import { nameInReason, reasonFromLists, sharedFeatures } from '../reasons.ts';
import { genresOfTitle, type RatedTitle } from './features.ts';
import { dot, dotDense } from './regression.ts';
import { rowIn, type Signal, scoreOf, type Taste } from './taste.ts';
import { keyOf } from './titleIndex.ts';

const stars = (taste: Taste, title: RatedTitle) => {
  const { ratingModel } = taste;
  return (
    taste.usualLevel +
    ratingModel.level +
    dot(rowIn(index, title), ratingModel.weights) -
    dotDense(taste.prior.means, ratingModel.weights)
  );
};

const runs = { numRuns: 40 };

describe('a taste', () => {
  test('and its picks are the same for the same signals', () => {
    fc.assert(
      fc.property(histories, (signals) => {
        const [first, second] = [learn(...signals), learn(...signals)];
        expect(second.weights).toEqual(first.weights);
        const options = { excluded: new Set<string>(), count: 8 };
        expect(pickFor(second, options)).toEqual(pickFor(first, options));
      }),
      runs,
    );
  });

  test('never predicts less for a title after more stars', () => {
    fc.assert(
      fc.property(histories, fc.nat(24), fc.integer({ min: 1, max: 4 }), (signals, which, rating) => {
        const at = which % Math.max(1, signals.length);
        const one = signals[at];
        if (!one) return;
        const guessAt = (given: number) => stars(learn(...signals.with(at, review(one.title, given))), one.title);
        expect(guessAt(rating + 1)).toBeGreaterThanOrEqual(guessAt(rating) - 1e-6);
      }),
      runs,
    );
  });

  test('is exactly the sum of the contributions of its signals', () => {
    fc.assert(
      fc.property(histories, fc.nat(1500), (signals, place) => {
        const taste = learn(...signals);
        const row = index.rows[place]!;
        const start = dot(row, taste.start) - dotDense(taste.prior.means, taste.start);
        const sum = taste.contributionsTo(row).reduce((total, pull) => total + pull, start);
        expect(sum).toBeCloseTo(scoreOf(taste, row), 3);
      }),
      runs,
    );
  });

  test('with few signals stays near the default ranking', () => {
    const start = learn();
    const [one, many] = [1, 8].map((count) => {
      const crime = index.titles.filter((title) => genresOfTitle(title)[0] === 'Crime').slice(0, count);
      return learn(...crime.map((title) => review(title, 5)));
    });
    const far = (taste: Taste) => Math.abs(taste.weights[index.featureOf.get('genre:Crime')!]! - 0);

    expect(far(start)).toBe(0);
    expect(far(one!)).toBeGreaterThan(0);
    expect(far(many!)).toBeGreaterThan(far(one!));
  });

  test('counts three stars of a harsh rater as praise', () => {
    const [western, romance] = ['Western', 'Romance'].map((genre) =>
      index.titles.filter((title) => genresOfTitle(title)[0] === genre && title.mediaType === 'movie').slice(0, 9),
    );
    const taste = learn(
      ...western!.slice(1).map((title) => review(title, 3)),
      ...romance!.slice(1).map((title) => review(title, 1)),
    );

    expect(score(taste, western![0]!)).toBeGreaterThan(score(taste, romance![0]!));
  });

  test('gives one star more weight if a person gives fours and fives only', () => {
    const [western, romance] = ['Western', 'Romance'].map((genre) =>
      index.titles.filter((title) => genresOfTitle(title)[0] === genre && title.mediaType === 'movie').slice(0, 9),
    );
    const gap = (...others: number[]) => {
      const { weights } = learn(
        ...western!.map((title) => review(title, 5)),
        ...romance!.map((title) => review(title, 4)),
        ...others.map((rating, at) => review(index.titles[at]!, rating)),
      );
      return weights[index.featureOf.get('genre:Western')!]! - weights[index.featureOf.get('genre:Romance')!]!;
    };

    expect(gap(4, 5, 4, 5, 4, 5)).toBeGreaterThan(gap(1, 2, 1, 2, 1, 2));
  });

  test('gives lists and rewatches less weight than stars', () => {
    const heat = named('Heat');
    const [reviewed, rewatched, listed] = [
      review(heat, 5),
      { kind: 'rewatch', title: heat },
      { kind: 'list', title: heat },
    ].map((signal) => score(learn(signal as Signal), named('Collateral')));

    expect(reviewed).toBeGreaterThan(rewatched!);
    expect(rewatched).toBeGreaterThan(listed!);
  });
});

describe('a reason', () => {
  const starsText = /^Because you gave (.+) ([1-5]) stars$/;

  test('is always true for the signals', () => {
    fc.assert(
      fc.property(histories, (signals) => {
        const taste = learn(...signals);
        const excluded = new Set(signals.map(({ title }) => keyOf(title)));
        for (const { place, reason, title } of pickFor(taste, { excluded, count: 12 })) {
          const row = index.rows[place]!;
          const given = starsText.exec(reason.text);
          if (given) {
            const at = taste.signals.findIndex(
              ({ key }) => key === `${reason.because?.mediaType}:${reason.because?.tmdbId}`,
            );
            const one = taste.signals[at]!;
            const pulls = taste.contributionsTo(row);
            expect([one.signal.title.title, one.signal.kind === 'review' && one.signal.rating]).toEqual([
              given[1],
              Number(given[2]),
            ]);
            expect(Math.max(...pulls)).toBeCloseTo(pulls[at]!, 9);
            expect(pulls[at]).toBeGreaterThan(0);
            expect(sharedFeatures(index, one.row, row).length).toBeGreaterThan(0);
          } else if (reason.text.startsWith('Because you like')) {
            const having = taste.signals.filter(({ row: own }) =>
              [...own.features].some(
                (feature) => reason.text.endsWith(endingOf(feature)) && row.features.includes(feature),
              ),
            );
            const ratings = having.flatMap(({ signal }) => (signal.kind === 'review' ? [signal.rating] : []));
            expect(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length).toBeGreaterThanOrEqual(3.5);
          } else if (reason.kind === 'popular') {
            expect(index.popularityRanks[place]).toBeLessThan(100);
          } else if (reason.kind === 'acclaimed') {
            expect(title.voteAverage).toBeGreaterThanOrEqual(7.5);
          }
        }
      }),
      runs,
    );
  });

  const endingOf = (feature: number) => {
    const { kind, name } = index.features[feature]!;
    return nameInReason(kind as Parameters<typeof nameInReason>[0], name);
  };

  test('is never a title that got few stars', () => {
    const taste = learn(review(named('Heat'), 2), review(named('Notting Hill'), 5));

    for (const { reason } of pickFor(taste, { excluded: new Set(), count: 40 }))
      expect(reason.text).not.toMatch(/Heat/);
  });

  test('without a history is a general one', () => {
    const picks = pickFor(learn(), { excluded: new Set(), count: 20 });

    expect(picks.map(({ reason }) => reason.kind).filter((kind) => kind !== 'popular' && kind !== 'acclaimed')).toEqual(
      [],
    );
    expect(picks[0]?.reason.text).toBe('Popular right now');
  });

  test('about another member names a person of both titles, or counts added titles', () => {
    const [heat, collateral] = [named('Heat'), named('Collateral')];
    expect(reasonFromLists([heat], collateral, 'Ana')?.text).toBe('Michael Mann, as in Heat, which Ana added');

    const crime = index.titles.filter((title) => genresOfTitle(title).includes('Crime')).slice(0, 200);
    const people = (title: RatedTitle) => [...title.makers, ...title.cast].map(({ id }) => id);
    const strangers = crime.filter((title) => !people(title).some((id) => people(heat).includes(id))).slice(0, 3);
    expect(reasonFromLists(strangers, heat, 'Ana')?.text).toMatch(/^Ana added 3 titles of /);
    expect(reasonFromLists([], heat, 'Ana')).toBeNull();
  });
});
