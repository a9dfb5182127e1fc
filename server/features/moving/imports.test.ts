import { beforeEach, describe, expect, test } from '@jest/globals';
import { limits } from '../../../common/constants.ts';
import type { ImportPage, SentRow } from '../../../common/schemas/import.ts';
import { gather } from '../../testing/audience.ts';
import { beginImport, importedRow, settled } from '../../testing/imports.ts';
import { type Person, signInAgain, signUp } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';

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
