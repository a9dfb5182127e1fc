import { expect, test } from '@jest/globals';
import { importEpisodeKey, isNamed } from './importCounts.ts';
import type { ImportEpisode, ImportTitle } from './schemas/import.ts';

const episode = (over: Partial<ImportEpisode>): ImportEpisode => ({ season: null, number: null, ids: {}, ...over });

test('episodes are told apart by their ids, or by season and name, and one in other letters is the same', () => {
  const different = [
    episode({ ids: { imdb: 'tt0000001' } }),
    episode({ ids: { imdb: 'tt0000002' } }),
    episode({ season: 1, title: 'Pilot' }),
    episode({ season: 2, title: 'Pilot' }),
  ].map(importEpisodeKey);

  expect(new Set(different).size).toBe(different.length);
  expect(importEpisodeKey(episode({ season: 2, title: 'PILOT' }))).toBe(different.at(-1));
});

test('a title is counted if its name or an id is known', () => {
  const title = (name: string, ids: ImportTitle['ids']) => ({ title: name, ids }) as ImportTitle;

  expect([title('Dark', {}), title('', { tmdb: 70523 })].map(isNamed)).toEqual([true, true]);
  expect(isNamed(title('', {}))).toBe(false);
});
