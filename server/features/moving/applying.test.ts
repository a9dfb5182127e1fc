import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { allFlags } from '../../../common/permissions.ts';
import type { Change } from '../../../common/schemas/changes.ts';
import type { ImportKind, ImportPage, ImportRow, ImportTitle, OutcomeCounts } from '../../../common/schemas/import.ts';
import type { Item } from '../../../common/schemas/item.ts';
import type { Play } from '../../../common/schemas/play.ts';
import { writeComment } from '../../testing/comments.ts';
import { beginImport, importRows, settled } from '../../testing/imports.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { disableAccount } from '../account/accountChanges.service.ts';
import { deleteAccount } from '../account/deletion/deletion.service.ts';
import { FolderModel } from '../folders/model/folder.model.ts';
import { SeenTitlesModel } from '../folders/model/seen.model.ts';
import { PlayModel } from '../plays/play.model.ts';
import { createCatalogueSource } from '../titles/catalogue/catalogue.source.ts';
import { createShows } from '../titles/shows.ts';
import { type ImportDoc, ImportModel } from './import.model.ts';
import { ImportRunner } from './import.runner.ts';
import { applyRows } from './import.work.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
});

const film = (title: string, year?: number, over: Partial<ImportTitle> = {}): ImportTitle => ({
  key: `movie|name|${title}|${year}`,
  mediaType: 'movie',
  title,
  ...(year !== undefined && { year }),
  ids: {},
  ...over,
});
const matrix = film('The Matrix', 1999);
const thrones: ImportTitle = { ...film('Game of Thrones', 2011), key: 'tv|thrones', mediaType: 'tv' };

const at = (n: number) => ({ file: 'a.csv', line: n + 1 });
const play = (title: ImportTitle, day: string, n = 1): ImportRow => ({
  kind: 'play',
  sourceKey: `imdb|play|${title.key}|${day}|${n}`,
  ...at(n),
  title,
  at: `${day}T00:00:00.000Z`,
  precision: 'day',
});
const episode = (season: number, number: number, day: string): ImportRow => ({
  ...(play(thrones, day) as Extract<ImportRow, { kind: 'play' }>),
  sourceKey: `imdb|play|thrones|s${season}e${number}|${day}`,
  episode: { season, number, ids: {} },
});
const seen = (title: ImportTitle): ImportRow => ({
  kind: 'seen',
  sourceKey: `imdb|seen|${title.key}`,
  ...at(1),
  title,
});
const rating = (title: ImportTitle, value: number): ImportRow => ({
  kind: 'rating',
  sourceKey: `imdb|rating|${title.key}`,
  ...at(1),
  title,
  rating: { value, of: 10, stars: Math.round(value / 2) },
  at: '2020-01-01T00:00:00.000Z',
});
const text = (title: ImportTitle, words: string): ImportRow => ({
  kind: 'review',
  sourceKey: `imdb|review|${title.key}`,
  ...at(1),
  title,
  text: words,
  at: '2020-01-01T00:00:00.000Z',
  isPrivate: true,
});
const want = (title: ImportTitle): ImportRow => ({
  kind: 'want',
  sourceKey: `imdb|want|${title.key}`,
  ...at(1),
  title,
  at: null,
});

const playsOf = async (person = ana): Promise<Play[]> => (await person.get('/api/plays')).body;
const listNamed = async (name: string, person = ana): Promise<{ id: string; itemCount: number }> =>
  ((await person.get('/api/folders')).body as { id: string; name: string; itemCount: number }[]).find(
    (list) => list.name === name,
  ) as { id: string; itemCount: number };
const titlesIn = async (listId: string, person = ana): Promise<string[]> =>
  ((await person.get(`/api/folders/${listId}/items`)).body as Item[]).map(({ title }) => title);
const rowsOf = async (id: string, query = ''): Promise<ImportPage['rows']> =>
  (await ana.get(`/api/imports/${id}${query}`)).body.rows;

/** What is counted at all. */
const counted = (counts: OutcomeCounts) =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([, count]) => count.in > 0)
      .map(([kind, count]) => [kind, Object.fromEntries(Object.entries(count).filter(([, many]) => many > 0))]),
  );
const all = (many: number) => ({ in: many, comes: many });

