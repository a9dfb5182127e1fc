import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { failure, type StubRequest } from '../../../testing/api.ts';
import { changes, id, setUpStore, store } from '../../../testing/folderStore.ts';
import { ana, itemChange, sampleFolder, sampleItem } from '../../../testing/samples.ts';

const log = Array.from({ length: 9 }, (_, index) => itemChange(index + 1, 'item:added', sampleItem(index + 1)));

const api = setUpStore();
const revs = () => store().entries[id]?.replica?.activity?.map((change) => change.rev);

beforeEach(() => {
  store().applyFolders([sampleFolder({ rev: 9, itemCount: 9 })]);
  // Like the server: the newest three before a rev.
  api.on(changes, ({ query }: StubRequest) => {
    const before = Number(query.get('before') ?? 10);
    const older = log.filter((change) => change.rev < before);
    return { body: { rev: 9, changes: older.slice(-3), more: older.length > 3 } };
  });
});
describe('the activity of a folder', () => {
  test('loads page by page, newest first, until the oldest', async () => {
    await store().loadActivity(id);
    expect(revs()).toEqual([9, 8, 7]);
    expect(store().entries[id]?.activityStatus?.hasOlder).toBe(true);

    await store().loadOlderActivity(id);
    await store().loadOlderActivity(id);

    expect(revs()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(store().entries[id]?.activityStatus).toEqual({ status: 'ready', hasOlder: false });
  });

  test('loads once and is live from then on', async () => {
    await store().loadActivity(id);
    await store().loadActivity(id);

    store().applyChangeBatch({ folderId: id, changes: [itemChange(10, 'item:added', sampleItem(10))] });

    expect(revs()).toEqual([10, 9, 8, 7]);
    expect(api.calls).toHaveLength(1);
  });

  test('misses no change that arrives while it loads', async () => {
    const loading = store().loadActivity(id);
    store().applyChangeBatch({ folderId: id, changes: [itemChange(10, 'item:added', sampleItem(10))] });
    await loading;

    expect(revs()).toEqual([10, 9, 8, 7]);
  });

  test('reports that it failed to load', async () => {
    api.on(changes, failure(503, 'unavailable'));

    await expect(store().loadActivity(id)).rejects.toThrow();

    expect(store().entries[id]?.activityStatus?.status).toBe('failed');
  });
});

describe('undoing', () => {
  const undo = (rev: number) => `POST /api/folders/${id}/changes/${rev}/undo`;
  const back = itemChange(11, 'item:added', sampleItem(1), { by: ana });

  test('uses the rev of the removal’s change', async () => {
    api.on(`DELETE /api/watchlist/${sampleItem(1).id}`, { status: 204 });
    api.on(undo(10), { body: back });
    const opId = await store().removeItem(sampleItem(1));
    store().applyChangeBatch({
      folderId: id,
      changes: [itemChange(10, 'item:removed', sampleItem(1), { by: ana, opId })],
    });

    await store().undoRemoval(id, opId);

    expect(api.calls).toContain(undo(10));
    expect(api.calls).not.toContain(changes);
  });

  test('looks up the removal if its change has not arrived', async () => {
    log.push(itemChange(10, 'item:removed', sampleItem(1), { by: ana, opId: 'mine' }));
    api.on(changes, { body: { rev: 10, changes: log.slice(-3), more: true } });
    api.on(undo(10), { body: back });

    await store().undoRemoval(id, 'mine');
    log.pop();

    expect(api.calls).toEqual([changes, undo(10)]);
  });

  test('rejects with the reason of the server', async () => {
    api.on(undo(9), failure(409, 'conflict', 'Somebody changed this since, so it cannot be undone'));

    await expect(store().undoChange(id, 9)).rejects.toThrow('Somebody changed this since');
  });

  test('requests its change if no event brings it', async () => {
    api.on(changes, { body: { rev: 9, changes: [], more: false } });
    api.on(undo(9), { body: itemChange(10, 'item:removed', sampleItem(9), { by: ana }) });
    await store().undoChange(id, 9);
    expect(api.calls).toEqual([undo(9)]);

    await jest.advanceTimersByTimeAsync(2500);

    expect(api.calls).toEqual([undo(9), changes]);
  });
});
