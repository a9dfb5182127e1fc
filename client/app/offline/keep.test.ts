import { deserialize, serialize } from 'node:v8';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import 'fake-indexeddb/auto';
import type { Replica } from '../../../common/replica/replica.ts';
import { deleteDevice, readKept } from '../../features/offline/deviceDatabase.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { stubApi } from '../../testing/api.ts';
import { id, items, store } from '../../testing/folderStore.ts';
import { ana, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { startKeeping } from './keep.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'], now: new Date() });
  // The database copies what it keeps, and jsdom lacks the function for it.
  globalThis.structuredClone = (value) => deserialize(serialize(value));
  useUsers.getState().applyViewer(ana);
});
afterEach(async () => {
  jest.useRealTimers();
  await deleteDevice();
});

/** Lets the time pass, with the work of the database that is due then. */
async function pass(milliseconds: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(milliseconds);
  for (let turn = 0; turn < 5; turn++) await readKept(ana.id);
}

const keptList = async () => (await readKept(ana.id)).get(`folder ${id}`) as Replica | undefined;

test('the titles of a list are kept soon after it is opened, also if its name was kept a moment before', async () => {
  const api = stubApi();
  const stop = startKeeping(ana.id);
  store().applyFolders([sampleFolder({ itemCount: 1 })]);
  await pass(1500);
  expect(await keptList()).toMatchObject({ folder: { id } });
  expect((await keptList())?.items).toBeUndefined();

  api.on(items, { body: [sampleItem(1)], headers: { 'Folder-Rev': '1' } });
  await store().loadItems(id);
  await pass(1500);

  expect((await keptList())?.items?.map(({ title }) => title)).toEqual([sampleItem(1).title]);
  stop();
});
