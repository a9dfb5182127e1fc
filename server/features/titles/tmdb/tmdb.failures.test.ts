import { describe, expect, test } from '@jest/globals';
import { log } from '../../../platform/log.ts';
import { visitor } from '../../../testing/people.ts';
import type { Fault } from '../../../testing/titles/movieDatabase.faults.ts';
import { setUpTmdb } from '../../../testing/titles/tmdbServer.ts';
import { createAnswerCache } from './cache/answerCache.ts';
import { createTmdbSource } from './tmdb.source.ts';
import type { Upstream } from './upstream/upstream.ts';

const tmdb = setUpTmdb();

const parts = ['', '/credits', '/videos', '/recommendations', '/external-ratings', '/watch-providers'];

describe('while the movie database fails', () => {
  const faults: Fault[] = [
    'tooMany',
    'broken',
    'cut',
    'malformed',
    'portal',
    'nothing',
    'wrongTypes',
    'empty',
    'refused',
  ];

  test.each(faults)(
    'with %s, a request for data that is not cached is answered 502 with a readable message',
    async (fault) => {
      tmdb.database.fail(fault);
      const paths = [
        ...parts.map((part) => `/api/movie/${tmdb.newId}${part}`),
        `/api/movies/search?q=zzqqxx${fault}`,
        `/api/person/${tmdb.newId}/tv_credits`,
        `/api/tv/popular?decade=1980&rating=${faults.indexOf(fault)}.5`,
      ];

      const answers = await Promise.all(paths.map((path) => tmdb.ana.get(path)));

      for (const answer of answers) {
        expect(answer.status).toBe(502);
        expect(answer.body).toEqual({ code: 'upstream', error: expect.stringMatching(/^The movie database .+\.$/) });
      }
    },
  );

  test('no request logs an error', async () => {
    const written: unknown[] = [];
    const { error } = log;
    log.error = (...line: unknown[]) => void written.push(line);
    tmdb.database.fail('refused');

    await Promise.all(parts.map((part) => tmdb.ana.get(`/api/movie/${tmdb.newId}${part}`).expect(502)));

    log.error = error;
    expect(written).toEqual([]);
  });

  test('a list that the movie database does not have is an error and not an empty list', async () => {
    const withoutLists: Upstream = { get: async () => null, close: () => undefined };
    const source = createTmdbSource({ tmdb: withoutLists, cache: createAnswerCache(), language: `test-${tmdb.newId}` });

    await expect(source.popular('movie', 1)).rejects.toMatchObject({ code: 'upstream' });
    await expect(source.searchPeople('anna', 1)).rejects.toMatchObject({ code: 'upstream' });
    expect(await source.recommendations('tv', 1, 2)).toBeNull();
  });

  test('cached data is answered as before', async () => {
    await Promise.all(parts.map((part) => tmdb.ana.get(`/api/movie/${tmdb.newId}${part}`).expect(200)));
    tmdb.database.fail('broken');

    await Promise.all(parts.map((part) => tmdb.ana.get(`/api/movie/${tmdb.newId}${part}`).expect(200)));
  });

  test('only the ratings fail when only their service fails', async () => {
    await tmdb.ana.get(`/api/tv/${tmdb.newId}`).expect(200);
    tmdb.database.fail('broken');

    await tmdb.ana.get(`/api/tv/${tmdb.newId}/external-ratings`).expect(502);
    await tmdb.ana.get(`/api/tv/${tmdb.newId}/credits`).expect(200);
  });

  test('signing in, lists and our own artwork still work', async () => {
    tmdb.database.fail('cut');

    await visitor(tmdb.server).get('/api/login').expect(200);
    await visitor(tmdb.server).get('/api/art/poster/movie/603?size=w92').expect(200);
    await tmdb.ana.post('/api/folders', { name: `Friday ${tmdb.newId}` }).expect(201);
    expect(tmdb.database.requests).toEqual([]);
  });

  test('the metrics count requests, failures and answers from the cache', async () => {
    await tmdb.ana.get(`/api/movie/${tmdb.newId}`).expect(200);
    await tmdb.ana.get(`/api/movie/${tmdb.newId}`).expect(200);
    tmdb.database.fail('malformed');
    await tmdb.ana.get(`/api/tv/${tmdb.newId}`).expect(502);

    const { text } = await visitor(tmdb.server).get('/metrics').expect(200);

    expect(text).toMatch(/marquee_upstream_requests_total\{service="tmdb",kind="title"\} [1-9]/);
    expect(text).toMatch(/marquee_upstream_failures_total\{service="tmdb",kind="title",reason="malformed"\} [1-9]/);
    expect(text).toMatch(/marquee_title_cache_reads_total\{kind="title",result="memory"\} [1-9]/);
    expect(text).toMatch(/marquee_title_cache_reads_total\{kind="title",result="miss"\} [1-9]/);
  });
});
