import { beforeEach, expect, test } from '@jest/globals';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { useHiddenPicks } from './hiddenPicks.store.ts';

const DISMISS = 'POST /api/recommendations/dismissed';
const [heat, ran] = [
  { mediaType: 'movie', tmdbId: 1 },
  { mediaType: 'movie', tmdbId: 2 },
] as const;
const hidden = () => useHiddenPicks.getState().hidden;
let api: ApiStub;
beforeEach(() => {
  api = stubApi({ [DISMISS]: { status: 204 }, 'DELETE /api/recommendations/dismissed/movie/1': { status: 204 } });
});

test('a title that the person does not want is hidden at once, until that fails or is undone', async () => {
  const { dismiss, restore } = useHiddenPicks.getState();
  const saving = dismiss(heat);
  expect(hidden()).toEqual({ 'movie:1': 'dismissed' });
  await saving;

  await restore(heat);
  expect(hidden()).toEqual({});
  api.on(DISMISS, failure(500, 'internal'));
  await expect(dismiss(heat)).rejects.toThrow();

  expect(hidden()).toEqual({});
});

test('titles of the own lists are hidden while they are there, and what is not wanted stays hidden', async () => {
  const { dismiss, applyListed } = useHiddenPicks.getState();
  await dismiss(heat);

  applyListed([ran], true);
  expect(hidden()).toEqual({ 'movie:1': 'dismissed', 'movie:2': 'listed' });
  applyListed([heat, ran], false);

  expect(hidden()).toEqual({ 'movie:1': 'dismissed' });
});
