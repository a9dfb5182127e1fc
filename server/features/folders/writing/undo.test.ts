import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { families, familyKeys } from '../../../../common/families.ts';
import { allFlags, type FlagName, type Flags, flagNames } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import type { UndoableType } from '../../../../common/undo.ts';
import { inOneTransaction } from '../../../testing/oneTransaction.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let folder: Folder;
beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
});
beforeEach(async () => {
  folder = await createFolder(ana);
  await shareWith(ana, folder.id, ben, { canAdd: true, canRemove: true });
});

const revOf = async () => (await ana.get(`/api/folders/${folder.id}`)).body.rev as number;
const itemsOf = async () => (await ana.get(`/api/folders/${folder.id}/items`)).body;

/** The name of the list and its items. */
const stateOf = async () => ({ name: (await ana.get(`/api/folders/${folder.id}`)).body.name, items: await itemsOf() });

interface Undoable {
  make: (by: Person, item: Item) => PromiseLike<{ status: number }>;
  /** Changes afterwards what it has changed. */
  changeSince: (item: Item) => PromiseLike<unknown>;
}

/** How a change of each type that can be undone is made. A type without an entry does not compile. */
const undoable: Record<UndoableType, Undoable> = {
  'folder:renamed': {
    make: (by) => by.put(`/api/folders/${folder.id}`, { name: 'Other' }),
    changeSince: () => ana.put(`/api/folders/${folder.id}`, { name: 'Another' }),
  },
  'item:added': {
    make: (by) => by.post('/api/watchlist', { folderId: folder.id, ...titleFacts() }),
    changeSince: async () => ana.patch(`/api/watchlist/${(await itemsOf()).at(-1).id}/watched`, { watched: true }),
  },
  'item:updated': {
    make: (by, { id }) => by.patch(`/api/watchlist/${id}/watched`, { watched: true }),
    changeSince: ({ id }) => ana.patch(`/api/watchlist/${id}/watched`, { watched: false }),
  },
  'item:noted': {
    make: (by, { id }) => by.patch(`/api/watchlist/${id}/note`, { note: 'For Friday' }),
    changeSince: ({ id }) => ana.patch(`/api/watchlist/${id}/note`, { note: 'For Sunday' }),
  },
  'item:removed': {
    make: (by, { id }) => by.delete(`/api/watchlist/${id}`),
    changeSince: ({ mediaType, tmdbId, title }) =>
      ana.post('/api/watchlist', { folderId: folder.id, mediaType, tmdbId, title }),
  },
};
const undoableTypes = Object.keys(undoable) as UndoableType[];

