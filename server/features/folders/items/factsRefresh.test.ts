import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types, trusted } from 'mongoose';
import type { Change, ChangeBatch } from '../../../../common/schemas/changes.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { upstreamAway } from '../../../platform/http/errors.ts';
import { InstanceModel } from '../../../platform/instance/instance.model.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { type MovieDatabase, startMovieDatabase } from '../../../testing/titles/movieDatabase.ts';
import { createTitleSources } from '../../titles/createTitleSource.ts';
import type { TitleSource } from '../../titles/title.source.ts';
import { type ItemDoc, ItemModel } from '../model/item.model.ts';
import { createFactsRefresh, startFactsRefresh } from './factsRefresh.ts';

const DAY = 24 * 60 * 60 * 1000;
const FIVE_MONTHS = 150 * DAY;

let database: MovieDatabase;
let server: TestServer;
let titles: TitleSource;
let closeTitles: () => Promise<void>;
let ana: Person;
let ben: Person;
let folder: Folder;
/** A title that has not been requested yet. */
let fresh = 5000;

beforeAll(async () => {
  database = await startMovieDatabase();
  server = await startTestServer({
    env: { TMDB_ACCESS_TOKEN: 'a v4 token', TMDB_BASE_URL: database.url, LOG_LEVEL: 'silent' },
  });
  const sources = await createTitleSources(server.config, async () => ({
    tmdb: { accessToken: 'a v4 token' },
    omdbKey: null,
    region: 'US',
    language: 'en-US',
  }));
  titles = sources.titles;
  closeTitles = sources.close;
  // The first account is the operator's.
  ana = await signUp(server);
  ben = await signUp(server, 'Ben');
});
afterAll(async () => {
  await closeTitles();
  await server.stop();
  await database.close();
});
beforeEach(async () => {
  fresh += 10;
  await ItemModel.deleteMany({});
  await InstanceModel.updateOne({}, { $unset: { languageChangedAt: 1 } });
  folder = await createFolder(ana);
  await shareWith(ana, folder.id, ben);
  database.requests.length = 0;
});
afterEach(() => database.recover());

const refresh = (options: { now?: () => number; most?: number } = {}) =>
  createFactsRefresh(titles, { pauseMs: 0, ...options }).run();

/** An item with old facts. */
async function addOld(person: Person, facts: object = {}, age = FIVE_MONTHS): Promise<Item> {
  const item = await addItem(person, folder.id, {
    tmdbId: fresh,
    title: 'As it was called',
    posterPath: '/old.jpg',
    voteAverage: 1,
    runtime: 1,
    ...facts,
  });
  await ItemModel.updateOne({ _id: item.id }, { $set: { fetchedAt: new Date(Date.now() - age) } });
  return item;
}

const itemsOf = async (): Promise<Item[]> => (await ana.get(`/api/folders/${folder.id}/items`).expect(200)).body;
const revOf = async () => (await ana.get(`/api/folders/${folder.id}`)).body.rev as number;
const stored = async (id: string) => (await ItemModel.findById(id).lean<ItemDoc>())!;

