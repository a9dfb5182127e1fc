import { deserialize, serialize } from 'node:v8';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DehydratedState } from '@tanstack/react-query';
import 'fake-indexeddb/auto';
import { PROTOCOL } from '../../../common/protocol.ts';
import { createReplica, type Replica } from '../../../common/replica/replica.ts';
import { deleteDevice, readKept, writeKept } from '../../features/offline/deviceDatabase.ts';
import { forgetOwner } from '../../features/offline/keeping.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { queryClient } from '../../lib/query.ts';
import { stubApi } from '../../testing/api.ts';
import { id, items, store } from '../../testing/folderStore.ts';
import { ana, idOf, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { enter } from './enter.ts';
import { startKeeping } from './keep.ts';
import { answersAfter } from './kept.ts';

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

test('what another tab has kept stays: the titles of a list that only it has opened, and what it has asked for', async () => {
  const opened = { ...createReplica(sampleFolder({ id, itemCount: 1 }), ana.id), items: [sampleItem(1)] };
  const askedFor = (title: number, at: number, data: unknown) =>
    queryClient.setQueryData(['title', 'details', 'movie', title], data, { updatedAt: at });
  const stop = startKeeping(ana.id);
  await pass(1500);
  askedFor(1, 1, 'theirs');
  askedFor(2, 3, 'newer');
  await writeKept(
    ana.id,
    new Map<string, unknown>([
      [`folder ${id}`, opened],
      ['answers', answersAfter(undefined)],
    ]),
  );
  queryClient.clear();

  store().applyFolders([sampleFolder({ itemCount: 2, rev: 2 })]);
  askedFor(2, 2, 'older');
  askedFor(3, 2, 'ours');
  await pass(1500);

  expect((await keptList())?.items?.map(({ title }) => title)).toEqual([sampleItem(1).title]);
  const { queries } = (await readKept(ana.id)).get('answers') as DehydratedState;
  expect(queries.map(({ state }) => state.data)).toEqual(['newer', 'ours', 'theirs']);
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

test('a tab writes nothing more once another one has signed out', async () => {
  const stop = startKeeping(ana.id);
  forgetOwner();

  store().applyFolders([sampleFolder()]);
  await pass(1500);

  expect((await readKept(ana.id)).size).toBe(0);
  stop();
});

test('a list that changes often is written every ten seconds, and at once when the app is hidden', async () => {
  const stop = startKeeping(ana.id);
  const rename = (name: string, rev: number) => store().applyFolders([sampleFolder({ name, rev })]);
  const keptName = async () => (await keptList())?.folder.name;
  rename('First', 1);
  await pass(1500);

  rename('Second', 2);
  await pass(1500);
  expect(await keptName()).toBe('First');
  await pass(10_000);
  expect(await keptName()).toBe('Second');
  rename('Third', 3);
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);

  expect(await keptName()).toBe('Third');
  visibility.mockRestore();
  stop();
});

test('the newest 150 answers about titles are kept, also of earlier visits, and come back after a start', async () => {
  const stop = startKeeping(ana.id);
  const answer = (place: number, at: number) =>
    queryClient.setQueryData<unknown>(['title', place], { place }, { updatedAt: Date.now() + at });
  for (let place = 0; place < 149; place += 1) answer(place, place);
  await pass(1500);
  // Unused answers are dropped.
  queryClient.clear();
  queryClient.setQueryData<unknown>(['directory'], 'of people');
  for (const place of [200, 201]) answer(place, 1000 + place);
  await pass(1500);
  stop();
  queryClient.clear();

  await writeKept(ana.id, new Map([['profile', self]]));
  await enter(ana.id, null);

  const keys = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);
  const places = [...Array.from({ length: 149 }, (_, place) => place).slice(1), 200, 201];
  expect(new Set(keys.map(([first, place]) => `${first} ${place}`))).toEqual(
    new Set(places.map((place) => `title ${place}`)),
  );
  expect(queryClient.getQueryData(['title', 201])).toEqual({ place: 201 });
});

describe('a list that an earlier version of the app has kept', () => {
  const kept = createReplica(sampleFolder(), ana.id);
  const { note: _note, ...earlierItem } = sampleItem(1);
  const keepAs = (protocol: number) =>
    writeKept(
      ana.id,
      new Map<string, unknown>([
        ['profile', self],
        ['protocol', protocol],
        [`folder ${id}`, { ...kept, items: [earlierItem] }],
        ['has all lists', true],
      ]),
    );

  test('is loaded again, because its titles may lack fields', async () => {
    await keepAs(PROTOCOL - 1);
    await enter(ana.id, self);

    expect(store().entries[id]?.replica?.folder.name).toBe(sampleFolder().name);
    expect(store().entries[id]?.replica?.items).toBeUndefined();
    expect(store().listsStatus).not.toBe('ready');
    // A tab keeps the titles that it finds stored.
    const stop = startKeeping(ana.id);
    await pass(1500);
    stop();
    expect(await keptList()).toMatchObject({ folder: { id } });
    expect((await keptList())?.items).toBeUndefined();
  });

  test('shows its titles without a connection, and is loaded again at the next start with one', async () => {
    await keepAs(PROTOCOL - 1);
    await enter(ana.id, null);
    expect(store().entries[id]?.replica?.items).toEqual([{ ...earlierItem, note: null }]);
    const stop = startKeeping(ana.id);
    await pass(1500);
    stop();

    expect((await readKept(ana.id)).get('protocol')).toBe(PROTOCOL - 1);
  });

  test('is shown with its titles if that version had the same protocol', async () => {
    await keepAs(PROTOCOL);
    await enter(ana.id, self);

    expect(store().entries[id]?.replica?.items).toEqual([earlierItem]);
  });
});
