/*
 * Events as the programs send them: Jellyfin's Webhook plugin with 'Send All Properties', Emby's webhooks, Plex's form, and
 * Tautulli with the template of docs/players.md. What Marquee does not read is there in part, as it is in theirs.
 */

const jellyfinServer = {
  ServerId: 'f2c4',
  ServerName: 'Attic',
  ServerVersion: '10.10.3',
  ServerUrl: 'http://attic:8096',
};

export const jellyfinEpisode = (more: object = {}) => ({
  ...jellyfinServer,
  NotificationType: 'PlaybackStop',
  Timestamp: '2026-03-14T22:01:44.7431255+01:00',
  UtcTimestamp: '2026-03-14T21:01:44.7431258Z',
  Name: 'Winter Is Coming',
  Overview: 'Jon Arryn, the Hand of the King, is dead.',
  Tagline: '',
  ItemId: '3c1f4f3f0f3c4e0a8f27a1d6e9b0c511',
  ItemType: 'Episode',
  RunTimeTicks: 37_000_000_000,
  RunTime: '01:01:40',
  Year: 2011,
  PremiereDate: '2011-04-17',
  SeriesName: 'Game of Thrones',
  SeriesId: 'a0f5ad4aa8a24c6e9c3f9a8c8e0b7d11',
  SeasonId: 'b1',
  SeriesPremiereDate: '2011-04-17',
  SeasonNumber: 1,
  SeasonNumber00: '01',
  SeasonNumber000: '001',
  EpisodeNumber: 1,
  EpisodeNumber00: '01',
  EpisodeNumber000: '001',
  Provider_tvdb: '3254641',
  Provider_imdb: 'tt1480055',
  Provider_tmdb: '63056',
  Video_0_Title: '1080p H264 SDR',
  Audio_0_Language: 'eng',
  PlaybackPositionTicks: 36_990_000_000,
  PlaybackPosition: '01:01:39',
  MediaSourceId: '3c1f4f3f0f3c4e0a8f27a1d6e9b0c511',
  IsPaused: false,
  IsAutomated: false,
  DeviceId: 'TW96aWxsYS81LjA',
  DeviceName: 'Firefox',
  ClientName: 'Jellyfin Web',
  PlayedToCompletion: true,
  Id: '5f6d2c',
  Client: 'Jellyfin Web',
  RemoteEndPoint: '192.168.1.20',
  NotificationUsername: 'ana',
  UserId: '0b1c',
  ...more,
});

export const jellyfinFilm = (more: object = {}) => ({
  ...jellyfinServer,
  NotificationType: 'PlaybackStop',
  UtcTimestamp: '2026-03-15T20:30:00.1234567Z',
  Name: 'The Matrix',
  ItemId: '8d9e',
  ItemType: 'Movie',
  RunTimeTicks: 81_600_000_000,
  Year: 1999,
  Provider_tmdb: '603',
  Provider_imdb: 'tt0133093',
  PlaybackPositionTicks: 80_000_000_000,
  IsPaused: false,
  DeviceId: 'tv',
  DeviceName: 'Living room',
  ClientName: 'Android TV',
  PlayedToCompletion: true,
  NotificationUsername: 'ana',
  ...more,
});

const embyFrame = {
  Server: { Name: 'PN41', Id: 'f40a5bd0', Version: '4.8.10.0' },
  Session: {
    RemoteEndPoint: '10.10.10.253',
    Client: 'Emby Web',
    DeviceName: 'Edge',
    DeviceId: '30239450-1748',
    Id: 'c336b028',
  },
  User: { Name: 'ana', Id: 'e6a9dd89' },
};

export const embyFilm = (more: object = {}) => ({
  Title: 'ana has finished playing The Matrix on Edge',
  Date: '2026-03-16T20:10:00.8523469Z',
  Event: 'playback.stop',
  ...embyFrame,
  Item: {
    Name: 'The Matrix',
    Id: '240270',
    RunTimeTicks: 81_600_000_000,
    ProductionYear: 1999,
    ProviderIds: { Tmdb: '603', Imdb: 'tt0133093' },
    Type: 'Movie',
    MediaType: 'Video',
  },
  PlaybackInfo: { PlayedToCompletion: true, PositionTicks: 81_000_000_000, PlaylistIndex: 0, PlaylistLength: 1 },
  ...more,
});