describe('titles', () => {
  test.each<[string, ImportTitle, string]>([
    ['by name and year', film('The Matrix', 1999), 'matched'],
    ['by a name in another language', film('Le Fabuleux Destin d’Amélie Poulain', 2001), 'matched'],
    ['by the IMDb id', film('', undefined, { ids: { imdb: 'tt0133093' } }), 'matched'],
    ['by a year beside it', film('The Matrix', 2000), 'matched'],
    ['not by a year far away', film('The Matrix', 2005), 'unknown'],
    ['not with another director', film('The Matrix', 1999, { director: 'Ana Brito' }), 'unknown'],
    ['not with another IMDb id', film('The Matrix', 1999, { ids: { imdb: 'tt9999999' } }), 'unknown'],
    ['with the right director', film('The Matrix', 1999, { director: 'Lana Wachowski, Lilly Wachowski' }), 'matched'],
    ['never if the file has a twin', film('The Matrix', 1999, { hasTwin: true }), 'ambiguous'],
    ['not by an id of TMDB that is not here', film('The Matrix', 1999, { ids: { tmdb: 99999999 } }), 'unknown'],
  ])('are found %s', async (_how, title, outcome) => {
    const { id } = await beginImport(ana, [want(title)]);

    const { counts } = await settled(ana, id);

    const expected = outcome === 'matched' ? 'comes' : outcome;
    expect(counts.wants).toMatchObject({ in: 1, [expected]: 1 });
    const [row] = await rowsOf(id);
    expect(row?.match?.tmdbId ?? row?.candidates[0]?.tmdbId ?? null).toEqual(
      outcome === 'unknown' ? null : expect.any(Number),
    );
  });

  test('of the same name are asked about, and come once the person has chosen', async () => {
    // There are two films of this name and year in no catalogue, so the file has them twice.
    const twin = { ...matrix, hasTwin: true as const };
    const { id } = await beginImport(ana, [want(twin), rating(twin, 9)]);
    await settled(ana, id);

    const [row] = await rowsOf(id, '?outcome=ambiguous&each=title');
    const match = row?.candidates[0];
    await ana.patch(`/api/imports/${id}/rows/${row?.n}`, { match: { mediaType: 'movie', tmdbId: match?.tmdbId } });

    const { counts } = await settled(ana, id);
    expect(counted(counts)).toEqual({ films: all(1), wants: all(1), ratings: all(1) });
  });

  test('are listed where they are counted, with episodes of which the file names no show', async () => {
    await importRows(ana, [play(matrix, '2023-05-01')]);
    const unnamed: ImportRow = {
      ...(play({ key: 'tv|own|episode tt0959621', mediaType: 'tv', title: '', ids: {} }, '2023-05-03', 3) as Extract<
        ImportRow,
        { kind: 'play' }
      >),
      episode: { season: null, number: null, title: 'Pilot', ids: { imdb: 'tt0959621' } },
    };
    const { id } = await beginImport(ana, [play(matrix, '2023-05-01'), play(matrix, '2023-06-01', 2), unnamed]);

    const { counts } = await settled(ana, id);

    expect(counts.films).toMatchObject({ in: 1, comes: 1 });
    const listed = async (outcome: string) => (await rowsOf(id, `?outcome=${outcome}&each=title`)).map(({ n }) => n);
    expect(await listed('comes')).toEqual([1]);
    expect(await listed('alreadyHere')).toEqual([]);
    expect(await listed('unknown')).toEqual([2]);
    await ana.patch(`/api/imports/${id}`, { plays: false }).expect(200);
    await settled(ana, id);
    expect((await rowsOf(id, '?each=title')).map(({ n }) => n)).toEqual([0, 2]);
  });

  test('that the person leaves out do not come', async () => {
    const { id } = await beginImport(ana, [want(matrix), rating(matrix, 9)]);
    await settled(ana, id);

    await ana.patch(`/api/imports/${id}/rows/0`, { isSkipped: true, of: 'row' });

    const { counts } = await settled(ana, id);
    expect(counted(counts)).toMatchObject({ wants: { in: 1, refused: 1 }, ratings: all(1) });
  });
});

