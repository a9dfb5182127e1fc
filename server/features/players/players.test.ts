import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import request from 'supertest';
import { limits } from '../../../common/constants.ts';
import type { Play } from '../../../common/schemas/play.ts';
import type { NewPlayer, PlayerKind, Players, Unrecognised, Watching } from '../../../common/schemas/player.ts';
import { type Audience, gather } from '../../testing/audience.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import {
  embyEpisode,
  embyFilm,
  jellyfinEpisode,
  jellyfinFilm,
  plexEpisode,
  plexFilm,
  tautulliEpisode,
} from '../../testing/playerBodies.ts';
import { recordPlay } from '../../testing/plays.ts';
import { openPoll } from '../../testing/polls.ts';
import { setUpServer } from '../../testing/server.ts';
import type { Sources } from '../plays/play.service.ts';
import { type PlayerDoc, PlayerModel, type WatchingDoc, WatchingModel } from './player.model.ts';
import { receiveEvent } from './scrobble.service.ts';
import { readers } from './senders.ts';

const server = setUpServer();
const SHOW = 1399;
let ana: Person;
let ben: Person;
let audience: Audience<'ana' | 'ben' | 'stranger'>;
let paths: Record<PlayerKind, string>;
beforeAll(async () => {
  const [one, two, stranger] = await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => signUp(server, name)));
  [ana, ben] = [one as Person, two as Person];
  audience = await gather(server, { ana, ben, stranger: stranger as Person });
  const kinds = ['jellyfin', 'plex', 'emby', 'tautulli', 'kodi'] as const;
  const made = await Promise.all(kinds.map((kind) => setUpPlayer(ana, kind)));
  paths = Object.fromEntries(kinds.map((kind, place) => [kind, made[place]?.path])) as typeof paths;
});
afterAll(() => audience.close());

async function setUpPlayer(person: Person, kind: PlayerKind, names: string[] = []): Promise<NewPlayer> {
  return (await person.post('/api/players', { kind, name: `My ${kind}`, names }).expect(201)).body;
}

const post = (path: string) => request(server.url).post(path);

/** Sends an event as its program does, without a session, and returns what became of it. */
async function send(kind: PlayerKind, body: object, path = paths[kind]): Promise<string> {
  const json = JSON.stringify(body);
  const answer =
    kind === 'plex'
      ? await post(path).field('payload', json).attach('thumb', Buffer.alloc(2000, 7), 'thumb.jpg')
      : kind === 'jellyfin'
        ? await post(path).set('Content-Type', 'text/plain; charset=utf-8').send(json)
        : await post(path).send(body);
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  return answer.body.outcome;
}

const diary = async (person = ana): Promise<Play[]> => (await person.get('/api/plays')).body;
const viewed = (plays: readonly Play[]) =>
  plays.map(({ tmdbId, season, episode, at }) => [tmdbId, season ?? null, episode ?? null, at?.slice(0, 10)]);
const unrecognised = async (person = ana): Promise<Unrecognised[]> =>
  (await person.get('/api/scrobbles/unrecognised')).body;
const watching = async (person = ana): Promise<Watching[]> => (await person.get('/api/watching')).body;

beforeEach(async () => {
  const emptied = ['plays', 'playproposals', 'playertitles', 'removedplays', 'seentitles', 'showprogress', 'watching'];
  for (const name of emptied) await mongoose.connection.collection(name).deleteMany({});
});

const general = (more: object = {}) => ({
  ...{ event: 'stop', mediaType: 'movie', ids: { tmdb: 603 }, progress: 0.95, player: 'Kodi', session: 'a' },
  at: '2026-02-01T21:00:00.000Z',
  ...more,
});

describe('what players send ends in the right play', () => {
  test.each<[string, PlayerKind, object, (string | number | null)[][]]>([
    ['Jellyfin, an episode', 'jellyfin', jellyfinEpisode(), [[SHOW, 1, 1, '2026-03-14']]],
    ['Jellyfin, a film', 'jellyfin', jellyfinFilm(), [[603, null, null, '2026-03-15']]],
    [
      'Jellyfin, a file with two episodes',
      'jellyfin',
      jellyfinEpisode({ EpisodeNumber: 2, EpisodeNumberEnd: 3 }),
      [
        [SHOW, 1, 3, '2026-03-14'],
        [SHOW, 1, 2, '2026-03-14'],
      ],
    ],
    [
      'Jellyfin, numbers as text of a template',
      'jellyfin',
      jellyfinEpisode({ Year: '2011', SeasonNumber: '1', EpisodeNumber: '04', PlayedToCompletion: 'True' }),
      [[SHOW, 1, 4, '2026-03-14']],
    ],
    [
      'Jellyfin, marked by hand',
      'jellyfin',
      jellyfinFilm({
        NotificationType: 'UserDataSaved',
        SaveReason: 'TogglePlayed',
        Played: true,
        PlayedToCompletion: undefined,
      }),
      [[603, null, null, '2026-03-15']],
    ],
    ['Emby, a film', 'emby', embyFilm(), [[603, null, null, '2026-03-16']]],
    [
      'Emby, an older plugin',
      'emby',
      embyFilm({ Event: 'playback.scrobble', PlaybackInfo: undefined }),
      [[603, null, null, '2026-03-16']],
    ],
    [
      'Emby, the first season',
      'emby',
      embyEpisode({ ParentIndexNumber: 1, IndexNumber: 5, ProductionYear: 2011 }),
      [[SHOW, 1, 5, '2026-03-17']],
    ],
    ['Plex, a film', 'plex', plexFilm(), [[603, null, null, '2026-03-18']]],
    [
      'Plex, a film of an old agent',
      'plex',
      plexFilm('media.scrobble', { Guid: undefined, guid: 'com.plexapp.agents.imdb://tt0133093?lang=en' }),
      [[603, null, null, '2026-03-18']],
    ],
    [
      'Plex, a film of an agent for anime',
      'plex',
      plexFilm('media.scrobble', { Guid: undefined, guid: 'com.plexapp.agents.hama://imdb-tt0133093?lang=en' }),
      [[603, null, null, '2026-03-18']],
    ],
    [
      'Plex, an episode of an old agent',
      'plex',
      plexEpisode({
        Guid: undefined,
        guid: 'com.plexapp.agents.themoviedb://1399/3/2?lang=en',
        grandparentGuid: 'com.plexapp.agents.themoviedb://1399?lang=en',
      }),
      [[SHOW, 3, 2, '2026-03-18']],
    ],
    ['Plex, only closed', 'plex', plexFilm('media.stop'), [[603, null, null, '2026-03-18']]],
    ['Tautulli', 'tautulli', tautulliEpisode(), [[SHOW, 3, 10, '2026-03-18']]],
    [
      'Kodi',
      'kodi',
      general({ mediaType: 'tv', ids: { imdb: 'tt0944947' }, season: 2, episode: 1 }),
      [[SHOW, 2, 1, '2026-02-01']],
    ],
    [
      'Kodi, an add-on that fills in texts',
      'kodi',
      general({
        mediaType: 'tv',
        ids: { tmdb: '1399', imdb: '', tvdb: null },
        season: '2',
        episode: '2',
        progress: '0.95',
      }),
      [[SHOW, 2, 2, '2026-02-01']],
    ],
    [
      'Kodi, a film without what it does not know',
      'kodi',
      general({ ids: { imdb: 'tt0133093', tmdb: '' }, name: '', year: null, season: -1, episode: -1 }),
      [[603, null, null, '2026-02-01']],
    ],
    [
      'the general body with name and year',
      'kodi',
      general({ ids: {}, name: 'the matrix', year: 1999 }),
      [[603, null, null, '2026-02-01']],
    ],
  ])('%s, and the second time in nothing', async (_name, kind, body, plays) => {
    expect(await send(kind, body)).toBe('recorded');
    expect(await send(kind, body)).toBe('alreadyRecorded');

    expect(viewed(await diary())).toEqual(plays);
    expect((await diary()).every(({ source, precision }) => source === 'player' && precision === 'second')).toBe(true);
    expect(await unrecognised()).toEqual([]);
  });

  test.each<[string, PlayerKind, object]>([
    [
      'stopped in between',
      'jellyfin',
      jellyfinFilm({ PlayedToCompletion: false, PlaybackPositionTicks: 40_000_000_000 }),
    ],
    [
      'a note of the server beside the end',
      'jellyfin',
      jellyfinFilm({ NotificationType: 'UserDataSaved', SaveReason: 'PlaybackFinished', Played: true }),
    ],
    [
      'marked as not watched',
      'jellyfin',
      jellyfinFilm({ NotificationType: 'UserDataSaved', SaveReason: 'TogglePlayed', Played: false }),
    ],
    ['a song', 'jellyfin', { ...jellyfinFilm(), ItemType: 'Audio' }],
    ['a whole season', 'emby', embyEpisode({ Type: 'Season' }, { Event: 'item.markplayed' })],
    ['a test of the settings', 'emby', { Title: 'Test', Event: 'system.notificationtest', Server: { Name: 'PN41' } }],
    ['a new title', 'plex', plexFilm('library.new')],
    ['a form without fields', 'plex', {}],
    ['fields of other types', 'jellyfin', jellyfinEpisode({ ItemType: ['Episode'], SeasonNumber: { a: 1 } })],
  ])('%s is no play', async (_name, kind, body) => {
    expect(['ignored', 'watching']).toContain(await send(kind, body));

    expect([await diary(), await unrecognised()]).toEqual([[], []]);
  });
});

