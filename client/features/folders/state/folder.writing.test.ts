import { describe, expect, jest, test } from '@jest/globals';
import { shownCount, shownItems, shownName } from '../../../../common/replica/replica.pending.ts';
import { deferred, failure, type StubAnswer } from '../../../testing/api.ts';
import { changes, id, open, replica, setUpStore, store, titles } from '../../../testing/folderStore.ts';
import { ana, itemChange, sampleItem, sampleShare } from '../../../testing/samples.ts';

const api = setUpStore();

describe('own writes', () => {
  test('show immediately and stay one row after the answer and the change (P14)', async () => {
    await open(api);
    const answer = deferred<StubAnswer>();
    api.on('POST /api/watchlist', () => answer.promise);

    const adding = store().addItem(id, sampleItem(2));
    expect(titles()).toEqual(['Title 1', 'Title 2']);
    answer.resolve({ status: 201, body: sampleItem(2) });
    await adding;
    const opId = api.requests.at(-1)?.headers['Idempotency-Key'];
    store().applyChangeBatch({
      folderId: id,
      changes: [itemChange(2, 'item:added', sampleItem(2), { by: ana, opId })],
    });

    expect(titles()).toEqual(['Title 1', 'Title 2']);
    expect(replica().pending).toEqual([]);
    expect(store().entries[id]?.arrivals).toEqual([]);
  });

  test('that fail are reverted and reject (P14)', async () => {
    await open(api);
    api.on('POST /api/watchlist', failure(409, 'already_in_folder', 'This title already exists in this folder'));

    await expect(store().addItem(id, sampleItem(2))).rejects.toMatchObject({ code: 'already_in_folder' });

    expect(titles()).toEqual(['Title 1']);
    expect(shownCount(replica())).toBe(1);
  });

  test('of a new list keep their key after a lost answer, unless another name is sent', async () => {
    api.on('POST /api/folders', () => {
      throw new TypeError('Failed to fetch');
    });

    for (const name of ['Noir', 'Noir', 'Drama']) await expect(store().createFolder(name)).rejects.toThrow();

    const keys = api.requestsTo('POST /api/folders').map(({ headers }) => headers['Idempotency-Key']);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('whose change does not arrive are confirmed by a request', async () => {
    await open(api);
    api.on(`DELETE /api/watchlist/${sampleItem(1).id}`, { status: 204 });
    api.on(changes, {
      body: { rev: 2, changes: [itemChange(2, 'item:removed', sampleItem(1), { by: ana })], more: false },
    });

    await store().removeItem(sampleItem(1));
    await jest.advanceTimersByTimeAsync(3000);

    expect(replica()).toMatchObject({ rev: 2, items: [], pending: [] });
  });

  test('are confirmed by a later request when the first one fails, and the live connection stays open', async () => {
    await open(api);
    api.on(`DELETE /api/watchlist/${sampleItem(1).id}`, { status: 204 });
    api.on(changes, failure(503, 'unavailable', 'Try again in a moment.'));

    await store().removeItem(sampleItem(1));
    await jest.advanceTimersByTimeAsync(3000);
    expect(replica().pending).toHaveLength(1);
    // By then the change itself has been applied, for example with the whole folder.
    api.on(changes, { body: { rev: 1, changes: [], more: false } });
    await jest.advanceTimersByTimeAsync(3000);

    expect(replica().pending).toEqual([]);
  });

  test('to one item go out one after the other', async () => {
    await open(api);
    const first = deferred<StubAnswer>();
    const sent: unknown[] = [];
    api.on(`PATCH /api/watchlist/${sampleItem(1).id}/watched`, ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? first.promise : { body: sampleItem(1) };
    });

    const both = [store().setWatched(sampleItem(1), true), store().setWatched(sampleItem(1), false)];
    await jest.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ watched: true }]);
    expect(shownItems(replica())[0]?.watched).toBe(false);
    first.resolve({ body: sampleItem(1, { watched: true }) });
    await Promise.all(both);

    expect(sent).toEqual([{ watched: true }, { watched: false }]);
  });

  test('rename the list immediately and revert on failure', async () => {
    await open(api);
    const answer = deferred<StubAnswer>();
    api.on(`PUT /api/categories/${id}`, () => answer.promise);

    const renaming = store().renameFolder(id, ' Sunday ', 'category');
    expect(shownName(replica())).toBe('Sunday');
    answer.resolve(failure(409, 'reserved_name'));
    await expect(renaming).rejects.toThrow('409');

    expect(shownName(replica())).toBe('Friday');
  });

  test('reload the shares after new permissions', async () => {
    await open(api);
    const shares = `GET /api/folders/${id}/shares`;
    api.on(shares, { body: [sampleShare()] });
    await store().loadShares(id);
    api.on(`PUT /api/folder-shares/${sampleShare().id}/permissions`, { body: sampleShare({ canShare: true }) });
    api.on(shares, { body: [sampleShare({ canShare: true })] });

    await store().setPermissions(id, sampleShare().id, sampleShare({ canShare: true }));

    expect(replica().shares?.[0]?.canShare).toBe(true);
  });
});