describe('what comes', () => {
  const rows = [
    play(matrix, '2023-05-01'),
    seen(film('Fight Club', 1999)),
    rating(matrix, 9),
    text(matrix, 'Again!'),
    want(film('Inception', 2010)),
    episode(1, 1, '2020-02-01'),
    episode(1, 2, '2020-02-02'),
    episode(9, 1, '2020-02-03'),
    want(film('No such film anywhere', 1931)),
  ];
  const expected = {
    films: { in: 4, comes: 3, unknown: 1 },
    shows: all(1),
    episodes: { in: 3, comes: 2, refused: 1 },
    plays: { in: 4, comes: 3, refused: 1 },
    seenUndated: all(1),
    ratings: all(1),
    reviews: all(1),
    wants: { in: 2, comes: 1, unknown: 1 },
  };

  test('is counted the same before and after, and is there then', async () => {
    const { id } = await beginImport(ana, rows);
    expect(counted((await settled(ana, id)).counts)).toEqual(expected);
    expect(await playsOf()).toEqual([]);

    await ana.post(`/api/imports/${id}/apply`);
    const applied = await settled(ana, id);

    expect(applied).toMatchObject({ state: 'applied' });
    expect(counted(applied.counts)).toEqual(expected);
    const plays = await playsOf();
    expect(plays.map(({ title, at: when, precision, source }) => [title, when, precision, source])).toEqual([
      ['The Matrix', '2023-05-01T00:00:00.000Z', 'day', 'import'],
      ['Game of Thrones', '2020-02-02T00:00:00.000Z', 'day', 'import'],
      ['Game of Thrones', '2020-02-01T00:00:00.000Z', 'day', 'import'],
      ['Fight Club', null, 'unknown', 'import'],
    ]);
    const review = (await ana.get('/api/reviews/my-review/movie/603')).body;
    expect(review).toMatchObject({ rating: 5, comment: 'Again!', imported: { value: 9, of: 10 }, isPrivate: true });
    expect(await titlesIn((await listNamed('Watchlist')).id)).toEqual(['Inception']);
    expect(await titlesIn((await listNamed('Reviewed')).id)).toEqual(['The Matrix']);
    expect((await ana.get('/api/tv/1399/progress')).body).toMatchObject({ seenCount: 2 });
  });

  test('comes once: the same file adds nothing, a longer one the difference', async () => {
    await importRows(ana, rows);
    const before = await playsOf();

    const again = await importRows(ana, rows);
    expect(counted(again.counts)).toMatchObject({
      plays: { in: 4, alreadyHere: 3, refused: 1 },
      wants: { in: 2, alreadyHere: 1, unknown: 1 },
      ratings: { in: 1, alreadyHere: 1 },
    });
    expect(await playsOf()).toEqual(before);

    const longer = await importRows(ana, [...rows, play(matrix, '2024-01-01')]);
    expect(longer.counts.plays).toMatchObject({ in: 5, comes: 1, alreadyHere: 3 });
    expect(await playsOf()).toHaveLength(before.length + 1);
  });

  test('is undone as far as it is still as the import left it', async () => {
    const { id } = await importRows(ana, rows);
    const [first] = await playsOf();
    await ana.patch(`/api/plays/${first?.id}`, { at: '2023-05-02T00:00:00.000Z', precision: 'day' });

    await ana.post(`/api/imports/${id}/undo`);
    const undone = await settled(ana, id);

    expect(undone).toMatchObject({ state: 'undone', undo: { stayed: 1 } });
    expect((await playsOf()).map(({ at: when }) => when)).toEqual(['2023-05-02T00:00:00.000Z']);
    expect((await ana.get('/api/reviews/my-review/movie/603')).body).toBeNull();
    expect(await listNamed('Watchlist')).toBeUndefined();
    expect(await rowsOf(id, '?stayed=true')).toMatchObject([
      { n: 0, isApplied: true, reason: expect.stringContaining('stayed') },
    ]);
    expect((await ana.get('/api/tv/1399/progress')).body).toMatchObject({ seenCount: 0 });
  });

  test('is undone without a change to another import', async () => {
    const kept = await importRows(ana, [play(matrix, '2023-05-01')]);
    const { id } = await importRows(ana, [play(matrix, '2023-06-01')]);

    await ana.post(`/api/imports/${id}/undo`);
    await settled(ana, id);

    expect(await rowsOf(id)).toMatchObject([{ isApplied: false }]);
    expect(await rowsOf(kept.id)).toMatchObject([{ isApplied: true }]);
    expect((await playsOf()).map(({ at: when }) => when)).toEqual(['2023-05-01T00:00:00.000Z']);
  });

  test('keeps a play that was moved to another episode since', async () => {
    const { id } = await importRows(ana, [episode(1, 1, '2023-05-01')]);
    const [first] = await playsOf();
    await ana.patch(`/api/plays/${first?.id}`, { season: 1, episode: 2 });

    await ana.post(`/api/imports/${id}/undo`);

    expect(await settled(ana, id)).toMatchObject({ state: 'undone', undo: { stayed: 1 } });
    expect(await playsOf()).toMatchObject([{ id: first?.id, season: 1, episode: 2 }]);
  });

  test('never crosses to another person who imports at the same time', async () => {
    await Promise.all([importRows(ana, rows), importRows(ben, rows.slice(0, 1))]);

    expect(await playsOf(ben)).toHaveLength(1);
    expect(await playsOf(ana)).toHaveLength(4);
  });

  test('is applied once when two tabs press Apply', async () => {
    const { id } = await beginImport(ana, rows);
    await settled(ana, id);

    await Promise.all([ana.post(`/api/imports/${id}/apply`), ana.post(`/api/imports/${id}/apply`)]);
    await settled(ana, id);

    expect(await playsOf()).toHaveLength(4);
  });
});

