import { describe, expect, test } from '@jest/globals';
import { linesOf, read, readZip } from '../../../../testing/importFiles.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('Trakt', () => {
  const heat = { title: 'Heat', year: 1995, ids: { trakt: 1, slug: 'heat-1995', imdb: 'tt0113277', tmdb: 949 } };
  const dark = { title: 'Dark', year: 2017, ids: { trakt: 2, imdb: 'tt5753856', tmdb: 70523, tvdb: 334824 } };
  const files = {
    'watched-history-1.json': json([
      { id: 10, watched_at: '2023-05-01T20:15:00.000Z', action: 'scrobble', type: 'movie', movie: heat },
      {
        id: 11,
        watched_at: '2023-05-02T20:15:00.000Z',
        action: 'watch',
        type: 'episode',
        show: dark,
        episode: { season: 1, number: 1, title: 'Secrets', ids: { trakt: 3, tmdb: 1285098 } },
      },
    ]),
    'watched-movies.json': json([
      { plays: 2, last_watched_at: '2023-05-01T20:15:00.000Z', movie: heat },
      {
        plays: 1,
        last_watched_at: '2020-05-01T20:15:00.000Z',
        movie: { ...heat, title: 'Ran', year: 1985, ids: { trakt: 9 } },
      },
    ]),
    'ratings-movies.json': json([{ rated_at: '2023-05-01T22:00:00.000Z', rating: 9, type: 'movie', movie: heat }]),
    'ratings-seasons.json': json([{ rating: 7, type: 'season', season: { number: 1 }, show: dark }]),
    'lists-watchlist.json': json([{ rank: 1, listed_at: '2023-01-01T10:00:00.000Z', type: 'show', show: dark }]),
    'lists-lists.json': json([{ name: 'Friday nights', ids: { trakt: 77, slug: 'friday-nights' } }]),
    'lists-list-77-friday-nights.json': json([
      { rank: 2, listed_at: '2023-02-01T10:00:00.000Z', type: 'movie', movie: heat, notes: 'Loud.' },
      { rank: 1, type: 'show', show: dark },
    ]),
    'comments-movies.json': json([
      {
        type: 'movie',
        movie: heat,
        comment: { comment: 'Great.', parent_id: 0, created_at: '2023-05-03T10:00:00.000Z' },
      },
    ]),
    'collection-movies.json': json([{ collected_at: '2023-01-01T10:00:00.000Z', movie: heat }]),
    'user-profile.json': json({ username: 'ana' }),
    'user-settings.json': json({ account: {} }),
  };

  test('history, what only the summaries have, ratings, wishes, lists and comments', async () => {
    const result = await readZip(files);

    expect(result.source).toBe('trakt');
    expect(linesOf(result)).toEqual([
      'list Friday nights',
      'play Heat (1995) 2023-05-01T20:15:00Z',
      'play Dark (2017) S1E1 2023-05-02T20:15:00Z',
      'play Ran (1985) 2020-05-01T20:15:00Z',
      'rating Heat (1995) 9/10 = 5 stars on 2023-05-01T22:00:00Z',
      'want Dark (2017) on 2023-01-01T10:00:00Z',
      'review Heat (1995) “Great.” on 2023-05-03T10:00:00Z',
      'listItem Heat (1995) 2 in friday nights “Loud.” on 2023-02-01T10:00:00Z',
      'listItem Dark (2017) 1 in friday nights',
    ]);
    expect(result.refused).toMatchObject([
      { kind: 'ratings', reason: 'Marquee has no ratings and lists of single seasons' },
    ]);
    expect(result.stats.notes).toEqual(['Trakt counts 3 plays, and its history has 2 of them.']);
  });

  test('each viewing without a time counts, once however many files have it', async () => {
    const viewing = (id: number, watched_at: string | null, movie = heat) => ({ id, watched_at, type: 'movie', movie });
    const alien = { ...heat, title: 'Alien', year: 1979, ids: { ...heat.ids, trakt: 5, tmdb: 348, imdb: 'tt0078748' } };
    const result = await readZip({
      'watched-history-1.json': json([
        viewing(1, '2023-05-01T20:15:00.000Z'),
        viewing(2, null),
        viewing(3, null),
        viewing(4, '1970-01-01T00:00:00.000Z', alien),
        viewing(5, '1970-01-01T00:00:00.000Z', alien),
      ]),
      'watched-history-2.json': json([viewing(3, null)]),
      'watched-movies.json': json([{ plays: 2, last_watched_at: '1970-01-01T00:00:00.000Z', movie: alien }]),
    });

    expect(linesOf(result)).toEqual([
      'play Heat (1995) 2023-05-01T20:15:00Z',
      'seen Heat (1995)',
      'seen Heat (1995)',
      'seen Alien (1979)',
      'seen Alien (1979)',
    ]);
  });

  test('a summary of shows alone does not say which episodes were seen', async () => {
    const result = await read({
      'watched-shows.json': json([{ plays: 8, last_watched_at: '2023-05-02T20:15:00.000Z', show: dark }]),
    });

    expect(result.rows).toEqual([]);
    expect(result.stats.notes).toEqual([
      'Trakt’s summary of shows does not say which episodes were seen. Choose its history too, or the whole ZIP.',
    ]);
  });

  test('a file alone is known by its entries', async () => {
    const result = await read({ 'my history.json': files['watched-history-1.json'] });

    expect([result.source, result.rows.length]).toEqual(['trakt', 2]);
  });
});

