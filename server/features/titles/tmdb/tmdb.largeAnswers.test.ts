import { describe, expect, test } from '@jest/globals';
import type { Movie } from '../../../../common/schemas/title.ts';
import { bundleAnswer } from '../../../testing/titles/movieDatabase.answers.ts';
import { setUpTmdb } from '../../../testing/titles/tmdbServer.ts';
import { createTitleSources } from '../createTitleSource.ts';

const tmdb = setUpTmdb();

/** Titles without the app's own time limits, after which it would ask again: a busy machine takes long for large answers. */
const patientSources = () =>
  createTitleSources(
    tmdb.server.config,
    async () => ({ tmdb: { apiKey: 'any' }, omdbKey: null, region: 'US', language: 'en-US' }),
    { attemptMs: 120_000, overallMs: 120_000 },
  );

describe('an answer that is too large', () => {
  const film = { ...(bundleAnswer('movie', 603) as object) };
  const person = (id: number, job: string) => ({ id, name: `Person ${id}`, job, department: 'Any' });
  const many = (count: number, make: (place: number) => unknown) =>
    Array.from({ length: count }, (_, at) => make(at + 1));
  const listed = (id: number) => ({ id, title: `Film ${id}`, vote_count: id, release_date: '1999-03-31' });

  test('is cut to a hundred of the cast and of the crew, with the director first', async () => {
    const cast = many(5000, (id) => ({ id, name: `Actor ${id}`, character: 'One', order: id - 1 }));
    const crew = [...many(5000, (id) => person(id, 'Grip')), person(9999, 'Director')];
    tmdb.database.answerWith({ ...film, credits: { cast, crew } });

    const { body } = await tmdb.ana.get(`/api/movie/${tmdb.newId}/credits`).expect(200);

    expect(body.cast).toHaveLength(100);
    expect(body.crew).toHaveLength(100);
    expect(body.crew[0]).toMatchObject({ id: 9999, job: 'Director' });
  });

  test('is cut to the titles of a person that have the most votes', async () => {
    const credits = { cast: many(500, (id) => ({ ...listed(id), character: 'c'.repeat(900) })), crew: [] };
    tmdb.database.answerWith({ id: tmdb.newId, name: 'Everywhere', movie_credits: credits, tv_credits: null });

    const { body } = await tmdb.ana.get(`/api/person/${tmdb.newId}/movie_credits`).expect(200);

    expect(body.cast).toHaveLength(300);
    expect(Math.min(...body.cast.map(({ vote_count }: Movie) => vote_count))).toBe(201);
  });

  test('is cut to the videos, offers and recommendations that can be shown', async () => {
    const offers = many(500, (id) => ({ provider_id: id, provider_name: `Shop ${id}`, logo_path: null }));
    const videos = many(500, (id) => ({ type: 'Trailer', site: 'YouTube', key: `key${id}`, name: 'A trailer' }));
    tmdb.database.answerWith({
      ...film,
      videos: { results: videos },
      'watch/providers': { results: { US: { flatrate: offers, rent: offers }, Nowhere: { flatrate: offers } } },
      recommendations: { page: 1, results: many(500, listed), total_pages: 1, total_results: 500 },
    });
    const path = `/api/movie/${tmdb.newId}`;

    const [seen, where, next] = await Promise.all(
      ['videos', 'watch-providers', 'recommendations'].map((part) => tmdb.ana.get(`${path}/${part}`).expect(200)),
    );

    expect(seen?.body.results).toHaveLength(50);
    expect(Object.keys(where?.body.results)).toEqual(['US']);
    expect(where?.body.results.US.rent).toHaveLength(50);
    expect(next?.body.results).toHaveLength(100);
  });

  test('is cut to texts that an item may have, without hidden characters', async () => {
    tmdb.database.answerWith({
      ...film,
      title: `\u202e${'e\u0301'.repeat(100_000)}`,
      overview: 'Two\u200b\r\nli\0nes',
      credits: { cast: [{ id: 1, name: '\u2066A\u2069ctor', character: `\u200f${'x'.repeat(100_000)}`, order: 0 }] },
    });

    const { body } = await tmdb.ana.get(`/api/movie/${tmdb.newId}`).expect(200);
    const credits = await tmdb.ana.get(`/api/movie/${tmdb.newId}/credits`).expect(200);

    expect(body).toMatchObject({ title: 'é'.repeat(500), overview: 'Two lines' });
    expect(credits.body.cast).toEqual([
      { id: 1, name: 'Actor', character: 'x'.repeat(500), profile_path: null, order: 0 },
    ]);
  });

  test.each([
    ['fifty megabytes', () => `{"id":1,"title":"x","overview":"${'x'.repeat(50_000_000)}"}`],
    [
      'a million members of the cast',
      () => JSON.stringify({ ...film, credits: { cast: Array(1_000_000).fill({ id: 1 }) } }),
    ],
    ['half a million empty objects', () => `{"id":1,"title":"x","cast":[${'{},'.repeat(500_000)}{}]}`],
    ['a hundred thousand levels', () => `{"id":1,"title":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('of %s is refused, and is requested once', async (_what, body) => {
    const { titles, close } = await patientSources();
    tmdb.database.answerWith(body());

    await expect(titles.findTitle('movie', tmdb.newId)).rejects.toMatchObject({ code: 'upstream', status: 502 });

    expect(tmdb.database.requests).toHaveLength(1);
    await close();
  });
});
