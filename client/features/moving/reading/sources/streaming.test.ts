import { describe, expect, test } from '@jest/globals';
import { linesOf, read, readZip } from '../../../../testing/importFiles.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('Prime Video', () => {
  const header =
    'Title,Playback Start Datetime (UTC),Seconds Viewed,Material Type Description,Start Point Seconds,End Point Seconds,Is Deleted';

  test('films and episodes of the data that Amazon sends', async () => {
    const result = await readZip({
      'Your Prime Video Viewing Activity/Viewing History.csv': [
        header,
        '"""Heat""",2026-01-02T20:00:00Z,6000,Feature,0,6000,No',
        // The next evening, from where it stopped.
        'Heat,2026-01-03T20:00:00Z,4000,Feature,5900,10000,No',
        'Pilot-The Boys - Season 1,2026-01-04T20:00:00Z,3000,Full,0,3000,No',
        'Catch-22-The Boys - Season 1,2026-01-05T20:00:00Z,3000,Full,0,3000,No',
        'Half-Full-Spider-Noir - Season 2,2026-01-06T20:00:00Z,3000,Full,0,3000,No',
        'Fallout Season 2,2026-01-06T22:00:00Z,3000,Full,0,3000,No',
        'Alien,2026-01-07T20:00:00Z,30,Feature,0,30,No',
        'Alien,2026-01-07T21:00:00Z,6000,Trailer,0,90,No',
        'Ran,2026-01-08T20:00:00Z,6000,Feature,0,6000,Yes',
        'Not Available,2026-01-09T20:00:00Z,6000,Feature,0,6000,No',
      ].join('\n'),
      'Your Prime Video Viewing Activity/Watch Events.csv':
        'Deleted from Watch History,Most Recent Watch Date,Seconds Watched,Title Description,Title Name\nNo,2026-01-06T20:00:00Z,3000,,Half-Full\n',
      'Your Prime Video Viewing Activity/Search History.csv':
        'Search Query from Customer,Search Request Date\nheat,2026\n',
    });

    expect(result.source).toBe('primevideo');
    expect(linesOf(result)).toEqual([
      'play Heat 2026-01-02T20:00:00Z',
      'play The Boys S1 “Pilot” 2026-01-04T20:00:00Z',
      'play The Boys S1 “Catch-22” 2026-01-05T20:00:00Z',
      'play Spider-Noir S2 “Half-Full” 2026-01-06T20:00:00Z',
    ]);
    expect(result.refused).toMatchObject([{ line: 7, reason: 'Prime Video does not name the episode' }]);
    expect(result.rows[0]).toMatchObject({ title: { mediaType: 'movie' } });
  });

  test('the hours of earlier years: one film in a row of hours is one viewing', async () => {
    const result = await read({
      'Digital.PrimeVideo.Viewinghistory.csv': [
        'Playback Hour,Operating System,Browser,City,Title,Video Type',
        '12/14/2016 19:00:00,Android,,Porto,Heat,Movie',
        '12/14/2016 20:00:00,Android,,Porto,Heat,Movie',
        '12/25/2016 20:00:00,Android,,Porto,Ran,',
      ].join('\n'),
    });

    expect(linesOf(result)).toEqual(['play Heat 2016-12-14', 'play Ran 2016-12-25']);
  });

  test('a watchlist is wanted, and what was taken off it is not', async () => {
    const result = await read({
      'Digital.PrimeVideo.WatchlistHistory.csv':
        '"listId","itemAddedDate","itemType","deleted","catalogTitle"\nWATCHLIST,12/14/2016 19:00,ASIN,0,Heat\nWATCHLIST,12/15/2016 19:00,ASIN,0,The Boys - Season 2\nWATCHLIST,12/16/2016 19:00,ASIN,1,Ran\n',
    });

    expect(linesOf(result)).toEqual(['want Heat on 2016-12-14', 'want The Boys on 2016-12-15']);
  });

  test('the table of the script, in the language of the page', async () => {
    const english = await read({
      'watch-history-export-1759024824173.csv': [
        '"Date Watched","Type","Title","Episode Title","Global Title Identifier","Path"',
        '"2024-04-23 20:15:00.000","Movie","Heat","","amzn1.dv.gti.1","/detail/1"',
        '"2024-04-24 20:15:00.000","Series","REACHER (TV) - SEASON 01","Episode 2: First Dance","amzn1.dv.gti.2","/detail/2"',
        '"2024-04-25 20:15:00.000","Series","Season 3","Episode 1: Persuader","amzn1.dv.gti.3","/detail/3"',
      ].join('\n'),
    });
    const german = await read({
      'verlauf.csv':
        'Datum angesehen,Typ,Titel,Folge\n2024-04-23,Film,"Heat",\n2024-04-24,Serie,"The Boys - Staffel 2","Folge 3: Über den Hügel"\n',
    });

    expect(linesOf(english)).toEqual(['play Heat 2024-04-23T20:15:00Z', 'play REACHER S1E2 2024-04-24T20:15:00Z']);
    expect(english.refused).toMatchObject([{ kind: 'episodes', reason: 'Prime Video does not name the show' }]);
    expect(linesOf(german)).toEqual(['play Heat 2024-04-23', 'play The Boys S2E3 2024-04-24']);
  });

  test('the list of the script', async () => {
    const result = await read({
      'watch-history-export.json': json([
        { dateWatched: 1713903300000, type: 'Movie', title: 'Heat', episodeTitle: '', id: 'amzn1.dv.gti.1' },
        { dateWatched: 1713989700000, type: 'Series', title: 'Fallout - Season 1', episodeTitle: 'Episode 1: The End' },
      ]),
    });

    expect(linesOf(result)).toEqual(['play Heat 2024-04-23T20:15:00Z', 'play Fallout S1E1 2024-04-24T20:15:00Z']);
  });
});

