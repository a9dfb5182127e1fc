import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { FilmPerson, FoundPage, Movie, TvShow } from '../../../../common/schemas/title.ts';
import { listAnswer } from '../../../testing/titles/movieDatabase.answers.ts';
import { setUpTmdb } from '../../../testing/titles/tmdbServer.ts';
import { createTitleSources } from '../createTitleSource.ts';
import { KnownModel } from '../search/known.model.ts';

const tmdb = setUpTmdb();
const NONE = { page: 1, results: [], total_pages: 0, total_results: 0 };

const ask = async <T>(path: string, query: string, page = 1): Promise<FoundPage<T>> => {
  const { body } = await tmdb.ana.get(`/api/${path}/search?q=${encodeURIComponent(query)}&page=${page}`).expect(200);
  return body;
};
const films = async (query: string) => (await ask<Movie>('movies', query)).results.map(({ title }) => title);
const shows = async (query: string) => (await ask<TvShow>('tv', query)).results.map(({ name }) => name);
const people = async (query: string) => (await ask<FilmPerson>('person', query)).results.map(({ name }) => name);

const states: [string, () => void][] = [
  ['has other titles', () => undefined],
  ['finds nothing', () => tmdb.database.answerWith(NONE)],
  ['is away', () => tmdb.database.fail('broken')],
];

describe.each(states)('while the movie database %s', (_state, begin) => {
  beforeEach(begin);

  test.each([
    ['intersteller', films, 'Interstellar'],
    ['千と千尋の神隠し', films, 'Spirited Away'],
    ['el padrino', films, 'The Godfather'],
    ['star wars 5', films, 'The Empire Strikes Back'],
    ['joker full movie', films, 'Joker'],
    ['rambo', films, 'First Blood'],
    ['dark season 1', shows, 'Dark'],
    ['brekaing bad', shows, 'Breaking Bad'],
    ['tom hnaks', people, 'Tom Hanks'],
    ['inter\u202estellar', films, 'Interstellar'],
  ])('%j finds its title', async (query, find, name) => {
    expect((await find(query))[0]).toBe(name);
  });

  test('an id or an address finds its title', async () => {
    expect(await shows('https://www.themoviedb.org/tv/1668-friends')).toHaveLength(1);
    expect(await films('https://www.themoviedb.org/tv/1668-friends')).toEqual([]);
  });
});

test('films of a misspelt person are found where the movie database has nothing', async () => {
  tmdb.database.answerWith(NONE);

  expect(await films('tom hnakss')).toContain('Forrest Gump');
});

test('a search is answered 502 only if neither has anything', async () => {
  tmdb.database.fail('refused');

  await tmdb.ana.get('/api/movies/search?q=interstela').expect(200);
  await tmdb.ana.get('/api/movies/search?q=zzqqxxy').expect(502);
});

test('others of the movie database follow, each title once', async () => {
  const { results, total_results } = await ask<Movie>('movies', 'matrix');

  expect(results[0]?.title).toBe('The Matrix');
  expect(results.map(({ title }) => title)).toContain('Film 100');
  expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
  expect(total_results).toBe(824_680);
});

test('a single page of the movie database is counted with what else is found', async () => {
  tmdb.database.answerWith({ ...(listAnswer('movie', 1, 1) as object), total_pages: 1 });

  const { results, total_results } = await ask<Movie>('movies', 'blade runner');

  expect(results.length).toBeGreaterThan(1);
  expect(total_results).toBe(results.length);
});

test('a name is suggested only where the movie database has nothing', async () => {
  expect((await ask<Movie>('movies', 'shawshenk redemtion')).did_you_mean).toBeUndefined();
  tmdb.database.answerWith(NONE);

  expect((await ask<Movie>('movies', 'shawshenk redemptoin')).did_you_mean).toBe('The Shawshank Redemption');
  expect((await ask<Movie>('movies', 'the shawshank redemption')).did_you_mean).toBeUndefined();
});

test('titles are asked for by the name that was meant, for their pictures', async () => {
  tmdb.database.answerWith(NONE);

  await ask<Movie>('movies', 'inceptoin');

  const queries = tmdb.database.requests.map((request) => new URLSearchParams(request.split('?')[1]).get('query'));
  expect(queries).toEqual(['inceptoin', 'Inception']);
});

test('an IMDb id that is not bundled is looked up', async () => {
  expect(await films('tt0000603')).toEqual(['Film 603']);
  expect(await people('https://www.imdb.com/name/nm0000206/')).toEqual(['Person 6384']);
  expect(await films('tt0000604')).toEqual([]);
});

describe('a title that was seen', () => {
  test('is found by its name and its original name when the movie database is away', async () => {
    await tmdb.ana.get(`/api/movie/${tmdb.newId}`).expect(200);
    await tmdb.ana.get(`/api/person/${tmdb.newId}`).expect(200);
    tmdb.database.fail('broken');

    const { results } = await ask<Movie>('movies', `Film ${tmdb.newId}`);
    expect(results[0]).toMatchObject({ id: tmdb.newId, poster_path: `/poster${tmdb.newId}.jpg` });
    expect((await films(`pelicula ${tmdb.newId}`))[0]).toBe(`Film ${tmdb.newId}`);
    expect((await people(`person ${tmdb.newId}`))[0]).toBe(`Person ${tmdb.newId}`);
  });

  test('is found while it is being stored', async () => {
    const session = await KnownModel.startSession();
    session.startTransaction();
    // The stores of the app wait for the end of the transaction.
    await KnownModel.updateOne({ _id: `movie:${tmdb.newId}` }, { fame: 1 }, { upsert: true, session });
    await tmdb.ana.get(`/api/movie/${tmdb.newId}`).expect(200);
    tmdb.database.fail('broken');

    await setTimeout(1500);
    const found = await films(`Film ${tmdb.newId}`);
    await session.abortTransaction();
    await session.endSession();

    expect(found).toContain(`Film ${tmdb.newId}`);
  });

  test('is found on another node too', async () => {
    await tmdb.ana.get(`/api/tv/${tmdb.newId}`).expect(200);
    while (!(await KnownModel.exists({ _id: `tv:${tmdb.newId}` }))) await setTimeout(50);
    tmdb.database.fail('broken');
    const settings = { tmdb: { accessToken: 'a v4 token' }, omdbKey: null, region: 'US', language: 'en-US' };
    const other = await createTitleSources(tmdb.server.config, async () => settings);

    const find = async () => (await other.titles.search('tv', `serie ${tmdb.newId}`, 1)).results[0]?.id;
    await find().catch(() => null);
    while ((await find().catch(() => null)) !== tmdb.newId) await setTimeout(50);

    await other.close();
  });
});
