import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { createFolder, type Person, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';

const server = setUpServer();
let owner: Person;
let stranger: Person;
let folder: Folder;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Sten')]);
});
beforeEach(async () => {
  folder = await createFolder(owner);
});

describe('the list in a request', () => {
  test('must be named exactly once when an item is added', async () => {
    const none = await owner.post('/api/watchlist', titleFacts());
    const both = await owner.post('/api/watchlist', { folderId: folder.id, categoryId: folder.id, ...titleFacts() });

    expect(none.body.code).toBe('validation');
    expect(both.body.code).toBe('validation');
  });

  test('must be named at most once when items are read', async () => {
    const answer = await owner.get(`/api/watchlist?folderId=${folder.id}&categoryId=${folder.id}`);

    expect(answer.body.code).toBe('validation');
  });

  test.each([[null], [1], [[]], [{ $ne: null }]])('is refused as %p', async (folderId) => {
    expect((await owner.post('/api/watchlist', { folderId, ...titleFacts() })).body.code).toBe('validation');
  });

  test('is not found for strangers, whatever else they send', async () => {
    const wellFormed = await stranger.post('/api/watchlist', { folderId: folder.id, ...titleFacts() });
    const nonsense = await stranger.post('/api/watchlist', { folderId: folder.id, tmdbId: 'x' });
    const missing = await stranger.post('/api/watchlist', { folderId: 'f'.repeat(24), tmdbId: 'x' });

    expect([wellFormed.body, nonsense.body]).toEqual([missing.body, missing.body]);
    expect(missing.status).toBe(404);
  });
});

describe('the facts of a title', () => {
  test('are normalised and stored without hidden characters', async () => {
    const texts = { title: '\u202eAme\u0301lie\u200b', overview: 'One.\r\n\u2066Two\u2069.' };

    const answer = await owner.post('/api/watchlist', { folderId: folder.id, ...titleFacts(), ...texts });

    expect(answer.body).toMatchObject({ title: 'Amélie', overview: 'One. Two.' });
    const items = await owner.get(`/api/folders/${folder.id}/items`);
    expect(items.body).toEqual([answer.body]);
  });

  test.each([
    ['2028-02-29', '2028-02-29'],
    ['', null],
    ['2026-02-30', null],
    ['2026-13-45', null],
    ['<!--', null],
    ['1999', null],
  ])(
    'a release date of %p is stored as %p, so that queued writes of earlier versions still work',
    async (releaseDate, stored) => {
      const answer = await owner.post('/api/watchlist', { folderId: folder.id, ...titleFacts(), releaseDate });

      expect([answer.status, answer.body.releaseDate]).toEqual([201, stored]);
    },
  );

  test.each([
    ['tmdbId', 0],
    ['tmdbId', -1],
    ['tmdbId', 1.5],
    ['tmdbId', '12'],
    ['tmdbId', 2 ** 60],
    ['tmdbId', null],
    ['tmdbId', { $gt: 0 }],
    ['mediaType', 'person'],
    ['mediaType', ['movie']],
    ['mediaType', undefined],
    ['title', ''],
    ['title', '  '],
    ['title', '\u202e\u200b'],
    ['title', 'x'.repeat(501)],
    ['title', { $ne: '' }],
    ['overview', 'x'.repeat(5001)],
    ['overview', 7],
    ['posterPath', {}],
    ['posterPath', 'x'.repeat(501)],
    ['backdropPath', []],
    ['releaseDate', 1995],
    ['releaseDate', '1995-12-15T00:00'],
    ['voteAverage', 8.3],
    ['voteAverage', 101],
    ['voteAverage', -1],
    ['genres', '28'],
    ['genres', ['drama']],
    ['genres', [1.5]],
    ['genres', Array(51).fill(1)],
    ['runtime', -1],
    ['runtime', '90'],
    ['watched', 'true'],
    ['watched', 1],
    ['watched', null],
  ])('a title whose %s is %p is refused with the field named', async (field, value) => {
    const answer = await owner.post('/api/watchlist', { folderId: folder.id, ...titleFacts(), [field]: value });

    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path.split('.')[0]).toBe(field);
  });
});