test('Disney+ names the show as the season', async () => {
  const text = [
    'Profile ID;Program Title;Season Title;Date',
    'Ana;Flight;Prison Break: Season 2;2026-01-01',
    'Ana;Episode 3: Bluff;Prison Break;2026-01-02',
    'Ana;Frozen;;2026-01-03',
    'Ana;;Prison Break;2026-01-04',
    'Ben;Cars;;2026-01-05',
  ].join('\n');
  const asked = await read({ 'disney.csv': text });
  const result = await read({ 'disney.csv': text }, { answers: { 'profile:disney.csv': 'Ana' } });

  expect(asked.questions).toMatchObject([{ kind: 'profile', choices: ['Ana', 'Ben'] }]);
  expect(linesOf(result)).toEqual([
    'play Prison Break S2 “Flight” 2026-01-01',
    'play Prison Break 2026-01-02',
    'play Frozen 2026-01-03',
  ]);
  expect(result.rows[1]).toMatchObject({ episode: { season: null, number: 3 } });
  expect(result.refused).toMatchObject([{ line: 5, reason: 'Disney+ does not name the episode' }]);
});

describe('Apple TV', () => {
  test('what was played in the TV app', async () => {
    const event = (description: string, type: string, timestamp: number) => ({
      stored_event: { timestamp, media_type: type, play_cursor_in_milliseconds: 1_000_000 },
      event_interpretation: { human_readable_media_description: description },
    });
    const severance = 'Severance (Episode Number: [2], Episode Title: [Half Loop], Season Number: [1])';
    const result = await read({
      'TV App Favorites and Activity.json': json({
        events: [
          event('CODA', 'Movie', 1713903300000),
          event(severance, 'TV', 1713989700000),
          // Stopped, and gone on.
          event(severance, 'TV', 1713990700000),
          event('Severance', 'TV', 1714000000000),
        ],
      }),
    });

    expect(linesOf(result)).toEqual(['play CODA 2024-04-23T20:15:00Z', 'play Severance S1E2 2024-04-24T20:15:00Z']);
    expect(result.refused).toMatchObject([{ kind: 'episodes', line: 4, reason: 'Apple TV does not name the episode' }]);
  });

  test('what was played in the store, and the wishlist', async () => {
    const result = await readZip({
      'Stores Activity/Play Position Information/Playback Activity.csv':
        'Item Reference,Item Description,Last activity timestamp,Playback position,Play count,Has been played?\n1,Heat,2024-01-10T12:00:00Z,0.98,1,Yes\n2,Ran,2024-03-01T09:00:00Z,0,0,No\n',
      'Stores Activity/Apple TV and Podcast Information/Apple TV Favorites and Wishlist.csv':
        'Item Reference,Created,Item Description,Type\n3,2024-05-01T08:00:00Z,Alien,Movie\n',
    });

    expect(linesOf(result)).toEqual(['play Heat 2024-01-10T12:00:00Z', 'want Alien on 2024-05-01T08:00:00Z']);
  });
});

