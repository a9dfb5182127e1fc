import { describe, expect, test } from '@jest/globals';
import { dominantColour, imageUrl, posterOf, posterSize, setImageBase } from './images.ts';

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

test.each([
  [1, ['w92', 'w154', 'w185', 'w342', 'w500']],
  [2, ['w185', 'w342', 'w342', 'w500', 'w500']],
  // More than two pixels per CSS pixel is not visible and costs twice as much.
  [3, ['w185', 'w342', 'w342', 'w500', 'w500']],
])('at %i device pixels for one of CSS, a poster is the smallest that is not stretched', (ratio, sizes) => {
  globalThis.devicePixelRatio = ratio;

  expect([92, 95, 160, 300, 480].map(posterSize)).toEqual(sizes);
});