describe('an import that was interrupted', () => {
  const rows = [play(matrix, '2023-05-01'), want(film('Inception', 2010)), rating(matrix, 9)];
  /** As a node leaves it that is killed. */
  const leave = async (id: string, change: object) => {
    const run = { id: 'killed', until: new Date(Date.now() - 1) };
    await ImportModel.updateOne({ _id: id }, { $set: { run, askedAt: new Date(0), ...change } });
  };

  test('says that it has stopped, and goes on when the person presses Apply', async () => {
    const { id } = await beginImport(ana, rows);
    await settled(ana, id);
    await leave(id, { state: 'applying', work: { step: 'applying', done: 1, of: 3 } });

    const { body: stopped } = await ana.get(`/api/imports/${id}`);
    expect(stopped.import).toMatchObject({ state: 'applying', work: { step: 'applying', isRunning: false } });
    await ana.post(`/api/imports/${id}/apply`);

    expect(await settled(ana, id)).toMatchObject({ state: 'applied' });
    expect(await playsOf()).toHaveLength(1);
  });

  test('writes nothing twice', async () => {
    const { id } = await importRows(ana, rows);
    await leave(id, { state: 'applying', work: { step: 'applying', done: 1, of: 3 } });

    await ana.post(`/api/imports/${id}/apply`);
    const { counts } = await settled(ana, id);

    expect(counted(counts)).toMatchObject({ plays: all(1), wants: all(1), ratings: all(1) });
    expect(await playsOf()).toHaveLength(1);
    expect(await titlesIn((await listNamed('Watchlist')).id)).toEqual(['Inception']);
  });

  test('goes on looking titles up by itself', async () => {
    const { id } = await beginImport(ana, rows);
    await settled(ana, id);
    await leave(id, { work: { step: 'matching', done: 0, of: 3 } });

    expect((await settled(ana, id)).counts.plays).toMatchObject(all(1));
  });

  test('is undone as far as it came', async () => {
    const { id } = await importRows(ana, rows);
    await leave(id, { work: { step: 'undoing', done: 1, of: 3 }, undo: { removed: 3, stayed: 0 } });

    await ana.post(`/api/imports/${id}/undo`);

    expect(await settled(ana, id)).toMatchObject({ state: 'undone', undo: { removed: 3, stayed: 0 } });
    expect(await playsOf()).toEqual([]);
  });

  test('stays so while the account is disabled', async () => {
    const cleo = await signUp(server, 'Cleo');
    const { id } = await beginImport(cleo, rows);
    await settled(cleo, id);
    await leave(id, { state: 'applying', work: { step: 'applying', done: 0, of: 3 } });
    await disableAccount(cleo.user.id);
    const source = createCatalogueSource();
    const runner = new ImportRunner({ source, shows: createShows(source) });

    runner.start(new Types.ObjectId(id));
    while ((await ImportModel.findById(id).lean<ImportDoc>())?.run) await delay(20);

    expect(await PlayModel.countDocuments({ userId: cleo.user.id })).toBe(0);
    expect(await ImportModel.findById(id).lean()).toMatchObject({ work: { step: 'applying' }, run: null });
    await runner.close();
  });

  test('that is deleted stops, and keeps what it has written', async () => {
    const { id } = await importRows(ana, rows);

    expect((await ana.delete(`/api/imports/${id}`)).status).toBe(204);

    expect(await playsOf()).toHaveLength(1);
    expect((await ana.get(`/api/imports/${id}`)).status).toBe(404);
  });
});

describe('a viewing', () => {
  test('on a day that the diary has is here already', async () => {
    const facts = { tmdbId: 603, mediaType: 'movie', at: '2023-05-01T19:00:00.000Z', precision: 'second' };
    await ana.post('/api/plays', facts);

    const { counts } = await importRows(ana, [play(matrix, '2023-05-01'), play(matrix, '2023-05-02')]);

    expect(counts.plays).toMatchObject({ in: 2, comes: 1, alreadyHere: 1 });
  });

  test('of an episode never becomes one of a film', async () => {
    const row = { ...episode(1, 1, '2020-01-01'), title: matrix } as ImportRow;

    const { counts } = await importRows(ana, [row]);

    expect(counts.plays.comes).toBe(0);
    expect(await playsOf()).toEqual([]);
  });

  test.each<[string, Extract<ImportRow, { kind: 'progress' }>['upTo'], number]>([
    ['an episode', { season: 1, episode: 3 }, 3],
    ['a number of episodes', { count: 12 }, 12],
    ['all that had aired of a season', { aired: true, season: 2 }, 10],
  ])('is added for each episode up to %s', async (_what, upTo, many) => {
    const row = {
      kind: 'progress',
      sourceKey: 'simkl|progress|x',
      ...at(1),
      title: thrones,
      upTo,
      at: '2021-01-01T00:00:00.000Z',
    };

    const { id } = await importRows(ana, [episode(1, 1, '2020-01-01'), row as ImportRow]);

    expect((await ana.get('/api/tv/1399/progress')).body.seenCount).toBe(upTo && 'aired' in upTo ? many + 1 : many);
    await ana.post(`/api/imports/${id}/undo`);
    await settled(ana, id);
    expect(await playsOf()).toEqual([]);
  });
});

test('times that are still to come are not kept, and a play of such a day is refused', async () => {
  const future = '2999-01-01T00:00:00.000Z';
  const before = Date.now();

  const { counts } = await importRows(ana, [
    play(film('Inception', 2010), '2999-01-01'),
    { ...rating(matrix, 8), at: future } as ImportRow,
    { ...want(film('Toy Story', 1995)), at: future } as ImportRow,
    { kind: 'progress', sourceKey: 'p', ...at(1), title: thrones, upTo: { season: 1, episode: 2 }, at: future },
    { kind: 'state', sourceKey: 's', ...at(1), title: thrones, state: 'paused', restartedAt: future },
  ]);

  expect(counts.plays).toMatchObject({ refused: 1 });
  // Two episodes, and the film with the rating.
  expect((await playsOf()).map(({ at }) => at)).toEqual([null, null, null]);
  const review = (await ana.get('/api/reviews/my-review/movie/603')).body;
  const items = (await ana.get(`/api/folders/${(await listNamed('Watchlist')).id}/items`)).body as Item[];
  const times = [review.updatedAt, ...items.map(({ createdAt }) => createdAt)].map((time) => Date.parse(time));
  expect(times.filter((time) => time < before || time > Date.now())).toEqual([]);
  expect((await ana.get('/api/tv/1399/progress')).body).toMatchObject({ state: 'paused', seenCount: 2 });
});

