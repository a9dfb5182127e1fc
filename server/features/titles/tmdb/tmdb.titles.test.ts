import { describe, expect, test } from '@jest/globals';
import type { MovieDetails, Season, TvDetails } from '../../../../common/schemas/title.ts';
import { setUpTmdb } from '../../../testing/titles/tmdbServer.ts';

const tmdb = setUpTmdb();

/** Every path of a title. Each answer is also checked against the contract, by `Person`. */
const parts = ['', '/credits', '/videos', '/recommendations', '/external-ratings', '/watch-providers'];

describe('opening a title', () => {
  test.each(['movie', 'tv'])('of kind %s makes one request for all its parts and one for its ratings', async (kind) => {
    await Promise.all(parts.map((part) => tmdb.ana.get(`/api/${kind}/${tmdb.newId}${part}`).expect(200)));

    const asked = tmdb.database.requests.map((path) => path.split('?')[0]);
    expect(asked).toEqual([`/${kind}/${tmdb.newId}`, expect.stringMatching('/omdb/')]);
    expect(tmdb.database.requests[0]).toContain(
      'append_to_response=credits%2Cvideos%2Crecommendations%2Cwatch%2Fproviders',
    );
  });

  test('makes one request for a hundred users at the same time', async () => {
    const path = `/api/movie/${tmdb.newId}`;

    const answers = await Promise.all(Array.from({ length: 100 }, () => tmdb.ana.get(path).expect(200)));

    expect(new Set(answers.map(({ body }) => (body as MovieDetails).title))).toEqual(new Set([`Film ${tmdb.newId}`]));
    expect(tmdb.database.requests).toHaveLength(1);
  });

  test('gives a film with the fields of the contract and no others', async () => {
    const { body } = await tmdb.ana.get(`/api/movie/${tmdb.newId}`).expect(200);

    expect(body).toMatchObject({ title: `Film ${tmdb.newId}`, runtime: 136, tagline: '', genre_ids: [28, 878] });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['budget']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['adult']));
    expect(tmdb.database.lastHeaders().authorization).toBe('Bearer a v4 token');
  });

  test('takes a show’s running time from its last episode if there is no other', async () => {
    const { body } = await tmdb.ana.get(`/api/tv/${tmdb.newId}`).expect(200);

    const show = body as TvDetails;
    expect(show).toMatchObject({ number_of_seasons: 5, episode_run_time: [47], origin_country: ['US'] });
    expect(show.created_by).toEqual([{ id: 31, name: 'The Creator', profile_path: null }]);
  });

  test('gives the cast in billing order and the crew', async () => {
    const { body } = await tmdb.ana.get(`/api/movie/${tmdb.newId}/credits`).expect(200);

    expect(body.cast.map((member: { name: string }) => member.name)).toEqual(['First Billed', 'Second Billed']);
    expect(body.crew).toContainEqual({ id: 21, name: 'The Director', job: 'Director', department: 'Directing' });
  });

  test('gives official trailers first, and none with an invalid key', async () => {
    const { body } = await tmdb.ana.get(`/api/movie/${tmdb.newId}/videos`).expect(200);

    expect(body.results.map((video: { key: string }) => video.key)).toEqual(['official-1', 'fan-made_1']);
  });

  test('gives the offers of every country, free or not', async () => {
    const { body } = await tmdb.ana.get(`/api/movie/${tmdb.newId}/watch-providers`).expect(200);

    const offer = (provider_id: number, provider_name: string) => [
      { provider_id, provider_name, logo_path: `/logo${provider_id}.jpg` },
    ];
    expect(body.results).toEqual({
      US: {
        flatrate: offer(8, 'A Stream'),
        rent: offer(2, 'A Shop'),
        free: offer(4, 'A Library'),
        ads: offer(5, 'A Channel'),
        buy: offer(2, 'A Shop'),
      },
      DE: { buy: offer(3, 'Another Shop') },
      FR: { flatrate: [] },
    });
  });

  test('gives the ratings of each critics’ site', async () => {
    const { body } = await tmdb.ana.get(`/api/movie/${tmdb.newId}/external-ratings`).expect(200);

    expect(body).toEqual({ rottenTomatoes: { rating: 83 }, imdb: { rating: 8.7 }, metacritic: { rating: 73 } });
  });

  test('gives a reason instead of ratings if the ratings service does not know the title', async () => {
    const { body } = await tmdb.ana.get('/api/movie/404/external-ratings').expect(200);

    expect(body).toEqual({ error: 'The ratings service does not know this title.' });
  });

  test('answers 502 for ratings while their service refuses requests as too many', async () => {
    await tmdb.ana.get('/api/movie/429/external-ratings').expect(502);
  });

  test.each(['/api/movie/9999999', '/api/tv/9999999/credits', '/api/person/9999999', '/api/movie/666'])(
    '%s is answered 404, because the title is unknown or for adults only',
    async (path) => {
      await tmdb.ana.get(path).expect(404);
    },
  );
});

describe('a person', () => {
  test('has each title once in the filmography, those that they only directed too', async () => {
    const path = `/api/person/${tmdb.newId}`;
    const [{ body: person }, { body: films }, { body: shows }] = await Promise.all([
      tmdb.ana.get(path).expect(200),
      tmdb.ana.get(`${path}/movie_credits`).expect(200),
      tmdb.ana.get(`${path}/tv_credits`).expect(200),
    ]);

    expect(person.biography).toBe('Born, then famous.');
    expect(person.known_for.map((title: { id: number }) => title.id)).toEqual([1396, 604, 603]);
    expect(films.cast.map(({ id, character }: { id: number; character: string }) => [id, character])).toEqual([
      [603, 'Hero, His double'],
      [604, ''],
    ]);
    expect(shows.cast).toHaveLength(1);
    expect(tmdb.database.requests).toHaveLength(1);
  });
});

describe('a season', () => {
  const seasonPath = (number: number) => `/api/tv/${tmdb.newId}/seasons/${number}`;

  test('is read together with the other seasons of its show', async () => {
    const show = await tmdb.ana.get(`/api/tv/${tmdb.newId}`).expect(200);
    const answers = await Promise.all([0, 1, 5].map((number) => tmdb.ana.get(seasonPath(number)).expect(200)));

    expect((show.body as TvDetails).seasons.map(({ season_number }) => season_number)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(answers.map(({ body }) => body.season_number)).toEqual([0, 1, 5]);
    expect(tmdb.database.requests).toHaveLength(2);
    expect(tmdb.database.requests[1]).toContain(
      encodeURIComponent('season/0,season/1,season/2,season/3,season/4,season/5'),
    );
  });

  test('has its episodes in order, all named', async () => {
    const { body } = await tmdb.ana.get(seasonPath(2)).expect(200);

    const { episodes, ...season } = body as Season;
    expect(season).toEqual({ season_number: 2, name: 'Season 2', air_date: '2010-01-20' });
    expect(episodes.map(({ episode_number }) => episode_number)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1));
    expect(episodes[0]).toEqual({
      ...{ episode_number: 1, name: 'Chapter 2.1', air_date: '2010-01-11', runtime: 47 },
      // features/plays/spoilers.test.ts says when they are shown.
      ...{ overview: null, still_path: null, is_hidden: true },
    });
    expect(episodes[1]?.name).toBe('Episode 2');
    expect(episodes[12]?.air_date).toBeNull();
  });

  test('that the show does not have is not found, without a request for it', async () => {
    await tmdb.ana.get(seasonPath(6)).expect(404);
    expect(tmdb.database.requests).toHaveLength(1);
  });
});
