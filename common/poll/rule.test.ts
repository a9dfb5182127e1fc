import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { coinOf } from './coin.ts';
import { type Coin, decide, type Mark, markOf, type Vote } from './rule.ts';

const coin: Coin = (key) => coinOf(createHmac('sha256', 'seed').update(key).digest('hex'));

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `movie:${index + 1}`);

const markArb = fc.constantFrom<Mark>(0, 1, 2);
const weightArb = fc.constantFrom(1, 2, 4, 8);

function voteArb(keys: readonly string[]): fc.Arbitrary<Vote> {
  const marksArb = fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), markArb), { selector: ([key]) => key });
  return fc.record({
    marks: marksArb.map((marks) => Object.fromEntries(marks)),
    veto: fc.option(fc.constantFrom(...keys), { nil: null }),
    weight: weightArb,
  });
}

const pollArb = fc
  .integer({ min: 2, max: 6 })
  .map(keysOf)
  .chain((keys) => fc.record({ keys: fc.constant(keys), votes: fc.array(voteArb(keys), { maxLength: 6 }) }));

const winnerOf = (keys: readonly string[], votes: readonly Vote[]) => decide(keys, votes, coin).winner.key;
const vote = (marks: Record<string, Mark>, more: Partial<Vote> = {}): Vote => ({
  marks,
  veto: null,
  weight: 1,
  ...more,
});

describe('the rule', () => {
  test('takes a vetoed candidate out, however many want it', () => {
    const votes = [vote({ a: 2, b: 1 }), vote({ a: 2, b: 1 }), vote({ a: 1, b: 1 }, { veto: 'a' })];

    expect(winnerOf(['a', 'b'], votes)).toBe('b');
  });

  test('keeps the candidates with the fewest vetoes when all have one', () => {
    const votes = [vote({}, { veto: 'a' }), vote({}, { veto: 'a' }), vote({ b: 0 }, { veto: 'b' })];

    expect(winnerOf(['a', 'b'], votes)).toBe('b');
  });

  test('takes candidates with a no out while one has none', () => {
    const votes = [vote({ a: 2, b: 1 }), vote({ a: 2, b: 1 }), vote({ a: 0, b: 1 })];

    expect(winnerOf(['a', 'b'], votes)).toBe('b');
  });

  test('compares scores when every candidate has a no', () => {
    const votes = [vote({ a: 2, b: 0 }), vote({ a: 2, b: 1 }), vote({ a: 0, b: 2 })];

    expect(winnerOf(['a', 'b'], votes)).toBe('a');
  });

  test('counts the mark of a person with a higher weight more', () => {
    const votes = [vote({ a: 2, b: 1 }), vote({ a: 1, b: 2 }, { weight: 2 })];

    expect(decide(['a', 'b'], votes, coin)).toMatchObject({ winner: { key: 'b' }, isByWeight: false });
  });

  test('decides the example of docs/tonight.md', () => {
    const titles = ['heat', 'alien', 'amelie', 'up'];
    const three = [
      vote({ heat: 2, alien: 1, amelie: 1, up: 2 }),
      vote({ heat: 2, alien: 2, amelie: 1, up: 1 }),
      vote({ heat: 2, alien: 2, amelie: 0, up: 1 }),
    ];
    const dan = vote({ alien: 0, amelie: 2, up: 1 });

    expect(winnerOf(titles, [...three, { ...dan, veto: 'heat' }])).toBe('up');
    expect(decide(titles, [...three, dan], coin).ranking).toMatchObject([
      { key: 'heat', score: 7 },
      { key: 'up', score: 5 },
      { key: 'alien' },
      { key: 'amelie' },
    ]);
  });

  test('draws for one voter among what that person likes', () => {
    const { winner, ranking } = decide(['a', 'b', 'c'], [vote({ a: 0, b: 2, c: 0 }, { veto: 'c' })], coin);

    expect(winner.key).toBe('b');
    expect(ranking.map(({ key }) => key)).toEqual(['b', 'a', 'c']);
  });

  test('gives a yes of one voter twice the chance of a maybe', () => {
    const count = 4000;
    const isYes = (seed: number) => {
      const seeded: Coin = (key) => coinOf(createHmac('sha256', String(seed)).update(key).digest('hex'));
      return decide(['a', 'b'], [vote({ a: 2, b: 1 })], seeded).winner.key === 'a';
    };

    const share = Array.from({ length: count }, (_, seed) => isYes(seed)).filter(Boolean).length / count;

    expect(share).toBeGreaterThan(0.63);
    expect(share).toBeLessThan(0.7);
  });
});

