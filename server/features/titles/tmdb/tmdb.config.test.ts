import { describe, expect, test } from '@jest/globals';
import { visitor } from '../../../testing/people.ts';
import { setUpTmdb } from '../../../testing/titles/tmdbServer.ts';

const tmdb = setUpTmdb();

describe('with TMDB as the source', () => {
  test('the public configuration names TMDB, its image host and the attribution that it requires', async () => {
    const { body } = await visitor(tmdb.server).get('/api/config').expect(200);

    expect(body).toMatchObject({
      source: 'tmdb',
      imageBase: 'https://image.tmdb.org/t/p/',
      attribution:
        'This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.',
    });
  });

  test('pages may show pictures from TMDB’s image host and from no other', async () => {
    const { headers } = await visitor(tmdb.server).get('/api/config');

    expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://image.tmdb.org;");
  });

  test('a title added from the bundled catalogue opens by the same id and keeps its drawn poster', async () => {
    const folder = await tmdb.ana.post('/api/folders', { name: 'Kept' }).expect(201);
    const posterPath = '/api/art/poster/movie/603-1b2a44';
    const item = { folderId: folder.body.id, tmdbId: 603, mediaType: 'movie', title: 'The Matrix', posterPath };
    await tmdb.ana.post('/api/watchlist', item).expect(201);

    const { body } = await tmdb.ana.get(`/api/folders/${folder.body.id}/items`).expect(200);

    expect(body[0].posterPath).toBe(posterPath);
    await visitor(tmdb.server).get(`${posterPath}?size=w154`).expect(200);
    await tmdb.ana.get('/api/movie/603').expect(200);
  });
});
