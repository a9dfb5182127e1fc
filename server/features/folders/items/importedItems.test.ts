import { beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { Change } from '../../../../common/schemas/changes.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { type Item, titleFactsSchema } from '../../../../common/schemas/item.ts';
import { writeComment } from '../../../testing/comments.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { FolderModel } from '../model/folder.model.ts';
import type { ItemDoc } from '../model/item.model.ts';
import {
  addImportedItems,
  findAllKeys,
  findOwnLists,
  isEmptyList,
  removeImportedItems,
} from './importedItems.service.ts';
import {
  changeReviewed,
  countReviewed,
  findReviewedKeys,
  putManyReviewed,
  putReviewed,
  rateReviewed,
  removeReviewed,
} from './reviewed.service.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let folder: Folder;
let importId: Types.ObjectId;
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
  folder = await createFolder(ana);
  importId = new Types.ObjectId();
});

const factsOf = (more: object = {}) => titleFactsSchema.parse(titleFacts(more));
const itemsIn = async (id = folder.id): Promise<Item[]> => (await ana.get(`/api/folders/${id}/items`)).body;
const changesIn = async (id = folder.id): Promise<Change[]> =>
  (await ana.get(`/api/folders/${id}/changes?since=0`)).body.changes;

describe('an import', () => {
  const titled = (title: string, more: object = {}) => ({
    ...{ facts: factsOf({ title }), watched: false, note: null, addedAt: null },
    ...more,
  });
  const add = async (titles: ReturnType<typeof titled>[], person = ana) => {
    let added: Map<string, ItemDoc> = new Map();
    await addImportedItems({ userId: person.user.id }, { folderId: folder.id, importId, titles }, async (items) => {
      added = items;
    });
    return added;
  };

  test('adds titles in their order as one change, without those that are in the list', async () => {
    const known = await addItem(ana, folder.id);
    const addedAt = new Date('2020-02-03T04:05:06Z');
    const first = titled('First', { watched: true, note: 'Soon', addedAt });
    const second = titled('Second');

    const added = await add([first, titled('Known', { facts: factsOf({ tmdbId: known.tmdbId }) }), second]);

    expect([...added.values()].map(({ title }) => title)).toEqual(['First', 'Second']);
    expect([...added.keys()]).toEqual([first, second].map(({ facts }) => `movie:${facts.tmdbId}`));
    expect([...added.values()].map(({ watchedByUserId }) => watchedByUserId && String(watchedByUserId))).toEqual([
      ana.user.id,
      null,
    ]);
    expect((await itemsIn()).slice(1)).toMatchObject([
      { title: 'First', watched: true, note: 'Soon', createdAt: addedAt.toISOString() },
      { title: 'Second', watched: false, note: null },
    ]);
    expect((await changesIn()).at(-1)).toMatchObject({ type: 'items:added', itemCount: 3, importId: String(importId) });
    const { rev } = (await changesIn()).at(-1) as Change;

    expect((await add([first])).size).toBe(0);

    expect((await changesIn()).at(-1)).toMatchObject({ rev });
  });

  test('adds as many titles as the list has room for', async () => {
    await FolderModel.updateOne({ _id: folder.id }, { itemCount: limits.itemsPerList - 1 });

    expect([...(await add([titled('One'), titled('Two')])).values()].map(({ title }) => title)).toEqual(['One']);
    expect((await add([titled('Three')])).size).toBe(0);
  });

  test('adds nothing where the person may not add, or in Reviewed', async () => {
    await shareWith(ana, folder.id, ben, only('canEdit'));
    await expect(add([titled('One')], ben)).rejects.toMatchObject({ code: 'forbidden' });

    const [reviewed] = await findOwnLists(ana.user.id);
    folder = { ...folder, id: String(reviewed?._id) };
    await expect(add([titled('One')])).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('takes back what is as it was added, and says so of what is gone already', async () => {
    const notes = ['Noted', 'Gone', 'Commented', 'Marked', 'Untouched'];
    const added = [...(await add(notes.map((title) => titled(title)))).values()];
    const [noted, gone, commented, marked] = added.map(({ _id }) => String(_id));
    await ana.patch(`/api/watchlist/${noted}/note`, { note: 'Mine' }).expect(200);
    await ana.delete(`/api/watchlist/${gone}`).expect(204);
    await writeComment(ana, folder.id, String(commented));
    await ana.patch(`/api/watchlist/${marked}/watched`, { watched: true }).expect(200);

    let removed: Set<string> = new Set();
    const made = added.map(({ _id: itemId }) => ({ itemId, watched: false, note: null }));
    await removeImportedItems({ userId: ana.user.id }, folder.id, made, async (ids) => {
      removed = ids;
    });

    expect(added.filter(({ _id }) => removed.has(String(_id))).map(({ title }) => title)).toEqual([
      'Gone',
      'Untouched',
    ]);
    expect((await itemsIn()).map(({ title }) => title)).toEqual(['Noted', 'Commented', 'Marked']);
    expect((await changesIn()).at(-1)).toMatchObject({ type: 'item:removed', item: { title: 'Untouched' } });
  });

  test('takes back a title whose only comment was deleted', async () => {
    const [item] = [...(await add([titled('One', { note: 'Soon', watched: true })])).values()];
    const { id } = await writeComment(ana, folder.id, String(item?._id));
    await ana.delete(`/api/comments/${id}`).expect(204);

    const made = [{ itemId: item?._id as Types.ObjectId, watched: true, note: 'Soon' }];
    await removeImportedItems({ userId: ana.user.id }, folder.id, made, async () => undefined);

    expect(await itemsIn()).toEqual([]);
  });

  test('knows the own lists, the oldest first, their titles, and whether a list is empty', async () => {
    const id = new Types.ObjectId(folder.id);
    const later = await createFolder(ana, 'Later');
    await shareWith(ben, (await createFolder(ben)).id, ana);
    const isEmpty = () => isEmptyList(ana.user.id, id);

    expect((await findOwnLists(ana.user.id)).map(({ name }) => name)).toEqual(['Reviewed', folder.name, later.name]);
    expect([await isEmpty(), await isEmptyList(ben.user.id, id)]).toEqual([true, false]);
    const [film, show] = [await addItem(ana, folder.id), await addItem(ana, folder.id, { mediaType: 'tv' })];
    expect(await findAllKeys(folder.id)).toEqual(new Set([`movie:${film.tmdbId}`, `tv:${show.tmdbId}`]));
    expect(await isEmpty()).toBe(false);
    for (const item of [film, show]) await ana.delete(`/api/watchlist/${item.id}`).expect(204);
    expect(await isEmpty()).toBe(true);
    await shareWith(ana, folder.id, ben);
    expect(await isEmpty()).toBe(false);
  });
});

describe('Reviewed', () => {
  let reviewedId: string;
  beforeEach(async () => {
    reviewedId = String((await findOwnLists(ana.user.id))[0]?._id);
  });
  type Write = Parameters<typeof changeReviewed>[1];
  const change = <T>(write: (reviewed: Parameters<Write>[0]) => Promise<T>) =>
    changeReviewed({ userId: ana.user.id }, write);
  const types = async () => (await changesIn(reviewedId)).slice(1).map(({ type }) => type);

  test('gets a title once, then its new rating, and a change only where something changed', async () => {
    const facts = factsOf();

    await change((reviewed) => putReviewed(reviewed, facts, 3));
    await change((reviewed) => putReviewed(reviewed, facts, 5));
    await change((reviewed) => putReviewed(reviewed, facts, 5));

    expect(await itemsIn(reviewedId)).toMatchObject([{ tmdbId: facts.tmdbId, userRating: 5 }]);
    expect(await types()).toEqual(['item:added', 'item:updated']);
    expect(await change((reviewed) => rateReviewed(reviewed, factsOf(), 1))).toBe(false);
    expect(await countReviewed(ana.user.id)).toBe(1);
    expect(await countReviewed(new Types.ObjectId().toHexString())).toBe(0);
    const twin = { mediaType: 'tv' as const, tmdbId: facts.tmdbId };
    expect(await findReviewedKeys(ana.user.id, [facts, twin])).toEqual(new Set([`movie:${facts.tmdbId}`]));
    await change((reviewed) => removeReviewed(reviewed, twin));
    await change((reviewed) => removeReviewed(reviewed, facts));
    await change((reviewed) => removeReviewed(reviewed, facts));
    expect(await types()).toEqual(['item:added', 'item:updated', 'item:removed']);
  });

  test('gets several titles as one change, as far as it has room, and new ratings in any case', async () => {
    const [known, one, two] = [factsOf(), factsOf(), factsOf()];
    await change((reviewed) => putReviewed(reviewed, known, 3));
    await FolderModel.updateOne({ _id: reviewedId }, { itemCount: limits.itemsPerList - 1 });

    const titles = [one, two, known].map((facts) => ({ facts, userRating: 4 }));
    const placed = await change((reviewed) => putManyReviewed(reviewed, titles, importId));

    expect(placed).toEqual(new Set([`movie:${one.tmdbId}`, `movie:${known.tmdbId}`]));
    expect((await itemsIn(reviewedId)).map(({ tmdbId, userRating }) => [tmdbId, userRating])).toEqual([
      [known.tmdbId, 4],
      [one.tmdbId, 4],
    ]);
    expect((await types()).slice(1).sort()).toEqual(['item:updated', 'items:added']);
    expect((await change((reviewed) => putManyReviewed(reviewed, titles.slice(1, 2), importId))).size).toBe(0);
  });
});
