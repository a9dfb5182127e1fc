import { beforeEach, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { Calendar } from '../../../common/schemas/calendar.ts';
import { addItem, createFolder, type Person, signUp, titleFacts } from '../../testing/people.ts';
import { playBodyOf, recordPlay } from '../../testing/plays.ts';
import { setUpServer } from '../../testing/server.ts';
import { type PlayDoc, PlayModel } from './play.model.ts';
import { ShowProgressModel } from './progress.model.ts';

/** Severance: the second season aired from 2025-01-16 to 2025-03-20, each Friday. */
const SHOW = 95396;

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server, 'Ana');
});

const calendar = async (query = '', person = ana): Promise<Calendar> =>
  (await person.get(`/api/calendar?from=2025-01-01&to=2025-01-31${query}`).expect(200)).body;
const tick = (season: number, episode: number, more = {}) =>
  recordPlay(ana, { tmdbId: SHOW, mediaType: 'tv', facts: undefined, season, episode, ...more });
/** A play on a day, of a film with the name of that day. */
const playOf = (day: string) => ({ at: `${day}T00:00:00.000Z`, ...playBodyOf(titleFacts({ title: day })) });
const days = ({ releases }: Calendar) => releases.map(({ day, title }) => [day, title.tmdbId]);

test('has the episodes of followed shows, and says which are seen', async () => {
  await tick(2, 1);

  const { releases, isIncomplete } = await calendar();

  expect(isIncomplete).toBe(false);
  expect(releases.map(({ day }) => day)).toEqual(['2025-01-16', '2025-01-23', '2025-01-30']);
  expect(releases[0]).toEqual({
    day: '2025-01-16',
    title: { mediaType: 'tv', tmdbId: SHOW, title: 'Severance', posterPath: expect.any(String) },
    episodes: [{ season: 2, episode: 1, name: expect.any(String), isSeen: true }],
    state: 'in-progress',
  });
  expect(releases[1]?.episodes).toMatchObject([{ season: 2, episode: 2, isSeen: false }]);
});

test('has shows and films of lists that one may view, and no dropped show', async () => {
  const ben = await signUp(server, 'Ben');
  const film = titleFacts({ releaseDate: '2025-01-10' });
  const [ours, theirs] = [await createFolder(ana), await createFolder(ben)];
  await addItem(ana, ours.id, film);
  await addItem(ana, ours.id, titleFacts({ releaseDate: '2025-02-10' }));
  await addItem(ana, ours.id, titleFacts({ tmdbId: SHOW, mediaType: 'tv' }));
  await addItem(ben, theirs.id, titleFacts({ releaseDate: '2025-01-10' }));

  expect(days(await calendar())).toEqual([
    ['2025-01-10', film.tmdbId],
    ...['2025-01-16', '2025-01-23', '2025-01-30'].map((day) => [day, SHOW]),
  ]);

  await ana.patch(`/api/tv/${SHOW}/progress`, { state: 'dropped' }).expect(200);
  expect(days(await calendar())).toEqual([['2025-01-10', film.tmdbId]]);
});

test('has the days that it begins and ends with, films in the order of days and names', async () => {
  const list = await createFolder(ana);
  const film = (title: string, releaseDate: string) => addItem(ana, list.id, titleFacts({ title, releaseDate }));
  await film('Late', '2025-01-31');
  await film('Too late', '2025-02-01');
  await film('Beta', '2025-01-01');
  await film('Alpha', '2025-01-01');
  await film('Too early', '2024-12-31');
  await tick(1, 1);
  for (const day of ['2024-12-31', '2025-01-01', '2025-01-31', '2025-02-01']) {
    await recordPlay(ana, { ...playOf(day), precision: 'day' });
  }

  const { releases, watched } = await calendar();

  expect(releases.filter(({ title }) => title.mediaType === 'movie').map(({ title }) => title.title)).toEqual([
    'Alpha',
    'Beta',
    'Late',
  ]);
  expect(releases[0]).toEqual({
    day: '2025-01-01',
    title: { mediaType: 'movie', tmdbId: expect.any(Number), title: 'Alpha', posterPath: '/poster.jpg' },
    episodes: [],
  });
  expect(watched).toEqual(
    ['2025-01-01', '2025-01-31'].map((day) => ({ day, title: expect.objectContaining({ title: day }) })),
  );
  const inTwoWeeks: Calendar = (await ana.get('/api/calendar?from=2025-01-16&to=2025-01-30')).body;
  expect(days(inTwoWeeks).map(([day]) => day)).toEqual(['2025-01-16', '2025-01-23', '2025-01-30']);
  expect(days((await ana.get('/api/calendar?from=2025-01-17&to=2025-01-29')).body)).toEqual([['2025-01-23', SHOW]]);
});