describe.each(familyKeys)('undo, as %s', (key) => {
  const undo = async (person: Person, rev: number) =>
    person.post(`${families[key].api.lists}/${folder.id}/changes/${rev}/undo`);

  test('restores a removed item unchanged, and reaches every member', async () => {
    const items = [await addItem(ben, folder.id), await addItem(ana, folder.id), await addItem(ana, folder.id)];
    await ana.delete(`/api/watchlist/${items[0]!.id}`);
    const tab = await openTab(server, ben);

    const answer = await undo(ana, await revOf());

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ type: 'item:added', item: items[0], itemCount: 3 });
    expect(await itemsOf()).toEqual(items);
    // Changes from before may arrive after the tab has opened, and in the same event.
    const payload = await tab.next('folder:changes', ({ changes }) => changes.at(-1)?.rev === answer.body.rev);
    expect(payload.changes.at(-1)).toEqual(answer.body);
    tab.close();
  });

  test.each(undoableTypes)('restores what it was before %s', async (type) => {
    const item = await addItem(ana, folder.id);
    const before = await stateOf();
    await undoable[type].make(ana, item);
    const rev = await revOf();
    const { changes } = (await ana.get(`/api/folders/${folder.id}/changes?since=${rev - 1}`)).body;
    expect(changes).toMatchObject([{ rev, type }]);
    expect(await stateOf()).not.toEqual(before);

    expect((await undo(ana, rev)).status).toBe(200);

    expect(await stateOf()).toEqual(before);
  });

  test('that is sent twice with one key is done once, and answered the same', async () => {
    const { id } = await addItem(ana, folder.id, { overview: 'A crew and a detective.' });
    await ana.patch(`/api/watchlist/${id}/watched`, { watched: true }).expect(200);
    const [rev, idempotencyKey] = [await revOf(), randomUUID()];
    const path = `${families[key].api.lists}/${folder.id}/changes/${rev}/undo`;
    const send = () => ana.post(path).set('Idempotency-Key', idempotencyKey);

    const [first, second] = [await send(), await send()];

    expect(first.body).toMatchObject({ item: { watched: false, overview: 'A crew and a detective.' } });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await revOf()).toBe(rev + 1);
  });

  test.each(undoableTypes)('of %s is refused when it was changed since', async (type) => {
    const item = await addItem(ana, folder.id);
    await undoable[type].make(ana, item);
    const rev = await revOf();
    await undoable[type].changeSince(item);
    const before = await stateOf();

    expect((await undo(ana, rev)).status).toBe(409);
    expect(await stateOf()).toEqual(before);
  });

  test.each(undoableTypes)('of %s needs the right that the change needs', async (type) => {
    const [share] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;
    const allow = (flags: Flags) => ana.put(`/api/folder-shares/${share.id}/permissions`, flags);
    const mayUndo: FlagName[] = [];
    const mayMake: FlagName[] = [];
    for (const flag of flagNames) {
      const item = await addItem(ana, folder.id);
      await allow(allFlags);
      await undoable[type].make(ben, item);
      const rev = await revOf();
      await allow(only(flag));
      if ((await undo(ben, rev)).status === 200) mayUndo.push(flag);
      const other = await addItem(ana, folder.id);
      if ((await undoable[type].make(ben, other)).status < 300) mayMake.push(flag);
    }

    expect(mayMake).toHaveLength(1);
    expect(mayUndo).toEqual(mayMake);
  });

  test('is refused when the title is in the list again, and of a change that cannot be undone', async () => {
    const facts = titleFacts();
    const item = (await ana.post('/api/watchlist', { folderId: folder.id, ...facts })).body;
    await ana.delete(`/api/watchlist/${item.id}`);
    const removed = await revOf();
    await ben.post('/api/watchlist', { folderId: folder.id, ...facts });
    expect((await undo(ana, removed)).body).toEqual({
      code: 'already_in_folder',
      error: 'This title already exists in this folder',
    });
    expect((await undo(ana, 1)).status).toBe(409);
  });

  test('is allowed for own changes alone', async () => {
    await addItem(ana, folder.id);

    expect((await undo(ben, await revOf())).status).toBe(403);
  });

  test('of an addition finds what other members have just done with the item, in the same transaction', async () => {
    const removed = await addItem(ana, folder.id);
    const removedRev = await revOf();
    const marked = await addItem(ana, folder.id);
    const markedRev = await revOf();

    const answers = await inOneTransaction(ana, folder.id, [
      () => ben.delete(`/api/watchlist/${removed.id}`),
      () => ben.patch(`/api/watchlist/${marked.id}/watched`, { watched: true }),
      () => undo(ana, removedRev),
      () => undo(ana, markedRev),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([204, 200, 409, 409]);
    expect(await itemsOf()).toMatchObject([{ id: marked.id, watched: true }]);
    expect((await ana.get(`/api/folders/${folder.id}`)).body.itemCount).toBe(1);
  });

  test('is not found for strangers and for unknown changes', async () => {
    const stranger = await signUp(server, 'Cleo');

    expect((await undo(stranger, 1)).status).toBe(404);
    expect((await undo(ana, 999)).status).toBe(404);
  });
});

