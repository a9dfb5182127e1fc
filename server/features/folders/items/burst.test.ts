import { beforeAll, describe, expect, test } from '@jest/globals';
import { allFlags } from '../../../../common/permissions.ts';
import { applyChanges, createReplica } from '../../../../common/replica/replica.ts';
import type { ChangeBatch } from '../../../../common/schemas/changes.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { addItem, createFolder, type Person, shareWith, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab, type Tab } from '../../../testing/tabs.ts';

const server = setUpServer();
let owner: Person;
let member: Person;

beforeAll(async () => {
  [owner, member] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Mia')]);
});

const WRITERS = 50;

const add = (person: Person, folder: Folder) => person.post('/api/watchlist', { folderId: folder.id, ...titleFacts() });

const batchesOf = (tab: Tab, folder: Folder) =>
  tab.heard
    .filter(({ event }) => event === 'folder:changes')
    .map(({ payload }) => payload as ChangeBatch)
    .filter(({ folderId }) => folderId === folder.id);

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('fifty writers on one list', () => {
  test('are all answered, and delivered in batches, in order, without a gap and once (P10)', async () => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member, allFlags);
    const tabs = await Promise.all([openTab(server, owner), openTab(server, member)]);

    const answers = await Promise.all(range(1, WRITERS).map((index) => add(index % 2 ? owner : member, folder)));

    expect(answers.map(({ status }) => status)).toEqual(Array(WRITERS).fill(201));
    const last = 2 + WRITERS;
    for (const tab of tabs) {
      await tab.next('folder:changes', ({ changes }) => changes.at(-1)?.rev === last);
      const batches = batchesOf(tab, folder);
      const revs = batches.flatMap(({ changes }) => changes.map(({ rev }) => rev));
      expect(revs).toEqual(range(3, last));
      expect(batches.length).toBeLessThan(WRITERS);
    }
    tabs.map((tab) => tab.close());
  });

  test('leave a listening tab with the server’s state', async () => {
    const folder = await createFolder(owner);
    const tab = await openTab(server, owner);

    await Promise.all(range(1, WRITERS).map(() => add(owner, folder)));

    await tab.next('folder:changes', ({ changes }) => changes.at(-1)?.rev === 1 + WRITERS);
    const start = { ...createReplica(folder, owner.user.id), items: [] as Item[] };
    const step = applyChanges(
      start,
      batchesOf(tab, folder).flatMap(({ changes }) => changes),
    );
    const { body: items } = await owner.get(`/api/folders/${folder.id}/items`);
    const { body: now } = await owner.get(`/api/folders/${folder.id}`);
    expect(step.isBehind).toBe(false);
    expect(step.replica.items).toEqual(items);
    expect(step.replica.folder).toEqual({ ...now, memberIds: undefined });
    expect(now).toMatchObject({ itemCount: WRITERS, rev: 1 + WRITERS });
    tab.close();
  });
});

describe('toggles, additions and removals of the same items at once', () => {
  test('leave a listening tab with the server’s state', async () => {
    const folder = await createFolder(owner);
    const tab = await openTab(server, owner);
    const items = await Promise.all(range(1, 6).map(() => addItem(owner, folder.id)));
    const toggle = (item: Item, watched: boolean) => owner.patch(`/api/watchlist/${item.id}/watched`, { watched });

    const writes = items.flatMap((item, index) => [
      toggle(item, true),
      toggle(item, false),
      add(owner, folder),
      toggle(item, index % 2 === 0),
      ...(index < 2 ? [owner.delete(`/api/watchlist/${item.id}`), toggle(item, true)] : []),
    ]);
    const statuses = (await Promise.all(writes)).map(({ status }) => status);

    const { body: now } = await owner.get(`/api/folders/${folder.id}`);
    await tab.next('folder:changes', ({ changes }) => changes.at(-1)?.rev === now.rev);
    const start = { ...createReplica(folder, owner.user.id), items: [] as Item[] };
    const heard = batchesOf(tab, folder).flatMap(({ changes }) => changes);
    const { body: held } = await owner.get(`/api/folders/${folder.id}/items`);
    expect(applyChanges(start, heard).replica.items).toEqual(held);
    expect(held).toHaveLength(10);
    for (const status of statuses) expect([200, 201, 204, 404]).toContain(status);
    tab.close();
  });
});

describe('a member who is removed while others write', () => {
  test.each([
    [
      'from the list',
      async (folder: Folder) => {
        const [share] = (await owner.get(`/api/folders/${folder.id}/shares`)).body;
        return owner.delete(`/api/folder-shares/${share.id}`);
      },
    ],
    ['by leaving it', (folder: Folder) => member.delete(`/api/folders/${folder.id}/leave`)],
  ])('%s receives nothing of it after the answer (P7)', async (_way, remove) => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member);
    const [tab, owners] = await Promise.all([openTab(server, member), openTab(server, owner)]);

    const before = range(1, 15).map(() => add(owner, folder));
    const removal = await remove(folder);
    // This answer comes on the socket too, so the tab has received everything that was emitted before it.
    await tab.sync();
    const heard = tab.heard.length;
    const answers = await Promise.all([...before, ...range(1, 15).map(() => add(owner, folder))]);
    await owners.next('folder:changes', ({ changes }) => changes.at(-1)?.rev === 3 + answers.length);
    await tab.sync();

    expect(removal.status).toBe(204);
    expect(tab.heard).toHaveLength(heard);
    expect(tab.heard.at(-1)).toMatchObject({ event: 'folder:gone', payload: { folderId: folder.id } });
    tab.close();
    owners.close();
  });

  test('by deleting the list receives nothing of it after the answer (P7)', async () => {
    const folder = await createFolder(owner);
    await shareWith(owner, folder.id, member);
    const tab = await openTab(server, member);

    const writes = range(1, 20).map(() => add(owner, folder));
    await owner.delete(`/api/folders/${folder.id}`);
    await tab.sync();
    const heard = tab.heard.length;
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    await tab.sync();

    expect(tab.heard).toHaveLength(heard);
    expect(tab.heard.at(-1)).toMatchObject({ event: 'folder:gone', payload: { reason: 'deleted' } });
    for (const status of statuses) expect([201, 404]).toContain(status);
    tab.close();
  });
});
