import { beforeEach, expect, test } from '@jest/globals';
import type { Folder } from '../common/schemas/folder.ts';
import { createFolder, type Person, shareWith, signUp } from './testing/people.ts';
import { setUpNodes } from './testing/process.ts';
import { openTab, type Tab } from './testing/tabs.ts';

// Ana writes on one node. Ben has two tabs, one on each node.

const nodes = setUpNodes();
let ana: Person;
let ben: Person;
let folder: Folder;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(nodes.here), signUp(nodes.here, 'Ben')]);
  folder = await createFolder(ana);
});

/** Acts on the first node, and waits for what follows in Ben's tabs on both nodes. */
async function inBothTabs(act: () => Promise<unknown>, seen: (tab: Tab) => Promise<unknown>): Promise<void> {
  const tabs = [await openTab(nodes.here, ben), await openTab(nodes.there, ben)];
  const results = Promise.all(tabs.map(seen));
  await act();
  await results;
  for (const tab of tabs) tab.close();
}

const hearsOfAna = (tab: Tab) => tab.next('user:visibility-changed', ({ userId }) => userId === ana.user.id);

/** Ben is not to learn who has blocked him. */
const hearsOfSomebody = async (tab: Tab) => expect(await tab.next('user:visibility-changed')).toEqual({ userId: null });

/** The status of a path for Ben, on the other node. */
async function statusThere(path: string): Promise<number> {
  return (await fetch(`${nodes.there.url}${path}`, { headers: { cookie: ben.cookie } })).status;
}

test('a block is true on the other node and in every open tab at once (P34)', async () => {
  expect(await statusThere(`/api/users/${ana.user.id}`)).toBe(200);

  await inBothTabs(() => ana.put(`/api/users/${ben.user.id}/block`), hearsOfSomebody);

  expect(await statusThere(`/api/users/${ana.user.id}`)).toBe(404);
  expect(await statusThere(`/api/users/${ana.user.id}/folders/${folder.id}`)).toBe(404);
});

test.each([
  ['of one list', () => ana.put(`/api/folders/${folder.id}/visibility`, { visibility: 'nobody' })],
  ['of all lists', () => ana.patch('/api/user/privacy', { listsFor: 'nobody' })],
])('another visibility %s is true on the other node and in every open tab at once', async (_of, change) => {
  const path = `/api/users/${ana.user.id}/folders/${folder.id}`;
  expect(await statusThere(path)).toBe(200);

  await inBothTabs(change, hearsOfAna);

  expect(await statusThere(path)).toBe(404);
});

test('presence that is switched off disappears on the other node at once', async () => {
  await shareWith(ana, folder.id, ben);
  const anas = await openTab(nodes.here, ana);
  await anas.enter({ folderId: folder.id });

  await inBothTabs(
    () => ana.patch('/api/user/privacy', { showsPresence: false }),
    async (tab) => {
      await tab.enter({ folderId: folder.id });
      await tab.next('presence:changed', ({ present }) => present.every(({ user }) => user.id !== ana.user.id));
    },
  );
  anas.close();
});
