import { describe, expect, test } from '@jest/globals';
import { dominantColour, pictureUrl, posterPathOf } from './pictures.ts';
import { addItemBody } from './schemas/item.ts';

const IMAGES = 'https://images.example/t/p/';

const good = [
  '/kqjL17yufvn9OVLyXYpvtyrFfak.jpg',
  '/a-b_C9.jpeg',
  '/logo.png',
  '/logo.svg',
  '/face.webp',
  '/api/art/poster/movie/603-1b2a44',
  '/api/art/poster/tv/1396',
  '/api/art/backdrop/movie/603-1b2a44',
  '/api/art/backdrop/tv/1396',
  '/api/art/person/6384-aabbcc',
];

const bad = [
  '/api/logout',
  '/api/logout?x=.jpg',
  '/api/logout#.jpg',
  '/api/art/../logout',
  '/api/art/poster/movie/603?to=1',
  '/api/art/poster/movie/603/../../../../logout',
  '/api/users/pictures/0123456789abcdef01234567',
  '/API/logout',
  '//elsewhere.example/a.jpg',
  '/\\elsewhere.example/a.jpg',
  '/../a.jpg',
  '/folder/a.jpg',
  '/a%2fb.jpg',
  '/a.jpg?x',
  '/a.jpg\n',
  ' /a.jpg',
  '/a.jpg ',
  '/a',
  '/.jpg',
  '/a.html',
  'a.jpg',
  'https://elsewhere.example/a.jpg',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  `/${'a'.repeat(300)}.jpg`,
];

const isAccepted = (facts: object) =>
  addItemBody.safeParse({ folderId: 'f'.repeat(24), tmdbId: 1, mediaType: 'movie', title: 'X', ...facts }).success;

describe('a picture path', () => {
  test.each(good)('%j is accepted and shown', (path) => {
    expect([isAccepted({ posterPath: path }), isAccepted({ backdropPath: path })]).toEqual([true, true]);
    expect(pictureUrl(path, 'w500', IMAGES)).not.toBeNull();
  });

  test.each(bad)('%j is rejected and not shown', (path) => {
    expect([isAccepted({ posterPath: path }), isAccepted({ backdropPath: path })]).toEqual([false, false]);
    expect([pictureUrl(path, 'w500', IMAGES), pictureUrl(path, 'w500', '')]).toEqual([null, null]);
  });
});

describe('the poster of an item', () => {
  const pathOf = (posterPath: string | null, imageBase: string) =>
    posterPathOf({ mediaType: 'tv', tmdbId: 1399, posterPath }, imageBase);
  const drawn = '/api/art/poster/tv/1399-1b2a44';

  test('is the drawn one while its picture is at a source that is not in use', () => {
    expect(pathOf('/abc.jpg', '')).toBe('/api/art/poster/tv/1399');
    expect(pathOf('/abc.jpg', 'https://images.example')).toBe('/abc.jpg');
  });

  test('stays the drawn one, and a title without a poster has none', () => {
    for (const imageBase of ['', 'https://images.example']) {
      expect([pathOf(drawn, imageBase), pathOf(null, imageBase)]).toEqual([drawn, null]);
    }
  });

  test('has the colour that its drawn picture ends with', () => {
    expect(dominantColour(drawn)).toBe('#1b2a44');
    expect([dominantColour('/abc.jpg'), dominantColour(null), dominantColour(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
