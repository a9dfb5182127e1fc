import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFiles } from '../../../client/features/moving/reading/readFiles.ts';
import { pick } from '../../../common/pick.ts';
import type { AccountExport, ExportedList } from '../../../common/schemas/export/export.ts';
import type { ItemState } from '../../../common/schemas/item.ts';
import { importRows, settled } from '../../testing/imports.ts';
import { addItem, createFolder, type Person, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

const server = setUpServer();

const films = [603, 550, 27205, 13].map((tmdbId) => ({ mediaType: 'movie' as const, tmdbId }));
const shows = [1399, 1396].map((tmdbId) => ({ mediaType: 'tv' as const, tmdbId }));
const title = fc.constantFrom(...films, ...shows);
const day = fc.integer({ min: 0, max: 900 }).map((n) => new Date(Date.UTC(2023, 0, 1 + n)).toISOString());
const time = fc.oneof(
  day.map((at) => ({ at, precision: 'day' as const })),
  fc.tuple(day, fc.integer({ min: 0, max: 86_399 })).map(([at, second]) => ({
    at: new Date(Date.parse(at) + second * 1000).toISOString(),
    precision: 'second' as const,
  })),
  fc.constant({ at: null, precision: 'unknown' as const }),
);
const number = fc.integer({ min: 1, max: 3 });
const play = fc.oneof(
  fc.record({ title, time }).map((one) => ({ ...one.title, ...one.time })),
  fc
    .record({ title: fc.constantFrom(...shows), time, season: number, episode: number })
    .map(({ season, episode, ...one }) => ({ ...one.title, ...one.time, season, episode })),
  fc.record({ title: fc.constantFrom(...shows), season: number }).map((one) => ({ ...one.title, season: one.season })),
);
const words = fc.constantFrom('Again!', '=1+1', '＝1+1', 'Two\nlines', '“Quoted”', '<b>Bold</b> & more');
/** What members change of an item, as a person begins with it. A field that is not here does not compile. */
const itemState: { [K in Exclude<keyof ItemState, 'rank' | 'userRating'>]: fc.Arbitrary<ItemState[K]> } = {
  watched: fc.boolean(),
  note: fc.option(words),
};
const stateFields = Object.keys(itemState) as (keyof typeof itemState)[];
type NotMoved = 'id' | 'createdAt' | 'kind' | 'members' | 'items' | 'showsSeen' | 'visibility';
/** What members change of a list. The privacy of a list and who is in it stay behind. A field that is not here does not compile. */
const listState: { [K in Exclude<keyof ExportedList, NotMoved>]: fc.Arbitrary<ExportedList[K]> } = {
  name: fc.constantFrom('Noir', 'Weekend', 'Watchlist'),
};
const listFields = Object.keys(listState) as (keyof typeof listState)[];
const account = fc.record({
  plays: fc.array(play, { maxLength: 6 }),
  reviews: fc.uniqueArray(
    fc.record({ title, rating: fc.integer({ min: 1, max: 5 }), comment: fc.option(words, { nil: undefined }) }),
    { maxLength: 3, selector: (review) => review.title.tmdbId },
  ),
  lists: fc.array(
    fc.record({
      ...listState,
      items: fc.uniqueArray(fc.record({ title, ...itemState }), {
        maxLength: 4,
        selector: (item) => item.title.tmdbId,
      }),
    }),
    { maxLength: 3 },
  ),
  paused: fc.option(fc.constantFrom(...shows)),
});

type Given = typeof account extends fc.Arbitrary<infer T> ? T : never;

async function fill(person: Person, given: Given): Promise<void> {
  for (const one of given.plays) await person.post('/api/plays', one);
  for (const { title: of, rating, comment } of given.reviews) {
    await person.post('/api/reviews', { ...of, rating, ...(comment && { comment }) });
  }
  for (const { name, items, ...others } of given.lists) {
    const { id } = await createFolder(person, name);
    // A field that is not set here does not compile.
    others satisfies Record<string, never>;
    for (const { title: of, watched, note, ...rest } of items) {
      const item = await addItem(person, id, { ...of, watched });
      if (note) await person.patch(`/api/watchlist/${item.id}/note`, { note });
      rest satisfies Record<string, never>;
    }
  }
  if (given.paused) await person.patch(`/api/tv/${given.paused.tmdbId}/progress`, { state: 'paused' });
}

const exportOf = async (person: Person): Promise<AccountExport> =>
  (await person.get('/api/export?format=marquee')).body;

/** Files of other services have no fractions of seconds, so they are not read. */
const toSecond = (moment: string) => moment.slice(0, 19);

/** What an import is to bring over, in an order of its own where the order says nothing. */
function contentsOf({ lists, reviews, plays, shows: stated }: AccountExport) {
  const sorted = <T>(entries: T[]) => entries.map((entry) => JSON.stringify(entry)).sort();
  return {
    lists: lists
      .filter(({ kind }) => kind !== 'reviewed')
      .map((list) => [pick(list, listFields), list.items.map((item) => pick(item, ['tmdbId', ...stateFields]))]),
    reviews: sorted(
      reviews.map(({ mediaType, tmdbId, rating, comment, imported, updatedAt }) => [
        mediaType,
        tmdbId,
        rating,
        comment,
        imported,
        toSecond(updatedAt),
      ]),
    ),
    plays: sorted(
      plays.map(({ mediaType, tmdbId, season, episode, at, precision }) => [
        mediaType,
        tmdbId,
        season,
        episode,
        at,
        precision,
      ]),
    ),
    shows: stated.map(({ tmdbId, state }) => [tmdbId, state]),
  };
}

async function importFile(person: Person, file: AccountExport) {
  const { rows, refused } = await readFiles([new File([JSON.stringify(file)], 'marquee.json')]);
  expect(refused).toEqual([]);
  return rows.length === 0 ? null : importRows(person, rows, { source: 'marquee' });
}

test('an exported account comes back the same, once, and undo takes it away again', async () => {
  await fc.assert(
    fc.asyncProperty(account, async (given) => {
      const [ana, ben] = [await signUp(server, 'Ana'), await signUp(server, 'Ben')];
      await fill(ana, given);
      const file = await exportOf(ana);

      const one = await importFile(ben, file);
      expect(contentsOf(await exportOf(ben))).toEqual(contentsOf(file));
      if (!one) return;
      for (const counts of Object.values(one.counts)) {
        expect(counts.comes).toBe(counts.in);
      }

      const again = await importFile(ben, file);
      for (const counts of Object.values(again?.counts ?? {})) expect(counts.alreadyHere).toBe(counts.in);
      expect(contentsOf(await exportOf(ben))).toEqual(contentsOf(file));

      await ben.post(`/api/imports/${one.id}/undo`);
      expect((await settled(ben, one.id)).undo).toMatchObject({ stayed: 0 });
      expect(contentsOf(await exportOf(ben))).toEqual({ lists: [], reviews: [], plays: [], shows: [] });
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 240_000);

test('a show that was started again stands where it stood', async () => {
  const [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
  const episodes = { tmdbId: 1399, season: 1 };
  const progressOf = async (person: Person) => (await person.get('/api/tv/1399/progress')).body;
  await ana.post('/api/plays/season', episodes);
  // Files have no fractions of seconds.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await ana.patch('/api/tv/1399/progress', { startsAgain: true });
  await ana.post('/api/plays/up-to', { ...episodes, episode: 2 });

  await importFile(ben, await exportOf(ana));

  const before = await progressOf(ana);
  expect(before).toMatchObject({ seenCount: 2 });
  expect(await progressOf(ben)).toEqual({ ...before, restartedAt: `${toSecond(before.restartedAt)}.000Z` });
});
