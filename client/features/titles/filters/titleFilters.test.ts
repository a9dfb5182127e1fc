import { describe, expect, test } from '@jest/globals';
import { filterFields, filterLabel, filterTextOf, parseFilters, toggled } from './titleFilters.ts';

const textOf = (search: string, mediaType: 'movie' | 'tv' = 'movie') =>
  filterTextOf(new URLSearchParams(search), mediaType);
const field = (name: string) => {
  const found = filterFields.movie.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

describe('filters in the address', () => {
  test('are read in the same order whatever their order in the address', () => {
    expect(textOf('sort=rating&decade=1990&tab=movie&genre=35,28')).toBe('genre=28%2C35&decade=1990&sort=rating');
    expect(parseFilters(textOf('decade=1990&genre=28'))).toEqual({ genre: '28', decade: '1990' });
  });

  test.each([
    '',
    'genre=1',
    'genre=action',
    'decade=1995',
    'rating=11',
    'runtime=endless',
    'sort=popularity',
    'sort=x',
  ])('%j chooses nothing', (search) => {
    expect(textOf(search)).toBe('');
    expect(parseFilters('')).toEqual({});
  });

  test('are limited to three genres of the shown media type', () => {
    expect(textOf('genre=28,10765', 'tv')).toBe('genre=10765');
    expect(textOf('genre=28,12,16,35')).toBe('genre=28%2C12%2C16');
  });
});

describe('a click on a choice', () => {
  test('replaces another choice, or clears itself', () => {
    expect(toggled(field('decade'), '1980', '1990')).toBe('1990');
    expect(toggled(field('decade'), '1990', '1990')).toBeNull();
  });

  test('adds a genre; a fourth replaces the last', () => {
    expect(toggled(field('genre'), '28', '35')).toBe('28,35');
    expect(toggled(field('genre'), '28,35', '28')).toBe('35');
    expect(toggled(field('genre'), '28,35,18', '27')).toBe('28,35,27');
  });
});

test('a filter’s button shows the choice', () => {
  expect(filterLabel(field('genre'), undefined)).toBe('Genre');
  expect(filterLabel(field('genre'), '35,28')).toBe('Action +1');
  expect(filterLabel(field('runtime'), 'medium')).toBe('90 to 120 min');
});
