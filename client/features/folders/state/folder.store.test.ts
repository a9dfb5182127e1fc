import { describe, expect, jest, test } from '@jest/globals';
import { limits } from '../../../../common/constants.ts';
import { deferred, failure, type StubAnswer } from '../../../testing/api.ts';
import { changes, id, items, open, replica, setUpStore, store, titles } from '../../../testing/folderStore.ts';
import { ana, ben, itemChange, publicUser, sampleFolder, sampleItem } from '../../../testing/samples.ts';

const api = setUpStore();

describe('received changes', () => {
  test('apply once, however often they arrive', async () => {
    await open(api);
    const batch = { folderId: id, changes: [itemChange(2, 'item:added', sampleItem(2))] };

    store().applyChangeBatch(batch);
    const once = replica();
    store().applyChangeBatch(batch);

    expect(titles()).toEqual(['Title 1', 'Title 2']);
    expect(replica()).toEqual(once);
  });

  test('out of order wait for the missing ones, without a request', async () => {
    await open(api);

    store().applyChangeBatch({ folderId: id, changes: [itemChange(3, 'item:removed', sampleItem(2))] });
    store().applyChangeBatch({ folderId: id, changes: [itemChange(2, 'item:added', sampleItem(2))] });
    await jest.advanceTimersByTimeAsync(1000);

    expect(titles()).toEqual(['Title 1']);
    expect(replica().rev).toBe(3);
    expect(api.calls).not.toContain(changes);
  });

  test('with a gap are fetched until the folder has caught up (P13)', async () => {
    await open(api);
    const log = [2, 3, 4].map((rev) => itemChange(rev, 'item:added', sampleItem(rev)));
    api.on(changes, ({ query }) => {
      const since = Number(query.get('since'));
      return { body: { rev: 4, changes: log.slice(since - 1, since), more: since < 3 } };
    });

    store().applyChangeBatch({ folderId: id, changes: log.slice(2) });
    await jest.advanceTimersByTimeAsync(1000);

    expect(titles()).toEqual(['Title 1', 'Title 2', 'Title 3', 'Title 4']);
    expect(replica().rev).toBe(4);
  });

  test('are asked for again when the server could not answer', async () => {
    await open(api);
    api.on(changes, failure(503, 'unavailable', 'Try again in a moment.'));
    store().applyChangeBatch({ folderId: id, changes: [itemChange(3, 'item:added', sampleItem(3))] });
    await jest.advanceTimersByTimeAsync(1000);
    api.on(changes, { body: { rev: 3, changes: [itemChange(2, 'item:added', sampleItem(2))], more: false } });

    await jest.advanceTimersByTimeAsync(10_000);

    expect(replica().rev).toBe(3);
  });

  test('that are no longer kept make the folder load again', async () => {
    await open(api);
    api.on(changes, { body: { rev: 9, reset: true } });
    api.on(`GET /api/folders/${id}`, { body: sampleFolder({ rev: 9, name: 'Sunday' }) });
    api.on(items, { body: [sampleItem(5)], headers: { 'Folder-Rev': '9' } });

    await store().catchUp(id);

    expect(titles()).toEqual(['Title 5']);
    expect(replica()).toMatchObject({ rev: 9, folder: { name: 'Sunday' } });
  });

  test('that are no longer kept make the folder load again, also if its items could not be read at first', async () => {
    await open(api);
    const none = { rev: 9, changes: [], more: false };
    api.on(changes, ({ query }) => ({ body: query.get('since') === '9' ? none : { rev: 9, reset: true } }));
    api.on(`GET /api/folders/${id}`, { body: sampleFolder({ rev: 9 }) });
    api.on(items, failure(503, 'unavailable'));
    await expect(store().catchUp(id)).rejects.toThrow();
    api.on(items, { body: [sampleItem(5)], headers: { 'Folder-Rev': '9' } });

    await store().catchUp(id);

    expect(titles()).toEqual(['Title 5']);
  });

  test('of a folder that is still loading are applied when it has loaded (P15)', () => {
    store().applyChangeBatch({ folderId: id, changes: [itemChange(2, 'item:added', sampleItem(2))] });
    store().applyFolders([sampleFolder({ rev: 1 })]);

    expect(replica().rev).toBe(2);
  });

  test('after the folder is gone do not bring it back', async () => {
    await open(api);

    store().applyGone(id, 'removed');
    store().applyChangeBatch({ folderId: id, changes: [itemChange(2, 'item:added', sampleItem(2))] });

    expect(store().entries[id]?.replica).toBeUndefined();
  });
});

