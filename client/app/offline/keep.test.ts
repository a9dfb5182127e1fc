import { deserialize, serialize } from 'node:v8';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import 'fake-indexeddb/auto';
import { createReplica, type Replica } from '../../../common/replica/replica.ts';
import { deleteDevice, readKept, writeKept } from '../../features/offline/deviceDatabase.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { stubApi } from '../../testing/api.ts';
import { id, items, store } from '../../testing/folderStore.ts';
import { ana, idOf, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { enter } from './enter.ts';
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

const self = { ...ana, isOperator: false, rev: 1 };

test.each([
  ['with a connection', self],
  ['without one', null],
])('a list that was lost while the app was closed is deleted after a start %s', async (_how, user) => {
  const unshown = idOf(101);
  const keepList = (listId: string) =>
    [`folder ${listId}`, createReplica(sampleFolder({ id: listId }), ana.id)] as const;
  await writeKept(ana.id, new Map<string, unknown>([['profile', self], keepList(id)]));
  await enter(ana.id, user);
  expect(store().entries[id]).toBeDefined();
  // The app did not show this one, so it cannot know whether it is lost.
  await writeKept(ana.id, new Map([keepList(unshown)]));
  store().applyGone(id, 'removed');

  const stop = startKeeping(ana.id);
  await pass(1500);

  const names = [...(await readKept(ana.id)).keys()];
  expect(names.filter((name) => name.startsWith('folder '))).toEqual([`folder ${unshown}`]);
  stop();
});