describe('an existing review', () => {
  const mine = async (choice: string, facts: object = {}) => {
    await ana.post('/api/reviews', { tmdbId: 603, mediaType: 'movie', rating: 2, comment: 'Mine' });
    const { id } = await beginImport(ana, [rating(matrix, 10), text(matrix, 'Theirs')]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { existingReviews: choice, ...facts });
    await settled(ana, id);
    await ana.post(`/api/imports/${id}/apply`);
    const one = await settled(ana, id);
    return { one, review: (await ana.get('/api/reviews/my-review/movie/603')).body };
  };

  test.each([
    ['mine', { rating: 2, comment: 'Mine' }],
    ['newest', { rating: 2, comment: 'Mine' }],
    ['theirs', { rating: 5, comment: 'Theirs' }],
  ])('stays or is replaced: %s', async (choice, expected) => {
    expect((await mine(choice)).review).toMatchObject(expected);
  });

  test('comes back with undo', async () => {
    const { one } = await mine('theirs');

    await ana.post(`/api/imports/${one.id}/undo`);
    await settled(ana, one.id);

    const back = (await ana.get('/api/reviews/my-review/movie/603')).body;
    expect(back).toMatchObject({ rating: 2, comment: 'Mine' });
    expect(back).not.toHaveProperty('imported');
    expect(back.updatedAt).toBe(back.createdAt);
    expect(await titlesIn((await listNamed('Reviewed')).id)).toEqual(['The Matrix']);
    expect((await ana.get(`/api/folders/${(await listNamed('Reviewed')).id}/items`)).body).toMatchObject([
      { userRating: 4 },
    ]);
    expect(await playsOf()).toHaveLength(1);
  });

  test('a text without stars is listed', async () => {
    const { id, counts } = await importRows(ana, [text(matrix, 'No stars')]);

    expect(counts.reviews).toMatchObject({ in: 1, refused: 1 });
    expect(await rowsOf(id)).toMatchObject([{ outcome: 'refused', reason: expect.stringContaining('stars') }]);
  });
});

test('undo takes back a review with the play that came with it', async () => {
  const { id } = await importRows(ana, [rating(matrix, 9)]);
  expect(await playsOf()).toMatchObject([{ title: 'The Matrix', source: 'review' }]);

  await ana.post(`/api/imports/${id}/undo`);

  expect(await settled(ana, id)).toMatchObject({ state: 'undone', undo: { removed: 1, stayed: 0 } });
  expect((await ana.get('/api/reviews/my-review/movie/603')).body).toBeNull();
  expect(await playsOf()).toEqual([]);
});

describe('where there is no room for all of it', () => {
  const [first, second] = [matrix, film('Inception', 2010)];
  const refusedFor = async (id: string) => (await rowsOf(id, '?outcome=refused')).map(({ reason }) => reason);
  const appliedCounts = async (id: string) => {
    await ana.post(`/api/imports/${id}/apply`);
    return counted((await settled(ana, id)).counts);
  };

  test('the diary gets as much as it holds', async () => {
    await ana.post('/api/plays', { tmdbId: 680, mediaType: 'movie', at: null, precision: 'unknown' }).expect(201);
    const { id } = await beginImport(ana, [play(first, '2023-05-01'), play(second, '2023-05-02', 2)]);
    expect((await settled(ana, id)).counts.plays).toMatchObject(all(2));
    await SeenTitlesModel.updateOne({ _id: ana.user.id }, { plays: limits.playsPerPerson - 1 });

    expect(await appliedCounts(id)).toMatchObject({ plays: { in: 2, comes: 1, refused: 1 } });

    expect(await refusedFor(id)).toEqual(['Your diary is full: it holds 100,000 entries.']);
    expect(await playsOf()).toHaveLength(2);
  });

  test('a list gets as much as it holds', async () => {
    const folder = await createFolder(ana, 'Almost full');
    await FolderModel.updateOne({ _id: folder.id }, { itemCount: limits.itemsPerList - 1 });
    const { id } = await beginImport(ana, [want(first), want(second)]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { films: { folderId: folder.id } }).expect(200);
    const expected = { wants: { in: 2, comes: 1, refused: 1 } };
    expect(counted((await settled(ana, id)).counts)).toMatchObject(expected);

    expect(await appliedCounts(id)).toMatchObject(expected);

    expect(await refusedFor(id)).toEqual(['This list is full: it holds 10,000 titles.']);
    expect(await titlesIn(folder.id)).toEqual(['The Matrix']);
  });

  test('lists are made up to the most that one person can have', async () => {
    const names = ['A', 'B'];
    const rows = names.flatMap((name): ImportRow[] => [
      { kind: 'list', sourceKey: `list|${name}`, ...at(1), listKey: name, name },
      { ...want(first), kind: 'listItem', sourceKey: `item|${name}`, listKey: name, position: 1 } as ImportRow,
    ]);
    const { id } = await beginImport(ana, rows);
    expect((await settled(ana, id)).counts.lists).toMatchObject(all(2));
    const userId = new Types.ObjectId(ana.user.id);
    await FolderModel.insertMany(
      Array.from({ length: limits.listsPerPerson - 1 }, (_, n) => ({ name: `List ${n}`, userId, kind: 'normal' })),
    );

    expect(await appliedCounts(id)).toMatchObject({
      lists: { in: 2, comes: 1, refused: 1 },
      listItems: { in: 2, comes: 1, refused: 1 },
    });

    const full = 'You have 500 lists, the most that one person can have.';
    expect(await refusedFor(id)).toEqual([full, full]);
    expect(await titlesIn((await listNamed('A')).id)).toEqual(['The Matrix']);
    expect(await listNamed('B')).toBeUndefined();
  });
});

