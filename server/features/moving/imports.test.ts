import { beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { ImportPage, SentRow } from '../../../common/schemas/import.ts';
import { gather } from '../../testing/audience.ts';
import { beginImport, importedRow, settled } from '../../testing/imports.ts';
import { type Person, signInAgain, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { type ImportDoc, ImportModel, ImportRowModel } from './import.model.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
});

const read = async (id: string, query = '', person = ana): Promise<ImportPage> =>
  (await person.get(`/api/imports/${id}${query}`)).body;

describe('rows', () => {
  test('arrive in chunks, and a chunk that is sent again adds nothing', async () => {
    const rows = [importedRow(), importedRow(), importedRow()];
    const { id } = await beginImport(ana, rows, { send: 2 });

    const again = await ana.put(`/api/imports/${id}/rows`, { from: 1, rows: rows.slice(1, 2) });
    expect(again.body).toEqual({ received: 2 });
    const tooEarly = await ana.put(`/api/imports/${id}/rows`, { from: 3, rows: rows.slice(2) });
    expect(tooEarly.body).toEqual({ received: 2 });
    const last = await ana.put(`/api/imports/${id}/rows`, { from: 1, rows: rows.slice(1) });
    expect(last.body).toEqual({ received: 3 });

    const page = await read(id);
    expect(page.import).toMatchObject({ state: 'preview', rows: { total: 3, received: 3 } });
    const { createdAt, expiresAt } = page.import;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(limits.importDays * 24 * 60 * 60 * 1000);
    expect(page.rows.map(({ row }) => row)).toEqual(rows);
  });

  test('that two tabs send at once are stored once', async () => {
    const rows = Array.from({ length: 20 }, () => importedRow());
    const { id } = await beginImport(ana, rows, { send: 0 });

    const send = () => ana.put(`/api/imports/${id}/rows`, { from: 0, rows });
    const answers = await Promise.all([send(), send()]);

    expect(answers.map(({ body }) => body)).toEqual([{ received: 20 }, { received: 20 }]);
    expect((await read(id)).rows).toHaveLength(20);
  });

  test('of more lists than one import can have are refused, with the titles in them', async () => {
    const listed = (listKey: string): SentRow => {
      const { title, file, line, sourceKey } = importedRow() as Extract<SentRow, { kind: 'play' }>;
      const item = { kind: 'listItem' as const, title, file, line, sourceKey, at: null };
      return { ...item, listKey, position: 1 };
    };
    const lists = Array.from({ length: limits.importLists + 1 }, (_, at): SentRow => {
      return {
        kind: 'list',
        sourceKey: `list|${at}`,
        file: 'films.txt',
        line: 1,
        listKey: `${at}`,
        name: `List ${at}`,
      };
    });
    const { id } = await beginImport(ana, [...lists, listed('0'), listed(`${limits.importLists}`)]);
    await settled(ana, id);

    const page = await read(id);
    expect(page.import.lists).toHaveLength(limits.importLists);
    expect(page.import.counts.lists).toMatchObject({ in: limits.importLists + 1, refused: 1 });
    expect(page.import.counts.listItems).toMatchObject({ in: 2, refused: 1 });
  });

  test('are read in pages', async () => {
    const { id } = await beginImport(
      ana,
      Array.from({ length: 5 }, () => importedRow()),
    );

    const first = await read(id, '?limit=3');
    const second = await read(id, `?limit=3&after=${first.next}`);

    expect([first, second].map(({ rows }) => rows.map(({ n }) => n))).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(second.next).toBeNull();
  });

  test('keep columns of any name', async () => {
    const raw = { 'Runtime (mins).': '7', $where: 'true', 'a.b': 'x' };
    const refused = { kind: 'films' as const, file: 'films.csv', line: 7, reason: 'The row has no title', raw };
    const { id } = await beginImport(ana, [refused]);

    expect((await read(id)).rows).toMatchObject([{ row: refused, outcome: 'refused', reason: 'The row has no title' }]);
  });
});

test('imports belong to one person', async () => {
  const { id } = await beginImport(ana, [importedRow()]);

  expect((await ben.get('/api/imports')).body).toEqual([]);
  expect((await ben.get(`/api/imports/${id}`)).status).toBe(404);
  expect((await ben.delete(`/api/imports/${id}`)).status).toBe(404);
  expect((await ana.get('/api/imports')).body).toMatchObject([{ id }]);
});