describe('one viewing', () => {
  test('adds one play in any order, at once, by several players, and by hand', async () => {
    const later = { UtcTimestamp: '2026-03-15T20:41:00.0000000Z' };
    const events: [PlayerKind, object][] = [
      ['jellyfin', jellyfinFilm({ ...later, PlaybackPositionTicks: 81_600_000_000 })],
      ['jellyfin', jellyfinFilm({ NotificationType: 'PlaybackStart', UtcTimestamp: '2026-03-15T18:20:00Z' })],
      ['jellyfin', jellyfinFilm()],
      ['kodi', general({ at: '2026-03-15T20:33:00.000Z' })],
      ['kodi', general({ event: 'scrobble', at: '2026-03-15T20:25:00.000Z' })],
      [
        'jellyfin',
        jellyfinFilm({ ...later, NotificationType: 'UserDataSaved', SaveReason: 'TogglePlayed', Played: true }),
      ],
    ];

    const outcomes = await Promise.all(events.map(([kind, body]) => send(kind, body)));

    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1);
    expect(viewed(await diary())).toEqual([[603, null, null, '2026-03-15']]);
  });

  test('is not added by a mark, of whatever day the play is', async () => {
    expect(await send('jellyfin', jellyfinFilm())).toBe('recorded');
    const mark = { NotificationType: 'UserDataSaved', SaveReason: 'TogglePlayed', Played: true };

    await send('jellyfin', jellyfinFilm({ ...mark, UtcTimestamp: '2026-05-01T12:00:00.0000000Z' }));

    expect(viewed(await diary())).toEqual([[603, null, null, '2026-03-15']]);
  });

  test('is one of many that arrive at once, and each is answered', async () => {
    const events = Array.from({ length: 40 }, (_, minute) =>
      jellyfinFilm({
        NotificationType: minute % 2 === 0 ? 'PlaybackStart' : 'PlaybackStop',
        DeviceId: `device ${minute}`,
        UtcTimestamp: new Date(Date.now() - minute * 60_000).toISOString(),
      }),
    );

    const outcomes = await Promise.all(events.map((event) => send('jellyfin', event)));

    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1);
  });

  test('is closed hours after it was watched, before or after that is known', async () => {
    const closed = plexFilm('media.stop', { lastViewedAt: 1_773_864_000 + 3 * 60 * 60 });
    expect([await send('plex', closed), await send('plex', plexFilm())]).toEqual(['recorded', 'alreadyRecorded']);
    expect([await send('plex', closed), await send('plex', plexFilm())]).toEqual([
      'alreadyRecorded',
      'alreadyRecorded',
    ]);
    expect(await diary()).toHaveLength(1);
  });

  test('of the same title on another day is another one, and so is one of somebody else', async () => {
    const second = await setUpPlayer(ben, 'jellyfin');
    await send('jellyfin', jellyfinFilm());
    await send('jellyfin', jellyfinFilm({ UtcTimestamp: '2026-03-22T20:30:00Z' }));
    expect(await send('jellyfin', jellyfinFilm(), second.path)).toBe('recorded');
    expect(await send('kodi', general())).toBe('recorded');
    // The same session never counts twice, whatever its time.
    expect(await send('kodi', general({ at: '2026-02-09T21:00:00.000Z' }))).toBe('alreadyRecorded');
    expect(viewed(await diary()).map(([, , , day]) => day)).toEqual(['2026-03-22', '2026-03-15', '2026-02-01']);
    expect(await diary(ben)).toHaveLength(1);
  });

  test('that was removed from the diary does not come back', async () => {
    await send('jellyfin', jellyfinFilm());
    const [play] = await diary();
    await ana.delete(`/api/plays/${play?.id}`).expect(204);

    expect(await send('jellyfin', jellyfinFilm())).toBe('alreadyRecorded');
    expect(await diary()).toEqual([]);
  });
});