describe('TV Time', () => {
  test('votes and lists of the files that it sent', async () => {
    const result = await readZip({
      'gdpr-data/tracking-prod-records.csv':
        'type-uuid-n,uuid,type,entity_type,movie_name,release_date,created_at\nwatch-aa,aa,watch,movie,Fury,2014-10-15 00:00:00,2019-09-08 17:24:29\n',
      'gdpr-data/followed_tv_show.csv':
        'tv_show_id,tv_show_name,active,archived,notification_offset,created_at\n70329,My Wife and Kids,1,0,1440,2020-08-14 20:13:54\n79349,Dexter,1,1,1440,2020-08-14 20:13:54\n',
      'gdpr-data/ratings-live-votes.csv':
        'uuid,episode_id,movie_name,vote_key\naa,0,Fury,aa-36089951-29\naa,0,Fury,aa-36089951-5\nbb,0,Coda,bb-36089951-99\n',
      'gdpr-data/ratings-v2-prod-votes.csv': 'uuid,episode_id,movie_name,vote_key\nbb,0,Coda,bb-36089951-99\n',
      'gdpr-data/tv_show_rate.csv':
        'rating,created_at,tv_show_name,tv_show_id\n4.50,2018-09-26 16:10:20,Dexter,79349\n',
      'gdpr-data/user_show_special_status.csv':
        'tv_show_id,status,created_at,tv_show_name\n79349,favorite,2018-08-01 11:55:27,Dexter\n',
      'gdpr-data/emotions-live-votes.csv': 'uuid,episode_id,movie_name,vote_key\naa,0,Fury,aa-36089951-33\n',
      'gdpr-data/lists-prod-lists.csv':
        's_key,name,objects\nfavorite-movies,,[map[created_at:1.7e+09 type:movie uuid:aa]]\nx,Slow ones,[map[created_at:1.7e+09 id:70329 type:series] map[created_at:1.7e+09 id:1435 type:movie]]\n',
      'gdpr-data/ip_address.csv': 'ip\n127.0.0.1\n',
    });

    expect(linesOf(result)).toEqual([
      'list Favourite films',
      'list Slow ones',
      'play Fury (2014) 2019-09-08T17:24:29Z',
      'want My Wife and Kids on 2020-08-14T20:13:54Z',
      'rating Dexter 4.5/5 = 5 stars on 2018-09-26T16:10:20Z',
      'rating Fury (2014) 4/5 = 4 stars',
      'listItem Fury (2014) 1 in favourite films',
      'listItem My Wife and Kids 1 in slow ones',
      'listItem #1435 2 in slow ones',
    ]);
    expect(result.refused).toMatchObject([{ kind: 'ratings', line: 4 }]);
  });

  test('the files of the tools, as CSV and as JSON at once', async () => {
    const result = await readZip({
      'tvtime-movies-2026-07-07.csv':
        'uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count\na,1435,tt1396484,It,2017,2019-09-10T08:01:29Z,2019-09-10T08:01:29Z,true,1\nb,340491,-1,Grimcutty,2022,2022-10-18T22:12:05Z,,false,0\n',
      'tvtime-movies-2026-07-07.json': json([
        {
          id: { tvdb: 1435, imdb: 'tt1396484' },
          title: 'It',
          year: 2017,
          is_watched: true,
          watched_at: '2019-09-10T08:01:29Z',
        },
        { id: { tvdb: 9 }, title: 'Coda (2021)', is_watched: false, created_at: '2022-01-01T10:00:00Z' },
        { id: { tvdb: 7 }, title: 'Ozark', status: 'watch_later', created_at: '2022-01-02T10:00:00Z', seasons: [] },
      ]),
      'tvtime-series-2026-07-07.csv':
        'uuid,tvdb_id,imdb_id,title,status,created_at\na,346328,,Elite,stopped,2018-12-18T12:39:15Z\nb,281485,,Agent Carter,not_started_yet,2018-09-08T10:16:19Z\n',
      'tvtime-series-episodes-2026-07-07.csv': [
        'series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special',
        '346328,,a,Elite,1,1,6671792,true,2019-10-04 03:43:42,0,false',
        '346328,,a,Elite,1,1,6671792,true,2019-10-05 03:43:42,0,false',
        '346328,,a,Elite,6,1,9367539,false,,0,false',
      ].join('\n'),
      'tvtime-lists-2026-07-07.csv':
        'list_id,list_name,item_type,tvdb_id,uuid,name,custom_order\nx,LIKE,series,253463,,Black Mirror,4\nx,LIKE,series,346328,,Elite,\n',
    });

    expect(linesOf(result)).toEqual([
      'list LIKE',
      'play It (2017) 2019-09-10T08:01:29Z',
      'seen It (2017)',
      'want Grimcutty (2022) on 2022-10-18T22:12:05Z',
      'want Coda (2021) on 2022-01-01T10:00:00Z',
      'want Ozark on 2022-01-02T10:00:00Z',
      'state Elite dropped',
      'want Agent Carter on 2018-09-08T10:16:19Z',
      'play Elite S1E1 2019-10-04T03:43:42Z',
      'listItem Black Mirror 5 in like',
      'listItem Elite 2 in like',
    ]);
  });
});

test('TV Time Liberator’s table has films, shows and episodes', async () => {
  const result = await read({
    'activity_history.csv': [
      'imdb_id,tvdb_id,type,title,season,episode,is_special,is_watched,watched_at,status,is_watchlisted,rating',
      'tt0113277,1,movie,Heat,,,,true,2020-05-13T20:00:00Z,,false,9',
      ',4334,episode,Dark,1,2,false,true,2020-05-14T20:00:00Z,,false,',
      ',4335,episode,Dark,1,3,false,false,,,false,',
      ',100,show,Ozark,,,,false,,watch_later,true,',
    ].join('\n'),
  });

  expect(linesOf(result)).toEqual([
    'rating Heat 9/10 = 5 stars',
    'play Heat 2020-05-13T20:00:00Z',
    'play Dark S1E2 2020-05-14T20:00:00Z',
    'want Ozark',
  ]);
});

