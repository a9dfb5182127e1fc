import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { byRank } from '../../../../common/rank.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let folder: Folder;
let items: Item[];

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
});
beforeEach(async () => {
  folder = await createFolder(ana);
  items = [await addItem(ana, folder.id), await addItem(ana, folder.id), await addItem(ana, folder.id)];
});

const idAt = (place: number) => items[place]!.id;
const read = async (): Promise<Item[]> => (await ana.get(`/api/folders/${folder.id}/items`)).body;
const lastRev = async () => (await ana.get(`/api/folders/${folder.id}`)).body.rev as number;
const undoLast = async (person: Person) => person.post(`/api/folders/${folder.id}/changes/${await lastRev()}/undo`);

describe('a note', () => {
  const write = (person: Person, note: unknown) => person.patch(`/api/watchlist/${idAt(0)}/note`, { note });

  test('is stored, and reaches every member live and as a line of the activity', async () => {
    await shareWith(ana, folder.id, ben, only('canAdd'));
    const tab = await openTab(server, ana);

    const answer = await write(ben, '  Ana saw it at the festival. ');

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...items[0], note: 'Ana saw it at the festival.' });
    expect((await read())[0]).toEqual(answer.body);
    const { changes } = await tab.next('folder:changes', (batch) => batch.changes.at(-1)?.type === 'item:noted');
    expect(changes.at(-1)).toMatchObject({ type: 'item:noted', by: { id: ben.user.id }, item: answer.body });
    const { body } = await ana.get(`/api/folders/${folder.id}/changes`);
    expect(body.changes.at(-1)).toEqual(changes.at(-1));
    tab.close();
  });

  test.each(['', '   ', null])('is removed by the note %j', async (note) => {
    await write(ana, 'For Friday');

    expect((await write(ana, note)).body.note).toBeNull();
  });

  test('has at most 280 characters, and is text', async () => {
    expect((await write(ana, 'x'.repeat(280))).body.note).toHaveLength(280);
    expect((await write(ana, 'x'.repeat(281))).status).toBe(400);
    expect((await write(ana, 7)).status).toBe(400);
    expect((await write(ana, 'a\u202eb')).body.note).toBe('ab');
  });

  test('comes back when its change is undone, by those who may still write it', async () => {
    await write(ana, 'Before');
    await write(ana, 'After');

    const undone = await undoLast(ana);

    expect(undone.body).toMatchObject({ type: 'item:noted', item: { note: 'Before' } });
    expect((await read())[0]!.note).toBe('Before');
  });

  test('is not for those who may only view', async () => {
    await shareWith(ana, folder.id, ben, only());

    expect((await write(ben, 'Mine')).status).toBe(403);
  });
});

describe('the order of a list', () => {
  const move = (person: Person, place: number, afterId: string | null, beforeId: string | null) =>
    person.patch(`/api/watchlist/${idAt(place)}/place`, { afterId, beforeId });
  const order = async () => (await read()).sort(byRank).map(({ id }) => items.findIndex((item) => item.id === id));

  test('is that of adding at first, and changes with each move', async () => {
    expect(await order()).toEqual([0, 1, 2]);

    expect((await move(ana, 2, null, idAt(0))).status).toBe(200);
    expect(await order()).toEqual([2, 0, 1]);

    await move(ana, 2, idAt(0), idAt(1));
    expect(await order()).toEqual([0, 2, 1]);

    await move(ana, 0, idAt(1), null);
    expect(await order()).toEqual([2, 1, 0]);
  });

  test('puts new titles last', async () => {
    await move(ana, 2, null, idAt(0));
    items.push(await addItem(ana, folder.id));

    expect(await order()).toEqual([2, 0, 1, 3]);
  });

  test('reaches every member live, and is no line of the activity', async () => {
    const tab = await openTab(server, ana);
    const { body: before } = await ana.get(`/api/folders/${folder.id}/changes`);

    const { body: moved } = await move(ana, 2, null, idAt(0));

    const { changes } = await tab.next('folder:changes', (batch) => batch.changes.at(-1)?.type === 'item:moved');
    expect(changes.at(-1)).toMatchObject({ type: 'item:moved', item: moved });
    const { body: after } = await ana.get(`/api/folders/${folder.id}/changes`);
    expect(after.changes).toEqual(before.changes);
    expect((await undoLast(ana)).status).toBe(409);
    tab.close();
  });

  test('ignores a neighbour that was removed, unless no other is named', async () => {
    await ana.delete(`/api/watchlist/${idAt(0)}`);

    expect((await move(ana, 2, idAt(0), idAt(1))).status).toBe(200);
    expect((await move(ana, 2, idAt(0), null)).status).toBe(404);
    expect(await order()).toEqual([2, 1]);
  });

  test('knows no neighbour of another list', async () => {
    const other = await addItem(ana, (await createFolder(ana)).id);

    expect((await move(ana, 2, other.id, null)).status).toBe(404);
  });

  test('is for those who may edit the list', async () => {
    await shareWith(ana, folder.id, ben, only('canAdd'));
    expect((await move(ben, 2, null, idAt(0))).status).toBe(403);
    expect((await move(ana, 2, null, null)).status).toBe(400);
  });

  test('holds when many move titles at once: nothing is lost, and each ends between its neighbours', async () => {
    items.push(await addItem(ana, folder.id), await addItem(ana, folder.id), await addItem(ana, folder.id));

    const answers = await Promise.all([2, 3, 4, 5].map((place) => move(ana, place, idAt(0), idAt(1))));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const found = await order();
    expect([found[0], found.at(-1)]).toEqual([0, 1]);
    expect(found.slice(1, -1).sort()).toEqual([2, 3, 4, 5]);
  });
});
