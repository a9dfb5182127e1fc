import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCatalogueSource } from '../titles/catalogue.source.ts';
import { genresOfTitle, type RatedTitle } from './features.ts';
import { groupScores, guessStars, pickFor, placesByScore } from './picks.ts';
import { reasonFromLists, reasonsFor, sharedFeatures, shownName } from './reasons.ts';
import { dot, dotDense } from './regression.ts';
import { learnTaste, rowIn, type Signal, scoreOf, type Taste } from './taste.ts';
import { byPopularity, createTitleIndex, keyOf, type TitleIndex } from './titleIndex.ts';

let index: TitleIndex;
beforeAll(async () => {
  const titles = await createCatalogueSource().candidates();
  index = createTitleIndex(titles);
});

const named = (name: string): RatedTitle =>
  index.titles.find(({ title, mediaType }) => title === name && mediaType === 'movie')!;
const review = (title: RatedTitle, rating: number, comment?: string): Signal => ({
  kind: 'review',
  title,
  rating,
  comment,
});
const learn = (...signals: Signal[]) => learnTaste(index, signals);
const score = (taste: Taste, title: RatedTitle) => scoreOf(taste, rowIn(index, title));
const stars = (taste: Taste, title: RatedTitle) => {
  const { liking } = taste;
  return (
    taste.usualLevel +
    liking.level +
    dot(rowIn(index, title), liking.weights) -
    dotDense(taste.prior.means, liking.weights)
  );
};

/** Some signals of one person, at most one a title. */
const histories = fc
  .uniqueArray(
    fc.record({
      place: fc.nat(1500),
      kind: fc.constantFrom('review', 'review', 'review', 'rewatch', 'list'),
      rating: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ place }) => place, maxLength: 25 },
  )
  .map((all) =>
    all.map(({ place, kind, rating }): Signal => {
      const title = index.titles[place]!;
      return kind === 'review' ? { kind, title, rating } : { kind: kind as 'list', title };
    }),
  );

const runs = { numRuns: 40 };

