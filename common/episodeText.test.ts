import { expect, test } from '@jest/globals';
import { episodesText, episodeText } from './episodeText.ts';
import type { EpisodeSet } from './progress.ts';

test('an episode has its numbers, a special its own', () => {
  expect(episodeText({ season: 2, episode: 4 })).toBe('S2 E4');
  expect(episodeText({ season: 0, episode: 3 })).toBe('Special 3');
});

test.each<[string, EpisodeSet]>([
  ['S2 E4', { 2: [[4, 4]] }],
  ['S2 E4 and E5', { 2: [[4, 5]] }],
  [
    'S1 E10, S2 E1 and E3',
    {
      2: [
        [1, 1],
        [3, 3],
      ],
      1: [[10, 10]],
    },
  ],
  ['Special 1 and Special 2', { 0: [[1, 2]] }],
  ['4 episodes', { 2: [[4, 7]] }],
])('several episodes are named, or counted: %s', (text, set) => {
  expect(episodesText(set)).toBe(text);
});