describe('Plex', () => {
  const heat = {
    date: 1713903300,
    friendly_name: 'Ana',
    media_type: 'movie',
    title: 'Heat',
    year: 1995,
    watched_status: 1,
  };
  const rows = [
    { ...heat, rating_key: 1, guid: 'com.plexapp.agents.themoviedb://949?lang=en' },
    {
      ...heat,
      rating_key: 2,
      media_type: 'episode',
      title: 'Half Loop',
      grandparent_title: 'Severance',
      parent_media_index: 1,
      media_index: 2,
      year: 2022,
    },
    { ...heat, rating_key: 3, title: 'Ran', watched_status: 0.5 },
    { ...heat, rating_key: 4, title: 'A song', media_type: 'track' },
    { ...heat, rating_key: 5, title: 'Of no show', media_type: 'episode', grandparent_title: '' },
  ];

  test('Tautulli’s history as JSON and as a table', async () => {
    const document = await read({ 'history.json': json({ response: { result: 'success', data: { data: rows } } }) });
    const columns = [
      'date',
      'friendly_name',
      'media_type',
      'title',
      'grandparent_title',
      'parent_media_index',
      'media_index',
      'percent_complete',
    ];
    const table = await read({
      'tautulli.csv': [
        columns.join(','),
        '2024-04-23 20:15:00,Ana,movie,Heat,,,,97',
        '2024-04-24 20:15:00,Ana,episode,Half Loop,Severance,1,2,100',
        '2024-04-25 20:15:00,Ana,movie,Ran,,,,30',
      ].join('\n'),
    });

    expect(linesOf(document)).toEqual([
      'play Heat (1995) 2024-04-23T20:15:00Z',
      'play Severance S1E2 2024-04-23T20:15:00Z',
    ]);
    expect(document.rows[0]).toMatchObject({ title: { ids: { tmdb: 949 } } });
    expect(document.stats.counts).toMatchObject({
      films: { in: 1, refused: 0 },
      episodes: { in: 2, refused: 1 },
    });
    expect(document.stats.notes).toEqual([
      'Left out of history.json: music and other things (1), what was not watched to its end (1).',
    ]);
    expect(linesOf(table)).toEqual(['play Heat 2024-04-23', 'play Severance S1E2 2024-04-24']);
  });

  test('what Plex answers: how often something was seen, and when last', async () => {
    const Metadata = [
      {
        ratingKey: '1',
        type: 'movie',
        title: 'Heat',
        year: 1995,
        viewCount: 2,
        lastViewedAt: 1713903300,
        userRating: 9,
        Guid: [{ id: 'imdb://tt0113277' }, { id: 'tmdb://949' }],
      },
      { ratingKey: '2', type: 'movie', title: 'Ran', year: 1985 },
    ];
    const result = await read({ 'library.json': json({ MediaContainer: { size: 2, Metadata } }) });

    expect(linesOf(result)).toEqual([
      'rating Heat (1995) 9/10 = 5 stars',
      'play Heat (1995) 2024-04-23T20:15:00Z',
      'seen Heat (1995)',
    ]);
    expect(result.rows[0]).toMatchObject({ title: { ids: { tmdb: 949, imdb: 'tt0113277' } } });
  });
});