test('of one list has only its titles, and is refused to others', async () => {
  const [one, other] = [await createFolder(ana), await createFolder(ana)];
  await addItem(ana, one.id, titleFacts({ releaseDate: '2025-01-10' }));
  await addItem(ana, other.id, titleFacts({ tmdbId: SHOW, mediaType: 'tv' }));
  await tick(1, 1);

  expect(days(await calendar(`&folderId=${one.id}`))).toHaveLength(1);
  expect(days(await calendar(`&folderId=${other.id}`))).toHaveLength(3);
  const ben = await signUp(server, 'Ben');
  await ben.get(`/api/calendar?from=2025-01-01&to=2025-01-31&folderId=${one.id}`).expect(404);
});

test('of one list has what one watched of its titles only', async () => {
  const list = await createFolder(ana);
  await addItem(ana, list.id, titleFacts({ tmdbId: SHOW, mediaType: 'tv' }));
  await tick(1, 1, { at: '2025-01-10T20:00:00.000Z' });
  await recordPlay(ana, { at: '2025-01-11T20:00:00.000Z' });

  const { watched } = await calendar(`&folderId=${list.id}`);

  expect(watched.map(({ day, title }) => [day, title.tmdbId])).toEqual([['2025-01-10', SHOW]]);
  expect((await calendar()).watched).toHaveLength(2);
});

test('has what one watched, by the days of one’s own time zone', async () => {
  await tick(1, 1, { at: '2025-01-10T23:30:00.000Z' });
  await tick(1, 2, { at: '2025-01-12T00:00:00.000Z', precision: 'day' });
  await tick(1, 3, { at: '2025-02-01T03:00:00.000Z' });
  await tick(1, 4, { at: '2024-12-31T23:30:00.000Z' });
  const seen = ({ watched }: Calendar) => watched.map(({ day, season, episode }) => [day, season, episode]);

  expect(seen(await calendar())).toEqual([
    ['2025-01-10', 1, 1],
    ['2025-01-12', 1, 2],
  ]);
  expect(seen(await calendar('&timeZone=Europe/Berlin')).slice(0, 2)).toEqual([
    ['2025-01-01', 1, 4],
    ['2025-01-11', 1, 1],
  ]);
  expect(seen(await calendar('&timeZone=America/New_York')).at(-1)).toEqual(['2025-01-31', 1, 3]);
});

test('names of unseen episodes are left out for a person who wants that', async () => {
  await ana.put('/api/user/spoilers', { spoilers: 'hide-names' }).expect(200);
  await tick(2, 1);

  const { releases } = await calendar();
  expect(releases.map(({ episodes }) => episodes[0]?.name)).toEqual([expect.any(String), undefined, undefined]);
});

test('covers at most two months, in order', async () => {
  await ana.get('/api/calendar?from=2025-01-01&to=2025-03-05').expect(400);
  await ana.get('/api/calendar?from=2025-01-02&to=2025-01-01').expect(400);
});

const copyPlays = async (id: string, count: number) => {
  const { _id, ...play } = (await PlayModel.findById(id).lean<PlayDoc>()) as PlayDoc;
  await PlayModel.insertMany(Array.from({ length: count }, () => play));
};

test('has so many plays, of one list so many of its titles, and says when there are more', async () => {
  const list = await createFolder(ana);
  const film = titleFacts();
  await addItem(ana, list.id, film);
  const first = await recordPlay(ana, { at: '2025-01-10T12:00:00.000Z' });
  await copyPlays(first.id, limits.calendarPlays - 1);
  expect(await calendar()).toMatchObject({ watched: { length: limits.calendarPlays }, isIncomplete: false });

  const { id } = await recordPlay(ana, { at: '2025-01-20T12:00:00.000Z', ...playBodyOf(film) });

  expect(await calendar()).toMatchObject({ watched: { length: limits.calendarPlays }, isIncomplete: true });
  const ofList = await calendar(`&folderId=${list.id}`);
  expect([ofList.watched.map(({ day }) => day), ofList.isIncomplete]).toEqual([['2025-01-20'], false]);
  await copyPlays(id, limits.calendarPlays);
  expect((await calendar(`&folderId=${list.id}`)).isIncomplete).toBe(true);
});

test('says when there are more shows than it looks through', async () => {
  const userId = new mongoose.Types.ObjectId(ana.user.id);
  const empty = { seen: {}, repeats: {}, earlier: {}, seenCount: 0, lastAt: null, lastPlay: null };
  // The source has none of these shows.
  const shows = Array.from({ length: limits.calendarShows }, (_, n) => ({ ...empty, userId, tmdbId: 900_000_000 + n }));
  await ShowProgressModel.insertMany(shows);

  expect((await calendar()).isIncomplete).toBe(false);
  await tick(1, 1);
  expect((await calendar()).isIncomplete).toBe(true);
});
