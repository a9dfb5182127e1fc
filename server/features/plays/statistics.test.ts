import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { families, familyKeys } from '../../../common/families.ts';
import type { PlayBody } from '../../../common/schemas/play.ts';
import type { ListStatistics, Statistics } from '../../../common/schemas/statistics.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, titleFacts } from '../../testing/people.ts';
import { playBodyOf, recordPlay, showSeen } from '../../testing/plays.ts';
import { setUpServer } from '../../testing/server.ts';

const THE_MATRIX = 603;
const SPEED = 1637;
const KEANU_REEVES = 6384;

const server = setUpServer();
let ana: Person;
let ben: Person;
beforeEach(async () => {
  [ana, ben] = [await signUp(server, 'Ana'), await signUp(server, 'Ben')];
});

const statistics = async (person: Person, query = ''): Promise<Statistics> =>
  (await person.get(`/api/statistics?${query}`).expect(200)).body;
const watch = (person: Person, facts: Parameters<typeof titleFacts>[0], more: Partial<PlayBody> = {}) =>
  recordPlay(person, { ...playBodyOf(titleFacts(facts)), at: '2026-03-04T20:00:00.000Z', ...more });

/** Zones whose clocks never change, so that the expected day needs no calendar of its own. */
const zones = { UTC: 0, 'Asia/Tokyo': 9, 'America/Phoenix': -7 };
const HOUR_MS = 60 * 60 * 1000;

const randomPlay = fc.record({
  tmdbId: fc.integer({ min: 1, max: 4 }),
  isFilm: fc.boolean(),
  hasEpisode: fc.boolean(),
  runtime: fc.constantFrom(null, 25, 90),
  genres: fc.subarray([18, 28, 35]),
  /** In hours around New Year, where days, months and years change. */
  hour: fc.integer({ min: -30, max: 30 }),
  precision: fc.constantFrom('second', 'day', 'unknown'),
});
type RandomPlay = typeof randomPlay extends fc.Arbitrary<infer T> ? T : never;

const NEW_YEAR = Date.UTC(2026, 0, 1);

function bodyOf({ tmdbId, isFilm, hasEpisode, runtime, genres, hour, precision }: RandomPlay): PlayBody {
  const facts = { tmdbId, mediaType: isFilm ? ('movie' as const) : ('tv' as const), runtime, genres };
  return {
    ...playBodyOf(titleFacts(facts)),
    ...(!isFilm && hasEpisode && { season: 1, episode: 2 }),
    ...(precision === 'unknown'
      ? { at: null, precision: 'unknown' as const }
      : { at: new Date(NEW_YEAR + hour * HOUR_MS).toISOString(), precision: precision as 'second' | 'day' }),
  };
}

function dayOf({ hour, precision }: RandomPlay, offset: number): string | null {
  if (precision === 'unknown') return null;
  return new Date(NEW_YEAR + (hour + (precision === 'day' ? 0 : offset)) * HOUR_MS).toISOString().slice(0, 10);
}

const minutesOf = (plays: readonly RandomPlay[]) => plays.reduce((sum, { runtime }) => sum + (runtime ?? 0), 0);
const amountOf = (plays: readonly RandomPlay[]) => ({ plays: plays.length, minutes: minutesOf(plays) });