describe('undo keeps what has changed since:', () => {
  const state: ImportRow = {
    kind: 'state',
    sourceKey: 'imdb|state|thrones',
    ...at(1),
    title: thrones,
    state: 'paused',
    restartedAt: null,
  };
  const undone = async (id: string) => {
    await ana.post(`/api/imports/${id}/undo`);
    const { undo } = await settled(ana, id);
    return { undo, reasons: (await rowsOf(id, '?stayed=true')).map(({ reason }) => reason) };
  };

  test('a review, with the play of its title', async () => {
    const { id } = await importRows(ana, [rating(matrix, 9), text(matrix, 'Again!')]);
    const { body: review } = await ana.get('/api/reviews/my-review/movie/603');
    await ana.put(`/api/reviews/${review.id}`, { rating: 1 }).expect(200);

    expect((await undone(id)).undo).toEqual({ removed: 1, stayed: 1 });

    expect((await ana.get('/api/reviews/my-review/movie/603')).body).toMatchObject({ rating: 1 });
    expect(await playsOf()).toMatchObject([{ title: 'The Matrix', source: 'review' }]);
    expect(await titlesIn((await listNamed('Reviewed')).id)).toEqual(['The Matrix']);
  });

  test('a show that is no longer paused', async () => {
    const { id } = await importRows(ana, [state]);
    await ana.patch('/api/tv/1399/progress', { state: 'dropped' });

    expect(await undone(id)).toEqual({
      undo: { removed: 0, stayed: 1 },
      reasons: ['You changed this show, so it stayed as it is.'],
    });
    expect((await ana.get('/api/tv/1399/progress')).body).toMatchObject({ state: 'dropped' });
  });

  test.each<[string, (item: Item) => Promise<unknown>]>([
    ['marked as watched', ({ id }) => ana.patch(`/api/watchlist/${id}/watched`, { watched: true })],
    ['with a note', ({ id }) => ana.patch(`/api/watchlist/${id}/note`, { note: 'Soon' })],
    ['with a comment', ({ folderId, id }) => writeComment(ana, folderId, id)],
  ])('a title %s, and the list that was made for it', async (_how, change) => {
    const { id } = await importRows(ana, [want(matrix), want(film('Inception', 2010))]);
    const list = await listNamed('Watchlist');
    const items = (await ana.get(`/api/folders/${list.id}/items`)).body as Item[];
    await change(items.find(({ title }) => title === 'The Matrix') as Item);

    expect(await undone(id)).toEqual({
      undo: { removed: 1, stayed: 1 },
      reasons: ['This title was changed or commented on in its list, so it stayed.'],
    });
    expect(await titlesIn(list.id)).toEqual(['The Matrix']);
  });

  test('a list that other people are in by now, without the titles', async () => {
    const { id } = await importRows(ana, [want(matrix)]);
    const list = await listNamed('Watchlist');
    await shareWith(ana, list.id, ben);

    expect((await undone(id)).undo).toEqual({ removed: 1, stayed: 0 });
    expect(await titlesIn(list.id, ben)).toEqual([]);
  });

  test('titles of a list that the person may no longer change, but not those of a list that is gone', async () => {
    const [kept, gone] = [await createFolder(ben, 'Kept'), await createFolder(ana, 'Gone')];
    await shareWith(ben, kept.id, ana, only('canAdd'));
    const { id } = await beginImport(ana, [want(matrix), want(thrones)]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { films: { folderId: kept.id }, shows: { folderId: gone.id } });
    await settled(ana, id);
    await ana.post(`/api/imports/${id}/apply`);
    await settled(ana, id);
    const [share] = (await ben.get(`/api/folders/${kept.id}/shares`)).body;
    await ben.put(`/api/folder-shares/${share.id}/permissions`, only()).expect(200);
    await ana.delete(`/api/folders/${gone.id}`);

    expect(await undone(id)).toEqual({
      undo: { removed: 1, stayed: 1 },
      reasons: ['You can no longer change this list, so the title stayed.'],
    });
    expect(await titlesIn(kept.id, ben)).toEqual(['The Matrix']);
  });
});