test('all rows about one title come, however many there are', async () => {
  const day = (n: number) => new Date(Date.UTC(2023, 0, 1 + n)).toISOString();
  const rows = Array.from({ length: 120 }, (_, n) => importedRow({ at: day(n) }));
  const title = {
    key: 'movie|tmdb|550',
    mediaType: 'movie',
    title: 'Fight Club',
    year: 1999,
    ids: { tmdb: 550 },
  } as const;
  const others = Array.from({ length: 30 }, (_, n) => importedRow({ at: day(n), title }));
  const { id } = await beginImport(ana, [...rows, ...others]);

  const { counts } = await settled(ana, id);

  expect(counts).toMatchObject({ plays: { in: 150, comes: 150 }, films: { in: 2, comes: 2 } });
});

test('imports are listed newest first, and one that is deleted leaves none of its rows', async () => {
  const [first, second] = [await beginImport(ana, [importedRow()]), await beginImport(ana, [importedRow()])];
  expect((await ana.get('/api/imports')).body.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);

  await ana.delete(`/api/imports/${first.id}`).expect(204);

  expect(await ImportRowModel.countDocuments({ importId: first.id })).toBe(0);
  expect(await ImportRowModel.countDocuments({ importId: second.id })).toBe(1);
  expect((await ana.delete(`/api/imports/${first.id}`)).status).toBe(404);
});

describe('a person', () => {
  const begin = (total: number) => ana.post('/api/imports', { source: 'text', files: ['films.txt'], total });
  const refused = {
    error: 'You have imported very much in the last 30 days. Delete an earlier import to make room.',
    code: 'limit_reached',
  };

  test('imports so many files, and another one when an earlier one is deleted', async () => {
    const { _id, ...stored } = await storedImport((await begin(1)).body.id);
    const copies = Array.from({ length: limits.importsPerPerson - 2 }, () => ({
      ...stored,
      _id: new Types.ObjectId(),
    }));
    await ImportModel.insertMany(copies);
    const last = await begin(1);

    expect(last.status).toBe(201);
    expect((await begin(1)).body).toEqual(refused);
    await ana.delete(`/api/imports/${last.body.id}`).expect(204);
    expect((await begin(1)).status).toBe(201);
  });

  test('imports so many rows', async () => {
    const { body: one } = await begin(1);
    await ImportModel.updateOne({ _id: one.id }, { total: limits.importRowsPerPerson - 5 });

    expect((await begin(6)).body).toEqual(refused);
    expect((await begin(5)).status).toBe(201);
  });
});

const storedImport = async (id: string) => (await ImportModel.findById(id).lean<ImportDoc>()) as ImportDoc;

