import { describe, expect, test } from '@jest/globals';
import { linesOf, read, readZip } from '../../../testing/importFiles.ts';

// What real files and the bug reports of other importers taught: a rule, and a file that breaks it.

const v2Header = 'created_at,user_id,key,s_id,ep_id,s_no,ep_no,series_name,ep_watch_count,movie_watch_count';

describe('1. columns are found by name, and the service’s own counts are compared', () => {
  test('TV Time has season and episode under one name or another, in any order', async () => {
    const { rows, stats } = await read({
      'tracking-prod-records-v2.csv': [
        'episode_number,series_name,key,ep_no,season_number,s_no,created_at,s_id,ep_id',
        ',Fringe,watch-episode-a,10,,2,2021-10-10 11:49:11,82066,1331151',
        '11,Fringe,watch-episode-b,,2,,2021-10-11 11:49:11,82066,1331152',
      ].join('\n'),
    });

    expect(linesOf({ rows } as never)).toEqual([
      'play Fringe S2E10 2021-10-10T11:49:11Z',
      'play Fringe S2E11 2021-10-11T11:49:11Z',
    ]);
    expect(rows[0]).toMatchObject({ title: { ids: { tvdb: 82066 } }, episode: { ids: { tvdb: 1331151 } } });
    expect(stats.counts.episodes).toEqual({ in: 2, refused: 0 });
  });

  test('TV Time’s films stand only in its first file, without a date of release or of watching', async () => {
    const result = await read({
      'tracking-prod-records.csv': [
        'type-uuid-n,uuid,type,entity_type,movie_name,release_date,created_at,watch_date,rewatch_count',
        'watch-a-0,a,watch,movie,What Happened to Monday,0000-12-31 00:00:00,2022-04-10 11:26:55,,1',
        'towatch-b,b,towatch,movie,The Batman,2022-03-03 00:00:00,2023-09-04 21:53:54,,',
        'towatch-a,a,towatch,movie,What Happened To Monday,0000-12-31 00:00:00,2022-04-01 11:26:55,,',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual([
      'play What Happened to Monday 2022-04-10T11:26:55Z',
      'want The Batman (2022) on 2023-09-04T21:53:54Z',
      'seen What Happened to Monday',
    ]);
    expect(result.stats.counts.films.in).toBe(2);
  });

  test('TV Time’s repeats have rows of their own, or are only counted', async () => {
    const result = await read({
      'tracking-prod-records-v2.csv': [
        'key,s_id,s_no,ep_no,series_name,created_at,rewatch_count',
        'watch-episode-a,1,1,1,Dark,2021-10-10 11:00:00,2',
        'rewatch-episode-b,1,1,1,Dark,2022-10-10 11:00:00,',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual([
      'play Dark S1E1 2021-10-10T11:00:00Z',
      'play Dark S1E1 2022-10-10T11:00:00Z',
      'seen Dark S1E1',
    ]);
  });

  test('TV Time’s shows are wanted when they are followed or for later, and not when they are archived or seen', async () => {
    const result = await read({
      'tracking-prod-records-v2.csv': [
        'key,s_id,s_no,ep_no,series_name,created_at,is_followed,is_for_later,is_archived',
        'user-series-1,1,,,Dark,2021-10-10 11:00:00,true,false,false',
        'user-series-2,2,,,Lost,2021-10-10 11:00:00,false,true,false',
        'user-series-3,3,,,Fringe,2021-10-10 11:00:00,true,true,true',
        'user-series-4,4,,,Friends,2021-10-10 11:00:00,false,false,false',
        'user-series-5,5,,,Severance,2021-10-10 11:00:00,true,false,false',
        'watch-episode-a,5,1,1,Severance,2021-10-11 11:00:00,,,',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual([
      'want Dark on 2021-10-10T11:00:00Z',
      'want Lost on 2021-10-10T11:00:00Z',
      'play Severance S1E1 2021-10-11T11:00:00Z',
    ]);
  });

  test('TV Time’s rows from adding many at once have zeros for numbers, and equal times', async () => {
    const result = await read({
      'tracking-prod-records-v2.csv': [
        'key,s_id,series_name,season_number,episode_number,s_no,ep_no,ep_id,created_at',
        'watch-episode-a,1,Dark,1,2,1,2,11,2021-10-10 11:00:00',
        'rewatch-episode-a-1,1,Dark,1,2,0,0,11,2023-10-10 11:00:00',
        'rewatch-episode-a-2,1,Dark,1,2,0,0,11,2023-10-10 11:00:00',
        'watch-episode-b,2,Ozark,4,0,4,0,21,2022-01-26 17:13:50',
        'watch-episode-c,2,Ozark,4,0,4,0,22,2022-01-26 17:13:50',
      ].join('\n'),
    });

    expect(result.stats.counts).toMatchObject({ episodes: { in: 3 }, plays: { in: 5 } });
    expect(linesOf(result).slice(0, 3)).toEqual([
      'play Dark S1E2 2021-10-10T11:00:00Z',
      'play Dark S1E2 2023-10-10T11:00:00Z',
      'play Dark S1E2 2023-10-10T11:00:00Z',
    ]);
  });

  test('says when TV Time’s own count differs from what came out', async () => {
    const episode = '2021-10-10 11:49:11,1,watch-episode-a,82066,1331151,2,10,Fringe,,';
    const stats = (count: number) => `2021-11-12 17:11:33,1,tracking-stats,,,,,,${count},0`;

    const equal = await read({ 'tracking-prod-records-v2.csv': [v2Header, stats(1), episode].join('\n') });
    const other = await read({ 'tracking-prod-records-v2.csv': [v2Header, stats(4868), episode].join('\n') });

    expect(equal.stats.notes).toEqual([]);
    expect(other.stats.notes).toEqual(['TV Time counts 4,868 watched episodes, and the files have 1.']);
  });
});

describe('2. Letterboxd’s files are joined by entry or by name', () => {
  const files = {
    'diary.csv': [
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date',
      '2023-05-02,Heat,1995,https://boxd.it/entry1,4.5,,,2023-05-01',
      '2024-01-08,9,2009,https://boxd.it/entry2,,Yes,,2024-01-07',
    ].join('\n'),
    'reviews.csv': [
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date',
      `2023-05-02,Heat,1995,https://boxd.it/entry1,4.5,,"<b>Great</b>, &quot;${'x'.repeat(9000)}&quot;<br />Again.",,2023-05-01`,
      '2022-02-02,Ran,1985,https://boxd.it/entry3,,,Undated.,,',
    ].join('\n'),
    'ratings.csv': [
      'Date,Name,Year,Letterboxd URI,Rating',
      '2023-06-01,Heat,1995,https://boxd.it/film1,5',
      '2022-02-02,1917,2019,https://boxd.it/film3,0.5',
    ].join('\n'),
    'watched.csv': [
      'Date,Name,Year,Letterboxd URI',
      '2023-05-01,Heat,1995,https://boxd.it/film1',
      '2024-01-08,9,2009,https://boxd.it/film2',
      '2022-02-02,1917,2019,https://boxd.it/film3',
    ].join('\n'),
    'deleted/diary.csv': [
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date',
      '2023-05-02,Alien,1979,https://boxd.it/entry9,1,,,2023-05-01',
    ].join('\n'),
    'orphaned/diary.csv': 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n',
    'lists/rainy-days.csv': [
      'Date,Name,Tags,URL,Description',
      '2023-01-01,Rainy days!,,https://boxd.it/list,',
      '',
      'Position,Name,Year,URL,Description',
      '1,9,2009,https://boxd.it/film2,Short.',
      '2,Heat,1995,https://letterboxd.com/film/heat-1995/,',
    ].join('\n'),
    'lists/rainy-days-1.csv': [
      'Date,Name,Tags,URL,Description',
      '2024-01-01,Rainy days!,,https://boxd.it/later,',
      '',
      'Position,Name,Year,URL,Description',
    ].join('\n'),
  };

  test('one film is one title with one rating, one review and its viewings', async () => {
    const result = await readZip(files);

    expect(linesOf(result).map((line) => line.replace(/x{9000}/, '…'))).toEqual([
      'list Rainy days!',
      'list Rainy days!',
      'play Heat (1995) 2023-05-01',
      'play 9 (2009) 2024-01-07',
      'review Heat (1995) “Great, "…"\nAgain.” on 2023-05-02',
      'review Ran (1985) “Undated.” on 2022-02-02',
      'rating Heat (1995) 5/5 = 5 stars on 2023-06-01',
      'rating 1917 (2019) 0.5/5 = 1 stars on 2022-02-02',
      'seen 1917 (2019)',
      'listItem 9 (2009) 1 in https://boxd.it/list “Short.”',
      'listItem Heat (1995) 2 in https://boxd.it/list',
    ]);
    expect(result.refused).toEqual([]);
    expect(result.rows.find(({ line, kind }) => kind === 'play' && line === 3)).toMatchObject({ isRewatch: true });
  });
});

describe('3. watched.csv and watchlist.csv have the same columns', () => {
  const film = 'Date,Name,Year,Letterboxd URI\n2024-01-01,Alien,1979,https://boxd.it/a\n';

  test('the name of the file decides', async () => {
    expect(linesOf(await read({ 'watched.csv': film }))).toEqual(['seen Alien (1979)']);
    expect(linesOf(await read({ 'watchlist (2).csv': film }))).toEqual(['want Alien (1979) on 2024-01-01']);
  });

  test('another name is asked about, and the answer counts', async () => {
    const asked = await read({ 'export.csv': film });
    const [question] = asked.questions;
    const answered = await read({ 'export.csv': film }, { answers: { [question!.id]: 'wants' } });

    expect([asked.rows, asked.stats.waiting]).toEqual([[], 1]);
    expect(question).toMatchObject({ kind: 'contents', examples: ['Alien'], answer: null });
    expect(linesOf(answered)).toEqual(['want Alien (1979) on 2024-01-01']);
  });

  test('ratings never become viewings', async () => {
    const imdb = 'Const,Your Rating,Date Rated,Title,Title Type,Year\ntt0113277,8,2020-02-02,Heat,Movie,1995\n';

    const result = await read({ 'ratings.csv': imdb });

    expect(linesOf(result)).toEqual(['rating Heat (1995) 8/10 = 4 stars on 2020-02-02']);
    expect(result.rows[0]).toMatchObject({ at: expect.stringContaining('2020-02-02') });
  });
});

describe('4. a day is the same in every time zone, and a missing date stays unknown', () => {
  test('what the file dates 1 May is 1 May, whatever the time zone', async () => {
    const zone = process.env.TZ;
    const days: string[] = [];
    for (const each of ['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles']) {
      process.env.TZ = each;
      const result = await read({
        'history.csv': 'title,year,tmdbId,imdbId,watchedAt,comment,location\nHeat,1995,949,,2023-05-01,,\n',
      });
      days.push(...linesOf(result));
    }
    process.env.TZ = zone;

    expect(days).toEqual(Array(3).fill('play Heat (1995) 2023-05-01'));
  });

  test.each(['', '1970-01-01', '1970-01-01T00:00:00.000Z', '0000-00-00', '2050-01-01', '0001-01-01 00:00:00'])(
    '“%s” means seen at an unknown time',
    async (date) => {
      const result = await read({
        'history.csv': `title,year,tmdbId,imdbId,watchedAt,comment,location\nHeat,1995,949,,${date},,\n`,
      });

      expect([linesOf(result), result.refused]).toEqual([['seen Heat (1995)'], []]);
    },
  );

  test('Trakt’s midnight is a day, and its other times are moments', async () => {
    const movie = { title: 'Heat', year: 1995, ids: { trakt: 1, tmdb: 949 } };
    const result = await read({
      'watched-history.json': JSON.stringify([
        { id: 1, watched_at: '2023-05-01T00:00:00.000Z', type: 'movie', movie },
        { id: 2, watched_at: '2024-05-01T23:30:00.000-08:00', type: 'movie', movie },
        { id: 3, watched_at: null, type: 'movie', movie: { ...movie, ids: { trakt: 2, tmdb: 11 } } },
      ]),
    });

    expect(linesOf(result)).toEqual([
      'play Heat (1995) 2023-05-01',
      'play Heat (1995) 2024-05-02T07:30:00Z',
      'seen Heat (1995)',
    ]);
  });
});

describe('5. the order of day and month is found from the whole column', () => {
  test('French titles with American dates', async () => {
    const result = await read({
      'NetflixViewingHistory.csv':
        'Title,Date\n"Lupin : Partie 1 : Chapitre 1","3/4/21"\n"Le Dernier Métro","12/25/20"\n',
    });

    expect(result.questions).toEqual([]);
    expect(linesOf(result)).toEqual(['play Lupin S1 “Chapitre 1” 2021-03-04', 'play Le Dernier Métro 2020-12-25']);
  });

  test('when a rating was given is not worth a question', async () => {
    const { questions, rows } = await read({
      'ratings.csv': 'Const,Your Rating,Date Rated,Title,Title Type,Year\ntt0113277,8,3/4/21,Heat,Movie,1995\n',
    });

    expect(questions).toEqual([]);
    expect(rows).toMatchObject([{ kind: 'rating', at: null }]);
  });

  test('a column that does not tell it is asked about, with two examples', async () => {
    const files = { 'NetflixViewingHistory.csv': 'Title,Date\nHeat,3/4/21\nRan,5/4/21\nAlien,6/4/21\n' };
    const asked = await read(files);
    const [question] = asked.questions;
    const answered = await read(files, { answers: { [question!.id]: 'monthFirst' } });

    expect([asked.rows, asked.stats.waiting]).toEqual([[], 3]);
    expect(question).toMatchObject({
      kind: 'dates',
      choices: ['dayFirst', 'monthFirst'],
      examples: [
        { text: '3/4/21', days: { dayFirst: '2021-04-03', monthFirst: '2021-03-04' } },
        { text: '5/4/21', days: { dayFirst: '2021-04-05', monthFirst: '2021-05-04' } },
      ],
    });
    expect(linesOf(answered)).toEqual(['play Heat 2021-03-04', 'play Ran 2021-05-04', 'play Alien 2021-06-04']);
  });
});

describe('6. IMDb’s three layouts and translated words', () => {
  test('an old list in Latin-1, named after the person', async () => {
    const text =
      '"position","const","created","modified","description","Title","Title type","Directors","ana rated","IMDb Rating","Runtime (mins)","Year","Genres","Num. Votes","Release Date (month/day/year)","URL"\n' +
      '"1","tt0211915","Wed Sep  9 00:00:00 2015","","","Le fabuleux destin d’Amélie Poulain","Feature Film","Jean-Pierre Jeunet","9","8.3","122","2001","comedy","600000","2001-04-25","http://www.imdb.com/title/tt0211915/"\n';
    const latin = Uint8Array.from(text.replace('’', "'"), (character) => character.charCodeAt(0));

    const result = await read({ 'WATCHLIST.csv': latin });

    expect(linesOf(result)).toEqual([
      "rating Le fabuleux destin d'Amélie Poulain (2001) 9/10 = 5 stars",
      "want Le fabuleux destin d'Amélie Poulain (2001) on 2015-09-09",
    ]);
    expect(result.rows[1]).toMatchObject({
      at: '2015-09-09T00:00:00.000Z',
      title: { director: 'Jean-Pierre Jeunet', runtime: 122, ids: { imdb: 'tt0211915' } },
    });
  });

  test('Portuguese and Italian words for kinds of titles', async () => {
    const header = 'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,Year';
    const result = await read({
      'ratings.csv': [
        header,
        'tt0113277,8,,Fogo,Heat,,Filme,1995',
        'tt7366338,9,2020-01-02,Chernobyl,,,Minissérie de TV,2019',
        'tt0959621,10,2020-01-02,Breaking Bad: Ozymandias,,,Episódio de TV,2013',
        'tt0903747,10,2020-01-02,Breaking Bad,,,Serie TV,2008',
        'tt1375666,7,2020-01-02,Inception,,,Film,2010',
      ].join('\n'),
    });

    expect(result.questions).toEqual([]);
    expect(linesOf(result)).toEqual([
      'rating Fogo (1995) 8/10 = 4 stars',
      'rating Chernobyl (2019) 9/10 = 5 stars on 2020-01-02',
      'rating Breaking Bad (2008) “Ozymandias” 10/10 = 5 stars on 2020-01-02',
      'rating Breaking Bad (2008) 10/10 = 5 stars on 2020-01-02',
      'rating Inception (2010) 7/10 = 4 stars on 2020-01-02',
    ]);
    expect(result.rows[0]).toMatchObject({ at: null, title: { originalTitle: 'Heat', mediaType: 'movie' } });
    // The episode has the id, and its show has its own.
    expect(result.rows[2]).toMatchObject({
      title: { ids: { imdb: 'tt0903747' } },
      episode: { ids: { imdb: 'tt0959621' } },
    });
  });

  test('names of episodes, where shows and episodes have colons, and where the show is missing', async () => {
    const result = await read({
      'ratings.csv': [
        'Const,Your Rating,Date Rated,Title,Title Type,Year',
        'tt0000001,8,,Star Trek: Deep Space Nine: Emissary,TV Episode,1993',
        'tt0000002,8,,Star Trek: Deep Space Nine: Past Prologue,TV Episode,1993',
        'tt0000003,8,,Monsieur Spade: Episode #1.6,TV Episode,2024',
        'tt0000004,8,,Chernobyl: Vichnaya: Pamyat,TV Episode,2019',
        'tt0000005,8,,Ozymandias,TV Episode,2013',
      ].join('\n'),
    });

    expect(linesOf(result).map((line) => line.replace(' 8/10 = 4 stars', ''))).toEqual([
      'rating Star Trek: Deep Space Nine “Emissary”',
      'rating Star Trek: Deep Space Nine “Past Prologue”',
      'rating Monsieur Spade S1E6',
      'rating Chernobyl “Vichnaya: Pamyat”',
      'rating #undefined “Ozymandias”',
    ]);
    expect(result.stats.counts).toMatchObject({ shows: { in: 3 }, episodes: { in: 5 } });
  });

  test('without the column it is unknown whether a title is a film', async () => {
    const result = await read({ 'ratings.csv': 'Const,Your Rating,Title,Year\ntt0113277,8,Heat,1995\n' });

    expect(result.rows).toMatchObject([{ title: { mediaType: null, ids: { imdb: 'tt0113277' } } }]);
  });

  test('an unknown word is asked about once', async () => {
    const files = {
      'ratings.csv':
        'Const,Your Rating,Date Rated,Title,Title Type,Year\ntt0113277,8,,Heat,Elokuva,1995\ntt1375666,7,,Inception,Elokuva,2010\n',
    };
    const asked = await read(files);
    const answered = await read(files, { answers: { 'type:imdb:elokuva': 'film' } });

    expect(asked.questions).toMatchObject([{ kind: 'type', value: 'Elokuva', examples: ['Heat', 'Inception'] }]);
    expect(asked.rows).toEqual([]);
    expect(answered.rows).toHaveLength(2);
  });
});

describe('7. ids and counts of episodes are what the service means', () => {
  test('TMDB’s id of an episode is not its show’s', async () => {
    const result = await read({
      'ratings.csv': [
        'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated',
        '85987,tt0583459,tv,Friends S1E1,1994-09-22T00:00:00Z,1,1,6.976,8,2023-01-07T16:35:52Z',
        '1668,tt0108778,tv,Friends,1994-09-22T00:00:00Z,,,8.4,9,2023-01-07T16:35:52Z',
      ].join('\n'),
    });

    expect(result.rows).toMatchObject([
      { title: { ids: { tmdb: 1668 } }, episode: { season: 1, number: 1, ids: { tmdb: 85987, imdb: 'tt0583459' } } },
      { title: { ids: { tmdb: 1668 } }, at: '2023-01-07T16:35:52.000Z' },
    ]);
    expect(result.stats.counts).toMatchObject({ shows: { in: 1 }, episodes: { in: 1 }, ratings: { in: 2 } });
  });

  test('Simkl’s completed shows and last episodes are progress, not plays', async () => {
    const result = await read({
      'SimklBackup.csv': [
        'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB',
        '1,Chernobyl,tv,2019,completed,s1e5,2020-01-02,9,,360893,87108,tt7366338',
        '2,Dark,tv,2017,watching,s2e4,2020-01-02,,,334824,70523,tt5753856',
        '3,Heat,movie,1995,completed,,2020-01-02,,Ask Ben about the ending,,949,tt0113277',
        '4,Severance,tv,2022,plantowatch,,,,,371980,95396,tt11280740',
        '5,Lost,tv,2004,hold,,,,,73739,4607,tt0411008',
        '6,Friends,tv,1994,watching,,,,,79168,1668,tt0108778',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual([
      'rating Chernobyl (2019) 9/10 = 5 stars on 2020-01-02',
      'progress Chernobyl (2019) {"aired":true} on 2020-01-02',
      'progress Dark (2017) {"season":2,"episode":4} on 2020-01-02',
      'review Heat (1995) “Ask Ben about the ending” on 2020-01-02',
      'play Heat (1995) 2020-01-02',
      'want Severance (2022)',
      'state Lost (2004) paused',
    ]);
    expect(result.rows[3]).toMatchObject({ isPrivate: true });
    expect(result.refused).toMatchObject([
      { kind: 'shows', line: 7, reason: 'Simkl says “watching”, but not what was seen' },
    ]);
  });

  test('anime counts episodes, and Yamtrack’s episodes can come before their season and show', async () => {
    const result = await read({
      'yamtrack.csv': [
        'media_id,source,media_type,title,image,season_number,episode_number,score,status,notes,start_date,end_date,progress',
        '1668,tmdb,episode,Friends,,1,2,,,,,2024-02-09 20:15:00+00:00,',
        '1668,tmdb,season,Friends,,1,,,Completed,,,2024-02-09,24',
        '1668,tmdb,tv,Friends,,,,8.5,Completed,,,2024-02-09,24',
        '1399,tmdb,season,Game of Thrones,,1,,,Completed,,,2024-03-01,10',
        '1399,tmdb,season,Game of Thrones,,2,,,In progress,,,2024-03-02,3',
        '1396,tmdb,tv,Breaking Bad,,,,,Completed,Loud.,,2024-03-03,62',
        '227,mal,anime,FLCL,,,,,In progress,,,2024-03-04,4',
        '1,mal,anime,Bebop,,,,,Completed,,,2024-03-05,26',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual([
      'play Friends S1E2 2024-02-09T20:15:00Z',
      'rating Friends 8.5/10 = 4 stars on 2024-02-09',
      'progress Game of Thrones {"aired":true,"season":1} on 2024-03-01',
      'progress Game of Thrones {"season":2,"episode":3} on 2024-03-02',
      'review Breaking Bad “Loud.” on 2024-03-03',
      'progress Breaking Bad {"aired":true} on 2024-03-03',
      'progress FLCL {"count":4} on 2024-03-04',
      'progress Bebop {"aired":true} on 2024-03-05',
    ]);
  });
});

describe('8. the same name and year twice is asked about', () => {
  test('a diary entry of one of two films with the same name', async () => {
    const result = await readZip({
      'watched.csv':
        'Date,Name,Year,Letterboxd URI\n2024-01-01,Nosferatu,2023,https://boxd.it/a\n2024-01-02,Nosferatu,2023,https://boxd.it/b\n2024-01-03,Heat,1995,https://boxd.it/c\n',
      'diary.csv':
        'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2024-01-02,Nosferatu,2023,https://boxd.it/e,,,,2024-01-02\n',
    });

    const nosferatus = result.rows.filter((row) => 'title' in row && row.title.title === 'Nosferatu');
    expect(nosferatus).toMatchObject(Array(3).fill({ title: { hasTwin: true } }));
    expect(new Set(nosferatus.map((row) => 'title' in row && row.title.key)).size).toBe(3);
    expect(result.rows.filter((row) => 'title' in row && row.title.title === 'Heat')).toEqual([
      expect.objectContaining({ title: expect.not.objectContaining({ hasTwin: true }) }),
    ]);
  });
});

describe('9. a second reading gives the same keys', () => {
  const header = 'title,year,tmdbId,imdbId,watchedAt,comment,location\n';
  const heat = 'Heat,1995,949,tt0113277,2023-05-01,,\n';
  const ran = 'Ran,1985,11645,,,,\n';
  const keysOf = async (text: string) =>
    (await read({ 'history.csv': header + text })).rows.map((row) => row.sourceKey);

  test('and a longer file has only more of them', async () => {
    const first = await keysOf(heat + ran);
    const again = await keysOf(heat + ran);
    const longer = await keysOf(`Alien,1979,348,,2024-01-01,,\n${ran}${heat}${heat}`);

    expect(again).toEqual(first);
    expect(longer).toHaveLength(4);
    expect(longer).toEqual(expect.arrayContaining(first));
  });

  test('also when a part of the export was imported before', async () => {
    const diary =
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2023-05-02,Heat,1995,https://boxd.it/e,4,,,2023-05-01\n';
    const watched = 'Date,Name,Year,Letterboxd URI\n2023-05-01,Heat,1995,https://boxd.it/f\n';

    const alone = await read({ 'diary.csv': diary });
    const whole = await readZip({ 'diary.csv': diary, 'watched.csv': watched });

    expect(whole.rows.map((row) => row.sourceKey)).toEqual(alone.rows.map((row) => row.sourceKey));
  });
});

describe('10. a bad line stops nothing', () => {
  test('it is listed with its number, its reason and its cells', async () => {
    const result = await read({
      'ratings.csv': [
        'Const,Your Rating,Date Rated,Title,Title Type,Year',
        'tt0113277,8,2020-02-02,Heat,Movie,1995',
        'nm0000134,8,2020-02-02,Robert De Niro,Movie,',
        'tt0078748,eleven,2020-02-02,Alien,Movie,1979',
        'tt1375666,9,2020-02-02,"Inception,Movie,2010',
        'tt0089881,10,2020-02-02,Ran,Movie,1985',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual([
      'rating Heat (1995) 8/10 = 4 stars on 2020-02-02',
      'rating Ran (1985) 10/10 = 5 stars on 2020-02-02',
    ]);
    expect(result.refused.map(({ kind, line, reason }) => [kind, line, reason])).toEqual([
      ['films', 3, '“nm0000134” is not the id of a film or show'],
      ['ratings', 4, '“eleven” is not a rating of up to 10'],
      ['films', 5, 'A quotation mark is missing in this line'],
    ]);
    expect(result.refused[1]!.raw).toMatchObject({ Const: 'tt0078748', 'Your Rating': 'eleven' });
  });
});

describe('11. counts are what the rows say', () => {
  test('for each kind, with what was refused', async () => {
    const { stats } = await read({
      'yamtrack.csv': [
        'media_id,source,media_type,title,image,season_number,episode_number,score,status,notes,start_date,end_date,progress',
        '949,tmdb,movie,Heat,,,,9,Completed,,,2024-02-09,1',
        '348,tmdb,movie,Alien,,,,12,Completed,,,,1',
        '1668,tmdb,episode,Friends,,1,2,,,,,2024-02-09,',
        '1668,tmdb,episode,Friends,,1,3,,,,,2024-02-10,',
        '5,igdb,game,Portal,,,,,Completed,,,,',
        '9,tmdb,tv,Dark,,,,,Planning,,,,',
      ].join('\n'),
    });

    expect(stats.counts).toEqual({
      films: { in: 3, refused: 1 },
      shows: { in: 2, refused: 0 },
      episodes: { in: 2, refused: 0 },
      plays: { in: 3, refused: 0 },
      seenUndated: { in: 1, refused: 0 },
      ratings: { in: 2, refused: 1 },
      reviews: { in: 0, refused: 0 },
      wants: { in: 1, refused: 0 },
      lists: { in: 0, refused: 0 },
      listItems: { in: 0, refused: 0 },
    });
  });
});
