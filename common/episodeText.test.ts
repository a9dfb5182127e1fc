import { expect, test } from '@jest/globals';
import { episodeText } from './episodeText.ts';

test('an episode has its numbers, a special its own', () => {
  expect(episodeText({ season: 2, episode: 4 })).toBe('S2 E4');
  expect(episodeText({ season: 0, episode: 3 })).toBe('Special 3');
});