test('Trakt’s tables have episodes, which are no films', async () => {
  const ids = 'trakt_rating,trakt_id,imdb_id,tmdb_id,tvdb_id';
  const result = await read({
    'history.csv': [
      `watched_at,action,type,title,year,${ids},season_number,episode_number,episode_title,episode_tmdb_id`,
      '2020-05-13T20:00:00Z,watch,movie,Heat,1995,8.1,1,tt0113277,949,,,,,',
      '2020-05-14T20:00:00Z,scrobble,episode,Dark,2017,8.1,2,tt5753856,70523,334824,1,2,Lies,77',
    ].join('\n'),
    'ratings.csv': `rated_at,type,title,year,${ids},rating\n2020-05-13T20:00:00Z,movie,Heat,1995,8.1,1,tt0113277,949,,9\n`,
    'watchlist.csv': `rank,listed_at,type,title,year,${ids}\n1,2020-05-13T20:00:00Z,show,Ozark,2017,8,3,tt5071412,69740,\n`,
  });

  expect(result.source).toBe('trakt');
  expect(linesOf(result)).toEqual([
    'play Heat (1995) 2020-05-13T20:00:00Z',
    'play Dark (2017) S1E2 2020-05-14T20:00:00Z',
    'rating Heat (1995) 9/10 = 5 stars on 2020-05-13T20:00:00Z',
    'want Ozark (2017) on 2020-05-13T20:00:00Z',
  ]);
});

test('Letterboxd’s import format, which others write', async () => {
  const result = await read({
    'letterboxd.csv':
      'tmdbID,imdbID,Title,Year,Rating10,WatchedDate,Rewatch,Tags,Review\n949,tt0113277,Heat,1995,9,2023-05-01,true,,Great.\n11645,,Ran,1985,,,,,\n',
  });

  expect(linesOf(result)).toEqual([
    'play Heat (1995) 2023-05-01',
    'rating Heat (1995) 9/10 = 5 stars on 2023-05-01',
    'review Heat (1995) “Great.” on 2023-05-01',
    'seen Ran (1985)',
  ]);
});

test('Simkl’s JSON has every episode', async () => {
  const result = await read({
    'SimklBackup.json': json({
      shows: [
        {
          status: 'completed',
          user_rating: 8,
          user_rated_at: '2020-01-04T20:00:00Z',
          last_watched_at: '2020-01-03T20:00:00Z',
          memo: { text: 'Grim.' },
          show: { title: 'Chernobyl', year: 2019, ids: { simkl: 5, tmdb: '87108', imdb: 'tt7366338' } },
          seasons: [{ number: 1, episodes: [{ number: 1, watched_at: '2020-01-02T20:00:00Z' }] }],
        },
        { status: 'hold', show: { title: 'Lost', year: 2004, ids: { simkl: 7 } } },
        { status: 'watching', user_rating: 7, show: { title: 'Ozark', year: 2017, ids: { simkl: 8 } } },
        { status: 'watching', show: { title: 'Dark', year: 2017, ids: { simkl: 9 } } },
      ],
      movies: [
        {
          status: 'plantowatch',
          added_to_watchlist_at: '2020-01-05T20:00:00Z',
          movie: { title: 'Heat', year: 1995, ids: { simkl: 6, tmdb: '949' } },
        },
      ],
    }),
  });

  expect(linesOf(result)).toEqual([
    'want Heat (1995) on 2020-01-05T20:00:00Z',
    'rating Chernobyl (2019) 8/10 = 4 stars on 2020-01-04T20:00:00Z',
    'review Chernobyl (2019) “Grim.” on 2020-01-03T20:00:00Z',
    'play Chernobyl (2019) S1E1 2020-01-02T20:00:00Z',
    'state Lost (2004) paused',
    'rating Ozark (2017) 7/10 = 4 stars',
  ]);
  expect(result.refused).toMatchObject([
    {
      kind: 'shows',
      raw: { entry: expect.stringContaining('Dark') },
      reason: 'Simkl says “watching”, but not what was seen',
    },
  ]);
});

describe('Movary and TMDB', () => {
  test('Movary’s three files', async () => {
    const result = await read({
      'history.csv':
        'title,year,tmdbId,imdbId,watchedAt,comment,location\nHeat,1995,949,tt0113277,2023-05-01,Loud,Home\nHeat,1995,949,tt0113277,2023-05-01,,Home\n',
      'ratings.csv': 'title,year,tmdbId,imdbId,userRating\nHeat,1995,949,tt0113277,7\n',
      'watchlist.csv': 'title,year,tmdbId,imdbId,addedAt\nRan,1985,11645,tt0089881,2024-01-01\n',
    });

    expect(linesOf(result)).toEqual([
      'play Heat (1995) 2023-05-01',
      'review Heat (1995) “Loud” on 2023-05-01',
      'play Heat (1995) 2023-05-01',
      'rating Heat (1995) 7/10 = 4 stars',
      'want Ran (1985) on 2024-01-01',
    ]);
    expect(result.rows[1]).toMatchObject({ isPrivate: true });
  });

  test('TMDB’s watchlist is recognised by the name of its file', async () => {
    const result = await read({
      'watchlist.csv':
        'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated\n1396,tt0903747,tv,Breaking Bad,2008-01-20T00:00:00Z,,,8.886,,2023-05-02T13:22:44Z\n',
    });

    expect(linesOf(result)).toEqual(['want Breaking Bad (2008) on 2023-05-02T13:22:44Z']);
  });
});