describe('loading items', () => {
  test('loads every page once for all callers', async () => {
    const many = Array.from({ length: 250 }, (_, index) => sampleItem(index + 1));
    api.on(items, ({ query }) => {
      const after = query.get('after') ?? '';
      return { body: many.filter((item) => item.id > after).slice(0, 200), headers: { 'Folder-Rev': '1' } };
    });
    store().applyFolders([sampleFolder()]);

    await Promise.all([store().loadItems(id), store().loadItems(id)]);

    expect(replica().items).toHaveLength(250);
    expect(api.calls.filter((call) => call === items)).toHaveLength(2);
  });

  test('requests no page after the last one, even if that is full', async () => {
    const body = Array.from({ length: limits.itemsPage }, (_, n) => sampleItem(n));
    api.on(items, { body, headers: { 'Folder-Rev': '1', 'X-Total-Count': String(body.length) } });
    store().applyFolders([sampleFolder({ itemCount: body.length })]);

    await store().loadItems(id);

    expect(replica().items).toHaveLength(limits.itemsPage);
    expect(api.calls.filter((call) => call === items)).toHaveLength(1);
  });

  test('keeps a name that a user gets in the meantime', async () => {
    const answer = deferred<StubAnswer>();
    api.on(items, () => answer.promise);
    store().applyFolders([sampleFolder()]);
    const renamed = { ...publicUser(ana), username: 'ana_new' };

    const loading = store().loadItems(id);
    store().applyPeople([renamed]);
    answer.resolve({ body: [sampleItem(1)], headers: { 'Folder-Rev': '1' } });
    await loading;

    expect(replica().items?.map(({ addedBy }) => addedBy.username)).toEqual(['ana_new']);
  });

  test('takes over a later name from an answer', async () => {
    api.on(items, { body: [sampleItem(1)], headers: { 'Folder-Rev': '1' } });
    store().applyFolders([sampleFolder()]);

    store().applyPeople([{ ...publicUser(ana), username: 'ana_before' }]);
    await jest.advanceTimersByTimeAsync(60_000);
    await store().loadItems(id);

    expect(replica().items?.map(({ addedBy }) => addedBy.username)).toEqual([ana.username]);
  });

  test('keeps changes that arrive in the meantime (P15)', async () => {
    const answer = deferred<StubAnswer>();
    api.on(items, () => answer.promise);
    store().applyFolders([sampleFolder()]);

    const loading = store().loadItems(id);
    store().applyChangeBatch({ folderId: id, changes: [itemChange(2, 'item:added', sampleItem(2))] });
    answer.resolve({ body: [sampleItem(1)], headers: { 'Folder-Rev': '1' } });
    await loading;

    expect(titles()).toEqual(['Title 1', 'Title 2']);
  });

  test('loads a few titles once for the cover of a long list', async () => {
    api.on(items, ({ query }) => ({
      body: [sampleItem(1)],
      headers: { 'Folder-Rev': '1' },
      status: query.get('limit') === '4' ? 200 : 400,
    }));
    store().applyFolders([sampleFolder({ itemCount: 5000 })]);

    await Promise.all([store().loadPreview(id), store().loadPreview(id)]);
    await store().loadPreview(id);

    expect(store().entries[id]?.preview).toEqual([sampleItem(1)]);
    expect(api.calls).toHaveLength(1);
  });

  test('reports a failure and can be tried again', async () => {
    store().applyFolders([sampleFolder()]);
    api.on(items, failure(503, 'unavailable'));

    await expect(store().loadItems(id)).rejects.toThrow('503');
    expect(store().entries[id]?.itemsStatus).toBe('failed');
    await open(api);

    expect(store().entries[id]?.itemsStatus).toBe('ready');
  });

  test('reports an unknown folder as missing', async () => {
    api.on(`GET /api/folders/${id}`, failure(404, 'not_found'));

    await expect(store().loadFolder(id)).rejects.toThrow('404');

    expect(store().entries[id]?.status).toBe('missing');
  });
});

describe('losing a folder', () => {
  test('deletes all its data and keeps its name for the screen', async () => {
    await open(api);

    store().applyGone(id, 'removed');

    expect(store().entries[id]?.replica).toBeUndefined();
    expect(store().entries[id]?.itemsStatus).toBeUndefined();
    expect(store().losses[id]).toEqual({ name: 'Friday', reason: 'removed' });
    expect(store().knownRevs()).toEqual({});
  });

  test('by deleting it in this tab is not reported as a loss', async () => {
    await open(api);
    api.on(`DELETE /api/folders/${id}`, () => {
      store().applyGone(id, 'deleted');
      return { status: 204 };
    });

    await store().deleteFolder(id);

    expect(store().entries[id]?.replica).toBeUndefined();
    expect(store().losses).toEqual({});
  });

  test('is undone if the server refuses', async () => {
    await open(api);
    api.on(`DELETE /api/folders/${id}/leave`, failure(409, 'conflict'));

    await expect(store().leaveFolder(id)).rejects.toThrow('409');

    expect(store().entries[id]?.isLeaving).toBe(false);
    expect(replica().folder.name).toBe('Friday');
  });

  test('and getting it again starts with the new folder', async () => {
    await open(api);
    store().applyGone(id, 'removed');

    store().applyAvailable(sampleFolder({ rev: 7, name: 'Again' }));

    expect(store().losses).toEqual({});
    expect(replica()).toMatchObject({ rev: 7, folder: { name: 'Again' } });
  });
});

test('additions by others are recorded as arrivals, those of the viewer are not', async () => {
  await open(api);

  store().applyChangeBatch({
    folderId: id,
    changes: [itemChange(2, 'item:added', sampleItem(2)), itemChange(3, 'item:added', sampleItem(3), { by: ana })],
  });

  expect(store().entries[id]?.arrivals).toMatchObject([
    { kind: 'added', itemId: sampleItem(2).id, by: { id: ben.id } },
  ]);
});