describe('two viewings', () => {
  const film = { mediaType: 'movie', tmdbId: 603 } as const;
  const start = new Date('2026-02-01T21:00:00.000Z');
  const sendAfter = (minutes: number) =>
    send('kodi', general({ session: 'b', at: new Date(start.getTime() + minutes * 60_000).toISOString() }));

  test('are as far apart as the film is long', async () => {
    await send('kodi', general({ at: start.toISOString() }));
    const length = (await diary())[0]?.runtime ?? 0;
    expect(length).toBeGreaterThan(60);

    for (const minutes of [length - 1, 1 - length]) expect(await sendAfter(minutes)).toBe('alreadyRecorded');
    expect(await sendAfter(length)).toBe('recorded');
  });

  test.each(['before', 'after'] as const)(
    'are one if a vote chose the film, and the vote is noted %s the player reports the end',
    async (noted) => {
      const { id: folderId } = await createFolder(ana, 'Tonight');
      const itemIds = [];
      for (const more of [film, {}, {}]) itemIds.push((await addItem(ana, folderId, more)).id);
      const { id } = await openPoll(ana, folderId, { itemIds });
      await ana.post(`/api/polls/${id}/start`).expect(200);
      await ana.post(`/api/polls/${id}/close`, { watchedKey: 'movie:603' }).expect(200);
      await mongoose.connection.collection('playproposals').updateMany({}, { $set: { at: start } });
      const note = () => ana.post(`/api/plays/${id}/confirm`, { status: 'accepted' }).expect(200);
      const { runtime: length } = (await ana.get('/api/movie/603')).body;
      expect(length).toBeGreaterThan(60);

      if (noted === 'before') await note();
      await sendAfter(length + 30);
      if (noted === 'after') await note();

      expect(viewed(await diary())).toEqual([[603, null, null, '2026-02-01']]);
      expect((await ana.get('/api/plays/proposals')).body).toEqual([]);
    },
  );

  test.each([
    ['a day alone is known', { at: start.toISOString(), precision: 'day' } as const, 'recorded'],
    ['the time is not known', { at: null, precision: 'unknown' } as const, 'recorded'],
    ['the time is known', { at: start.toISOString(), precision: 'second' } as const, 'alreadyRecorded'],
  ])('one of them by hand, of which %s: %j is %s', async (_what, time, outcome) => {
    await recordPlay(ana, { ...film, facts: undefined, ...time });

    expect(await sendAfter(10)).toBe(outcome);
  });
});

