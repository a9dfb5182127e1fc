import { describe, expect, test } from '@jest/globals';
import { index } from '../../../testing/recommendations/tastes.ts';
import { named } from '../../../testing/titles/catalogue.ts';
import type { RatedTitle } from '../model/features.ts';
import { learnTaste } from '../model/taste.ts';
import { keyOf } from '../model/titleIndex.ts';
import { reasonsFor } from '../reasons.ts';
import { readCommentSentiment } from './commentSentiment.ts';
import { phraseTable } from './sentiment.cases.ts';
import { heldOutTable } from './sentiment.heldOut.cases.ts';
import type { Phrase, Said } from './sentiment.phrases.ts';

const featureOf = (about: string) => index.features.findIndex(({ name }) => name === about);

/** Two films with the person, genre or keyword. */
function titlesOf(about: string): [RatedTitle, RatedTitle] {
  if (about === 'Tom Cruise') return [named('Top Gun: Maverick'), named('Minority Report')];
  const having = index.titles.filter((_title, place) => index.rows[place]!.features.includes(featureOf(about)));
  return [having[0]!, having[1]!];
}

const readings: Record<string, Said> = { 1: 'praise', 0: 'neither', '-1': 'dislike' };

function readingOf([about, , comment]: Phrase): Said {
  const found = readCommentSentiment(comment, titlesOf(about)[0], index).find(
    ({ feature }) => feature === featureOf(about),
  );
  return readings[found?.sentiment ?? 0]!;
}

const those = (table: readonly Phrase[], said: Said) => table.filter(([, meant]) => meant === said);
const shareRead = (table: readonly Phrase[], said: Said) => {
  const meant = those(table, said);
  return meant.filter((phrase) => readingOf(phrase) === said).length / meant.length;
};

describe.each([
  ['the phrases that the forms were tuned with', phraseTable],
  ['held-out phrases', heldOutTable],
])('for %s', (_which, table) => {
  test('no dislike and no neutral comment counts as praise', () => {
    const wrong = table.filter((phrase) => phrase[1] !== 'praise' && readingOf(phrase) === 'praise');

    expect(wrong).toEqual([]);
  });

  test('no praise counts as a dislike', () => {
    expect(those(table, 'praise').filter((phrase) => readingOf(phrase) === 'dislike')).toEqual([]);
  });

  test('over 90 percent of praise and of dislikes are recognised', () => {
    expect(shareRead(table, 'praise')).toBeGreaterThan(0.9);
    expect(shareRead(table, 'dislike')).toBeGreaterThan(0.9);
  });

  test('disliked and neutral names are never a reason, even with five stars', () => {
    const given = table.flatMap((phrase) => {
      const [about, said, comment] = phrase;
      if (said === 'praise') return [];
      const [first, second] = titlesOf(about);
      const taste = learnTaste(index, [
        { kind: 'review', title: first, rating: 5, comment },
        { kind: 'review', title: second, rating: 5 },
      ]);
      const feature = featureOf(about);
      const isNamed = readCommentSentiment(comment, first, index).some((mention) => mention.feature === feature);
      const places = [...index.rows.keys()]
        .filter((place) => index.rows[place]!.features.includes(feature))
        .slice(0, 40);
      const reasons = places.flatMap((place) => reasonsFor(taste, place).map(({ text }) => text));
      return isNamed && reasons.some((text) => text.toLowerCase().includes(about.toLowerCase())) ? [comment] : [];
    });

    expect(given).toEqual([]);
  });
});

