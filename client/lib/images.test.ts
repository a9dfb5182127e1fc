import { describe, expect, test } from '@jest/globals';
import { dominantColour, imageUrl, posterOf, posterSources, setImageBase } from './images.ts';

describe('imageUrl', () => {
  test('is null for a missing path', () => {
    expect(imageUrl(null)).toBeNull();
    expect(imageUrl('')).toBeNull();
  });

  test('adds the size to the server’s own pictures', () => {
    expect(imageUrl('/api/art/poster/movie/603-1b2a44', 'w185')).toBe('/api/art/poster/movie/603-1b2a44?size=w185');
  });

  test('puts the image base and w500 before any other path', () => {
    setImageBase('https://images.example/t/p/');

    expect(imageUrl('/abc.jpg')).toBe('https://images.example/t/p/w500/abc.jpg');
  });

  test('is null for any other path', () => {
    setImageBase('https://images.example/t/p/');

    expect(imageUrl('/api/logout')).toBeNull();
    expect(imageUrl('https://elsewhere.example/a.png')).toBeNull();
  });
});

describe('posterOf', () => {
  const item = (posterPath: string | null) => ({ mediaType: 'movie' as const, tmdbId: 603, posterPath });
  const drawn = '/api/art/poster/movie/603-1b2a44';

  test('keeps the path while its source is in use, and always keeps drawn posters', () => {
    setImageBase('https://images.example/t/p/');

    expect([posterOf(item('/abc.jpg')), posterOf(item(drawn)), posterOf(item(null))]).toEqual([
      '/abc.jpg',
      drawn,
      null,
    ]);
  });

  test('is the drawn poster if the picture’s source is not in use', () => {
    setImageBase('');

    expect(posterOf(item('/abc.jpg'))).toBe('/api/art/poster/movie/603');
    expect([posterOf(item(drawn)), posterOf(item(null))]).toEqual([drawn, null]);
  });
});

test('drawn art has its colour at the end of its path; other paths have none', () => {
  expect(dominantColour('/api/art/poster/movie/603-1b2a44')).toBe('#1b2a44');
  expect(dominantColour('/abc.jpg')).toBeUndefined();
});

test('the browser chooses the size of a poster by its width on the screen', () => {
  const sources = posterSources('/api/art/poster/movie/603-1b2a44', 112.6);

  expect(sources?.sizes).toBe('99px');
  expect(sources?.srcSet.split(',').map((choice) => choice.replace(/^.*=/, ''))).toEqual([
    'w92 92w',
    'w154 154w',
    'w185 185w',
    'w342 342w',
    'w500 500w',
  ]);
  expect(sources?.src).toBe('/api/art/poster/movie/603-1b2a44?size=w342');
  expect(posterSources(null, 113)).toBeNull();
});