describe('an import that is busy or not ready', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await beginImport(ana, [importedRow()]));
    await settled(ana, id);
  });
  const path = (rest = '') => `/api/imports/${id}${rest}`;
  const errors = async () => {
    const answers = [
      await ana.post(path('/apply')),
      await ana.post(path('/undo')),
      await ana.patch(path(), { plays: false }),
      await ana.patch(path('/rows/0'), { isSkipped: true }),
    ];
    return answers.map(({ status, body }) => (status === 200 ? null : body.error));
  };
  /** Another node works on it. */
  const held = (step: string, change: object = {}) => {
    const run = { id: 'other', until: new Date(Date.now() + 60_000) };
    return ImportModel.updateOne({ _id: id }, { run, work: { step, done: 0, of: 1 }, ...change });
  };
  const busy = 'This import is busy. Please wait a moment.';
  const writing = 'This import is being written. Please wait until that has ended.';
  const nothing = 'Nothing of this import is left to undo.';

  test('has nothing to undo before it is applied, and again after it is undone', async () => {
    expect((await ana.post(path('/undo'))).body).toEqual({ error: nothing, code: 'conflict' });
    await ana.post(path('/apply')).expect(200);
    expect(await settled(ana, id)).toMatchObject({ state: 'applied', appliedAt: expect.any(String), undo: null });
    await ana.post(path('/undo')).expect(200);
    expect(await settled(ana, id)).toMatchObject({ state: 'undone', undo: { removed: 1, stayed: 0 } });
    expect((await ana.post(path('/undo'))).body.error).toBe(nothing);
  });

  test('waits for the rest of its rows', async () => {
    ({ id } = await beginImport(ana, [importedRow(), importedRow()], { send: 1 }));
    const missing = 'Not all rows are here yet. Send the rest first.';

    expect(await errors()).toEqual([missing, missing, null, null]);
    expect((await read(id)).import).toMatchObject({ state: 'uploading', work: null, choices: { plays: false } });
  });

  test.each([
    ['matching', [busy, busy, null, null]],
    ['counting', [busy, busy, null, null]],
    ['applying', [null, busy, writing, writing]],
    ['undoing', [busy, null, writing, writing]],
  ])('refuses what would disturb its step: %s', async (step, expected) => {
    await held(step);

    expect(await errors()).toEqual(expected);
  });

  test('takes fixes of rows that it has, with titles that there are', async () => {
    const fix = (n: number, body: object) => ana.patch(path(`/rows/${n}`), body);

    expect((await fix(0, { match: { mediaType: 'movie', tmdbId: 99_999_999 } })).body.error).toBe('Title not found');
    expect((await fix(1, { isSkipped: true })).body.error).toBe('Row not found');
    expect((await fix(0, { match: { mediaType: 'movie', tmdbId: 550 } })).body).toMatchObject({
      match: { title: 'Fight Club' },
    });
    await settled(ana, id);
    // The choice of the person is forgotten, and the title of the file is looked up again.
    await fix(0, { match: null }).expect(200);
    await settled(ana, id);
    expect((await read(id)).rows).toMatchObject([{ match: { title: 'The Matrix' }, outcome: 'comes' }]);
  });
});

test('a title is left out with all of its rows, or one row alone, but not what was applied', async () => {
  const rows = [importedRow(), importedRow({ at: '2024-05-02T00:00:00.000Z' })];
  const { id } = await beginImport(ana, rows);
  await settled(ana, id);
  const skipped = async () => (await read(id)).rows.map(({ isSkipped }) => isSkipped);
  const skip = async (body: object) => {
    await ana.patch(`/api/imports/${id}/rows/1`, body).expect(200);
    await settled(ana, id);
    return skipped();
  };

  expect(await skip({ isSkipped: true, of: 'row' })).toEqual([false, true]);
  expect(await skip({ isSkipped: false, of: 'title' })).toEqual([false, false]);
  expect(await skip({ isSkipped: true })).toEqual([true, true]);
  expect((await read(id, '?outcome=refused')).rows).toHaveLength(2);
  expect((await read(id, '?outcome=comes')).rows).toEqual([]);
  expect((await read(id, '?countedAs=plays')).rows).toHaveLength(2);
  expect((await read(id, '?countedAs=wants')).rows).toEqual([]);
  expect((await read(id, '?limit=2')).next).toBeNull();
  expect((await read(id, '?each=title')).rows.map(({ n }) => n)).toEqual([0]);
});

test('only the own tabs hear of an import (P48)', async () => {
  const audience = await gather(server, { ana, 'ana elsewhere': await signInAgain(server, ana), ben });
  const progress = ['import:progress'];
  const toOwn = { ana: progress, 'ana elsewhere': progress };

  const { body: one } = await audience.hears(
    () => ana.post('/api/imports', { source: 'text', files: ['films.txt'], total: 1 }),
    toOwn,
  );
  await audience.hears(() => ana.patch(`/api/imports/${one.id}`, { plays: false }), toOwn);
  await audience.hears(() => ana.delete(`/api/imports/${one.id}`), toOwn);

  expect(audience.payloads('ana elsewhere', 'import:progress')).toEqual([{ importId: one.id, import: null }]);
  audience.close();
});

test('titles cannot be sent to a list in which the person may not add', async () => {
  const { id } = await beginImport(ana, [importedRow()]);
  const lists = (await ana.get('/api/folders')).body as { id: string }[];

  const foreign = { folderId: '65f0c0ffee5eedbadc0ffee1' };
  expect((await ana.patch(`/api/imports/${id}`, { films: foreign })).status).toBe(404);
  const reviewed = { folderId: lists[0]?.id };
  expect((await ana.patch(`/api/imports/${id}`, { films: reviewed })).status).toBe(403);
});
