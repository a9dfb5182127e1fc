import { describe, expect, test } from '@jest/globals';
import type { Item } from '../../../../common/schemas/item.ts';
import type { ProgressSummary } from '../../../../common/schemas/progress.ts';
import { ben, publicUser, sampleItem } from '../../../testing/samples.ts';
import { isFiltered, type ListView, listFields, viewOf } from './listView.ts';

const items: Item[] = [
  sampleItem(1, {
    title: 'Zodiac',
    releaseDate: '2007-03-02',
    voteAverage: 77,
    runtime: 157,
    genres: [80, 53],
    createdAt: '2026-01-01T00:00:00.000Z',
    addedBy: publicUser(ben),
  }),
  sampleItem(2, {
    title: 'Amélie',
    releaseDate: '2001-04-25',
    voteAverage: 79,
    runtime: 122,
    genres: [35, 10749],
    note: 'Ben sang the waltz all week',
    createdAt: '2026-01-02T00:00:00.000Z',
  }),
  sampleItem(3, {
    title: 'Heat',
    releaseDate: null,
    voteAverage: null,
    runtime: null,
    genres: [80],
    rank: '0',
    createdAt: '2026-01-03T00:00:00.000Z',
  }),
];

const shown = (view: ListView) => viewOf(items, view).map(({ title }) => title);

describe('a list is shown', () => {
  test.each([
    ['order', ['Heat', 'Zodiac', 'Amélie']],
    ['added', ['Heat', 'Amélie', 'Zodiac']],
    ['title', ['Amélie', 'Heat', 'Zodiac']],
    ['year', ['Zodiac', 'Amélie', 'Heat']],
    ['rating', ['Amélie', 'Zodiac', 'Heat']],
    ['length', ['Amélie', 'Zodiac', 'Heat']],
    ['member', ['Heat', 'Amélie', 'Zodiac']],
    ['nonsense', ['Heat', 'Zodiac', 'Amélie']],
  ])('by %s: what has no such value comes last', (sort, titles) => {
    expect(shown({ sort })).toEqual(titles);
  });

  test('by title with numbers in their order, and what was added at once with the last place first', () => {
    const films = ['Alien 10', 'Alien 9', 'alien 9'].map((title, n) => sampleItem(n + 1, { title, rank: String(n) }));
    const by = (sort: string) => viewOf(films, { sort }).map(({ title }) => title);

    expect(by('title')).toEqual(['Alien 9', 'alien 9', 'Alien 10']);
    expect(by('added')).toEqual(['alien 9', 'Alien 9', 'Alien 10']);
  });

  test('in the order that its members gave it unless something else is chosen', () => {
    expect(shown({})).toEqual(['Heat', 'Zodiac', 'Amélie']);
  });
});

describe('a list is narrowed', () => {
  test.each([
    ['amelie', ['Amélie']],
    ['  WALTZ ', ['Amélie']],
    ['ea', ['Heat']],
    ['nothing like it', []],
    [' ', ['Heat', 'Zodiac', 'Amélie']],
  ])('to what has %j in its title or note', (find, titles) => {
    expect(shown({ find })).toEqual(titles);
  });

  test('to a genre and a length together', () => {
    expect(shown({ genre: '80' })).toEqual(['Heat', 'Zodiac']);
    expect(shown({ genre: '80', length: 'long' })).toEqual(['Zodiac']);
    expect(shown({ length: 'medium' })).toEqual([]);
    expect(shown({ length: 'endless' })).toHaveLength(3);
  });

  test.each([
    ['short', [89]],
    ['medium', [90, 120]],
    ['long', [121]],
  ])('to the length %s with its first and last minute', (length, minutes) => {
    const films = [89, 90, 120, 121].map((runtime, n) => sampleItem(n + 1, { runtime, rank: String(n) }));

    expect(viewOf(films, { length }).map(({ runtime }) => runtime)).toEqual(minutes);
  });

  test('only if the choice leaves something out', () => {
    expect([{}, { sort: 'title' }, { find: ' ' }].map(isFiltered)).toEqual([false, false, false]);
    expect([{ find: 'a' }, { genre: '80' }, { length: 'long' }, { seen: 'all' }].map(isFiltered)).not.toContain(false);
  });
});

describe('by progress in shows', () => {
  const summary = (tmdbId: number, state: ProgressSummary['state'], lastAt: string | null): ProgressSummary => ({
    tmdbId,
    state,
    seenCount: 1,
    airedCount: 9,
    lastAt,
  });
  const show = (n: number, title: string) => sampleItem(n, { title, tmdbId: n, mediaType: 'tv', rank: String(n) });
  const titles = [
    sampleItem(9, { title: 'Heat', tmdbId: 1, rank: '9' }),
    show(1, 'Dark'),
    show(2, 'Lost'),
    show(3, 'Andor'),
  ];
  const progress = new Map([
    [1, summary(1, 'paused', '2026-01-01T00:00:00.000Z')],
    [2, summary(2, 'finished', '2026-01-03T00:00:00.000Z')],
  ]);
  const viewed = (view: ListView, known = true) =>
    viewOf(titles, view, known ? { progress } : {}).map(({ title }) => title);

  test('what was watched last comes first, and films and unknown times last', () => {
    expect(viewed({ sort: 'watched' })).toEqual(['Lost', 'Dark', 'Andor', 'Heat']);
  });

  test.each([
    ['not-started', ['Andor']],
    ['in-progress', ['Dark']],
    ['up-to-date', []],
    ['finished', ['Lost']],
  ])('the filter %s has shows only', (filter, expected) => {
    expect(viewed({ progress: filter })).toEqual(expected);
  });

  test('everything passes while the progress is unknown', () => {
    expect(viewed({ progress: 'finished' }, false)).toHaveLength(4);
    expect(isFiltered({ progress: 'finished' })).toBe(true);
  });

  test('is offered for lists with shows once it is known', () => {
    const names = (list: Item[], hasProgress: boolean) =>
      listFields(list, { hasMarks: false, hasProgress }).map(({ name }) => name);
    expect(names(titles, true)).toContain('progress');
    expect(names(titles, false)).not.toContain('progress');
    expect(names(items, true)).not.toContain('progress');
    const sorts = (hasProgress: boolean) =>
      listFields(titles, { hasMarks: false, hasProgress })[0]?.choices.map(({ label }) => label);
    expect(sorts(true)).toContain('Recently watched');
    expect(sorts(false)).not.toContain('Recently watched');
  });
});

test('the menus offer the genres that the list has', () => {
  const genres = listFields(items, { hasMarks: false, hasProgress: false }).find(
    ({ name }) => name === 'genre',
  )?.choices;

  expect(genres).toEqual([
    { value: '35', label: 'Comedy' },
    { value: '80', label: 'Crime' },
    { value: '10749', label: 'Romance' },
    { value: '53', label: 'Thriller' },
  ]);
});
