import { expect, test } from '@jest/globals';
import { applyTitlesChanged } from '../../app/live/applyTitlesChanged.ts';
import { imageUrl } from '../../lib/images.ts';
import { stubApi } from '../../testing/api.ts';
import { sampleConfig } from '../../testing/samples.ts';
import { pageOf } from '../../testing/titles.ts';
import { useCatalogue } from './catalogue.store.ts';
import { useConfig } from './config.store.ts';

const configOf = (source: 'catalogue' | 'tmdb', region = 'US') => ({
  ...sampleConfig,
  imageBase: 'https://images.example/',
  source,
  region,
});

test('when titles come from elsewhere, the configuration is read again and shelves are dropped', async () => {
  const api = stubApi({ 'GET /api/config': { body: configOf('catalogue') } });
  await useConfig.getState().loadConfig();
  useCatalogue.getState().applyPage('movie:', pageOf([]));
  const { edition } = useCatalogue.getState();
  api.on('GET /api/config', { body: configOf('tmdb', 'DE') });

  applyTitlesChanged();
  expect(useCatalogue.getState().shelves).toEqual({});
  expect(useCatalogue.getState().edition).toBe(edition + 1);
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