function expected(plays: readonly RandomPlay[], zone: keyof typeof zones, year?: number) {
  const dayIn = (play: RandomPlay) => dayOf(play, zones[zone]);
  const counted = plays.filter((play) => year === undefined || dayIn(play)?.startsWith(String(year)));
  const days = [...new Set(counted.map(dayIn))].filter((day) => day !== null).sort();
  const those = (isOne: (day: string) => boolean) =>
    amountOf(counted.filter((play) => dayIn(play) !== null && isOne(dayIn(play) ?? '')));
  return {
    totals: {
      ...amountOf(counted),
      withoutRuntime: counted.filter(({ runtime }) => runtime === null).length,
      films: counted.filter(({ isFilm }) => isFilm).length,
      episodes: counted.filter(({ isFilm, hasEpisode }) => !isFilm && hasEpisode).length,
      titles: new Set(counted.map(({ isFilm, tmdbId }) => `${isFilm} ${tmdbId}`)).size,
      days: days.length,
    },
    months: Array.from({ length: 12 }, (_, month) => those((day) => Number(day.slice(5, 7)) === month + 1)),
    weekdays: [1, 2, 3, 4, 5, 6, 0].map((weekday) => those((day) => new Date(day).getUTCDay() === weekday)),
    days: year === undefined ? [] : days.map((day) => ({ day, ...those((other) => other === day) })),
    years: [2025, 2026]
      .map((one) => ({ year: one, ...those((day) => day.startsWith(String(one))) }))
      .filter(({ plays: count }) => count > 0),
    genres: [18, 28, 35]
      .map((id) => ({ id, ...amountOf(counted.filter(({ genres }) => genres.includes(id))) }))
      .filter(({ plays: count }) => count > 0)
      .sort((a, b) => b.plays - a.plays || b.minutes - a.minutes || a.id - b.id),
  };
}

