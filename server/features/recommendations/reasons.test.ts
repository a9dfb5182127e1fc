import { describe, expect, test } from '@jest/globals';
import type { RatedTitle } from './model/features.ts';
import { learnTaste, type Signal } from './model/taste.ts';
import { createTitleIndex } from './model/titleIndex.ts';
import { publicReasons, reasonFromLists, reasonsFor } from './reasons.ts';

const [CRIME, ROMANCE, WAR] = [80, 10749, 10752];
const person = (id: number) => ({ id, name: `Person ${id}` });

function film(id: number, over: Partial<RatedTitle> = {}): RatedTitle {
  return {
    mediaType: 'movie',
    id,
    title: `Film ${id}`,
    releaseDate: '',
    genreIds: [],
    voteAverage: 6,
    voteCount: 1000,
    popularity: 1000 - id,
    language: 'en',
    countries: [],
    makers: [],
    cast: [],
    keywords: [],
    ...over,
  };
}

const films = (count: number, from: number, over: Partial<RatedTitle> = {}) =>
  Array.from({ length: count }, (_, n) => film(from + n, over));

describe('a reason for everybody', () => {
  function textsOf(titles: readonly RatedTitle[]): string[][] {
    const index = createTitleIndex(titles);
    return titles.map((_title, place) => publicReasons(index, place).map(({ text }) => text));
  }

  test('is popularity: of the first twenty, or the first twentieth, of films and shows apart', () => {
    const shows = films(2, 1, { mediaType: 'tv' });
    const popular = (titles: readonly RatedTitle[]) => {
      const texts = textsOf(titles);
      return titles.filter((_title, place) => texts[place]?.includes('Popular right now'));
    };

    expect(popular([...films(30, 1), ...shows])).toEqual([...films(20, 1), ...shows]);
    expect(popular(films(500, 1))).toHaveLength(25);
  });

  test('is a rating of 7.5 by a hundred viewers', () => {
    const unpopular = (over: Partial<RatedTitle>) => textsOf([...films(20, 1), film(21, over)]).at(-1);

    expect(unpopular({ voteAverage: 7.5, voteCount: 100 })).toEqual(['Rated 7.5 by viewers']);
    expect(unpopular({ voteAverage: 7.49, voteCount: 100 })).toEqual([]);
    expect(unpopular({ voteAverage: 7.5, voteCount: 99 })).toEqual([]);
    expect(textsOf([film(1, { voteAverage: 8.04 })])).toEqual([['Popular right now', 'Rated 8.0 by viewers']]);
  });
});

describe('a reason from what another member added', () => {
  const textOf = (listed: readonly RatedTitle[], title: RatedTitle) => reasonFromLists(listed, title, 'Ana')?.text;

  test('names a maker or one of the first five actors of both titles', () => {
    const cast = [1, 2, 3, 4, 5, 6].map(person);
    const listed = [film(1, { cast })];

    expect(textOf(listed, film(2, { makers: [person(5)] }))).toBe('Person 5, as in Film 1, which Ana added');
    expect(textOf(listed, film(2, { makers: [person(6)] }))).toBeUndefined();
    expect(textOf([film(1, { makers: [person(6)] })], film(2, { cast }))).toBeUndefined();
    expect(textOf(listed, film(1, { cast }))).toBeUndefined();
    expect(reasonFromLists(listed, film(2, { cast }), 'Ana')).toMatchObject({
      kind: 'list',
      because: { mediaType: 'movie', tmdbId: 1 },
    });
  });

  test('else counts three titles of the genre that they added most', () => {
    const crime = films(3, 1, { genreIds: [CRIME] });
    const war = films(4, 10, { genreIds: [WAR] });

    expect(textOf(crime, film(20, { genreIds: [CRIME, WAR] }))).toBe('Ana added 3 titles of crime');
    expect(textOf([...crime, ...war], film(20, { genreIds: [CRIME, WAR] }))).toBe('Ana added 4 titles of war');
    expect(textOf([...crime, ...war.slice(1)], film(20, { genreIds: [WAR, CRIME] }))).toBe(
      'Ana added 3 titles of crime',
    );
    expect(textOf(crime.slice(1), film(20, { genreIds: [CRIME] }))).toBeUndefined();
  });

  test('else counts four titles of its decade', () => {
    const nineties = films(4, 1, { releaseDate: '1995-12-15' });

    expect(textOf(nineties, film(20, { releaseDate: '1999-01-01' }))).toBe('Ana added 4 titles of the 1990s');
    expect(textOf(nineties.slice(1), film(20, { releaseDate: '1999-01-01' }))).toBeUndefined();
    expect(textOf(films(4, 1), film(20))).toBeUndefined();
  });
});