describe('the outcome', () => {
  const storyOf = (keys: readonly string[], votes: readonly Vote[], tossed = coin) => {
    const { winner, voters, equals, isByWeight } = decide(keys, votes, tossed);
    return { winner: winner.key, voters, equals, isByWeight };
  };

  test('says how many voted, and how many candidates were equal to the winner', () => {
    const votes = [vote({ a: 2, b: 2, c: 1 }), vote({ a: 1, b: 1, c: 1 })];

    expect(storyOf(['a', 'b', 'c'], votes)).toMatchObject({ voters: 2, equals: 1, isByWeight: false });
    expect(decide(['c', 'd'], [...votes, vote({ c: 0, d: 2 })], coin).winner).toEqual({
      key: 'd',
      vetoes: 0,
      noes: 0,
      yeses: 1,
      score: 4,
      weightedScore: 4,
      lowest: 1,
    });
  });

  test('says whether the weights made the difference, but not against what was out', () => {
    const votes = [vote({ a: 2, b: 1 }), vote({ a: 2, b: 1 })];

    expect(storyOf(['a', 'b'], [...votes, vote({ a: 1, b: 2 }, { weight: 4 })])).toEqual({
      winner: 'b',
      voters: 3,
      equals: 0,
      isByWeight: true,
    });
    expect(storyOf(['a', 'b'], [...votes, vote({ a: 0, b: 1 })])).toMatchObject({ winner: 'b', isByWeight: false });
  });

  test('of one vote is a draw, with nothing equal and nothing weighed', () => {
    const draw = (votes: Vote[]) => storyOf(['a', 'b'], votes, (key) => (key === 'b' ? 0.9 : 0.1));

    expect(draw([vote({ a: 2, b: 1 })])).toEqual({ winner: 'b', voters: 1, equals: 0, isByWeight: false });
    expect(draw([vote({ a: 1, b: 1 })])).toEqual({ winner: 'b', voters: 1, equals: 0, isByWeight: false });
  });
});

describe('law:', () => {
  test('the order of voters and candidates never matters', () => {
    const shuffledArb = pollArb.chain(({ keys, votes }) =>
      fc.record({
        keys: fc.constant(keys),
        votes: fc.constant(votes),
        otherKeys: fc.shuffledSubarray(keys, { minLength: keys.length }),
        otherVotes: fc.shuffledSubarray(votes, { minLength: votes.length }),
      }),
    );
    fc.assert(
      fc.property(shuffledArb, ({ keys, votes, otherKeys, otherVotes }) => {
        expect(decide(otherKeys, otherVotes, coin)).toEqual(decide(keys, votes, coin));
      }),
    );
  });

  test('only equal candidates are decided by the coin', () => {
    fc.assert(
      fc.property(pollArb, ({ keys, votes }) => {
        const { winner, equals } = decide(keys, votes, coin);
        const other = decide(keys, votes, (key) => 1 - coin(key)).winner;

        if (votes.length !== 1 && equals === 0) expect(other).toEqual(winner);
      }),
    );
  });

  test('more approval never hurts a candidate', () => {
    const raisedArb = pollArb.chain(({ keys, votes }) =>
      fc.record({
        keys: fc.constant(keys),
        votes: fc.constant(votes),
        key: fc.constantFrom(...keys),
        voter: fc.nat(),
        withoutVeto: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(raisedArb, ({ keys, votes, key, voter, withoutVeto }) => {
        const raised = votes.map((one, index) => {
          if (index !== voter % votes.length) return one;
          if (withoutVeto) return { ...one, veto: one.veto === key ? null : one.veto };
          return { ...one, marks: { ...one.marks, [key]: Math.min(2, markOf(one, key) + 1) as Mark } };
        });
        const placeIn = (given: readonly Vote[]) =>
          decide(keys, given, coin).ranking.findIndex((tally) => tally.key === key);

        expect(placeIn(raised)).toBeLessThanOrEqual(placeIn(votes));
      }),
      { numRuns: 2000 },
    );
  });

  test('a veto always counts', () => {
    fc.assert(
      fc.property(pollArb, ({ keys, votes }) => {
        const { winner } = decide(keys, votes, coin);
        const vetoesOf = (key: string) => votes.filter(({ veto }) => veto === key).length;

        expect(vetoesOf(winner.key)).toBe(Math.min(...keys.map(vetoesOf)));
      }),
    );
  });

  test('no candidate with a higher lowest mark loses against an equal sum', () => {
    fc.assert(
      fc.property(pollArb, ({ keys, votes }) => {
        const { winner, ranking, equals } = decide(keys, votes, coin);

        for (const equal of ranking.slice(1, 1 + equals)) expect(equal.lowest).toBe(winner.lowest);
      }),
    );
  });

  test('a no counts while a candidate without one is left', () => {
    fc.assert(
      fc.property(pollArb, ({ keys, votes }) => {
        const { winner, ranking } = decide(keys, votes, coin);
        const isCleaner = ranking.some(({ vetoes, noes }) => vetoes === winner.vetoes && noes === 0);

        if (votes.length > 1 && winner.noes > 0) expect(isCleaner).toBe(false);
      }),
    );
  });
});

test('a coin is the first twelve digits of the HMAC, as a part of one', () => {
  expect(coinOf('800000000000ffff')).toBe(0.5);
  expect(coinOf('000000000001ffff')).toBe(16 ** -12);
});