describe('undo in Reviewed', () => {
  const review = { mediaType: 'movie', tmdbId: 949, title: 'Heat', rating: 3 };

  async function reviewedOf(person: Person): Promise<Folder> {
    const own: Folder[] = (await person.get('/api/folders')).body;
    return own.find(({ isReviewed }) => isReviewed)!;
  }

  test('does not restore a rating that the review no longer has', async () => {
    const person = await signUp(server);
    const { id } = (await person.post('/api/reviews', review)).body;
    await person.put(`/api/reviews/${id}`, { rating: 5 });
    const { id: listId, rev } = await reviewedOf(person);

    const answer = await person.post(`/api/folders/${listId}/changes/${rev}/undo`);

    expect(answer.body.code).toBe('conflict');
    expect((await person.get(`/api/folders/${listId}/items`)).body).toMatchObject([{ userRating: 10 }]);
  });

  test('does not restore a title whose review is deleted', async () => {
    const person = await signUp(server);
    const { id } = (await person.post('/api/reviews', review)).body;
    await person.delete(`/api/reviews/${id}`);
    const { id: listId, rev } = await reviewedOf(person);

    const answer = await person.post(`/api/folders/${listId}/changes/${rev}/undo`);

    expect(answer.body.code).toBe('conflict');
    expect((await person.get(`/api/folders/${listId}/items`)).body).toEqual([]);
  });
});

describe.each(familyKeys)('removing several titles together, as %s', (key) => {
  const list = () => `${families[key].api.lists}/${folder.id}`;
  const remove = (person: Person, itemIds: string[]) => person.post(`${list()}/items/remove`, { itemIds });
  const undo = (person: Person, revs: number[]) => person.post(`${list()}/changes/undo-removals`, { revs });

  test('reaches every member as one removal each, and leaves out what is gone already', async () => {
    const items = [await addItem(ana, folder.id), await addItem(ben, folder.id), await addItem(ana, folder.id)];
    const other = await addItem(ana, (await createFolder(ana)).id);
    await ana.delete(`/api/watchlist/${items[2]!.id}`);
    const rev = await revOf();
    const tab = await openTab(server, ben);

    const answer = await remove(
      ana,
      [...items, other].map(({ id }) => id),
    );

    expect(answer.body).toEqual({ revs: [rev + 1, rev + 2] });
    expect(await itemsOf()).toEqual([]);
    expect((await ana.get(list())).body).toMatchObject({ itemCount: 0, rev: rev + 2 });
    const payload = await tab.next('folder:changes', ({ changes }) => changes.at(-1)?.rev === rev + 2);
    expect(payload.changes.slice(-2)).toMatchObject([
      { type: 'item:removed', item: items[0] },
      { type: 'item:removed', item: items[1] },
    ]);
    expect((await ana.get(`/api/watchlist?folderId=${other.folderId}`)).body).toHaveLength(1);
    tab.close();
  });

  test('is undone together: all come back unchanged, once, except those that are in the list again', async () => {
    const facts = titleFacts();
    const add = async () => (await ben.post('/api/watchlist', { folderId: folder.id, ...facts })).body;
    const items = [await addItem(ana, folder.id), await addItem(ben, folder.id), await add()];
    const { revs } = (
      await remove(
        ana,
        items.map(({ id }) => id),
      )
    ).body;
    const again = await add();

    expect((await undo(ana, revs)).body).toEqual({ revs: [revs[2] + 2, revs[2] + 3] });
    expect((await undo(ana, revs)).body).toEqual({ revs: [] });

    expect(await itemsOf()).toEqual([items[0], items[1], again]);
    expect((await ana.get(list())).body.itemCount).toBe(3);
  });

  test('is undone once for a title that was removed several times', async () => {
    const item = await addItem(ana, folder.id);
    const first = (await remove(ana, [item.id])).body.revs;
    await undo(ana, first);
    await ana.patch(`/api/watchlist/${item.id}/note`, { note: 'The last' });
    const second = (await remove(ana, [item.id])).body.revs;

    const answer = await undo(ana, [...first, ...second]);

    expect(answer.status).toBe(200);
    expect(answer.body.revs).toHaveLength(1);
    expect(await itemsOf()).toEqual([{ ...item, note: 'The last' }]);
  });

  test('is undone only by the person who removed them', async () => {
    const item = await addItem(ana, folder.id);
    const { revs } = (await remove(ana, [item.id])).body;

    expect((await undo(ben, revs)).body).toEqual({ revs: [] });

    expect(await itemsOf()).toEqual([]);
  });

  test('takes as many titles as one request may name', async () => {
    const ids = Array.from({ length: 501 }, (_, index) => index.toString(16).padStart(24, '0'));

    expect((await remove(ana, ids)).status).toBe(400);
    expect((await remove(ana, ids.slice(1))).body).toEqual({ revs: [] });
  });
});