describe('items whose facts are months old', () => {
  test('get the current facts of the movie database, and keep everything else', async () => {
    const item = await addOld(ana, { watched: true });

    await refresh();

    expect(await itemsOf()).toEqual([
      {
        ...item,
        title: `Film ${fresh}`,
        overview: `What happens in ${fresh}.`,
        posterPath: `/poster${fresh}.jpg`,
        backdropPath: `/backdrop${fresh}.jpg`,
        releaseDate: '1999-03-31',
        voteAverage: 73,
        genres: [28, 878],
        runtime: 136,
      },
    ]);
    expect(Date.now() - (await stored(item.id)).fetchedAt!.getTime()).toBeLessThan(DAY);
  });

  test('are delivered to every open tab with a new rev, and through the log', async () => {
    await addOld(ana);
    await addOld(ana, { tmdbId: fresh + 1 });
    const before = await revOf();
    const tab = await openTab(server, ben);

    await refresh();

    // They may come in one event or in two.
    await tab.next('folder:changes', ({ changes }) => changes.at(-1)?.rev === before + 2);
    const heard = tab.heard.flatMap(({ event, payload }) =>
      event === 'folder:changes' ? (payload as ChangeBatch).changes : [],
    );
    const refreshed = heard.filter(({ rev }) => rev > before);
    expect(refreshed.map(({ rev, type }) => [rev, type])).toEqual([
      [before + 1, 'item:refreshed'],
      [before + 2, 'item:refreshed'],
    ]);
    expect(await revOf()).toBe(before + 2);
    const missed = await ben.get(`/api/folders/${folder.id}/changes?since=${before}`).expect(200);
    expect(missed.body.changes).toEqual(refreshed);
    tab.close();
  });

  test('do not appear in the activity', async () => {
    await addOld(ana);

    await refresh();

    const { body } = await ana.get(`/api/folders/${folder.id}/changes`).expect(200);
    expect(body.changes.map(({ type }: Change) => type)).not.toContain('item:refreshed');
    expect(body.more).toBe(false);
  });

  test('raise no rev when no fact has changed, and are not due again', async () => {
    const item = await addOld(ana);
    await refresh();
    await ItemModel.updateOne({ _id: item.id }, { $set: { fetchedAt: new Date(Date.now() - FIVE_MONTHS) } });
    const before = await revOf();

    expect(await refresh()).toEqual({ due: 1, changed: 0 });

    expect(await revOf()).toBe(before);
    expect(await refresh()).toEqual({ due: 0, changed: 0 });
  });

  test('are fetched once per title for all lists, including Reviewed', async () => {
    const other = await createFolder(ben);
    await addOld(ana);
    const elsewhere = await addItem(ben, other.id, {
      tmdbId: fresh,
      title: 'As it was called',
      posterPath: '/old.jpg',
    });
    await ana.post('/api/reviews', {
      mediaType: 'movie',
      tmdbId: fresh,
      rating: 4,
      title: 'Old',
      posterPath: '/old.jpg',
    });
    await ItemModel.updateMany({}, { $set: { fetchedAt: new Date(Date.now() - FIVE_MONTHS) } });

    expect(await refresh()).toEqual({ due: 3, changed: 3 });

    expect(database.requests).toHaveLength(1);
    expect((await stored(elsewhere.id)).title).toBe(`Film ${fresh}`);
    const reviewed = await ItemModel.findOne({ userRating: trusted({ $ne: null }) }).lean<ItemDoc>();
    expect(reviewed).toMatchObject({ title: `Film ${fresh}`, userRating: 8 });
  });

  test('are refreshed oldest first, a limited number at a time', async () => {
    const [newer, older] = [
      await addOld(ana, { tmdbId: fresh }, 140 * DAY),
      await addOld(ana, { tmdbId: fresh + 1 }, 160 * DAY),
    ];

    expect(await refresh({ most: 1 })).toEqual({ due: 1, changed: 1 });

    expect((await stored(older.id)).title).toBe(`Film ${fresh + 1}`);
    expect((await stored(newer.id)).title).toBe('As it was called');
  });

  test('stay unchanged while the movie database is away, and are due again', async () => {
    const item = await addOld(ana);
    database.fail('refused');

    await refresh();
    expect(await stored(item.id)).toMatchObject({ title: 'As it was called' });

    database.recover();
    expect(await refresh()).toEqual({ due: 1, changed: 1 });
  });

  test('are refreshed even if one title cannot be fetched', async () => {
    const [broken, other] = [await addOld(ana, {}, 160 * DAY), await addOld(ana, { tmdbId: fresh + 1 })];
    const findTitle: TitleSource['findTitle'] = async (mediaType, id) => {
      if (id === broken.tmdbId) throw upstreamAway();
      return titles.findTitle(mediaType, id);
    };

    await createFactsRefresh({ ...titles, findTitle }, { pauseMs: 0 }).run();

    expect((await stored(broken.id)).title).toBe('As it was called');
    expect((await stored(other.id)).title).toBe(`Film ${fresh + 1}`);
  });

  test('stay unchanged when the movie database no longer knows the title, and are not due again', async () => {
    const item = await addOld(ana, { tmdbId: 9_000_000 + fresh });

    await refresh();
    expect(await refresh()).toEqual({ due: 0, changed: 0 });

    expect(await stored(item.id)).toMatchObject({ title: 'As it was called' });
  });

  test('get the current facts in a deleted list, too, and its owner finds them when it is restored', async () => {
    const item = await addOld(ana);
    await ana.delete(`/api/folders/${folder.id}`).expect(204);

    expect(await refresh()).toEqual({ due: 1, changed: 0 });
    expect(await refresh()).toEqual({ due: 0, changed: 0 });
    await ana.post(`/api/folders/${folder.id}/restore`, {}).expect(200);

    expect(await itemsOf()).toMatchObject([{ id: item.id, title: `Film ${fresh}`, posterPath: `/poster${fresh}.jpg` }]);
  });

  test('may be in a list that is being deleted', async () => {
    await addOld(ana);
    const release = database.hold();
    const asked = database.asked(1);
    const running = refresh();
    await asked;
    await ana.delete(`/api/folders/${folder.id}`).expect(204);
    release();

    expect(await running).toMatchObject({ changed: 0 });
  });
});

