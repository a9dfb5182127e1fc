import { describe, expect, jest, test } from '@jest/globals';
import { failure } from '../../../testing/api.ts';
import { changes, id, items, open, replica, setUpStore, store, titles } from '../../../testing/folderStore.ts';
import {
  ana,
  ben,
  idOf,
  itemChange,
  publicUser,
  sampleFolder,
  sampleInvitation,
  sampleItem,
} from '../../../testing/samples.ts';
import { useInvitations } from './invitation.store.ts';

const api = setUpStore();

describe('sync', () => {
  test('adds new folders, drops lost ones and replaces the invitations (P17)', async () => {
    await open(api);
    const other = sampleFolder({ id: idOf(101), rev: 4, userId: ben.id });

    store().applySync({ folders: [other], gone: [id], invitations: [sampleInvitation()], userRev: 3 }, {});

    expect(store().knownRevs()).toEqual({ [idOf(101)]: { rev: 4 } });
    expect(useInvitations.getState().invitations).toEqual([sampleInvitation()]);
  });

  test("distinguishes the user's deleted list from one that is no longer shared", async () => {
    await open(api);
    store().applyFolders([sampleFolder({ id: idOf(101), userId: ben.id, name: 'Noir' })]);

    store().applySync({ folders: [], gone: [id, idOf(101)], invitations: [], userRev: 0 }, {});

    expect(store().losses).toEqual({
      [id]: { name: 'Friday', reason: 'deleted' },
      [idOf(101)]: { name: 'Noir', reason: 'removed' },
    });
  });

  test('updates names on items and stores the peopleRev (P20)', async () => {
    await open(api);

    const people = [{ ...publicUser(ana), firstName: 'Anna' }];
    const folders = [sampleFolder({ peopleRev: 4 })];
    store().applySync({ folders, people, gone: [], invitations: [], userRev: 0 }, { [id]: { rev: 1 } });

    expect(replica().items?.[0]?.addedBy.firstName).toBe('Anna');
    expect(store().knownRevs()).toEqual({ [id]: { rev: 1, peopleRev: 4 } });
  });

  test('does not take the peopleRev from a folder loaded alone', async () => {
    await open(api);

    store().applyFolders([sampleFolder({ peopleRev: 4 })]);

    expect(store().knownRevs()).toEqual({ [id]: { rev: 1 } });
  });

  describe('of a folder that the server has at an earlier rev', () => {
    const earlier = sampleFolder({ rev: 2, name: 'Restored' });
    const answer = { folders: [earlier], gone: [], invitations: [], userRev: 0 };

    test('loads it again with its loaded parts (P18)', async () => {
      await open(api, 7, [sampleItem(1), sampleItem(2)]);
      api.on(`GET /api/folders/${id}`, { body: earlier });
      api.on(items, { body: [sampleItem(1)], headers: { 'Folder-Rev': '2' } });

      store().applySync(answer, { [id]: { rev: 7 } });
      await jest.advanceTimersByTimeAsync(0);

      expect(replica()).toMatchObject({ rev: 2, folder: { name: 'Restored' } });
      expect(titles()).toEqual(['Title 1']);
    });

    test('tries again with the next sync if that failed', async () => {
      await open(api, 7, [sampleItem(1), sampleItem(2)]);
      api.on(`GET /api/folders/${id}`, failure(503, 'unavailable'));
      store().applySync(answer, { [id]: { rev: 7 } });
      await jest.advanceTimersByTimeAsync(0);
      api.on(`GET /api/folders/${id}`, { body: earlier });
      api.on(items, { body: [sampleItem(1)], headers: { 'Folder-Rev': '2' } });

      store().applySync(answer, store().knownRevs());
      await jest.advanceTimersByTimeAsync(0);

      expect(titles()).toEqual(['Title 1']);
    });

    test('tries again after some seconds if that failed', async () => {
      await open(api, 7, [sampleItem(1), sampleItem(2)]);
      api.on(`GET /api/folders/${id}`, { body: earlier });
      api.on(changes, { body: { rev: 2, reset: true } });
      api.on(items, failure(503, 'unavailable'));
      store().applySync(answer, { [id]: { rev: 7 } });
      await jest.advanceTimersByTimeAsync(0);
      api.on(items, { body: [sampleItem(1)], headers: { 'Folder-Rev': '2' } });

      store().applyChangeBatch({ folderId: id, changes: [itemChange(3, 'item:added', sampleItem(3))] });
      await jest.advanceTimersByTimeAsync(10_000);

      expect(titles()).toEqual(['Title 1']);
    });

    test('applies it directly if none of its parts are loaded', () => {
      store().applyFolders([sampleFolder({ rev: 7 })]);

      store().applySync(answer, { [id]: { rev: 7 } });

      expect(replica()).toMatchObject({ rev: 2, folder: { name: 'Restored', rev: 2 } });
      expect(api.calls).toEqual([]);
    });

    test('loads it again if another change has the rev (P36)', async () => {
      const other = { ...earlier, rev: 7, revId: idOf(2) };
      await open(api, 7, [sampleItem(1), sampleItem(2)]);
      api.on(`GET /api/folders/${id}`, { body: other });
      api.on(items, { body: [sampleItem(1)], headers: { 'Folder-Rev': '7' } });

      store().applySync({ ...answer, folders: [other] }, { [id]: { rev: 7, revId: idOf(1) } });
      await jest.advanceTimersByTimeAsync(0);

      expect(replica()).toMatchObject({ rev: 7, revId: idOf(2), folder: { name: 'Restored' } });
      expect(titles()).toEqual(['Title 1']);
    });

    test('keeps its state if the answer is only late', async () => {
      await open(api, 7, [sampleItem(1), sampleItem(2)]);

      store().applySync(answer, { [id]: { rev: 1 } });

      expect(replica().rev).toBe(7);
    });
  });

  test('of a folder whose items are loaded fetches only the changes', async () => {
    await open(api);
    api.on(changes, { body: { rev: 2, changes: [itemChange(2, 'item:added', sampleItem(2))], more: false } });

    store().applySync({ folders: [sampleFolder({ rev: 2 })], gone: [], invitations: [], userRev: 0 }, {});
    await jest.advanceTimersByTimeAsync(1000);

    expect(titles()).toEqual(['Title 1', 'Title 2']);
    expect(api.calls.filter((call) => call === items)).toHaveLength(1);
  });
});