export const embyEpisode = (item: object = {}, more: object = {}) => ({
  Title: 'ana has finished playing Game of Thrones - S2, Ep4',
  Date: '2026-03-17T20:00:00.5200050Z',
  Event: 'playback.stop',
  ...embyFrame,
  Item: {
    Name: 'Garden of Bones',
    Id: '240252',
    RunTimeTicks: 31_000_000_000,
    ProductionYear: 2012,
    IndexNumber: 4,
    ParentIndexNumber: 2,
    ProviderIds: { Tmdb: '63069', Tvdb: '4245777' },
    Type: 'Episode',
    SeriesName: 'Game of Thrones',
    SeriesId: '240202',
    SeasonId: '240203',
    SeasonName: 'Season 2',
    ...item,
  },
  PlaybackInfo: { PlayedToCompletion: true, PositionTicks: 30_900_000_000 },
  ...more,
});

const plexFrame = {
  user: true,
  owner: true,
  Account: { id: 1, thumb: 'https://plex.tv/users/1022b120ffbaa/avatar?c=1465525047', title: 'ana' },
  Server: { title: 'Office', uuid: '54664a3d8acc39983675640ec9ce00b70af9cc36' },
  Player: { local: true, publicAddress: '200.200.200.200', title: 'Chrome', uuid: 'r6yfkdnfggbh2bdnvkffwbms' },
};

/** 2026-03-18T20:00:00Z */
const PLEX_SECONDS = 1_773_864_000;

export const plexFilm = (event = 'media.scrobble', metadata: object = {}, more: object = {}) => ({
  event,
  ...plexFrame,
  Metadata: {
    librarySectionType: 'movie',
    ratingKey: '15496',
    guid: 'plex://movie/5d776825880197001ec90394',
    slug: 'the-matrix',
    type: 'movie',
    title: 'The Matrix',
    year: 1999,
    viewOffset: 7_500_000,
    lastViewedAt: PLEX_SECONDS,
    duration: 8_160_000,
    Guid: [{ id: 'imdb://tt0133093' }, { id: 'tmdb://603' }, { id: 'tvdb://169' }],
    Rating: [{ image: 'imdb://image.rating', value: 8.7, type: 'audience' }],
    ...metadata,
  },
  ...more,
});

export const plexEpisode = (metadata: object = {}) => ({
  event: 'media.scrobble',
  ...plexFrame,
  Metadata: {
    librarySectionType: 'show',
    ratingKey: '28841',
    guid: 'plex://episode/5d9c1308f7c1c0001f7d8a8a',
    parentGuid: 'plex://season/602e67d31d3358002c411c39',
    grandparentGuid: 'plex://show/5d9c086c46115600200aa2fe',
    grandparentSlug: 'game-of-thrones',
    type: 'episode',
    title: 'Dark Wings, Dark Words',
    grandparentTitle: 'Game of Thrones',
    parentTitle: 'Season 3',
    index: 2,
    parentIndex: 3,
    viewOffset: 3_100_000,
    lastViewedAt: PLEX_SECONDS,
    year: 2013,
    duration: 3_400_000,
    Guid: [{ id: 'imdb://tt2178802' }, { id: 'tmdb://63067' }, { id: 'tvdb://4517458' }],
    ...metadata,
  },
});

/** Tautulli puts every value into quotes, and an empty one where it knows none. */
export const tautulliEpisode = (more: object = {}) => ({
  action: 'watched',
  media_type: 'episode',
  user: 'ana',
  title: 'Game of Thrones - Mhysa',
  show_name: 'Game of Thrones',
  year: '2013',
  show_year: '2011',
  season_num: '3',
  episode_num: '10',
  imdb_id: 'tt0944947',
  themoviedb_id: '1399',
  thetvdb_id: '121361',
  progress_percent: '91',
  unixtime: String(PLEX_SECONDS),
  player: 'Chrome',
  ...more,
});
