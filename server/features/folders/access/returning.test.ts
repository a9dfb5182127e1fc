import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { trusted } from 'mongoose';
import sharp from 'sharp';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { OutboxModel } from '../../../platform/database/outbox.ts';
import { bundleClient, type Clients } from '../../../testing/convergence/clients.ts';
import { differences } from '../../../testing/convergence/compare.ts';
import { createRandom } from '../../../testing/convergence/random.ts';
import { openSimulatedTab, type SimulatedTab } from '../../../testing/convergence/tab.ts';
import { addItem, createFolder, PASSWORD, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { ItemModel } from '../model/item.model.ts';

const server = setUpServer();
let clients: Clients;
let owner: Person;
let member: Person;
let folder: Folder;
const tabs: SimulatedTab[] = [];

beforeAll(async () => {
  clients = await bundleClient();
  [owner, member] = await Promise.all([signUp(server, 'Olga'), signUp(server, 'Mia')]);
  folder = await createFolder(owner);
  await shareWith(owner, folder.id, member, allFlags);
  await addItem(member, folder.id);
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});
afterAll(async () => {
  await clients.remove();
});

/** A tab that runs the client's own code and has loaded the folder, on a network without faults. */
async function open(person: Person): Promise<SimulatedTab> {
  const tab = await openSimulatedTab({
    name: person.user.firstName ?? '',
    cookie: person.cookie,
    userId: person.user.id,
    client: await clients.next(),
    random: createRandom(1),
    pickUrl: () => server.url,
    onSent: () => undefined,
  });
  tabs.push(tab);
  await tab.settle();
  await tab.folders.loadLists();
  await tab.folders.loadItems(folder.id);
  await tab.folders.loadActivity(folder.id);
  return tab;
}

async function changeLooks(person: Person, username: string): Promise<void> {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c2334d' } })
    .png()
    .toBuffer();
  await person.put('/api/user/username', { username });
  await person.post('/api/user/profile-image/upload').attach('profileImage', picture, 'me.png');
}

async function untilEqual(tab: SimulatedTab): Promise<string[]> {
  const deadline = performance.now() + 5000;
  for (;;) {
    const found = await differences(tab, server.url);
    if (found.length === 0 || performance.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const addersIn = (tab: SimulatedTab) =>
  tab.folders.entries[folder.id]?.replica?.items?.map(({ addedBy }: Item) => addedBy.username);

test('a new name and picture appear on the items of an open list', async () => {
  const tab = await open(owner);

  await changeLooks(member, 'mia_live');

  expect(await untilEqual(tab)).toEqual([]);
  expect(addersIn(tab)).toEqual(['mia_live']);
});

test('a tab that was offline shows them after it reconnects (P20)', async () => {
  const [away, present] = [await open(owner), await open(member)];
  away.goOffline();

  await changeLooks(member, 'mia_later');
  expect(await untilEqual(present)).toEqual([]);
  await away.goOnline();

  expect(await untilEqual(away)).toEqual([]);
  expect(addersIn(away)).toEqual(['mia_later']);
});

describe('a tab with changes that the database has lost', () => {
  let tab: SimulatedTab;
  let backup: FolderDoc | null;
  let lost: Item[];
  beforeEach(async () => {
    tab = await open(owner);
    backup = await FolderModel.findById(folder.id).lean<FolderDoc>();
    lost = [await addItem(member, folder.id), await addItem(member, folder.id)];
    expect(await untilEqual(tab)).toEqual([]);
  });

  async function loseChanges(): Promise<void> {
    await ItemModel.deleteMany({ _id: trusted({ $in: lost.map(({ id }) => id) }) });
    await OutboxModel.deleteMany({ folderId: folder.id, rev: trusted({ $gt: backup?.rev }) });
    await FolderModel.replaceOne({ _id: folder.id }, backup as FolderDoc);
  }

  test('shows the state of the database when it comes back (P18)', async () => {
    tab.goOffline();
    await loseChanges();
    await tab.goOnline();

    expect(await untilEqual(tab)).toEqual([]);
    expect(tab.folders.entries[folder.id]?.replica).toMatchObject({ rev: backup?.rev });
  });

  test.each([1, 2, 3])('shows it although %d other changes have taken their revs (P36)', async (count) => {
    tab.goOffline();
    await loseChanges();
    for (let added = 0; added < count; added += 1) await addItem(member, folder.id);
    await tab.goOnline();

    expect(await untilEqual(tab)).toEqual([]);
  });

  test('notices while connected that another change has its rev (P36)', async () => {
    await loseChanges();
    await addItem(member, folder.id);
    await addItem(member, folder.id);

    expect(await untilEqual(tab)).toEqual([]);
  });
});

describe('the name of a person whose account is deleted', () => {
  beforeEach(async () => {
    member = await signUp(server, 'Mia');
    folder = await createFolder(owner);
    await shareWith(owner, folder.id, member, allFlags);
    await addItem(member, folder.id);
  });
  const deleteMember = () => member.delete('/api/user', { currentPassword: PASSWORD, lists: [] }).expect(204);
  const namesIn = (tab: SimulatedTab) =>
    tab.folders.entries[folder.id]?.replica?.items?.map(({ addedBy }: Item) => addedBy.firstName);

  test.each(['a member', 'a former member'])('of %s disappears from an open list', async (who) => {
    const tab = await open(owner);
    if (who === 'a former member') await member.delete(`/api/folders/${folder.id}/leave`).expect(204);
    expect(namesIn(tab)).toEqual(['Mia']);
    const { headers } = await owner.get(`/api/folders/${folder.id}/items`);

    await deleteMember();

    expect(await untilEqual(tab)).toEqual([]);
    expect(namesIn(tab)).toEqual([null]);
    // A browser must not use the page that it has kept.
    const again = await owner.get(`/api/folders/${folder.id}/items`).set('If-None-Match', String(headers.etag));
    expect(again.status).toBe(200);
  });

  test('disappears from a tab that was offline (P20)', async () => {
    const tab = await open(owner);
    tab.goOffline();

    await deleteMember();
    await tab.goOnline();

    expect(await untilEqual(tab)).toEqual([]);
    expect(namesIn(tab)).toEqual([null]);
  });
});