test('items whose facts are older than a change of the language are due at once', async () => {
  const setLanguage = (language: string) => ana.patch('/api/admin/settings', { language }).expect(200);
  await addOld(ana, {}, DAY);
  expect(await refresh()).toEqual({ due: 0, changed: 0 });

  await setLanguage('en-US');
  expect(await refresh()).toEqual({ due: 0, changed: 0 });

  await setLanguage('de-DE');
  expect(await refresh()).toEqual({ due: 1, changed: 1 });
  expect(await refresh()).toEqual({ due: 0, changed: 0 });
});

test('a title whose length did not come soon is added without it, and is due at once', async () => {
  const release = database.hold();
  const item = await addItem(ana, folder.id, { tmdbId: fresh, runtime: null });
  release();

  expect(item.runtime).toBeNull();
  expect(await refresh()).toEqual({ due: 1, changed: 1 });
  expect(await itemsOf()).toMatchObject([{ runtime: 136 }]);
});

describe('an item is not due', () => {
  test('when its title was recently added or reviewed', async () => {
    await addItem(ana, folder.id, { tmdbId: fresh });

    expect(await refresh()).toEqual({ due: 0, changed: 0 });
    expect(await refresh({ now: () => Date.now() + FIVE_MONTHS })).toMatchObject({ due: 1 });
  });

  test('when its title comes from the bundled catalogue', async () => {
    await addItem(ana, folder.id, { tmdbId: fresh, posterPath: `/api/art/poster/movie/${fresh}` });

    expect(await refresh({ now: () => Date.now() + FIVE_MONTHS })).toEqual({ due: 0, changed: 0 });
  });
});

describe('items without fetchedAt', () => {
  const addLegacy = async (age: number, posterPath: string | null) => {
    const item = await addItem(ana, folder.id, { tmdbId: fresh, title: 'As it was called', posterPath });
    const doc = await stored(item.id);
    await ItemModel.deleteOne({ _id: item.id });
    const { fetchedAt: _none, ...kept } = doc;
    const seconds = Math.floor((Date.now() - age) / 1000);
    await ItemModel.collection.insertOne({ ...kept, _id: new Types.ObjectId(Types.ObjectId.createFromTime(seconds)) });
  };

  test.each([
    ['of the movie database count from their creation', FIVE_MONTHS, '/old.jpg', 1],
    ['without a poster count from their creation', FIVE_MONTHS, null, 1],
    ['that are recent are not due', 10 * DAY, '/old.jpg', 0],
    ['of the bundled catalogue are never due', FIVE_MONTHS, '/api/art/poster/movie/603-1b2a44', 0],
  ])('%s', async (_what, age, posterPath, due) => {
    await addLegacy(age, posterPath);

    expect(await refresh()).toMatchObject({ due });
  });
});

test('an earlier change can still be undone, and the new facts stay', async () => {
  const item = await addOld(ana);
  await ana.patch(`/api/watchlist/${item.id}/watched`, { watched: true }).expect(200);
  const rev = await revOf();
  await refresh();

  const undone = await ana.post(`/api/folders/${folder.id}/changes/${rev}/undo`).expect(200);

  expect(undone.body.item).toMatchObject({ title: `Film ${fresh}`, watched: false });
  expect(await itemsOf()).toEqual([undone.body.item]);
});

test('a round that is stopped stores what it has fetched, and no other round starts', async () => {
  await addOld(ana);
  await addOld(ana, { tmdbId: fresh + 1 });
  const job = createFactsRefresh(titles, { pauseMs: 60_000 });
  const asked = database.asked(1);
  const running = job.run();
  await asked;

  await job.close();

  expect(await running).toEqual({ due: 2, changed: 1 });
  expect(await job.run()).toEqual({ due: 0, changed: 0 });
  expect(database.requests).toHaveLength(1);
});

test('one of several nodes refreshes facts once an hour', async () => {
  await addOld(ana);
  const tab = await openTab(server, ben);
  const nodes = [1, 2, 3].map(() => startFactsRefresh(titles, { lookMs: 20 }));

  await tab.next('folder:changes', ({ changes }) => changes.at(-1)?.type === 'item:refreshed');
  await addOld(ana, { tmdbId: fresh + 1 });
  await Promise.all(nodes.map((node) => node.close()));

  expect(database.requests).toHaveLength(1);
  tab.close();
});
