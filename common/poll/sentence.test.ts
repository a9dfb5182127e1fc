import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { coinOf } from './coin.ts';
import { type Coin, decide, type Mark, markOf, type Vote } from './rule.ts';
import { sentenceOf } from './sentence.ts';

const coin: Coin = (key) => coinOf(createHmac('sha256', 'seed').update(key).digest('hex'));
const vote = (marks: Record<string, Mark>, more: Partial<Vote> = {}): Vote => ({
  marks,
  veto: null,
  weight: 1,
  ...more,
});
const said = (keys: string[], votes: Vote[]) => sentenceOf(decide(keys, votes, coin));

describe('the sentence', () => {
  test.each<[string, Vote[]]>([
    ['Nobody voted, so the coin decided.', []],
    ['Only one person voted, so the title was drawn by chance.', [vote({ a: 2 })]],
    ['Both said yes.', [vote({ a: 2, b: 1 }), vote({ a: 2, b: 0 })]],
    ['Everybody said yes.', [vote({ a: 2 }), vote({ a: 2 }), vote({ a: 2 })]],
    [
      'Nobody said no, and three of four said yes.',
      [vote({ a: 2 }), vote({ a: 2 }), vote({ a: 2 }), vote({ a: 1, b: 0 })],
    ],
    ['Every title had a no, and one of two said yes to this one.', [vote({ a: 2, b: 1 }), vote({ a: 0, b: 0 })]],
    [
      'Every title had a no or a veto, and one of three said yes to this one.',
      [vote({ a: 2, b: 2 }), vote({ a: 0, b: 2 }), vote({ a: 1 }, { veto: 'b' })],
    ],
    [
      'Every title had a veto, and none had fewer than this one.',
      [vote({ a: 2 }, { veto: 'b' }), vote({ a: 2, b: 2 }, { veto: 'a' }), vote({}, { veto: 'b' })],
    ],
    [
      'Nobody said no, and one of three said yes. Another title had more points, but earlier evenings suited some of you less.',
      [vote({ a: 2, b: 1 }, { weight: 4 }), vote({ a: 1, b: 2 }), vote({ a: 1, b: 2 })],
    ],
    ['Nobody said no, and nobody said yes. Another title was equal, so the coin decided.', [vote({}), vote({})]],
  ])('%s', (sentence, votes) => {
    expect(said(['a', 'b'], votes)).toBe(sentence);
  });

  test('names the number of equal titles', () => {
    expect(said(['a', 'b', 'c'], [vote({}), vote({})])).toMatch(/Two other titles were equal, so the coin decided\.$/);
  });
});

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
const numberOf = (word: string) =>
  WORDS.includes(word.toLowerCase()) ? WORDS.indexOf(word.toLowerCase()) : Number(word);

interface Case {
  keys: string[];
  votes: Vote[];
  winner: string;
}

/** What each part of a sentence claims, as a check of the votes themselves. */
const claims: [RegExp, (given: Case, found: RegExpMatchArray) => boolean][] = [
  [/Nobody voted/, ({ votes }) => votes.length === 0],
  [/Only one person voted/, ({ votes }) => votes.length === 1],
  [/Both said yes/, ({ votes, winner }) => votes.length === 2 && votes.every((one) => markOf(one, winner) === 2)],
  [/Everybody said yes/, ({ votes, winner }) => votes.every((one) => markOf(one, winner) === 2)],
  [/Nobody said no/, ({ votes, winner }) => votes.every((one) => markOf(one, winner) !== 0)],
  [/nobody said yes/, ({ votes, winner }) => votes.every((one) => markOf(one, winner) !== 2)],
  [
    /(\w+) of (\w+) said yes/,
    ({ votes, winner }, [, yeses = '', all = '']) =>
      numberOf(all) === votes.length && votes.filter((one) => markOf(one, winner) === 2).length === numberOf(yeses),
  ],
  [/Every title had a veto/, ({ keys, votes }) => keys.every((key) => votes.some(({ veto }) => veto === key))],
  [
    /none had fewer/,
    ({ keys, votes, winner }) => {
      const count = (key: string) => votes.filter(({ veto }) => veto === key).length;
      return keys.every((key) => count(key) >= count(winner));
    },
  ],
  [
    /Every title had a no(?! or)/,
    ({ keys, votes }) => keys.every((key) => votes.some((one) => markOf(one, key) === 0)),
  ],
  [
    /Every title had a no or a veto/,
    ({ keys, votes }) => keys.every((key) => votes.some((one) => markOf(one, key) === 0 || one.veto === key)),
  ],
  [
    /Another title had more points/,
    ({ keys, votes, winner }) => {
      const points = (key: string) => votes.reduce<number>((sum, one) => sum + markOf(one, key), 0);
      return keys.some((key) => points(key) > points(winner));
    },
  ],
  [/earlier evenings suited some of you less/, ({ votes }) => votes.some(({ weight }) => weight > 1)],
  [
    /(Another|\w+ other) titles? (?:was|were) equal/,
    ({ keys, votes, winner }, [, count = '']) => {
      const points = (key: string) => votes.reduce((sum, one) => sum + markOf(one, key) * one.weight, 0);
      const equals = keys.filter((key) => key !== winner && points(key) === points(winner)).length;
      return equals >= (count === 'Another' ? 1 : numberOf(count.split(' ')[0] ?? ''));
    },
  ],
];

test('law: the sentence is true, and each sentence makes a claim', () => {
  const keys = ['a', 'b', 'c'];
  const voteArb = fc.record({
    marks: fc.record(Object.fromEntries(keys.map((key) => [key, fc.constantFrom<Mark>(0, 1, 1, 2, 2)]))),
    veto: fc.option(fc.constantFrom(...keys), { nil: null }),
    weight: fc.constantFrom(1, 1, 2, 8),
  });
  fc.assert(
    fc.property(fc.array(voteArb, { maxLength: 14 }), (votes) => {
      const outcome = decide(keys, votes, coin);
      const sentence = sentenceOf(outcome);
      const made = claims.flatMap(([pattern, check]) => {
        const found = sentence.match(pattern);
        return found ? [check({ keys, votes, winner: outcome.winner.key }, found)] : [];
      });

      expect(made).not.toEqual([]);
      expect({ sentence, made }).toEqual({ sentence, made: made.map(() => true) });
    }),
    { numRuns: 3000 },
  );
});