describe('what an event says', () => {
  const jellyfin = (NotificationType: string, more: object = {}) => jellyfinFilm({ NotificationType, ...more });
  const emby = (Event: string, percent = 50) => ({
    ...embyFilm({ Event }),
    Item: { ...embyFilm().Item, RunTimeTicks: 100 },
    PlaybackInfo: { PlayedToCompletion: false, PositionTicks: percent },
  });
  const plex = (event: string, viewOffset = 50) => plexFilm(event, { viewOffset, duration: 100 });
  const tautulli = (action: string, percent = 50) => tautulliEpisode({ action, progress_percent: `${percent}` });
  const ticks = (PlaybackPositionTicks: number) => ({
    PlayedToCompletion: false,
    RunTimeTicks: 100,
    PlaybackPositionTicks,
  });
  const mark = { SaveReason: 'TogglePlayed', Played: true };

  test.each<[string, PlayerKind, object, [state: string | null, evidence: string | null] | null]>([
    ['starts', 'jellyfin', jellyfin('PlaybackStart'), ['playing', null]],
    ['goes on', 'jellyfin', jellyfin('PlaybackProgress'), ['playing', null]],
    ['pauses', 'jellyfin', jellyfin('PlaybackProgress', { IsPaused: true }), ['paused', null]],
    ['stops at 89 %', 'jellyfin', jellyfin('PlaybackStop', ticks(89)), ['stopped', null]],
    ['stops at 90 %', 'jellyfin', jellyfin('PlaybackStop', ticks(90)), ['stopped', 'end']],
    ['is marked', 'jellyfin', jellyfin('UserDataSaved', mark), [null, 'mark']],
    ['starts', 'emby', emby('playback.start'), ['playing', null]],
    ['goes on', 'emby', emby('playback.unpause'), ['playing', null]],
    ['pauses', 'emby', emby('playback.pause'), ['paused', null]],
    ['stops at 89 %', 'emby', emby('playback.stop', 89), ['stopped', null]],
    ['stops at 90 %', 'emby', emby('playback.stop', 90), ['stopped', 'end']],
    ['is marked', 'emby', emby('item.markplayed'), [null, 'mark']],
    ['starts', 'plex', plex('media.play'), ['playing', null]],
    ['goes on', 'plex', plex('media.resume'), ['playing', null]],
    ['pauses', 'plex', plex('media.pause'), ['paused', null]],
    ['stops at 89 %', 'plex', plex('media.stop', 89), ['stopped', null]],
    ['stops at 90 %', 'plex', plex('media.stop', 90), ['stopped', 'closing']],
    ['comes near the end', 'plex', plex('media.scrobble'), ['playing', 'threshold']],
    ['is rated', 'plex', plex('media.rate'), null],
    ['starts', 'tautulli', tautulli('play'), ['playing', null]],
    ['goes on', 'tautulli', tautulli('resume'), ['playing', null]],
    ['pauses', 'tautulli', tautulli('pause'), ['paused', null]],
    ['stops at 89 %', 'tautulli', tautulli('stop', 89), ['stopped', null]],
    ['stops at 90 %', 'tautulli', tautulli('stop', 90), ['stopped', 'closing']],
    ['comes near the end', 'tautulli', tautulli('watched'), ['playing', 'threshold']],
    ['starts', 'kodi', general({ event: 'start' }), ['playing', null]],
    ['pauses', 'kodi', general({ event: 'pause' }), ['paused', null]],
    ['stops at 89 %', 'kodi', general({ progress: 0.89 }), ['stopped', null]],
    ['stops at 90 %', 'kodi', general({ progress: 0.9 }), ['stopped', 'end']],
    ['was watched', 'kodi', general({ event: 'scrobble', progress: 0.1 }), ['playing', 'end']],
  ])('that a title %s, of %s', (_what, kind, body, expected) => {
    const event = readers[kind](body);
    expect(event && [event.state, event.evidence]).toEqual(expected);
  });

  const plexShow = (grandparentSlug: string, parentIndex: number) => plexEpisode({ grandparentSlug, parentIndex });
  const embyShow = (ParentIndexNumber: number) => embyEpisode({ ParentIndexNumber, ProductionYear: 2013 });
  test.each<[string, PlayerKind, object, number | null]>([
    ['1869', 'jellyfin', jellyfinFilm({ Year: 1869 }), null],
    ['1870', 'jellyfin', jellyfinFilm({ Year: 1870 }), 1870],
    ['2200', 'jellyfin', jellyfinFilm({ Year: 2200 }), 2200],
    ['2201', 'jellyfin', jellyfinFilm({ Year: 2201 }), null],
    ['that of the show', 'plex', plexShow('galactica-2003', 3), 2003],
    ['that of the first season', 'plex', plexShow('galactica', 1), 2013],
    ['that of a later season', 'plex', plexShow('galactica', 2), null],
    ['that of the first season', 'emby', embyShow(1), 2013],
    ['that of a later season', 'emby', embyShow(2), null],
    ['that of the show', 'tautulli', tautulliEpisode(), 2011],
    ['that of a later season', 'tautulli', tautulliEpisode({ show_year: '' }), null],
    ['that of the first season', 'tautulli', tautulliEpisode({ show_year: '', season_num: '1' }), 2013],
  ])('about the year of a title, which is %s (%s)', (_what, kind, body, year) => {
    expect(readers[kind](body)?.year).toBe(year);
  });

  test.each<[string, PlayerKind, object, object]>([
    ['the device by its id', 'jellyfin', jellyfinFilm(), { device: 'tv' }],
    ['or its name', 'jellyfin', jellyfinFilm({ DeviceId: '' }), { device: 'Living room' }],
    ['the user', 'jellyfin', jellyfinFilm({ NotificationUsername: '', Username: 'ben' }), { account: 'ben' }],
    ['or none', 'jellyfin', jellyfinFilm({ NotificationUsername: '' }), { account: null }],
    ['the user', 'tautulli', tautulliEpisode({ username: 'ben' }), { account: 'ben' }],
    ['or the name of the user', 'tautulli', tautulliEpisode(), { account: 'ana', device: 'Chrome' }],
    ['a session', 'emby', embyFilm({ PlaybackInfo: { PlaySessionId: 'a' } }), { session: 'a' }],
    ['an escaped quote', 'jellyfin', jellyfinFilm({ Name: 'The \\"Matrix\\"' }), { name: 'The "Matrix"' }],
    [
      'several episodes',
      'jellyfin',
      jellyfinEpisode({ EpisodeNumber: 0, EpisodeNumberEnd: 2 }),
      { episodes: [0, 1, 2] },
    ],
    ['too many', 'jellyfin', jellyfinEpisode({ EpisodeNumber: 2, EpisodeNumberEnd: 22 }), { episodes: [2] }],
  ])('about %s (%s)', (_what, kind, body, expected) => {
    expect(readers[kind](body)).toMatchObject(expected);
  });

  test.each<[string, PlayerKind, object]>([
    ['in the future', 'jellyfin', jellyfinFilm({ UtcTimestamp: '2999-01-01T00:00:00Z' })],
    ['that cannot be read', 'jellyfin', jellyfinFilm({ UtcTimestamp: 'soon' })],
    ['that is -1', 'jellyfin', jellyfinFilm({ UtcTimestamp: -1 })],
    ['that is -1', 'tautulli', tautulliEpisode({ unixtime: '', utctime: '-1' })],
    ['of 1970', 'plex', plexFilm('media.scrobble', { lastViewedAt: 0 })],
  ])('about a time %s: it is now', (_what, kind, body) => {
    expect(Math.abs((readers[kind](body)?.at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('about the same title has the same key: by ids, or else by name and year', () => {
    const keyOf = (ids: object, name = 'Heat', year = 1995) => readers.kodi(general({ ids, name, year }))?.titleKey;
    const imdb = 'tt0133093';

    expect(keyOf({ tmdb: 1, imdb }, 'Ran')).toBe(keyOf({ tmdb: 1 }));
    expect(keyOf({ imdb, tvdb: 1 }, 'Ran')).toBe(keyOf({ imdb }));
    expect(keyOf({}, 'HEAT')).toBe(keyOf({}));
    const others = [
      keyOf({ tmdb: 1 }),
      keyOf({ tvdb: 1 }),
      keyOf({ imdb }),
      keyOf({}),
      keyOf({}, 'Ran'),
      keyOf({}, 'Heat', 1996),
    ];
    expect(new Set(others).size).toBe(others.length);
  });
});

/** As Plex sends a show that it could not match: the numbers count in each server. */
const local = { Guid: undefined, guid: 'local://413', grandparentGuid: 'local://42' };
const none = 'com.plexapp.agents.none://';
const withoutAgent = { Guid: undefined, guid: `${none}42/1/2?lang=xn`, grandparentGuid: `${none}42?lang=xn` };
const ofServer = (body: object, uuid: string) => ({ ...body, Server: { title: 'Attic', uuid } });

describe('what is not certain', () => {
  test('waits until its title is picked, and all like it follow', async () => {
    const other = plexEpisode({ index: 3, lastViewedAt: 1_773_864_000 + 90_000 });
    expect([await send('plex', plexEpisode()), await send('plex', plexEpisode()), await send('plex', other)]).toEqual(
      Array(3).fill('notRecognised'),
    );
    const [title, ...more] = await unrecognised();
    expect(more).toEqual([]);
    expect(title).toMatchObject({ name: 'Game of Thrones', reason: 'ambiguous', match: null, player: 'My plex' });
    expect(title?.viewings.map(({ season, episode }) => [season, episode])).toEqual([
      [3, 2],
      [3, 3],
    ]);

    await ana.put(`/api/scrobbles/unrecognised/${title?.id}/title`, { mediaType: 'movie', tmdbId: 603 }).expect(404);
    await ana.put(`/api/scrobbles/unrecognised/${title?.id}/title`, { mediaType: 'tv', tmdbId: SHOW }).expect(204);

    expect(await send('plex', plexEpisode())).toBe('alreadyRecorded');
    expect(await send('plex', plexEpisode({ index: 4 }))).toBe('recorded');
    expect((await diary()).map(({ season, episode }) => [season, episode]).sort()).toEqual([
      [3, 2],
      [3, 3],
      [3, 4],
    ]);
    expect(await unrecognised()).toMatchObject([{ match: { tmdbId: SHOW }, viewings: [], expiresAt: null }]);
  });

  test('waits once for each viewing, though its player reports the end, its closing, and a mark', async () => {
    const unknown = { Guid: undefined, guid: 'plex://movie/1', title: 'Our holidays', year: 2024 };
    const at = 1_773_864_000;
    const day = 24 * 60 * 60;
    for (const [event, lastViewedAt] of [
      ['media.scrobble', at],
      ['media.stop', at + 3 * 60 * 60],
      ['media.scrobble', at + day],
    ] as const) {
      expect(await send('plex', plexFilm(event, { ...unknown, lastViewedAt }))).toBe('notRecognised');
    }
    const marked = { NotificationType: 'UserDataSaved', SaveReason: 'TogglePlayed', Played: true };
    const film = { Name: 'Our holidays', Year: 2024, Provider_tmdb: '', Provider_imdb: '', Provider_tvdb: '' };
    expect(await send('jellyfin', jellyfinFilm({ ...film, ...marked }))).toBe('notRecognised');

    expect((await unrecognised()).map(({ viewings }) => viewings.map((one) => Date.parse(one.at) / 1000))).toEqual([
      [at, at + day],
    ]);
  });

  test('waits for each of two episodes without numbers', async () => {
    const unnumbered = { ...local, parentIndex: undefined, index: undefined };
    for (const imdb of ['tt9000001', 'tt9000002']) {
      expect(await send('plex', plexEpisode({ ...unnumbered, Guid: [{ id: `imdb://${imdb}` }] }))).toBe(
        'notRecognised',
      );
    }

    expect((await unrecognised()).map(({ viewings }) => viewings.length)).toEqual([2]);
  });

  test.each<[string, (title: string, uuid: string) => object]>([
    ['an episode', (title, uuid) => ofServer(plexEpisode({ ...local, grandparentTitle: title }), uuid)],
    [
      'an episode of a library without an agent',
      (title, uuid) => ofServer(plexEpisode({ ...withoutAgent, grandparentTitle: title }), uuid),
    ],
  ])('%s with a number of the server has the title of that server and name alone', (_name, bodyOf) => {
    const keyOf = (title: string, uuid: string) => readers.plex(bodyOf(title, uuid))?.titleKey;

    const keys = [keyOf('Home', 'a'), keyOf('Other', 'a'), keyOf('Home', 'b')];
    expect(new Set(keys).size).toBe(3);
    expect(keyOf('Home', 'a')).toBe(keys[0]);
  });

  test('is listed for a month, the latest first, with so many viewings, until it is removed', async () => {
    const sendUnknown = (name: string, session = name) => send('kodi', general({ ids: {}, name, year: 2024, session }));
    await sendUnknown('Our holidays');
    const titles = mongoose.connection.collection('playertitles');
    const viewing = (await titles.findOne({ userId: new mongoose.Types.ObjectId(ana.user.id) }))?.viewings[0];
    const viewings = Array.from({ length: limits.unrecognisedViewings }, (_, n) => ({
      ...viewing,
      at: new Date(n + 1),
    }));
    await titles.updateOne({ name: 'Our holidays' }, { $set: { viewings } });
    await sendUnknown('Our wedding');
    await sendUnknown('Our holidays', 'another');

    const [first, second] = await unrecognised();
    expect([first?.name, second?.name]).toEqual(['Our holidays', 'Our wedding']);
    expect([first?.viewings.length, first?.viewings.at(-1)?.at]).toEqual([
      limits.unrecognisedViewings,
      '2026-02-01T21:00:00.000Z',
    ]);
    const days = (Date.parse(first?.expiresAt ?? '') - Date.now()) / (24 * 60 * 60_000);
    expect(Math.round(days * 100) / 100).toBe(limits.unrecognisedDays);
    expect((await ben.delete(`/api/scrobbles/unrecognised/${first?.id}`)).status).toBe(404);
    await ana.delete(`/api/scrobbles/unrecognised/${first?.id}`).expect(204);
    expect((await unrecognised()).map(({ name }) => name)).toEqual(['Our wedding']);
  });

  test.each<[string, object, string]>([
    ['a name without a year', general({ ids: {}, name: 'The Matrix' }), 'ambiguous'],
    ['another year', general({ ids: {}, name: 'The Matrix', year: 2000 }), 'ambiguous'],
    ['an unknown name', general({ ids: {}, name: 'Our holidays', year: 2024 }), 'unknown'],
    [
      'an episode that the show does not have',
      general({ mediaType: 'tv', ids: { tmdb: SHOW }, season: 1, episode: 99 }),
      'episode',
    ],
  ])('%s is not guessed', async (_name, body, reason) => {
    expect(await send('kodi', body)).toBe('notRecognised');
    expect([await diary(), (await unrecognised()).map((one) => one.reason)]).toEqual([[], [reason]]);
  });
});

describe('the general call', () => {
  test.each<[string, object]>([
    ['a show without an episode', { mediaType: 'tv' }],
    ['a film with an episode', { season: 1, episode: 1 }],
    ['neither an id nor a name', { ids: {} }],
    ['more than everything', { progress: 1.1 }],
    ['the future', { at: new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString() }],
  ])('refuses %s', async (_name, more) => {
    const answer = await post(paths.kodi).send(general(more));
    expect([answer.status, answer.body.code]).toEqual([400, 'validation']);
  });

  test('shows what is watched now, to its user alone, and to people of a list by consent', async () => {
    const now = (minutes = 0) => new Date(Date.now() + minutes * 60_000).toISOString();
    const { id } = await createFolder(ana, 'Sofa');
    await shareWith(ana, id, ben, only());
    const film = { name: 'The Matrix', progress: 0.3 };
    expect(await send('kodi', general({ ...film, event: 'start', at: now(-2) }))).toBe('watching');
    expect(await watching()).toMatchObject([{ title: 'The Matrix', isPaused: false, user: { id: ana.user.id } }]);
    expect(await watching(ben)).toEqual([]);

    await ana.patch('/api/user/privacy', { showsWatching: true }).expect(200);
    await send('kodi', general({ ...film, event: 'pause', at: now(-1) }));
    expect(await watching(ben)).toMatchObject([{ title: 'The Matrix', isPaused: true }]);
    await ana.patch('/api/user/privacy', { showsWatching: false }).expect(200);
    expect(await watching(ben)).toEqual([]);

    await send('kodi', general({ ...film, event: 'stop', at: now() }));
    await send('kodi', general({ ...film, event: 'start', at: now(-3) }));
    expect([await watching(), await diary()]).toEqual([[], []]);
  });
});

describe('what is watched now', () => {
  const start = (player: string, at = new Date()) =>
    general({ event: 'start', name: 'The Matrix', progress: 0.3, player, at: at.toISOString() });

  test('is shown however many devices of strangers play something', async () => {
    const { id } = await createFolder(ana, 'Den');
    await shareWith(ana, id, ben, only());
    await ana.patch('/api/user/privacy', { showsWatching: true }).expect(200);
    await send('kodi', start('TV'));
    const own = await WatchingModel.findOne({ userId: ana.user.id }, { _id: 0 }).lean<WatchingDoc>();
    const later = { userId: new mongoose.Types.ObjectId(), expiresAt: new Date(Date.now() + 24 * 60 * 60_000) };
    await WatchingModel.insertMany(Array.from({ length: 1001 }, (_, device) => ({ ...own, ...later, device })));

    expect(await watching(ben)).toMatchObject([{ title: 'The Matrix', user: { id: ana.user.id } }]);
    await ana.patch('/api/user/privacy', { showsWatching: false }).expect(200);
  });

  test('is shown for each device, the latest first, and not to people in a block', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const times = async (person = ana) => (await watching(person)).map(({ at }) => at);
    const { id } = await createFolder(ana, 'Attic');
    await shareWith(ana, id, ben, only());
    await ana.patch('/api/user/privacy', { showsWatching: true }).expect(200);
    const [first, second, third] = [ago(10), ago(6), ago(5)];
    for (const at of [first, second]) await send('kodi', start('TV', at));
    await send('kodi', start('Phone', ago(8)));
    expect((await times())[1]).toBe(first.toISOString());

    // What has not changed is written again after five minutes.
    await send('kodi', start('TV', third));
    expect((await times())[0]).toBe(third.toISOString());
    expect(await times(ben)).toEqual(await times());
    await ben.put(`/api/users/${ana.user.id}/block`).expect(204);
    expect(await times(ben)).toEqual([]);
    await ben.delete(`/api/users/${ana.user.id}/block`).expect(204);
    await ana.patch('/api/user/privacy', { showsWatching: false }).expect(200);
  });

  test.each([
    [limits.watchingHours * 60 - 1, 'watching'],
    [limits.watchingHours * 60 + 1, 'ignored'],
  ])('of an event %i minutes ago is %s', async (minutes, outcome) => {
    expect(await send('kodi', start('TV', new Date(Date.now() - minutes * 60_000)))).toBe(outcome);
    expect(await watching()).toHaveLength(outcome === 'watching' ? 1 : 0);
  });

  test.each(['player', 'person'] as const)('ends when the %s is removed', async (ended) => {
    const { id } = await createFolder(ana, 'Loft');
    await shareWith(ana, id, ben, only());
    const { player, path } = await setUpPlayer(ana, 'jellyfin', ['ana']);
    await ana.post(`/api/players/${player.id}/people`, { role: 'account', userId: ben.user.id, name: 'ben' });
    const [part] = ((await ben.get('/api/players')).body as Players).shared;
    await ben.post(`/api/players/people/${part?.id}/respond`, { status: 'accepted' }).expect(204);
    const now = { NotificationType: 'PlaybackStart', UtcTimestamp: new Date().toISOString() };
    for (const NotificationUsername of ['ana', 'ben']) {
      await send('jellyfin', jellyfinFilm({ ...now, NotificationUsername, DeviceName: NotificationUsername }), path);
    }
    await send('kodi', start('TV'));
    expect([await watching(), await watching(ben)]).toMatchObject([{ length: 2 }, { length: 1 }]);

    if (ended === 'person') await ben.delete(`/api/players/people/${part?.id}`).expect(204);
    else await ana.delete(`/api/players/${player.id}`).expect(204);

    expect(await watching()).toHaveLength(ended === 'person' ? 2 : 1);
    expect(await watching(ben)).toEqual([]);
    if (ended === 'person') await ana.delete(`/api/players/${player.id}`).expect(204);
  });

  test('is nothing of an event that was read just before its player was removed', async () => {
    const { player } = await setUpPlayer(ana, 'kodi');
    const stored = await PlayerModel.findById(player.id).lean<PlayerDoc>();
    const sender = { userId: ana.user.id, tokenId: String(stored?.tokenId) };
    await ana.delete(`/api/players/${player.id}`).expect(204);

    // An event that says nothing about the end of a title asks no source.
    const outcome = await receiveEvent({} as Sources, sender, readers.kodi(start('TV')));

    expect([outcome, await watching()]).toEqual(['ignored', []]);
  });

  test('is of so many devices of a person, the last ones', async () => {
    for (let device = 0; device <= limits.watchingDevices; device += 1) await send('kodi', start(`Device ${device}`));

    const devices = (await WatchingModel.find().lean<WatchingDoc[]>()).map(({ device }) => device.split('|')[1]);
    expect(devices.sort()).toEqual(Array.from({ length: limits.watchingDevices }, (_, n) => `Device ${n + 1}`).sort());
  });

  test('ends a few hours after it was sent, also if the clock of the player is ahead', async () => {
    const hours = (count: number) => new Date(Date.now() + count * 60 * 60_000);
    await send('kodi', start('TV', hours(20)));

    const [stored] = await WatchingModel.find().lean<WatchingDoc[]>();
    expect(stored?.expiresAt.getTime()).toBeLessThanOrEqual(hours(limits.watchingHours).getTime());
  });
});

test('only the chosen users of a player are its owner, and others are those who agreed', async () => {
  const { player, path } = await setUpPlayer(ana, 'jellyfin', ['Ana', 'TV']);
  const of = (NotificationUsername: string) => jellyfinFilm({ NotificationUsername });
  const { id: folderId } = await createFolder(ana, 'House');
  await shareWith(ana, folderId, ben, only());
  const asked = { role: 'account', userId: ben.user.id, name: 'ben' };
  await ana.post(`/api/players/${player.id}/people`, { ...asked, name: 'ana' }).expect(409);
  await ana.post(`/api/players/${player.id}/people`, asked).expect(201);

  expect(await send('jellyfin', of('ben'), path)).toBe('ignored');
  const shared = async () => ((await ben.get('/api/players')).body as Players).shared;
  await ben.post(`/api/players/people/${(await shared()).at(-1)?.id}/respond`, { status: 'accepted' }).expect(204);
  expect([await send('jellyfin', of('BEN'), path), await send('jellyfin', of('kids'), path)]).toEqual([
    'recorded',
    'ignored',
  ]);
  expect(await send('jellyfin', of('ana'), path)).toBe('recorded');
  expect([(await diary(ben)).length, (await diary()).length]).toEqual([1, 1]);
  const [own] = ((await ana.get('/api/players')).body as Players).players.filter(({ id }) => id === player.id);
  expect(own?.lastEvent).toMatchObject({ account: 'ana', outcome: 'recorded', title: 'The Matrix' });

  // A block ends it, and lifting the block does not bring it back.
  await ben.put(`/api/users/${ana.user.id}/block`).expect(204);
  await ben.delete(`/api/users/${ana.user.id}/block`).expect(204);
  expect([await send('jellyfin', of('ben'), path), await shared()]).toEqual(['ignored', []]);
});

test.each([
  ['one that is too long', ['x'.repeat(101)], 'Use at most 100 characters for a user name'],
  ['too many', Array.from({ length: 21 }, (_, n) => `name ${n}`), 'Enter at most 20 user names'],
])('of user names, %s is refused with a text for people', async (_what, names, text) => {
  const { body } = await ana.post('/api/players', { kind: 'jellyfin', name: 'TV', names }).expect(400);

  expect(body.error).toBe(text);
});

test('a player has the names of its owner once, and each other person has a part once', async () => {
  const { player, path } = await setUpPlayer(ana, 'jellyfin', ['Ana', ' ana', 'TV']);
  expect(player.names).toEqual(['ana', 'TV']);
  const stranger = await signUp(server, 'Sten');
  const { id: folderId } = await createFolder(ana, 'Cellar');
  await shareWith(ana, folderId, ben, only());
  const unnamed = (await setUpPlayer(ana, 'jellyfin')).player;
  const ask = async (by: Person, to: Person, role: 'account' | 'companion', id = player.id) => {
    const body = { role, userId: to.user.id, ...(role === 'account' && { name: 'ben' }) };
    return (await by.post(`/api/players/${id}/people`, body)).status;
  };

  expect(await ask(ana, ana, 'companion')).toBe(409);
  expect(await ask(ana, stranger, 'companion')).toBe(403);
  expect(await ask(ben, ana, 'companion')).toBe(404);
  expect(await ask(ana, ben, 'account', unnamed.id)).toBe(409);
  const asBen = { role: 'account', userId: ben.user.id, name: 'ana' };
  const { body: refused } = await ana.post(`/api/players/${player.id}/people`, asBen).expect(409);
  expect(refused.error).toBe('This user name of the player is taken already');
  expect([await ask(ana, ben, 'account'), await ask(ana, ben, 'account')]).toEqual([201, 409]);
  expect([await ask(ana, ben, 'companion'), await ask(ana, ben, 'companion')]).toEqual([201, 409]);
  const change = async (names: string[]) => (await ana.patch(`/api/players/${player.id}`, { names })).status;
  expect([await change([]), await change(['Ben']), await change(['TV'])]).toEqual([409, 409, 200]);

  const own = async () => ((await ana.get('/api/players')).body as Players).players.find(({ id }) => id === player.id);
  const parts = (await own())?.people ?? [];
  expect(parts.map(({ role }) => role)).toEqual(['account', 'companion']);
  expect((await stranger.delete(`/api/players/people/${parts[0]?.id}`)).status).toBe(404);
  // The last event says whether it was one of the owner's users, or somebody whose plays are not recorded.
  const sendAs = (NotificationUsername: string, more = {}) =>
    send('jellyfin', jellyfinFilm({ NotificationUsername, ...more }), path);
  await sendAs('tv');
  await sendAs('tv', { NotificationType: 'PlaybackProgress' });
  expect((await own())?.lastEvent).toMatchObject({ account: 'tv', outcome: 'recorded', isOfOther: false });
  await sendAs('kids');
  expect((await own())?.lastEvent).toMatchObject({ account: 'kids', outcome: 'ignored', isOfOther: true });
  // The owner must not see what others watch.
  await ben.post(`/api/players/people/${parts[0]?.id}/respond`, { status: 'accepted' }).expect(204);
  expect(await sendAs('ben')).toBe('recorded');
  const ofBen = { account: 'ben', outcome: 'ignored', isOfOther: false, isOfPerson: true };
  expect((await own())?.lastEvent).toMatchObject({ ...ofBen, title: null, season: null, episode: null });
  for (const { id } of [player, unnamed]) await ana.delete(`/api/players/${id}`).expect(204);
});

test('those of the watch group who agreed get a proposal, live, or the play if they trust', async () => {
  const { player, path } = await setUpPlayer(ana, 'jellyfin');
  const { id: folderId } = await createFolder(ana, 'Evenings');
  await shareWith(ana, folderId, ben, only('canEdit'));
  await addItem(ana, folderId, { tmdbId: SHOW, mediaType: 'tv', title: 'Game of Thrones' });
  const group = `/api/folders/${folderId}/shows/${SHOW}/group/members/me`;
  for (const person of [ana, ben]) await person.put(group, {}).expect(200);
  await send('jellyfin', jellyfinEpisode(), path);
  expect((await ben.get('/api/plays/proposals')).body).toEqual([]);

  await ana.post(`/api/players/${player.id}/people`, { role: 'companion', userId: ben.user.id }).expect(201);
  const [part] = ((await ben.get('/api/players')).body as Players).shared;
  await ben.post(`/api/players/people/${part?.id}/respond`, { status: 'accepted' }).expect(204);
  const second = jellyfinEpisode({ EpisodeNumber: 2, UtcTimestamp: '2026-03-14T22:05:00Z' });
  await audience.hears(() => send('jellyfin', second, path), {
    ana: ['play:saved', 'players:changed'],
    ben: ['play:proposed'],
  });

  const [proposed] = audience.payloads('ben', 'play:proposed') as { proposal: { id: string } }[];
  expect(proposed?.proposal).toMatchObject({ by: { id: ana.user.id }, season: 1, episode: 2, status: 'pending' });
  expect(await send('jellyfin', second, path)).toBe('alreadyRecorded');
  await ben.post(`/api/plays/${proposed?.proposal.id}/confirm`, { status: 'accepted', ahead: true }).expect(200);
  await ben.put(group, { trusts: true }).expect(200);
  await send('jellyfin', jellyfinEpisode({ EpisodeNumber: 3, UtcTimestamp: '2026-03-15T22:05:00Z' }), path);
  expect(viewed(await diary(ben)).map(([, , episode]) => episode)).toEqual([3, 2]);
  const two = jellyfinEpisode({ EpisodeNumber: 4, EpisodeNumberEnd: 5, UtcTimestamp: '2026-03-16T22:05:00Z' });
  await send('jellyfin', two, path);
  expect(viewed(await diary(ben)).slice(0, 2)).toEqual([
    [SHOW, 1, 5, '2026-03-16'],
    [SHOW, 1, 4, '2026-03-16'],
  ]);
});

test('each write is an event for the own tabs, and for the person whose part it is (P49)', async () => {
  const own = { ana: ['players:changed'] };
  const both = { ...own, ben: ['players:changed'] };
  const { id: folderId } = await createFolder(ana, 'Together');
  await shareWith(ana, folderId, ben, only());
  const { player } = await audience.hears(() => setUpPlayer(ana, 'kodi'), own);
  const path = `/api/players/${player.id}`;
  await audience.hears(() => ana.patch(path, { name: 'Attic' }).expect(200), own);
  await audience.hears(() => ana.post(`${path}/address`).expect(201), own);
  const tokens: { id: string; name: string }[] = (await ana.get('/api/tokens')).body;
  const ofPlayer = tokens.find(({ name }) => name === 'Attic');
  await audience.hears(() => ana.delete(`/api/tokens/${ofPlayer?.id}`).expect(204), own);
  const asked = { role: 'companion', userId: ben.user.id };
  const { body } = await audience.hears(() => ana.post(`${path}/people`, asked).expect(201), both);
  const part = `/api/players/people/${body.people[0].id}`;
  await audience.hears(() => ben.post(`${part}/respond`, { status: 'accepted' }).expect(204), both);
  await ben.post(`${part}/respond`, { status: 'declined' }).expect(409);
  await audience.hears(() => ben.delete(part).expect(204), both);
  await audience.hears(() => ana.delete(path).expect(204), own);

  await audience.hears(() => ana.post('/api/scrobble', general({ ids: {}, name: 'Holidays', year: 2024 })), own);
  const [title] = await unrecognised();
  const picked = { mediaType: 'movie', tmdbId: 603 };
  await audience.hears(() => ana.put(`/api/scrobbles/unrecognised/${title?.id}/title`, picked).expect(204), {
    ana: ['play:saved', 'players:changed'],
  });
  await audience.hears(() => ana.delete(`/api/scrobbles/unrecognised/${title?.id}`).expect(204), own);
});

describe('an address', () => {
  test('opens nothing else, is 401 once it ends or is not known, and says nothing more', async () => {
    const { player, path } = await setUpPlayer(ana, 'jellyfin');
    const token = path.split('/').at(-1) ?? '';
    const bearer = `Bearer ${token}`;
    for (const other of [
      '/api/folders',
      '/api/plays',
      '/api/players',
      '/api/scrobbles/unrecognised',
      '/api/watching',
      '/api/export',
    ]) {
      expect([other, (await request(server.url).get(other).set('Authorization', bearer)).status]).toEqual([other, 403]);
    }
    const byHeader = await post('/api/scrobble/jellyfin').set('Authorization', bearer).send(jellyfinFilm());
    expect(byHeader.body).toEqual({ outcome: 'recorded' });
    expect((await request(server.url).get(path)).status).toBe(405);
    const wide = await ana.post('/api/tokens', { name: 'All', scopes: ['read', 'scrobble'], expiresInDays: 1 });
    const wrong = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const outcomes = [];
    for (const secret of [wide.body.token, wrong, 'none']) {
      const answer = await post(`/api/scrobble/jellyfin/${secret}`).send(jellyfinFilm());
      outcomes.push([answer.status, answer.body.code]);
    }
    expect(outcomes).toEqual([
      [403, 'insufficient_scope'],
      [401, 'unauthorized'],
      [401, 'unauthorized'],
    ]);
    const renewed = (await ana.post(`/api/players/${player.id}/address`)).body as NewPlayer;
    expect((await post(path).send({})).status).toBe(401);
    expect((await post(renewed.path).send({})).status).toBe(200);
    await ana.delete(`/api/players/${player.id}`).expect(204);
    expect((await post(renewed.path).send({})).status).toBe(401);
    expect(JSON.stringify((await ana.get('/api/players')).body)).not.toContain(token);
  });

  test('records nothing of what is no event, in every form', async () => {
    const large = `{"event":"${'x'.repeat(limits.jsonBodyBytes)}"}`;
    const form = 'application/x-www-form-urlencoded';
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;
    const multipart = 'multipart/form-data; boundary=b';
    const bodies: [string, string, number][] = [
      ['text/plain', 'null', 200],
      ['text/plain', '[1]', 400],
      ['text/plain', '{', 400],
      ['text/plain', large, 413],
      ['application/json', '"media.scrobble"', 400],
      ['application/json', large, 413],
      [form, 'payload=null', 200],
      [form, 'payload=%7B', 400],
      [multipart, part('payload', '[]'), 400],
      [multipart, part('payload', large), 400],
      [multipart, part('payload', '{'), 400],
      [multipart, 'no parts', 400],
      [multipart, part('thumb', 'x'.repeat(limits.playerEventBytes)), 413],
    ];
    const answers = [];
    for (const [type, body] of bodies) {
      const answer = await post(paths.plex).set('Content-Type', type).send(body);
      answers.push([type, body.slice(0, 80), answer.status]);
    }

    expect(answers).toEqual(bodies.map(([type, body, status]) => [type, body.slice(0, 80), status]));
    expect(await send('plex', JSON.parse('{"__proto__":{"event":"media.scrobble"},"Metadata":{"type":[]}}'))).toBe(
      'ignored',
    );
    expect(await diary()).toEqual([]);
  });

  test.each(['constructor', '__proto__', 'valueOf'])('ignores a type and an event that are named %s', (name) => {
    const emby = embyFilm();
    const events = [
      readers.jellyfin(jellyfinFilm({ ItemType: name })),
      readers.jellyfin(jellyfinFilm({ NotificationType: name })),
      readers.emby({ ...emby, Item: { ...emby.Item, Type: name } }),
      readers.emby(embyFilm({ Event: name })),
      readers.plex(plexFilm('media.scrobble', { type: name })),
      readers.plex(plexFilm(name)),
      readers.tautulli(tautulliEpisode({ media_type: name })),
      readers.tautulli(tautulliEpisode({ action: name })),
    ];

    expect(events).toEqual(Array(8).fill(null));
  });

  test('takes no numbers that no episode has', () => {
    const read = (more: object) => readers.jellyfin(jellyfinEpisode(more));
    const last = limits.episodes;

    expect(read({ EpisodeNumber: last - 1, EpisodeNumberEnd: last + 1 })?.episodes).toEqual([last - 1]);
    expect(read({ EpisodeNumber: 20260315 })).toMatchObject({ season: 1, episodes: [] });
    expect(read({ SeasonNumber: last + 1 })).toMatchObject({ season: null, episodes: [1] });
  });

  test('takes no more ids of an event than a title has, since checking thousands would take seconds', () => {
    const film = embyFilm();
    const read = (others: number) => {
      const ids = Array.from({ length: others }, (_, id): [string, string] => [`other${id}`, '1']);
      return [
        readers.plex(plexFilm('media.scrobble', { Guid: [...ids.map(([id]) => ({ id })), { id: 'tmdb://603' }] })),
        readers.emby({ ...film, Item: { ...film.Item, ProviderIds: Object.fromEntries([...ids, ['Tmdb', '603']]) } }),
      ].map((event) => event?.ids.tmdb);
    };

    expect(read(40)).toEqual([603, 603]);
    expect(read(8000)).toEqual([undefined, undefined]);
  });
});