describe('a taste', () => {
  test('is the same for the same signals, and so are the picks', () => {
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

  test('expects no less of a title the more stars were given to it', () => {
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

  test('is exactly the sum of what each signal pulls', () => {
    fc.assert(
      fc.property(histories, fc.nat(1500), (signals, place) => {
        const taste = learn(...signals);
        const row = index.rows[place]!;
        const start = dot(row, taste.start) - dotDense(taste.prior.means, taste.start);
        const sum = taste.pullsOn(row).reduce((total, pull) => total + pull, start);
        expect(sum).toBeCloseTo(scoreOf(taste, row), 3);
      }),
      runs,
    );
  });

  test('of few signals stays near what everybody is shown', () => {
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

  test('knows a harsh rater’s three stars for praise', () => {
    const [western, romance] = ['Western', 'Romance'].map((genre) =>
      index.titles.filter((title) => genresOfTitle(title)[0] === genre && title.mediaType === 'movie').slice(0, 9),
    );
    const taste = learn(
      ...western!.slice(1).map((title) => review(title, 3)),
      ...romance!.slice(1).map((title) => review(title, 1)),
    );

    expect(score(taste, western![0]!)).toBeGreaterThan(score(taste, romance![0]!));
  });

  test('takes one star for more from who gives no others than fours and fives', () => {
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

  test('takes lists and rewatches for less than stars', () => {
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

describe('a comment', () => {
  test('that praises somebody moves their other titles, and blame moves them down', () => {
    const other = named('Scarface');
    const [praised, silent, blamed] = ['Al Pacino is brilliant', undefined, 'Al Pacino is awful'].map((comment) =>
      score(learn(review(named('Heat'), 3, comment)), other),
    );

    expect(praised).toBeGreaterThan(silent!);
    expect(blamed).toBeLessThan(silent!);
  });

  test('that names somebody without praise keeps the stars from them', () => {
    const other = named('Scarface');
    const [open, silent] = ['Al Pacino plays a policeman', undefined].map((comment) =>
      score(learn(review(named('Heat'), 5, comment)), other),
    );

    expect(open).toBeLessThan(silent!);
  });
});

describe('a reason', () => {
  const starsText = /^Because you gave (.+) ([1-5]) stars$/;

  test('is true of the signals, whatever they are', () => {
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
            const pulls = taste.pullsOn(row);
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
    return shownName(kind as Parameters<typeof shownName>[0], name);
  };

  test('is never a title that got few stars', () => {
    const taste = learn(review(named('Heat'), 2), review(named('Notting Hill'), 5));

    for (const { reason } of pickFor(taste, { excluded: new Set(), count: 40 }))
      expect(reason.text).not.toMatch(/Heat/);
  });

  test('for somebody without a history is what is true for everybody', () => {
    const picks = pickFor(learn(), { excluded: new Set(), count: 20 });

    expect(picks.map(({ reason }) => reason.kind).filter((kind) => kind !== 'popular' && kind !== 'acclaimed')).toEqual(
      [],
    );
    expect(picks[0]?.reason.text).toBe('Popular right now');
  });

  test('about somebody else names a person of both titles, or counts what they added', () => {
    const [heat, collateral] = [named('Heat'), named('Collateral')];
    expect(reasonFromLists([heat], collateral, 'Ana')?.text).toBe('Michael Mann, as in Heat, which Ana added');

    const crime = index.titles.filter((title) => genresOfTitle(title).includes('Crime')).slice(0, 200);
    const people = (title: RatedTitle) => [...title.makers, ...title.cast].map(({ id }) => id);
    const strangers = crime.filter((title) => !people(title).some((id) => people(heat).includes(id))).slice(0, 3);
    expect(reasonFromLists(strangers, heat, 'Ana')?.text).toMatch(/^Ana added 3 titles of /);
    expect(reasonFromLists([], heat, 'Ana')).toBeNull();
  });
});

describe('picks', () => {
  test('hold nothing that is excluded and no title twice, and each has a reason', () => {
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

  test('are looked for among all titles from the best to the worst, ties by popularity, none twice', () => {
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

  test('differ more from each other than the plain best do', () => {
    const taste = learn(...['Heat', 'Collateral', 'GoodFellas', 'Casino'].map((name) => review(named(name), 5)));
    const spread = (titles: readonly RatedTitle[]) => new Set(titles.flatMap(genresOfTitle)).size;
    const plain = [...index.titles].sort((a, b) => score(taste, b) - score(taste, a)).slice(0, 12);

    expect(spread(pickFor(taste, { excluded: new Set(), count: 12 }).map(({ title }) => title))).toBeGreaterThanOrEqual(
      spread(plain),
    );
  });

  test('for several are led by nobody’s dislikes', () => {
    const horror = index.titles.filter((title) => genresOfTitle(title)[0] === 'Horror').slice(0, 10);
    const [fan, foe] = [5, 1].map((rating) => learn(...horror.map((title) => review(title, rating))));
    const meanOfHorror = (tastes: Taste[]) => {
      const scores = groupScores(tastes, index);
      return horror.reduce((sum, title) => sum + scores[index.placeOf.get(keyOf(title))!]!, 0) / horror.length;
    };

    expect(meanOfHorror([fan!, foe!])).toBeLessThan((meanOfHorror([fan!]) + meanOfHorror([foe!])) / 2);
  });

  test('and reasons come in order of strength', () => {
    const taste = learn(review(named('Heat'), 5));

    expect(reasonsFor(taste, index.placeOf.get(keyOf(named('Collateral')))!)[0]?.text).toBe(
      'Because you gave Heat 5 stars',
    );
  });
});

test('a guess lies within 1 to 5, its ends one apart, and needs five reviews', () => {
  fc.assert(
    fc.property(histories, fc.nat(1500), (signals, place) => {
      const guess = guessStars(learn(...signals), index.titles[place]!);
      const reviews = signals.filter(({ kind }) => kind === 'review').length;
      if (reviews < 5) expect(guess).toBeNull();
      if (guess) expect([guess.low >= 1, guess.high <= 5, guess.high - guess.low]).toEqual([true, true, 1]);
    }),
    runs,
  );
});
