import { deserialize, serialize } from 'node:v8';
import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { limits } from '../../../../common/constants.ts';
import { families } from '../../../../common/families.ts';
import { shownCount } from '../../../../common/replica/replica.pending.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { failure } from '../../../testing/api.ts';
import { id, items, open, replica, setUpStore, store, titles } from '../../../testing/folderStore.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ana, itemChange, sampleFolder, sampleItem } from '../../../testing/samples.ts';
import { useQueue } from '../../offline/queue.store.ts';
import { addToQueue } from '../../offline/queue.ts';
import { requestToAdd } from '../state/addedItem.ts';
import { removeTitle, removeTitles } from './removeTitle.ts';

const api = setUpStore();
const REMOVE = `POST /api/folders/${id}/items/remove`;
const UNDO = `POST /api/folders/${id}/changes/undo-removals`;
const many = Array.from({ length: 1200 }, (_, index) => sampleItem(index + 1));
const revOf = (itemId: string) => many.findIndex((item) => item.id === itemId) + 2;

async function openLongList(): Promise<void> {
  api.on(items, ({ query }) => {
    const after = query.get('after') ?? '';
    return { body: many.filter((item) => item.id > after).slice(0, limits.itemsPage), headers: { 'Folder-Rev': '1' } };
  });
  store().applyFolders([sampleFolder({ rev: 1, itemCount: many.length })]);
  await store().loadItems(id);
}

const removed = (body: unknown) => (body as { itemIds: string[] }).itemIds;

test('one title is removed, with an offer to undo it', async () => {
  await open(api);
  renderAt(<Toaster />);
  const item = sampleItem(1);
  api.on(`DELETE /api/watchlist/${item.id}`, { status: 204 });

  await act(() => removeTitle(item, families.folder));

  expect(api.calls).toContain(`DELETE /api/watchlist/${item.id}`);
  expect(titles()).toEqual([]);
  expect(screen.getByText(/^Removed/).textContent).toContain(item.title);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
});

test('a thousand titles are removed in a few requests, with one undo for all', async () => {
  await openLongList();
  renderAt(<Toaster />);
  api.on(REMOVE, ({ body }) => ({ body: { revs: removed(body).map(revOf) } }));
  api.on(UNDO, { body: { revs: [2000] } });

  await act(() => removeTitles(many.slice(0, 1100), families.folder));

  expect(api.requests.filter(({ body }) => body).map(({ body }) => removed(body).length)).toEqual([500, 500, 100]);
  expect(titles()).toHaveLength(100);
  expect(shownCount(replica())).toBe(100);
  screen.getByText('Removed 1100 titles');
  await act(() => screen.getByRole('button', { name: 'Undo' }).click());
  const undone = api.requests.slice(-3).map(({ body }) => (body as { revs: number[] }).revs);
  expect(undone.map((revs) => revs.length)).toEqual([500, 500, 100]);
  expect(undone.flat()).toEqual(many.slice(0, 1100).map((item) => revOf(item.id)));
});

test('titles that are removed together stay hidden until the change of each has arrived', async () => {
  await openLongList();
  api.on(REMOVE, ({ body }) => ({ body: { revs: removed(body).map(revOf) } }));
  const [first, second] = many as [Item, Item];

  await removeTitles([first, second], families.folder);
  const opId = replica().pending[0]?.opId;
  store().applyChangeBatch({
    folderId: id,
    changes: [itemChange(2, 'item:removed', first, { by: ana, opId })],
  });

  expect(titles()).toHaveLength(1198);
  store().applyChangeBatch({
    folderId: id,
    changes: [itemChange(3, 'item:removed', second, { by: ana, opId })],
  });
  expect(replica().pending).toEqual([]);
  expect(titles()).toHaveLength(1198);
});

test('titles whose request is refused come back, and the others can still be undone', async () => {
  await openLongList();
  renderAt(<Toaster />);
  api.on(REMOVE, ({ body }) => {
    const ids = removed(body);
    return ids.length < 500 ? failure(429, 'rate_limited', 'Wait') : { body: { revs: ids.map(revOf) } };
  });

  await act(() => removeTitles(many.slice(0, 700), families.folder));

  expect(titles()).toHaveLength(700);
  screen.getByText('Wait');
  screen.getByRole('button', { name: 'Undo 500 removals' });
});

test('titles that wait for a connection are removed with the others', async () => {
  await openLongList();
  // The database copies what it keeps, and jsdom lacks the function for it.
  globalThis.structuredClone = (value) => deserialize(serialize(value));
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const opId = 'waiting';
  const item = { ...sampleItem(2000), id: opId };
  const write = { opId, kind: 'add', name: item.title, folderId: id, item, body: requestToAdd(item) } as const;
  await addToQueue({ userId: ana.id, at: new Date(), listName: null, write });
  store().applyQueue();
  expect(titles()).toHaveLength(1201);

  await removeTitles([item, many[0] as Item], families.folder);

  expect(useQueue.getState().entries.map(({ write }) => write.kind)).toEqual(['remove']);
  expect(titles()).toHaveLength(1199);
  jest.restoreAllMocks();
});
