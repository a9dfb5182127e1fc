import { beforeEach, expect, test } from '@jest/globals';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { applyTitlesChanged } from '../../app/live/realtime.ts';
import { imageUrl } from '../../lib/images.ts';
import { queryClient } from '../../lib/query.ts';
import { failure, stubApi } from '../../testing/api.ts';
import { sampleConfig } from '../../testing/samples.ts';
import { pageOf } from '../../testing/titles.ts';
import { useConfig } from './config.store.ts';
import { shelfQuery } from './shelf.queries.ts';

const POPULAR = 'GET /api/movies/popular';
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const configOf = (source: 'catalogue' | 'tmdb', region = 'US') => ({
  ...sampleConfig,
  imageBase: 'https://images.example/',
  source,
  region,
});

beforeEach(() => useConfig.setState({ config: null, isSettled: false, allowsPictures: false }));

test('without a connection the settings are those that this device has kept, until the server names its own', async () => {
  const api = stubApi({ 'GET /api/config': failure(503, 'unavailable') });
  const state = () => useConfig.getState();
  await state().loadConfig();
  expect(state()).toMatchObject({ config: null, isSettled: true });

  state().applyKept(configOf('tmdb', 'DE'));
  expect(state()).toMatchObject({ config: { region: 'DE' }, isSettled: true, allowsPictures: true });
  expect(imageUrl('/poster.jpg')).toContain('https://images.example/');
  api.on('GET /api/config', { body: configOf('catalogue', 'FR') });
  await state().loadConfig();
  state().applyKept(configOf('tmdb', 'DE'));

  expect(state()).toMatchObject({ config: { region: 'FR' }, allowsPictures: false });
  expect(imageUrl('/poster.jpg')).toBeNull();
  api.on('GET /api/config', failure(503, 'unavailable'));
  await state().applyTitlesChanged();
  expect(state().config).toMatchObject({ region: 'FR' });
});

test('when titles come from elsewhere, the configuration and the shelves are read again', async () => {
  const api = stubApi({ 'GET /api/config': { body: configOf('catalogue') }, [POPULAR]: { body: pageOf([]) } });
  await useConfig.getState().loadConfig();
  const stop = new InfiniteQueryObserver(queryClient, shelfQuery('movie', '')).subscribe(() => undefined);
  await settled();
  api.on('GET /api/config', { body: configOf('tmdb', 'DE') });

  applyTitlesChanged();
  await settled();
  expect(api.calls.filter((call) => call === POPULAR)).toHaveLength(2);
  stop();
  await useConfig.getState().applyTitlesChanged();

  expect(useConfig.getState().config).toMatchObject({ source: 'tmdb', region: 'DE' });
  // This page was opened under a policy without TMDB's pictures.
  expect(imageUrl('/poster.jpg')).toBeNull();
});

test('a page that began with TMDB shows no pictures of it after the key has gone, and again when it is back', async () => {
  const api = stubApi({ 'GET /api/config': { body: configOf('tmdb') } });
  await useConfig.getState().loadConfig();
  expect(imageUrl('/poster.jpg')).toContain('https://images.example/');

  api.on('GET /api/config', { body: configOf('catalogue') });
  await useConfig.getState().applyTitlesChanged();
  expect(imageUrl('/poster.jpg')).toBeNull();

  api.on('GET /api/config', { body: configOf('tmdb') });
  await useConfig.getState().applyTitlesChanged();
  expect(imageUrl('/poster.jpg')).toContain('https://images.example/');
});
