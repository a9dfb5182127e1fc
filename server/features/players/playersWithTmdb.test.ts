import { beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { Play } from '../../../common/schemas/play.ts';
import type { NewPlayer, Players, Unrecognised } from '../../../common/schemas/player.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpTmdb } from '../../testing/titles/tmdbServer.ts';
import { disableAccount } from '../account/accountChanges.service.ts';
import { deleteAccount } from '../account/deletion/deletion.service.ts';
import { PlayModel } from '../plays/play.model.ts';
import { PlayerTitleModel } from './player.model.ts';

const tmdb = setUpTmdb();

const film = (more: object = {}) => ({
  NotificationType: 'PlaybackStop',
  ItemType: 'Movie',
  Name: 'Film',
  UtcTimestamp: '2026-03-15T20:30:00Z',
  Provider_tmdb: String(tmdb.newId),
  PlayedToCompletion: true,
  DeviceId: 'tv',
  NotificationUsername: 'ana',
  ...more,
});

const setUpPlayer = async (person: Person): Promise<NewPlayer> =>
  (await person.post('/api/players', { kind: 'jellyfin', name: 'Attic', names: ['ana'] }).expect(201)).body;
const send = async (path: string, body: object): Promise<string> =>
  (await request(tmdb.server.url).post(path).send(body).expect(200)).body.outcome;

describe('an event is ignored', () => {
  let ana: Person;
  let ben: Person;
  let made: NewPlayer;
  let partId: string;
  beforeEach(async () => {
    [ana, ben] = [await signUp(tmdb.server, 'Ana'), await signUp(tmdb.server, 'Ben')];
    made = await setUpPlayer(ana);
    const { id } = await createFolder(ana);
    await shareWith(ana, id, ben, only());
    const asked = { role: 'account', userId: ben.user.id, name: 'ben' };
    await ana.post(`/api/players/${made.player.id}/people`, asked).expect(201);
    partId = ((await ben.get('/api/players')).body as Players).shared[0]?.id ?? '';
    await ben.post(`/api/players/people/${partId}/respond`, { status: 'accepted' }).expect(204);
  });

  /** What becomes of an event if something else happens while its title is looked up. */
  async function outcomeAfter(end: () => Promise<unknown>, body: object): Promise<string> {
    const release = tmdb.database.hold();
    const sending = send(made.path, body);
    await tmdb.database.asked(1);
    await end();
    release();
    return sending;
  }
  const countStored = async ({ user: { id: userId } }: Person) =>
    (await PlayModel.countDocuments({ userId })) + (await PlayerTitleModel.countDocuments({ userId }));

  test.each<[string, 'ana' | 'ben', () => Promise<unknown>]>([
    ['its player is removed', 'ana', () => ana.delete(`/api/players/${made.player.id}`).expect(204)],
    ['the account is disabled', 'ana', () => disableAccount(ana.user.id)],
    ['the account is deleted', 'ana', () => deleteAccount(ana.user.id)],
    ['the part in the player ends', 'ben', () => ben.delete(`/api/players/people/${partId}`).expect(204)],
    ['the account with the part is disabled', 'ben', () => disableAccount(ben.user.id)],
  ])('if %s while its title is looked up', async (_when, name, end) => {
    const outcome = await outcomeAfter(end, film({ NotificationUsername: name }));

    expect([outcome, await countStored(name === 'ana' ? ana : ben)]).toEqual(['ignored', 0]);
  });

  test('also if its title is not recognised', async () => {
    const unknown = film({ Provider_tmdb: '', Name: 'nothing' });

    const outcome = await outcomeAfter(() => deleteAccount(ana.user.id), unknown);

    expect([outcome, await countStored(ana)]).toEqual(['ignored', 0]);
  });

  test('of a person whose account is disabled', async () => {
    await disableAccount(ben.user.id);

    expect(await send(made.path, film({ NotificationUsername: 'ben' }))).toBe('ignored');
    expect(await countStored(ben)).toBe(0);
  });
});

test('a viewing of a picked title waits while the source of titles is away, and is recorded later', async () => {
  const ana = await signUp(tmdb.server, 'Ana');
  const { path } = await setUpPlayer(ana);
  const unknown = (day: number) =>
    film({ Provider_tmdb: '', Name: 'nothing', UtcTimestamp: `2026-03-${day}T20:30:00Z` });
  const waiting = async (): Promise<Unrecognised[]> => (await ana.get('/api/scrobbles/unrecognised').expect(200)).body;
  expect(await send(path, unknown(10))).toBe('notRecognised');
  const [title] = await waiting();
  const picked = { mediaType: 'movie', tmdbId: tmdb.newId };
  await ana.put(`/api/scrobbles/unrecognised/${title?.id}/title`, picked).expect(204);
  // As if it was picked long ago, so that its facts are no longer cached.
  await PlayerTitleModel.updateOne({ userId: ana.user.id }, { $set: { 'match.tmdbId': tmdb.newId + 5000 } });
  tmdb.database.fail('broken');

  expect(await send(path, unknown(11))).toBe('notRecognised');
  expect(await waiting()).toMatchObject([{ reason: 'away', viewings: [{ at: '2026-03-11T20:30:00.000Z' }] }]);
  tmdb.database.recover();

  expect(await waiting()).toMatchObject([{ viewings: [], match: { tmdbId: tmdb.newId + 5000 }, expiresAt: null }]);
  const plays: Play[] = (await ana.get('/api/plays').expect(200)).body;
  expect(plays.map(({ tmdbId, at }) => [tmdbId, at?.slice(0, 10)])).toEqual([
    [tmdb.newId + 5000, '2026-03-11'],
    [tmdb.newId, '2026-03-10'],
  ]);
});

test('an episode without numbers is found by its ids, or waits', async () => {
  const ana = await signUp(tmdb.server, 'Ana');
  const { path } = await setUpPlayer(ana);
  const episode = (more: object) =>
    film({ ItemType: 'Episode', SeriesName: 'Film 103', Year: 1999, Provider_tmdb: '', ...more });

  expect(await send(path, episode({ Provider_imdb: 'tt0013961' }))).toBe('recorded');
  expect(await send(path, episode({ Provider_tvdb: '7', SeriesName: 'nothing' }))).toBe('notRecognised');
  expect(await send(path, episode({}))).toBe('ignored');

  const [play] = (await ana.get('/api/plays').expect(200)).body as Play[];
  expect(play).toMatchObject({ tmdbId: 1396, season: expect.any(Number), episode: expect.any(Number) });
});

test('an episode without numbers of a picked show is found by its ids, if they are of that show', async () => {
  const ana = await signUp(tmdb.server, 'Ana');
  const { path } = await setUpPlayer(ana);
  const episode = (SeriesName: string, ids: object) =>
    film({ ItemType: 'Episode', SeriesName, Provider_tmdb: '', ...ids });
  const pick = async (name: string, tmdbId: number) => {
    const titles: Unrecognised[] = (await ana.get('/api/scrobbles/unrecognised').expect(200)).body;
    const id = titles.find((title) => title.name === name)?.id;
    await ana.put(`/api/scrobbles/unrecognised/${id}/title`, { mediaType: 'tv', tmdbId }).expect(204);
  };
  for (const [name, tmdbId] of [
    ['nothing', 1396],
    ['nothing else', tmdb.newId],
  ] as const) {
    expect(await send(path, episode(name, { Provider_tvdb: '7' }))).toBe('notRecognised');
    await pick(name, tmdbId);
  }

  expect(await send(path, episode('nothing', { Provider_imdb: 'tt0013961' }))).toBe('recorded');
  expect(await send(path, episode('nothing else', { Provider_imdb: 'tt0013961' }))).toBe('notRecognised');

  const plays: Play[] = (await ana.get('/api/plays').expect(200)).body;
  expect(plays.map(({ tmdbId, season, episode }) => [tmdbId, season, episode])).toEqual([[1396, 2, 3]]);
});
