import { describe, expect, test } from '@jest/globals';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { Credits, MovieDetails, TvDetails } from '../../../../common/schemas/title.ts';
import { factsLine, keptFactsLine, makersText, runtimeText } from './titleWords.ts';

const film = {
  runtime: 136,
  genres: [
    { id: 1, name: 'Action' },
    { id: 2, name: 'Drama' },
  ],
} as MovieDetails;
const show = {
  number_of_seasons: 5,
  created_by: [{ id: 1, name: 'Vince Gilligan', profile_path: null }],
  genres: [{ id: 2, name: 'Drama' }],
} as TvDetails;
const credits = {
  crew: [
    { id: 1, name: 'Lana Wachowski', job: 'Director' },
    { id: 2, name: 'Bill Pope', job: 'Director of Photography' },
    { id: 3, name: 'Lilly Wachowski', job: 'Director' },
  ],
} as Credits;

test.each([
  [136, '2 h 16 min'],
  [120, '2 h'],
  [45, '45 min'],
])('%i minutes read %s', (minutes, text) => {
  expect(runtimeText(minutes)).toBe(text);
});

describe('the line of facts', () => {
  test('for a film has year, running time and genres', () => {
    expect(factsLine('1999-03-30', film)).toEqual(['1999', '2 h 16 min', 'Action, Drama']);
  });

  test('for a show has its seasons', () => {
    expect(factsLine('2008-01-20', show)).toEqual(['2008', '5 seasons', 'Drama']);
    expect(factsLine('2008-01-20', { ...show, number_of_seasons: 1 })).toContain('1 season');
  });

  test('has the year while the details load, or Unknown', () => {
    expect(factsLine('1999-03-30', undefined)).toEqual(['1999']);
    expect(factsLine(null, undefined)).toEqual(['Unknown']);
  });
});

test('can be made from an item’s facts', () => {
  const kept = { mediaType: 'movie', releaseDate: '1999-03-30', runtime: 136, genres: [28, 878] } as TitleFacts;

  expect(keptFactsLine(kept)).toEqual(['1999', '2 h 16 min', 'Action, Science Fiction']);
  expect(keptFactsLine({ ...kept, releaseDate: null, runtime: null, genres: [] })).toEqual(['Unknown']);
});

test('a film shows only its directors, a show its creators', () => {
  expect(makersText(film, credits)).toBe('Directed by Lana Wachowski and Lilly Wachowski');
  expect(makersText(show, credits)).toBe('Created by Vince Gilligan');
  expect(makersText(undefined, undefined)).toBeNull();
});