describe('lists', () => {
  const list = (name: string, listKey = name): ImportRow => ({
    kind: 'list',
    sourceKey: `list|${listKey}`,
    ...at(1),
    listKey,
    name,
  });
  const listed = (listKey: string, position: number, title: ImportTitle): ImportRow => ({
    kind: 'listItem',
    sourceKey: `${listKey}|${title.key}`,
    ...at(position),
    title,
    listKey,
    position,
    note: `Note ${position}`,
    watched: true,
    at: null,
  });

  test('come in their order, with notes and marks', async () => {
    const rows = [list('Noir'), listed('Noir', 3, film('Inception', 2010)), listed('Noir', 1, matrix), list('Empty')];

    const { counts } = await importRows(ana, rows);

    expect(counted(counts)).toMatchObject({ lists: all(2), listItems: all(2) });
    const items = (await ana.get(`/api/folders/${(await listNamed('Noir')).id}/items`)).body as Item[];
    expect(items.map(({ title, note, watched }) => [title, note, watched])).toEqual([
      ['The Matrix', 'Note 1', true],
      ['Inception', 'Note 3', true],
    ]);
    expect(await listNamed('Empty')).toMatchObject({ itemCount: 0 });
    const again = await importRows(ana, rows);
    expect(counted(again.counts)).toMatchObject({
      lists: { in: 2, alreadyHere: 2 },
      listItems: { in: 2, alreadyHere: 2 },
    });
  });

  test('get what was seen as well, marked as watched, if the person wants that', async () => {
    const { id } = await beginImport(ana, [play(matrix, '2023-05-01'), want(film('Inception', 2010))]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { withSeen: true });
    await settled(ana, id);

    await ana.post(`/api/imports/${id}/apply`);
    const { counts } = await settled(ana, id);

    expect(counted(counts)).toEqual({ films: all(2), plays: all(1), wants: all(1) });
    const list = await listNamed('Watchlist');
    const items = (await ana.get(`/api/folders/${list.id}/items`)).body as Item[];
    expect(items.map(({ title, watched }) => [title, watched])).toEqual([
      ['Inception', false],
      ['The Matrix', true],
    ]);
    await ana.post(`/api/imports/${id}/undo`);
    await settled(ana, id);
    expect(await listNamed('Watchlist')).toBeUndefined();
  });

  test('get nothing of what was seen that the person leaves out', async () => {
    const { id } = await beginImport(ana, [play(matrix, '2023-05-01'), want(film('Inception', 2010))]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { withSeen: true }).expect(200);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}/rows/0`, { isSkipped: true, of: 'row' }).expect(200);
    await settled(ana, id);

    await ana.post(`/api/imports/${id}/apply`);
    await settled(ana, id);

    expect(await titlesIn((await listNamed('Watchlist')).id)).toEqual(['Inception']);
  });

  test('get what the diary has already, which undo takes back too', async () => {
    await importRows(ana, [play(matrix, '2023-05-01')]);
    const { id } = await beginImport(ana, [play(matrix, '2023-05-01')]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { withSeen: true });
    await settled(ana, id);
    await ana.post(`/api/imports/${id}/apply`);
    await settled(ana, id);
    expect(await titlesIn((await listNamed('Watchlist')).id)).toEqual(['The Matrix']);

    await ana.post(`/api/imports/${id}/undo`).expect(200);

    expect(await settled(ana, id)).toMatchObject({ state: 'undone', undo: { removed: 1, stayed: 0 } });
    expect(await listNamed('Watchlist')).toBeUndefined();
    expect(await playsOf()).toHaveLength(1);
  });

  test('have names and notes as those that a person types', async () => {
    const cafe = await createFolder(ana, 'Café');
    const rows = [
      list('Cafe\u0301'),
      listed('Cafe\u0301', 1, matrix),
      list('No\u202eir\nfilms'),
      { ...listed('No\u202eir\nfilms', 1, matrix), note: 'Late\u202e\nshow' },
      list('\u200b'),
    ] as ImportRow[];

    await importRows(ana, rows);

    expect(await titlesIn(cafe.id)).toEqual(['The Matrix']);
    const noir = await listNamed('Noir films');
    expect((await ana.get(`/api/folders/${noir.id}/items`)).body).toMatchObject([{ note: 'Late show' }]);
    const names = ((await ana.get('/api/folders')).body as { name: string }[]).map(({ name }) => name);
    expect(names.sort()).toEqual(['Café', 'Imported list', 'Noir films', 'Reviewed']);
  });

  test('are not made for an account that is deleted meanwhile', async () => {
    const cleo = await signUp(server, 'Cleo');
    const { id } = await beginImport(
      cleo,
      ['A', 'B'].flatMap((name) => [list(name), listed(name, 1, matrix)]),
    );
    await settled(cleo, id);
    const source = createCatalogueSource();
    const one = await ImportModel.findById(id).lean<ImportDoc>();

    const applying = applyRows({ source, shows: createShows(source) }, one as ImportDoc, async () => {
      if (await ImportModel.exists({ _id: id })) await deleteAccount(cleo.user.id);
    });

    await expect(applying).rejects.toMatchObject({ code: 'not_found' });
    expect(await FolderModel.countDocuments({ userId: cleo.user.id })).toBe(0);
  });

  test('go to the own list of their name in any case, to the chosen one, or nowhere', async () => {
    const [noir, chosen] = [await createFolder(ana, 'NOIR'), await createFolder(ana, 'Chosen')];
    const { id } = await beginImport(
      ana,
      ['Noir', 'B', 'C', 'Reviewed'].flatMap((name) => [list(name), listed(name, 1, matrix)]),
    );
    await settled(ana, id);
    const lists = [
      { listKey: 'B', target: { folderId: chosen.id } },
      { listKey: 'C', target: null },
    ];
    await ana.patch(`/api/imports/${id}`, { lists }).expect(200);
    await settled(ana, id);

    await ana.post(`/api/imports/${id}/apply`);
    const { counts } = await settled(ana, id);

    expect(counts.listItems).toMatchObject({ in: 4, comes: 3, refused: 1 });
    expect(counts.lists).toMatchObject({ in: 4, refused: 1 });
    expect(await listNamed('C')).toBeUndefined();
    // Nothing but reviews is in Reviewed.
    expect(await titlesIn((await listNamed('Reviewed')).id)).toEqual([]);
    const elsewhere = await listNamed('Reviewed elsewhere');
    for (const { id: listId } of [noir, chosen, elsewhere]) expect(await titlesIn(listId)).toEqual(['The Matrix']);
  });

  test('are counted as one that is chosen here and named in the file', async () => {
    const noir = await createFolder(ana, 'Noir');
    const { id } = await beginImport(ana, [want(matrix), list('Noir'), listed('Noir', 1, matrix)]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { films: { folderId: noir.id } }).expect(200);
    const preview = counted((await settled(ana, id)).counts);

    await ana.post(`/api/imports/${id}/apply`);
    const { counts } = await settled(ana, id);

    expect(preview).toMatchObject({ wants: all(1), listItems: { in: 1, alreadyHere: 1 } });
    expect(counted(counts)).toEqual(preview);
  });

  test('of one name stay two', async () => {
    await importRows(ana, [
      list('Noir', 'a'),
      list('Noir', 'b'),
      listed('a', 1, matrix),
      listed('b', 1, film('Inception', 2010)),
    ]);

    const lists = ((await ana.get('/api/folders')).body as { id: string; name: string }[]).filter(
      ({ name }) => name === 'Noir',
    );
    expect(await Promise.all(lists.map(({ id }) => titlesIn(id)))).toEqual([['Inception'], ['The Matrix']]);
  });

  test('that are shared get one change, which all members hear (P48)', async () => {
    const folder = await createFolder(ben, 'Friday');
    await shareWith(ben, folder.id, ana, allFlags);
    const { id } = await beginImport(ana, [want(matrix), want(film('Inception', 2010))]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { films: { folderId: folder.id } });
    await settled(ana, id);
    const tab = await openTab(server, ben);

    await ana.post(`/api/imports/${id}/apply`);

    const { changes } = (await tab.next('folder:changes')) as { changes: Change[] };
    const added = { type: 'items:added', by: { id: ana.user.id }, itemCount: 2, importId: id };
    expect(changes).toMatchObject([{ ...added, items: [{ title: 'The Matrix' }, { title: 'Inception' }] }]);
    await settled(ana, id);
    expect((await ben.get(`/api/folders/${folder.id}/changes`)).body.changes.at(-1)).toMatchObject(added);
    expect(await titlesIn(folder.id, ben)).toEqual(['The Matrix', 'Inception']);
    tab.close();
    await ana.post(`/api/imports/${id}/undo`);
    await settled(ana, id);
    expect(await titlesIn(folder.id, ben)).toEqual([]);
  });

  test('in which the person may no longer add get nothing', async () => {
    const folder = await createFolder(ben, 'Friday');
    await shareWith(ben, folder.id, ana, only('canAdd'));
    const { id } = await beginImport(ana, [want(matrix), play(matrix, '2023-05-01')]);
    await settled(ana, id);
    await ana.patch(`/api/imports/${id}`, { films: { folderId: folder.id } });
    expect((await settled(ana, id)).counts.wants).toMatchObject({ comes: 1 });

    await ana.delete(`/api/folders/${folder.id}/leave`);
    await ana.post(`/api/imports/${id}/apply`);

    const { counts } = await settled(ana, id);
    expect(counts.wants).toMatchObject({ in: 1, refused: 1 });
    expect(counts.plays).toMatchObject({ in: 1, comes: 1 });
    expect(await titlesIn(folder.id, ben)).toEqual([]);
  });
});

test('the counts of each kind are the sum of the outcomes', async () => {
  const kinds: ImportKind[] = ['films', 'plays', 'wants'];
  const refused = { kind: 'films' as const, file: 'a.csv', line: 9, reason: 'The row has no title', raw: {} };
  const { counts } = await importRows(ana, [play(matrix, '2023-05-01'), want(film('Nothing like it', 1950)), refused]);

  for (const kind of kinds) {
    const { in: total, ...outcomes } = counts[kind];
    expect(Object.values(outcomes).reduce((sum, many) => sum + many, 0)).toBe(total);
  }
  expect(counts.films).toMatchObject({ in: 3, comes: 1, unknown: 1, refused: 1 });
});