describe('a reason from the own reviews and lists', () => {
  const review = (title: RatedTitle, rating: number): Signal => ({ kind: 'review', title, rating });
  const romances = films(6, 100, { genreIds: [ROMANCE], countries: ['FR'], releaseDate: '2005-01-01' });
  const others = films(40, 200, { genreIds: [WAR], countries: ['US'], releaseDate: '2015-01-01' });

  /** The reasons for a title, whose features no title in the index but `alike` has. */
  function textsOf(
    alike: readonly RatedTitle[],
    title: RatedTitle,
    signalsOf: (alike: readonly RatedTitle[]) => Signal[],
  ) {
    const titles = [...alike, ...romances, ...others, title];
    const index = createTitleIndex(titles);
    const taste = { ...learnTaste(index, signalsOf(alike)), index };
    return reasonsFor(taste, titles.length - 1).map(({ text }) => text);
  }
  const low = romances.map((title) => review(title, 1));

  test.each<[string, number, Partial<RatedTitle>]>([
    ['Because you like crime', 3, { genreIds: [CRIME] }],
    ['Because you like Person 7', 2, { makers: [person(7)] }],
    ['Because you like “heist”', 3, { keywords: ['heist'] }],
    ['Because you like the 1970s', 4, { releaseDate: '1975-06-01' }],
    ['Because you like titles from Denmark', 4, { countries: ['DK'] }],
  ])('is %s, from %d good reviews', (text, needed, over) => {
    const [alike, title] = [films(needed, 1, over), film(50, over)];
    const textsWith = (count: number) =>
      textsOf(alike, title, (all) => [...all.slice(0, count).map((one) => review(one, 5)), ...low]);

    expect(textsWith(needed)).toContain(text);
    expect(textsWith(needed - 1)).not.toContain(text);
  });

  test('is a genre with more stars than the person usually gives, where these are not many', () => {
    const crime = films(3, 1, { genreIds: [CRIME] });
    const textsWith = (rating: number) =>
      textsOf(crime, film(50, { genreIds: [CRIME] }), (all) => [...all.map((one) => review(one, rating)), ...low]);

    expect(textsWith(3)).toContain('Because you rate crime above your average');
    expect(textsWith(3)).not.toContain('Because you like crime');
    expect(textsWith(3)).toContain('Because you gave Film 3 3 stars');
    expect(textsWith(2).join()).not.toContain('stars');
  });

  test.each<[string, number, Partial<RatedTitle>]>([
    ['Because you add a lot of crime', 3, { genreIds: [CRIME] }],
    ['Because you add a lot of titles from the 1970s', 4, { releaseDate: '1975-06-01' }],
  ])('is %s, from %d titles in lists', (text, needed, over) => {
    const textsWith = (count: number) =>
      textsOf(films(needed, 1, over), film(50, over), (all) =>
        all.slice(0, count).map((title): Signal => ({ kind: 'list', title })),
      );

    expect(textsWith(needed)).toContain(text);
    expect(textsWith(needed - 1)).not.toContain(text);
  });

  test('is never a country that is that of most titles', () => {
    const alike = films(4, 1, { countries: ['US'] });
    const texts = textsOf(alike, film(50, { countries: ['US'] }), (all) => [
      ...all.map((one) => review(one, 5)),
      ...low,
    ]);

    expect(texts.join()).not.toContain('titles from');
  });
});