test('the sums of any plays are those of a plain count, in each time zone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomPlay, { minLength: 5, maxLength: 12 }), async (plays) => {
      const person = await signUp(server, 'Cleo');
      for (const play of plays) await person.post('/api/plays', bodyOf(play)).expect(201);

      for (const zone of Object.keys(zones) as (keyof typeof zones)[]) {
        for (const year of [undefined, 2025, 2026, 2027]) {
          const query = `timeZone=${zone}${year === undefined ? '' : `&year=${year}`}`;
          expect(await statistics(person, query)).toMatchObject(expected(plays, zone, year));
        }
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 60_000);

test('people are those of the most watched titles', async () => {
  await watch(ana, { tmdbId: THE_MATRIX });
  await watch(ana, { tmdbId: SPEED });

  const { cast, makers, isIncomplete } = await statistics(ana, 'year=2026');

  expect(cast[0]).toEqual({ id: KEANU_REEVES, name: 'Keanu Reeves', titles: 2 });
  expect(makers.map(({ name }) => name)).toContain('Lilly Wachowski');
  expect(isIncomplete).toBe(false);
});

test('ratings are those of the titles of the period', async () => {
  const [good, other] = [titleFacts(), titleFacts()];
  await watch(ana, good);
  await watch(ana, good, { at: '2026-05-01T20:00:00.000Z' });
  await watch(ana, other, { at: '2025-05-01T20:00:00.000Z' });
  await ana.post('/api/reviews', { ...good, rating: 5 }).expect(201);
  await ana.post('/api/reviews', { ...other, rating: 2 }).expect(201);

  expect((await statistics(ana, 'year=2026')).ratings).toEqual([0, 0, 0, 0, 1]);
  expect((await statistics(ana)).ratings).toEqual([0, 1, 0, 0, 1]);
});

test('companions are named unless they are blocked', async () => {
  const cleo = await signUp(server, 'Cleo');
  const folder = await createFolder(ana);
  await shareWith(ana, folder.id, ben, only());
  await shareWith(ana, folder.id, cleo, only());
  await watch(ana, {}, { withUserIds: [ben.user.id, cleo.user.id] });
  await watch(ana, {}, { withUserIds: [ben.user.id] });
  const companions = async () =>
    (await statistics(ana, 'year=2026')).companions.map(({ user, plays }) => [user.firstName, plays]);

  expect(await companions()).toEqual([
    ['Ben', 2],
    ['Cleo', 1],
  ]);
  await ben.put(`/api/users/${ana.user.id}/block`).expect(204);
  expect(await companions()).toEqual([['Cleo', 1]]);
});

test('the first year says where the years to choose from begin', async () => {
  expect(await statistics(ana)).toMatchObject({ firstYear: null, totals: { plays: 0 }, ratings: [0, 0, 0, 0, 0] });
  await watch(ana, {}, { at: null, precision: 'unknown' });
  await watch(ana, {}, { at: '2020-01-01T03:00:00.000Z' });
  await watch(ana, {});

  expect((await statistics(ana, 'year=2026')).firstYear).toBe(2020);
  expect((await statistics(ana, 'timeZone=America/New_York')).firstYear).toBe(2019);
});

test('the first year of a play that is known to the day is the same in every time zone', async () => {
  await watch(ana, {}, { at: '2020-01-01T00:00:00.000Z', precision: 'day' });
  const firstYear = async () => (await statistics(ana, 'timeZone=America/New_York')).firstYear;

  expect(await firstYear()).toBe(2020);

  // The evening before, in New York.
  await watch(ana, {}, { at: '2020-01-01T03:00:00.000Z' });
  expect(await firstYear()).toBe(2019);
});

test('a year that was mistyped is counted as it stands', async () => {
  await watch(ana, {}, { at: '0202-05-01T12:00:00.000Z' });

  const { years, firstYear, months } = await statistics(ana);

  expect([years, firstYear]).toMatchObject([[{ year: 202, plays: 1 }], 202]);
  expect(months[4]).toMatchObject({ plays: 1 });
});

test('nobody else’s plays are counted', async () => {
  await watch(ben, {});
  expect((await statistics(ana)).totals.plays).toBe(0);
});

describe('the picture', () => {
  test('is drawn for the caller, and again when something was watched', async () => {
    await watch(ana, { tmdbId: THE_MATRIX });
    const first = await ana.get('/api/statistics/picture?year=2026').expect(200);

    expect(first.headers['content-type']).toBe('image/jpeg');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    // JPEG
    expect((first.body as Buffer).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const etag = String(first.headers.etag);
    await ana.get('/api/statistics/picture?year=2026').set('If-None-Match', etag).expect(304);
    await watch(ana, { tmdbId: SPEED });
    const second = await ana.get('/api/statistics/picture?year=2026').set('If-None-Match', etag).expect(200);
    expect(second.headers.etag).not.toBe(etag);
    expect((await ben.get('/api/statistics/picture?year=2026').expect(200)).headers.etag).not.toBe(etag);
  });

  test('needs a period that makes sense', async () => {
    await ana.get('/api/statistics/picture?year=last').expect(400);
    await ana.get('/api/statistics/picture?timeZone=Moon').expect(400);
  });
});

describe.each(familyKeys)('of a %s', (key) => {
  const { api } = families[key];
  let folderId: string;
  let title: ReturnType<typeof titleFacts>;
  beforeEach(async () => {
    folderId = (await createFolder(ana)).id;
    await shareWith(ana, folderId, ben, only());
    title = titleFacts({ runtime: 100 });
    await addItem(ana, folderId, title);
    await watch(ana, title);
    await watch(ana, {});
    await watch(ben, title, { at: '2025-03-04T20:00:00.000Z' });
    await watch(ben, title);
  });

  const ofList = async (query = ''): Promise<ListStatistics> =>
    (await ana.get(`${api.lists}/${folderId}/statistics?${query}`).expect(200)).body;

  test('the titles of the list are counted together, for those who show what they have seen', async () => {
    await showSeen(ana, folderId);
    await showSeen(ben, folderId);

    expect(await ofList()).toMatchObject({ people: 2, totals: { plays: 3, minutes: 300, films: 3, titles: 1 } });
    expect(await ofList('year=2026')).toMatchObject({ people: 2, totals: { plays: 2, minutes: 200 } });
    const answer = JSON.stringify(await ofList());
    for (const { user } of [ana, ben]) expect(answer).not.toContain(user.id);
  });

  test('nothing is counted when it would be one person’s own', async () => {
    const nothing = { people: 0, totals: { plays: 0, minutes: 0, titles: 0 }, genres: [] };
    expect(await ofList()).toMatchObject(nothing);
    await showSeen(ben, folderId);
    expect(await ofList()).toMatchObject(nothing);
    await showSeen(ana, folderId);
    expect(await ofList()).toMatchObject({ people: 2 });
    // Ana watched nothing in that year.
    expect(await ofList('year=2025')).toMatchObject(nothing);
    await showSeen(ben, folderId, false);
    expect(await ofList()).toMatchObject(nothing);
  });

  test('others get nothing', async () => {
    const stranger = await signUp(server, 'Mira');
    await stranger.get(`${api.lists}/${folderId}/statistics`).expect(404);
  });
});