describe('a comment', () => {
  const said = (comment: string, title = named('Heat')) =>
    readCommentSentiment(comment, title, index).map(({ feature, sentiment }) => [
      index.features[feature]?.name,
      sentiment,
    ]);

  test.each([
    ['Al Pacino is great', [['Al Pacino', 1]]],
    ['De Niro steals it', [['Robert De Niro', 0]]],
    ["Pacino's acting is superb", [['Al Pacino', 1]]],
    ['I love pacino', [['Al Pacino', 0]]],
    ['pacino is awful', [['Al Pacino', -1]]],
    ['I hate Al Pacinno', [['Al Pacino', -1]]],
    ['#AlPacino is awful', [['Al Pacino', -1]]],
    ['I hate horror', [['Horror', -1]]],
    ['Great film, but Tom Hanks is boring elsewhere', [['Tom Hanks', -1]]],
    ['I love Samuel Jackson', [['Samuel L. Jackson', 1]]],
    ['I love Samuel L. Jackson', [['Samuel L. Jackson', 1]]],
    ['Robert Downey Jr. is brilliant', [['Robert Downey Jr.', 1]]],
    [
      'I love Al Pacino and Robert De Niro',
      [
        ['Al Pacino', 1],
        ['Robert De Niro', 1],
      ],
    ],
    [
      'I hate Al Pacino and Robert De Niro',
      [
        ['Al Pacino', -1],
        ['Robert De Niro', -1],
      ],
    ],
    [
      'I love Al Pacino, I hate Robert De Niro',
      [
        ['Al Pacino', 0],
        ['Robert De Niro', -1],
      ],
    ],
    [
      'I love Al Pacino. Robert De Niro is wooden.',
      [
        ['Al Pacino', 1],
        ['Robert De Niro', -1],
      ],
    ],
    ['I love Al Pacino. I hate Al Pacino.', [['Al Pacino', -1]]],
    ['I never liked westerns', [['Western', -1]]],
    ['This horror film is slow', []],
    ['Nothing to see', []],
    ['', []],
  ])('“%s” has the sentiment %j', (comment, mentions) => {
    expect(said(comment)).toEqual(mentions);
  });

  test('names the namesake in the reviewed title, and both namesakes elsewhere', () => {
    const namesakes = index.features.flatMap(({ kind, name }, feature) =>
      kind === 'person' && name === 'Christopher Lloyd' ? [feature] : [],
    );
    const backToTheFuture = named('Back to the Future');

    expect(namesakes).toHaveLength(2);
    expect(said('I hate Christopher Lloyd', backToTheFuture)).toHaveLength(1);
    expect(said('I hate Christopher Lloyd')).toHaveLength(2);
  });

  test('of any length and content is accepted', () => {
    for (const part of [
      'Al Pacino ',
      'horror, not just the ',
      'hate the very really so ',
      '’"“…?! ',
      'aaaa',
      '§ ¤ | ',
      '👎',
    ]) {
      expect(() => said(part.repeat(2000))).not.toThrow();
    }
    expect(said('Al Pacino is § ¤ |')).toEqual([['Al Pacino', 0]]);
  });
});

describe('a dislike', () => {
  const cruise = () => featureOf('Tom Cruise');
  const cruiseFilms = () => index.titles.filter((_title, place) => index.rows[place]!.features.includes(cruise()));

  test('in one comment applies to the stars of all other films', () => {
    const [first, ...others] = cruiseFilms().slice(0, 4);
    const taste = learnTaste(index, [
      { kind: 'review', title: first!, rating: 5, comment: 'I cannot stand Tom Cruise' },
      ...others.map((title) => ({ kind: 'review' as const, title, rating: 5 })),
    ]);

    expect(taste.opinions.get(cruise())).toBe(-1);
    expect(taste.tallies.has(cruise())).toBe(false);
    expect(taste.weights[cruise()]).toBeLessThan(0);
  });

  test('does not affect the other features of the film', () => {
    const [first] = cruiseFilms();
    const taste = learnTaste(index, [
      { kind: 'review', title: first!, rating: 5, comment: 'I cannot stand Tom Cruise' },
    ]);
    const alike = index.titles.find((title) => title.title === 'Top Gun')!;

    expect(first!.title).not.toBe('Top Gun');
    for (const { text } of reasonsFor(taste, index.placeOf.get(keyOf(alike))!)) expect(text).not.toMatch(/Tom Cruise/);
    expect(taste.signals[0]!.row.own).toBe(index.rowOf(first!).own - 1);
  });
});