describe('Netflix', () => {
  test('seasons in several languages, films with colons, and a show with colons', async () => {
    const result = await read({
      'NetflixViewingHistory.csv': [
        'Title,Date',
        '"Dark: Staffel 2: Endzyklen","31/12/20"',
        '"Star Trek: Deep Space Nine: Season 3: The Search","30/12/20"',
        '"Mission: Impossible","29/12/20"',
        '"Gambito de dama: Miniserie: Aperturas","28/12/20"',
        '"Friends: Season 1: Episode 4","27/12/20"',
        '"The Hunger Games: Mockingjay: Part 1","26/12/20"',
        '"The Hunger Games: Mockingjay: Part 1","26/12/20"',
        '"Stranger Things: Stranger Things 3: Chapter One: Suzie, Do You Copy?","25/12/20"',
        '"Hra na oliheň: 1. řada: 2. díl","24/12/20"',
        '"キングダム: 第2シリーズ: エピソード3","23/12/20"',
        '"New Amsterdam: : ","22/12/20"',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual([
      'play Dark S2 “Endzyklen” 2020-12-31',
      'play Star Trek: Deep Space Nine S3 “The Search” 2020-12-30',
      'play Mission: Impossible 2020-12-29',
      'play Gambito de dama S1 “Aperturas” 2020-12-28',
      'play Friends S1E4 2020-12-27',
      'play The Hunger Games: Mockingjay: Part 1 2020-12-26',
      'play Stranger Things S3 “Chapter One: Suzie, Do You Copy?” 2020-12-25',
      'play Hra na oliheň S1E2 2020-12-24',
      'play キングダム S2E3 2020-12-23',
    ]);
    expect(result.refused).toMatchObject([{ kind: 'episodes', reason: 'Netflix does not name the episode' }]);
    expect(result.rows[2]).toMatchObject({ title: { mediaType: null } });
  });

  test('asks for the profile in the download of all data, and leaves trailers out', async () => {
    const files = {
      'ViewingActivity.csv': [
        'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country',
        'Ana,2023-05-01 20:15:00,01:00:00,,Heat,,TV,,,PT',
        'Ana,2023-05-01 20:14:00,00:00:30,,Heat_trailer,TRAILER,TV,,,PT',
        'Ben,2023-05-02 20:15:00,01:00:00,,Ran,,TV,,,PT',
      ].join('\n'),
    };
    const asked = await read(files);
    const answered = await read(files, { answers: { 'profile:ViewingActivity.csv': 'Ana' } });

    expect(asked.questions).toMatchObject([{ kind: 'profile', choices: ['Ana', 'Ben'] }]);
    expect(linesOf(answered)).toEqual(['play Heat 2023-05-01T20:15:00Z']);
  });

  test('what goes on later is one viewing, and the next episode that starts by itself is seen', async () => {
    const header = 'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Bookmark,Latest Bookmark';
    const result = await read({
      'ViewingActivity.csv': [
        header,
        'Ana,2023-05-09 20:00:00,01:50:00,,Heat,,01:50:00,01:50:00',
        'Ana,2023-05-03 20:30:00,00:40:00,Autoplayed: user action: None; ,Dark: Staffel 1: Lügen (Folge 2),,00:40:00,00:40:00',
        'Ana,2023-05-03 20:29:30,00:25:00,,ONE PIECE: East Blue: Episódio 28 (Episódio 28),,00:25:00,00:25:00',
        'Ana,2023-05-03 20:29:00,00:00:05,Autoplayed: user action: None; ,Ran,,00:00:05,00:00:05',
        'Ana,2023-05-02 19:00:00,01:00:00,,Heat,,01:50:00,Not latest view',
        'Ana,2023-05-01 20:15:00,00:52:00,,Heat,,00:52:00,Not latest view',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual([
      'play Heat 2023-05-09T20:00:00Z',
      'play Dark S1E2 2023-05-03T20:30:00Z',
      'play ONE PIECE 2023-05-03T20:29:30Z',
      'play Heat 2023-05-01T20:15:00Z',
    ]);
  });
});

test('Watcharr', async () => {
  const result = await read({
    'watcharr.json': json([
      {
        status: 'FINISHED',
        rating: 8,
        thoughts: 'Loud.',
        content: { tmdbId: 949, title: 'Heat', type: 'movie', release_date: '1995-12-15T00:00:00Z' },
        activity: [{ type: 'IMPORTED_ADDED_WATCHED', customDate: '2023-05-01T00:00:00Z' }, { type: 'ADDED_WATCHED' }],
      },
      {
        status: 'WATCHING',
        rating: 0,
        thoughts: '',
        content: { tmdbId: 70523, title: 'Dark', type: 'tv', first_air_date: '2017-12-01' },
        watchedEpisodes: [{ seasonNumber: 1, episodeNumber: 2, status: 'FINISHED', createdAt: '2026-01-01T00:00:00Z' }],
      },
    ]),
  });

  expect(linesOf(result)).toEqual([
    'rating Heat (1995) 8/10 = 4 stars',
    'review Heat (1995) “Loud.”',
    'play Heat (1995) 2023-05-01',
    'seen Dark (2017) S1E2',
  ]);
});

test('Ryot', async () => {
  const result = await read({
    'ryot.json': json({
      metadata: [
        {
          lot: 'movie',
          source: 'tmdb',
          identifier: '949',
          source_id: 'Heat',
          seen_history: [{ state: 'completed', ended_on: '2024-01-04' }],
          reviews: [{ rating: '70', review: { text: 'Loud.', date: '2024-01-05' } }],
          collections: [
            { collection_name: 'Watchlist', created_on: '2024-01-06' },
            { collection_name: 'Rain', created_on: '2024-01-07' },
          ],
        },
        {
          lot: 'show',
          source: 'tmdb',
          identifier: '70523',
          seen_history: [
            { state: 'completed', show_season_number: 1, show_episode_number: 1 },
            { state: 'in_progress', show_season_number: 1, show_episode_number: 2 },
          ],
        },
        {
          lot: 'anime',
          source: 'tmdb',
          identifier: '26209',
          seen_history: [{ anime_episode_number: 12, ended_on: '2024-01-08' }, { ended_on: '2024-01-09' }],
        },
        { lot: 'book', source: 'openlibrary', identifier: 'OL1W' },
      ],
    }),
  });

  expect(linesOf(result)).toEqual([
    'list Rain',
    'play #949 2024-01-04',
    'rating #949 70/100 = 4 stars on 2024-01-05',
    'review #949 “Loud.” on 2024-01-05',
    'want #949 on 2024-01-06',
    'listItem #949 1 in rain on 2024-01-07',
    'seen #70523 S1E1',
    'progress #26209 {"count":12} on 2024-01-08',
    'progress #26209 {"aired":true} on 2024-01-09',
  ]);
  expect(result.refused).toMatchObject([{ line: 4, reason: 'Marquee has films and shows, and this is “book”' }]);
});

test.each([
  [
    'Simkl',
    { show: { title: 'Dark', ids: { simkl: 9 } }, status: 'completed', user_rating: 'eleven' },
    { seasons: [{ number: 1, episodes: [{ number: 1 }] }] },
    (entry: object) => ({ shows: [entry] }),
  ],
  [
    'SeriesGuide',
    { tmdb_id: 70523, title: 'Dark', rating_user: 'eleven' },
    { seasons: [{ season: 1, episodes: [{ episode: 1, watched: true }] }] },
    (entry: object) => [entry],
  ],
  [
    'Watcharr',
    { status: 'FINISHED', rating: 'eleven', content: { tmdbId: 70523, title: 'Dark', type: 'tv' } },
    { activity: [{ type: 'ADDED_WATCHED' }] },
    (entry: object) => [entry],
  ],
])('what %s has beside a refused rating is listed, without the long parts', async (_source, entry, parts, fileOf) => {
  const result = await read({ 'export.json': json(fileOf({ ...entry, ...parts })) });

  expect(result.refused).toMatchObject([{ kind: 'ratings', raw: { entry: json(entry) } }]);
});

describe('plain text', () => {
  test('becomes a list; numbers are titles unless every line is numbered', async () => {
    const plain = await read({ 'rainy days.txt': '9\n1917 (2019)\r\n\n21. Bridges\n' });
    const numbered = await read({ 'top.txt': '1. Heat (1995)\n2. 9 (2009)\n' });

    expect(linesOf(plain)).toEqual([
      'list rainy days',
      'listItem 9 1 in rainy days',
      'listItem 1917 (2019) 2 in rainy days',
      'listItem 21. Bridges 3 in rainy days',
    ]);
    expect(linesOf(numbered)).toEqual(['list top', 'listItem Heat (1995) 1 in top', 'listItem 9 (2009) 2 in top']);
  });

  test('can be what somebody wants to watch or has seen', async () => {
    const files = { 'titles.txt': '- Heat (1995)\n- Ran\n' };

    expect(linesOf(await read(files, { answers: { 'contents:titles.txt': 'wants' } }))).toEqual([
      'want Heat (1995)',
      'want Ran',
    ]);
    expect(linesOf(await read(files, { answers: { 'contents:titles.txt': 'seen' } }))).toEqual([
      'seen Heat (1995)',
      'seen Ran',
    ]);
  });
});

describe('Marquee', () => {
  const facts = { mediaType: 'movie', tmdbId: 949, title: 'Heat', releaseDate: '1995-12-15', runtime: 170 };
  const account = {
    format: 'marquee',
    version: 1,
    lists: [
      {
        id: '65f0c0ffee5eedbadc0ffee1',
        name: 'Friday nights',
        kind: 'normal',
        items: [{ ...facts, watched: true, note: 'Loud.', createdAt: '2026-01-31T20:15:00.000Z' }],
      },
      { id: '65f0c0ffee5eedbadc0ffee2', name: 'Reviewed', kind: 'reviewed', items: [facts] },
    ],
    reviews: [{ mediaType: 'movie', tmdbId: 949, rating: 4, comment: 'Great.', updatedAt: '2026-02-01T20:15:00.000Z' }],
    shows: [{ tmdbId: 70523, state: null, restartedAt: '2026-01-01T10:00:00.000Z' }],
    plays: [
      { ...facts, id: 'a', at: '2026-01-31T20:15:00.000Z', precision: 'second', source: 'app' },
      { ...facts, id: 'b', at: '2026-01-30T00:00:00.000Z', precision: 'day', source: 'app' },
      { ...facts, id: 'c', at: null, precision: 'unknown', source: 'app' },
      { ...facts, id: 'd', at: null, precision: 'unknown', source: 'review' },
    ],
  };

  test('its own export: lists with notes and marks, reviews and plays', async () => {
    const result = await read({ 'marquee.json': json(account) });

    expect(linesOf(result)).toEqual([
      'list Friday nights',
      'listItem Heat (1995) 1 in 65f0c0ffee5eedbadc0ffee1 “Loud.” on 2026-01-31T20:15:00Z',
      'rating Heat (1995) 4/5 = 4 stars on 2026-02-01T20:15:00Z',
      'review Heat (1995) “Great.” on 2026-02-01T20:15:00Z',
      'play Heat (1995) 2026-01-31T20:15:00Z',
      'play Heat (1995) 2026-01-30',
      'seen Heat (1995)',
      'seen Heat (1995)',
      'state #70523 2026-01-01T10:00:00.000Z',
    ]);
    expect(result.rows[1]).toMatchObject({ watched: true });
    // No other service had it.
    expect(result.rows[2]).toMatchObject({ rating: { isOwn: true } });
    expect(result.refused).toEqual([]);
  });

  test('keeps what a review was imported from beside its stars, and that its text is private', async () => {
    const [review] = account.reviews;
    const imported = { value: 7, of: 10 };
    const { rows } = await read({
      'marquee.json': json({ ...account, reviews: [{ ...review, rating: 2, imported, isPrivate: true }] }),
    });

    expect(rows.filter(({ kind }) => kind === 'rating' || kind === 'review')).toMatchObject([
      { rating: { ...imported, stars: 2 }, at: review?.updatedAt },
      { text: 'Great.', isPrivate: true },
    ]);
  });

  test('one of a newer Marquee is not read', async () => {
    const { stats } = await read({ 'marquee.json': json({ ...account, version: 2 }) });

    expect(stats.problems).toEqual([
      { file: 'marquee.json', text: 'marquee.json comes from a newer Marquee. Update this one, and import it again.' },
    ]);
  });
});

describe('other tables', () => {
  const table = 'Film,Year,Seen on,My rating,Notes\nHeat,1995,2023-05-01,4.5,Loud\nRan (1985),,,,\n';

  test('ask for their columns, with guesses and samples', async () => {
    const asked = await read({ 'films.xls.csv': table });
    const mapping = { title: 0, year: 1, watchedAt: 2, rating: 3, review: 4 };
    const answered = await read({ 'films.xls.csv': table }, { answers: { 'columns:films.xls.csv': mapping } });

    expect(asked.questions).toEqual([
      {
        kind: 'columns',
        id: 'columns:films.xls.csv',
        file: 'films.xls.csv',
        answer: null,
        columns: [
          { header: 'Film', guess: 'title', samples: ['Heat', 'Ran (1985)'] },
          { header: 'Year', guess: 'year', samples: ['1995'] },
          { header: 'Seen on', guess: 'watchedAt', samples: ['2023-05-01'] },
          { header: 'My rating', guess: 'rating', samples: ['4.5'] },
          { header: 'Notes', guess: 'review', samples: ['Loud'] },
        ],
      },
    ]);
    expect(linesOf(answered)).toEqual([
      'play Heat (1995) 2023-05-01',
      'rating Heat (1995) 4.5/5 = 5 stars on 2023-05-01',
      'review Heat (1995) “Loud” on 2023-05-01',
      'seen Ran (1985)',
    ]);
  });

  test('have names of columns in many languages', async () => {
    const guessesOf = async (header: string) => {
      const cells = header.split(';').map(() => 'x');
      const { questions } = await read({ 'films.csv': `${header}\n${cells.join(';')}\n` });
      const [question] = questions;
      return question?.kind === 'columns' ? question.columns.map(({ guess }) => guess) : [];
    };

    const usual = ['title', 'year', 'rating', 'watchedAt'];
    expect(await guessesOf('Tytuł;Rok produkcji;Moja ocena;Data obejrzenia')).toEqual(usual);
    expect(await guessesOf('Titolo;Anno;Voto;Visto il')).toEqual(usual);
    expect(await guessesOf('Título;Ano;Nota;Assistido em')).toEqual(usual);
    expect(await guessesOf('Название;Год;Моя оценка;Дата просмотра')).toEqual(usual);
    expect(await guessesOf('タイトル;公開年;評価;鑑賞日')).toEqual(usual);
    // When it was added is only a guess without a better one.
    expect(await guessesOf('Date;Name;Watched on')).toEqual([null, 'title', 'watchedAt']);
    expect(await guessesOf('Datum;Titel')).toEqual(['watchedAt', 'title']);
  });

  test('a rating of a season is not one of its show', async () => {
    const files = {
      'serializd.csv': 'Show Name,Season,Episode,Rating,Date\nDark,1,2,8,2020-05-13\nDark,1,,9,2020-05-14\n',
    };
    const mapping = { title: 0, season: 1, episode: 2, rating: 3, watchedAt: 4 };
    const result = await read(files, { answers: { 'columns:serializd.csv': mapping } });

    expect(linesOf(result)).toEqual(['play Dark S1E2 2020-05-13', 'rating Dark S1E2 8/10 = 4 stars on 2020-05-13']);
    expect(result.refused).toMatchObject([{ kind: 'ratings', reason: 'Marquee has no ratings of single seasons' }]);
  });

  test('episodes are known by their numbers, wherever these stand', async () => {
    const text = [
      'Episode,Title,Show,Season,Watched on',
      'S01E02,Lies,Dark,,2024-04-23',
      '3,Past and Present,Dark,Season 1,2024-04-24',
      ',,Dark,2,2024-04-25',
      ',Heat,,,2024-04-26',
      ',Apocalypse,Dark,,2024-04-27',
    ].join('\n');
    const asked = await read({ 'table.csv': text });
    const mapping = { episode: 0, title: 1, show: 2, season: 3, watchedAt: 4 };
    const result = await read({ 'table.csv': text }, { answers: { 'columns:table.csv': mapping } });
    const named = await read(
      { 'table.csv': 'Title,Watched\nDark S01E02,2024-04-23\nDark - 1x03 - Past,2024-04-24\n1917,2024-04-25\n' },
      { answers: { 'columns:table.csv': { title: 0, watchedAt: 1 } } },
    );

    expect(asked.questions).toMatchObject([
      { columns: ['episode', 'title', 'show', 'season', 'watchedAt'].map((guess) => ({ guess })) },
    ]);
    expect(linesOf(result)).toEqual([
      'play Dark S1E2 2024-04-23',
      'play Dark S1E3 2024-04-24',
      'progress Dark {"aired":true,"season":2} on 2024-04-25',
      'play Heat 2024-04-26',
      'play Dark “Apocalypse” 2024-04-27',
    ]);
    expect(linesOf(named)).toEqual(['play Dark S1E2 2024-04-23', 'play Dark S1E3 2024-04-24', 'play 1917 2024-04-25']);
  });

  test('a word for how far somebody is decides: wants are not seen, and a date beside them is no viewing', async () => {
    const text = [
      'Title,Type,Status,Watched Date,Rating',
      'Heat,Movie,Watched,2024-04-23,8/10',
      'Ran,Movie,Plan to watch,2024-04-24,',
      'Alien,TV Movie,Completed,,',
      'Dark,TV,Completed,2024-04-25,',
      'Lost,TV Series,Dropped,,N/A',
      'Ozark,TV,Watching,2024-04-26,',
      'Fargo,Movie,Dropped,,',
      'Coda,Movie,想看,,',
      'Fury,Movie,,2024-04-27,★★★½',
    ].join('\n');
    const mapping = { title: 0, type: 1, status: 2, watchedAt: 3, rating: 4 };
    const asked = await read({ 'table.csv': text });
    const result = await read({ 'table.csv': text }, { answers: { 'columns:table.csv': mapping } });

    expect(asked.questions).toMatchObject([
      { columns: ['title', 'type', 'status', 'watchedAt', 'rating'].map((guess) => ({ guess })) },
    ]);
    expect(linesOf(result)).toEqual([
      'play Heat 2024-04-23',
      'rating Heat 8/10 = 4 stars on 2024-04-23',
      'want Ran on 2024-04-24',
      'seen Alien',
      'progress Dark {"aired":true} on 2024-04-25',
      'state Lost dropped',
      'want Coda',
      'play Fury 2024-04-27',
      'rating Fury 3.5/5 = 4 stars on 2024-04-27',
    ]);
    expect(result.refused.map(({ kind, line, reason }) => [kind, line, reason])).toEqual([
      ['shows', 7, '“Watching” does not say what was seen'],
      ['films', 8, '“Dropped” does not say what was seen'],
    ]);
  });

  test('what is an episode never becomes a film, and what is no number of a season is listed', async () => {
    const text = [
      'Title,Season,Episode,Watched',
      'Dark,,5,2024-04-23',
      'Dark,,Lies,2024-04-24',
      'Dark,Specials,1,2024-04-25',
      'Dark,Best of,,2024-04-26',
      'Heat,0,0,2024-04-27',
      'Ran,NaN,-,2024-04-28',
    ].join('\n');
    const mapping = { title: 0, season: 1, episode: 2, watchedAt: 3 };
    const result = await read({ 'table.csv': text }, { answers: { 'columns:table.csv': mapping } });

    expect(result.rows).toMatchObject([
      { title: { mediaType: 'tv' }, episode: { season: null, number: 5 } },
      { title: { mediaType: 'tv' }, episode: { season: null, number: null, title: 'Lies' } },
      { episode: { season: 0, number: 1 } },
      { title: { title: 'Heat', mediaType: null } },
      { title: { title: 'Ran', mediaType: null } },
    ]);
    expect(result.refused).toMatchObject([{ line: 5, reason: '“Best of” is not the number of a season' }]);
  });

  test('a series of films is no show', async () => {
    const { questions } = await read({ 'films.csv': 'Title,Series,Year\nIron Man,Avengers,2008\n' });

    expect(questions).toMatchObject([{ columns: [{ guess: 'title' }, { guess: null }, { guess: 'year' }] }]);
  });

  test('an id beside an episode is the show’s only if several episodes have it', async () => {
    const text = [
      'tmdb_id,title,season,episode,watched_at',
      '70523,Dark,1,1,2024-04-23',
      '70523,Dark,1,2,2024-04-24',
      '85987,Friends,1,1,2024-04-25',
    ].join('\n');
    const mapping = { tmdb: 0, title: 1, season: 2, episode: 3, watchedAt: 4 };
    const { rows } = await read({ 'table.csv': text }, { answers: { 'columns:table.csv': mapping } });

    const ids = rows.map((row) => 'title' in row && row.title.ids);
    expect(ids).toEqual([{ tmdb: 70523 }, { tmdb: 70523 }, {}]);
  });

  test('a count of viewings says whether a title was seen at all', async () => {
    const text = json({
      movies: [
        {
          title: 'Heat',
          playcount: 2,
          lastplayed: '2024-04-23 20:15:00',
          uniqueid: { imdb: 'tt0113277', tmdb: '949' },
        },
        { title: 'Ran', playcount: 0, lastplayed: '' },
      ],
    });
    const mapping = { title: 0, status: 1, watchedAt: 2, imdb: 3, tmdb: 4 };
    const asked = await read({ 'kodi.json': text });
    const result = await read({ 'kodi.json': text }, { answers: { 'columns:kodi.json': mapping } });

    expect(asked.questions).toMatchObject([{ columns: Object.keys(mapping).map((guess) => ({ guess })) }]);
    expect(linesOf(result)).toEqual(['play Heat 2024-04-23']);
    expect(result.rows[0]).toMatchObject({ title: { ids: { tmdb: 949, imdb: 'tt0113277' } } });
  });

  test('a file that is called a watchlist has wants, whatever its date says', async () => {
    const text = 'Title,Date\nHeat,2024-04-23\n';
    const result = await read({ 'watchlist.csv': text }, { answers: { 'columns:watchlist.csv': { title: 0 } } });

    expect(result.questions).toMatchObject([
      { kind: 'columns', columns: [{ guess: 'title' }, { guess: null }] },
      { kind: 'contents', answer: 'wants' },
    ]);
    expect(linesOf(result)).toEqual(['want Heat']);
  });

  test('a table with statuses is not Letterboxd’s, which has films only', async () => {
    const text = 'Title,Year,Status,Watched Date\nDark,2017,Watched,2024-01-01\nLost,2004,Watchlist,\n';
    const mapping = { title: 0, year: 1, status: 2, watchedAt: 3 };
    const result = await read({ 'shows.csv': text }, { answers: { 'columns:shows.csv': mapping } });

    expect(linesOf(result)).toEqual(['play Dark (2017) 2024-01-01', 'want Lost (2004)']);
    expect(result.rows[0]).toMatchObject({ title: { mediaType: null } });
  });

  test('words of another kind in that column say nothing', async () => {
    const text = 'Title,Status,Watched\nDark,Ended,2024-04-23\nHeat,Released,\n';
    const mapping = { title: 0, status: 1, watchedAt: 2 };
    const result = await read({ 'table.csv': text }, { answers: { 'columns:table.csv': mapping } });

    expect(linesOf(result)).toEqual(['play Dark 2024-04-23', 'seen Heat']);
  });

  test.each([
    ['My rating (1-10)', '4', '4/10 = 2 stars'],
    ['Score /100', '80', '80/100 = 4 stars'],
    ['Rating', '4', '4/5 = 4 stars'],
    ['Rating', '4/10', '4/10 = 2 stars'],
    ['Rating', '⭐⭐⭐⭐', '4/5 = 4 stars'],
    ['Rating', '55', '55/100 = 3 stars'],
    ['Rating out of 5', '8', '8/10 = 4 stars'],
    ['Rating out of 5', '80', '80/100 = 4 stars'],
  ])('the scale of a rating can stand in its header or cell: %s, %s', async (header, cell, expected) => {
    const text = `Title,${header}\nHeat,${cell}\n`;
    const { questions } = await read({ 'table.csv': text });
    const mapping = { title: 0, rating: 1 };
    const result = await read({ 'table.csv': text }, { answers: { 'columns:table.csv': mapping } });

    expect(questions).toMatchObject([{ columns: [{ guess: 'title' }, { guess: 'rating' }] }]);
    expect(linesOf(result)).toEqual([`rating Heat ${expected}`]);
  });

  test('without a header the first line is one of the titles', async () => {
    const text = 'Heat;1995;2023-05-01\nRan;1985;2023-05-02\n';
    const mapping = { title: 0, year: 1, watchedAt: 2 };
    const asked = await read({ 'films.csv': text });
    const result = await read({ 'films.csv': text }, { answers: { 'columns:films.csv': mapping } });

    expect(asked.questions).toMatchObject([
      { columns: [{ header: '', samples: ['Heat', 'Ran'] }, { header: '' }, { header: '' }] },
    ]);
    expect(linesOf(result)).toEqual(['play Heat (1995) 2023-05-01', 'play Ran (1985) 2023-05-02']);
    expect(result.rows[0]!.line).toBe(1);
  });

  test('ids are enough to say which titles are meant', async () => {
    const text = 'imdb_id,season,episode,watched_at\ntt0113277,,,2024-04-23T20:15:00Z\ntt5753856,1,2,\n';
    const asked = await read({ 'kodi.csv': text });
    const mapping = { imdb: 0, season: 1, episode: 2, watchedAt: 3 };
    const result = await read({ 'kodi.csv': text }, { answers: { 'columns:kodi.csv': mapping } });

    expect(asked.questions).toHaveLength(1);
    expect(result.rows).toMatchObject([
      { kind: 'play', title: { ids: { imdb: 'tt0113277' } } },
      { kind: 'seen', title: { ids: { imdb: 'tt5753856' } }, episode: { season: 1, number: 2 } },
    ]);
  });

  test('a list of objects in a JSON file is a table too', async () => {
    const file = {
      'kinopoisk.json': json({ user: 'ana', films: [{ nameRu: 'Жара', title: 'Heat', year: 1995, vote: 8 }] }),
    };
    const asked = await read(file);
    const mapping = { title: 1, year: 2, rating: 3 };
    const result = await read(file, { answers: { 'columns:kinopoisk.json': mapping } });

    expect(asked.questions).toMatchObject([
      { kind: 'columns', columns: [{ guess: null }, { guess: 'title' }, { guess: 'year' }, { guess: 'rating' }] },
    ]);
    expect(linesOf(result)).toEqual(['rating Heat (1995) 8/10 = 4 stars']);
  });

  test('a column of yes and no says what was seen', async () => {
    const text = 'Title;Watched;Season;Episode\nHeat;yes;;\nRan;no;;\nDark;2023-05-01;1;2\n';
    const mapping = { title: 0, watchedAt: 1, season: 2, episode: 3 };
    const result = await read({ 'table.csv': text }, { answers: { 'columns:table.csv': mapping } });

    expect(linesOf(result)).toEqual(['seen Heat', 'play Dark S1E2 2023-05-01']);
  });
});