describe('Jellyfin and Emby', () => {
  const ana = '5d41402abc4b2a76b9719d911017c592';
  const ben = '7d793037a0760186574b0282f2f435e7';
  const line = (date: string, user: string, type: string, name: string, seconds: number) =>
    [date, user, 'a'.repeat(32), type, name, 'DirectPlay', 'Web', 'Firefox', seconds].join('\t');

  test('a backup of Playback Reporting has no header, and days without a time zone', async () => {
    const file = {
      'PlaybackReportingBackup-20260101-000000.tsv': [
        line('2024-04-23 20:15:00.1234567', ana, 'Movie', 'Heat', 6000),
        line('2024-04-23 22:15:00.1234567', ana, 'Movie', 'Heat', 4000),
        line('2024-04-24 20:15:00.1234567', ana, 'Episode', 'Dark - Re:Play - s01e02 - Lies', 3000),
        line('2024-04-25 20:15:00.1234567', ana, 'Episode', 'Dark - s01e03 - Past', 20),
        line('2024-04-26 20:15:00.1234567', ana, 'Audio', 'Nena - Irgendwie (Nena)', 200),
      ].join('\n'),
    };
    const result = await read(file);

    expect(linesOf(result)).toEqual(['play Heat 2024-04-23', 'play Dark - Re:Play S1E2 2024-04-24']);
    expect(result.rows[0]!.line).toBe(1);
    expect(result.stats.notes).toHaveLength(1);
  });

  test('asks whose viewings they are', async () => {
    const { questions, rows } = await read({
      'backup.tsv': [
        line('2024-04-23 20:15:00', ana, 'Movie', 'Heat', 6000),
        line('2024-04-23 20:15:00', ben, 'Movie', 'Ran', 6000),
      ].join('\n'),
    });

    expect([questions, rows]).toMatchObject([[{ kind: 'profile', choices: [ana, ben] }], []]);
  });

  test('what the servers answer about titles', async () => {
    const result = await read({
      'items.json': json({
        Items: [
          {
            Name: 'Heat',
            Type: 'Movie',
            ProductionYear: 1995,
            ProviderIds: { Tmdb: '949', Imdb: 'tt0113277' },
            UserData: { Played: true, PlayCount: 1, LastPlayedDate: '2024-04-23T20:15:00.1234567Z' },
          },
          {
            Name: 'Lies',
            Type: 'Episode',
            SeriesName: 'Dark',
            ParentIndexNumber: 1,
            IndexNumber: 2,
            UserData: { Played: true, PlayCount: 0 },
          },
          { Name: 'Ran', Type: 'Movie', UserData: { Played: false, PlayCount: 0 } },
        ],
      }),
    });

    expect(linesOf(result)).toEqual(['play Heat (1995) 2024-04-23T20:15:00Z', 'seen Dark S1E2']);
    expect(result.rows[0]).toMatchObject({ title: { ids: { tmdb: 949, imdb: 'tt0113277' } } });
  });
});

test('SeriesGuide: shows, films and lists, without days', async () => {
  const result = await readZip({
    'seriesguide-lists-backup.json': json([
      {
        list_id: 'slow',
        name: 'Slow ones',
        items: [
          { type: 'tmdb-show', externalId: '70523' },
          { type: 'episode', externalId: '5443955' },
        ],
      },
    ]),
    'seriesguide-shows-backup.json': json([
      {
        tmdb_id: 70523,
        imdb_id: 'tt5753856',
        title: 'Dark',
        first_aired: '2017-12-01T08:00:00Z',
        rating_user: 9,
        user_note: 'Draw the family tree.',
        seasons: [
          {
            season: 1,
            episodes: [
              { tmdb_id: 1285098, episode: 1, watched: true, plays: 2 },
              { episode: 2, watched: false, skipped: true },
            ],
          },
        ],
      },
      { tmdb_id: 95396, title: 'Severance', seasons: [] },
    ]),
    'seriesguide-movies-backup.json': json([
      {
        tmdb_id: 949,
        imdb_id: 'tt0113277',
        title: 'Heat',
        released_utc_ms: 819068400000,
        in_watchlist: false,
        watched: true,
      },
      { tmdb_id: 11645, title: 'Ran', released_utc_ms: 0, in_watchlist: true, watched: false },
    ]),
  });

  expect(linesOf(result)).toEqual([
    'list Slow ones',
    'rating Dark (2017) 9/10 = 5 stars',
    'review Dark (2017) “Draw the family tree.”',
    'seen Dark (2017) S1E1',
    'seen Dark (2017) S1E1',
    'want Severance',
    'seen Heat (1995)',
    'want Ran',
    'listItem Dark (2017) 1 in slow ones',
  ]);
  expect(result.rows[2]).toMatchObject({ isPrivate: true });
  expect(result.refused).toMatchObject([{ kind: 'listItems', reason: 'Lists have films and whole shows' }]);
});
