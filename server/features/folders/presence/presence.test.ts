import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import type { Presence } from '../../../../common/schemas/events.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { createFolder, type Person, shareWith, signInAgain, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { openTab, type Tab } from '../../../testing/tabs.ts';
import { toPeople } from '../model/presence.model.ts';

const item = (digit: number) => String(digit).repeat(24);

// Four heartbeats must take longer than the throttle's pause, or the dead node is removed before its tab is delivered.
const server = setUpServer({ heartbeatMs: 150 });
let ana: Person;
let ben: Person;
let folder: Folder;
let tabs: Tab[];

beforeEach(async () => {
  tabs = [];
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
  folder = await createFolder(ana);
  await shareWith(ana, folder.id, ben);
});
afterEach(() => {
  for (const tab of tabs) tab.close();
});

async function open(person: Pick<Person, 'cookie'>): Promise<Tab> {
  const tab = await openTab(server, person);
  tabs.push(tab);
  return tab;
}

/** Opens a tab that enters the folder, and optionally opens an item in it. */
async function openIn(person: Person, itemId?: string): Promise<Tab> {
  const tab = await open(person);
  expect(await tab.enter({ folderId: folder.id, ...(itemId ? { itemId } : {}) })).toBe('ok');
  return tab;
}

const who = ({ present }: { present: Presence[] }) =>
  present.map(({ user, itemId }) => `${user.firstName}${itemId ? ` at ${itemId[0]}` : ''}`);

/** Waits until the tab receives exactly these people as present. */
async function sees(tab: Tab, ...names: string[]): Promise<void> {
  await tab.next('presence:changed', (payload) => who(payload).join() === names.join());
}

const lastSeen = (tab: Tab) =>
  who(tab.heard.findLast(({ event }) => event === 'presence:changed')?.payload as { present: Presence[] });

describe('what others see of a person’s presence', () => {
  const setPresence = (person: Person, showsPresence: boolean) => person.patch('/api/user/privacy', { showsPresence });

  test('is nothing while it is switched off, from the next moment on; the person still sees the others', async () => {
    const [anas, bens] = [await openIn(ana), await openIn(ben)];
    await Promise.all([sees(anas, 'Ana', 'Ben'), sees(bens, 'Ana', 'Ben')]);

    await setPresence(ben, false);
    await Promise.all([sees(anas, 'Ana'), sees(bens, 'Ana')]);
    await bens.enter({ folderId: folder.id, itemId: item(1) });
    await setPresence(ben, true);

    await sees(anas, 'Ana', 'Ben at 1');
  });

  test('is hidden between people of whom one blocks the other, and from nobody else', async () => {
    const cleo = await signUp(server, 'Cleo');
    await shareWith(ana, folder.id, cleo);
    const [anas, bens, cleos] = [await openIn(ana), await openIn(ben), await openIn(cleo)];
    await Promise.all([anas, bens, cleos].map((tab) => sees(tab, 'Ana', 'Ben', 'Cleo')));

    await ben.put(`/api/users/${cleo.user.id}/block`);
    await Promise.all([sees(bens, 'Ana', 'Ben'), sees(cleos, 'Ana', 'Cleo')]);
    expect(lastSeen(anas)).toEqual(['Ana', 'Ben', 'Cleo']);

    await ben.delete(`/api/users/${cleo.user.id}/block`);
    await Promise.all([bens, cleos].map((tab) => sees(tab, 'Ana', 'Ben', 'Cleo')));
  });
});

describe('tabs with a folder open', () => {
  test('receive who else has it open, earliest first, and the item that each has open', async () => {
    const anas = await openIn(ana);
    await sees(anas, 'Ana');
    const bens = await openIn(ben, item(1));
    await Promise.all([sees(anas, 'Ana', 'Ben at 1'), sees(bens, 'Ana', 'Ben at 1')]);

    await bens.enter({ folderId: folder.id, itemId: item(2) });
    await sees(anas, 'Ana', 'Ben at 2');
    await bens.enter({ folderId: folder.id });
    await sees(anas, 'Ana', 'Ben');
    expect(await bens.leave({ folderId: folder.id })).toBe('ok');

    await sees(anas, 'Ana');
    expect(lastSeen(bens)).toEqual(['Ana', 'Ben']);
  });

  test('are the only ones that receive its presence', async () => {
    const other = await createFolder(ben);
    const [anas, elsewhere, idle] = [await openIn(ana), await open(ben), await open(ben)];

    await elsewhere.enter({ folderId: other.id });
    await sees(elsewhere, 'Ben');
    await anas.enter({ folderId: folder.id, itemId: item(3) });
    await sees(anas, 'Ana at 3');
    await ben.post(`/api/users/${ana.user.id}/pin`);
    await Promise.all([elsewhere.next('pin:changed'), idle.next('pin:changed')]);

    expect(elsewhere.heard.map(({ event }) => event)).toEqual(['presence:changed', 'pin:changed']);
    expect(idle.heard.map(({ event }) => event)).toEqual(['pin:changed']);
  });

  test('count once per person, until the last tab closes', async () => {
    const [anas, first, second] = [await openIn(ana), await openIn(ben, item(1)), await openIn(ben)];
    await sees(anas, 'Ana', 'Ben at 1');

    await second.enter({ folderId: folder.id, itemId: item(2) });
    await sees(anas, 'Ana', 'Ben at 2');
    second.close();
    await sees(anas, 'Ana', 'Ben at 1');
    first.close();

    await sees(anas, 'Ana');
  });

  test('leave it when they enter another folder', async () => {
    const other = await createFolder(ben);
    const [anas, bens] = [await openIn(ana), await openIn(ben)];
    await sees(anas, 'Ana', 'Ben');

    await bens.enter({ folderId: other.id });

    await sees(anas, 'Ana');
  });

  test('leave it when they ask for one that their user cannot see', async () => {
    const secret = await createFolder(ana, 'Secret');
    const [anas, bens] = [await openIn(ana), await openIn(ben)];
    await sees(anas, 'Ana', 'Ben');

    expect(await bens.enter({ folderId: secret.id })).toBe('not_found');

    await sees(anas, 'Ana');
  });

  test('leave it when their user signs out', async () => {
    const again = await signInAgain(server, ben);
    const [anas] = [await openIn(ana), await openIn(again)];
    await sees(anas, 'Ana', 'Ben');

    await again.post('/api/logout');

    await sees(anas, 'Ana');
  });
});

describe('a folder', () => {
  test('can be entered only by users who can see it', async () => {
    const stranger = await open(await signUp(server, 'Cleo'));

    expect(await stranger.enter({ folderId: folder.id })).toBe('not_found');
    expect(await stranger.enter({ folderId: item(9) })).toBe('not_found');
    expect(await stranger.leave({ folderId: folder.id })).toBe('ok');
  });

  test.each([[{}], [{ folderId: 'x' }], [null], [{ folderId: item(1), itemId: 7 }]])(
    'refuses %j as a place',
    async (place) => {
      expect(await (await open(ana)).enter(place as never)).toBe('validation');
    },
  );

  test('sends nothing to a removed member once the removal is answered', async () => {
    const [anas, bens] = [await openIn(ana), await openIn(ben)];
    await Promise.all([sees(anas, 'Ana', 'Ben'), sees(bens, 'Ana', 'Ben')]);
    const [share] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;

    await ana.delete(`/api/folder-shares/${share.id}`);
    const heard = bens.heard.length;
    await anas.enter({ folderId: folder.id, itemId: item(4) });
    await sees(anas, 'Ana at 4');
    await ben.post(`/api/users/${ana.user.id}/pin`);
    await bens.next('pin:changed');

    expect(bens.heard.slice(heard).map(({ event }) => event)).not.toContain('presence:changed');
    expect(await bens.enter({ folderId: folder.id })).toBe('not_found');
  });

  test('has no presence and sends none after it is deleted', async () => {
    const bens = await openIn(ben);
    await sees(bens, 'Ben');

    await ana.delete(`/api/folders/${folder.id}`);
    await bens.next('folder:gone');
    await ben.post(`/api/users/${ana.user.id}/pin`);
    await bens.next('pin:changed');

    expect(bens.heard.filter(({ event }) => event === 'presence:changed')).toHaveLength(1);
    expect(await mongoose.connection.collection('presence').countDocuments({ folderId: folder.id as never })).toBe(0);
  });
});

describe('a node', () => {
  const nodes = () => mongoose.connection.collection<{ _id: string; seenAt: Date }>('nodes');
  const presence = () => mongoose.connection.collection<{ _id: string }>('presence');

  test('that died loses its tabs in every folder', async () => {
    const now = new Date();
    await nodes().insertOne({ _id: 'crashed', seenAt: now });
    await presence().insertOne({
      _id: 'a tab of it',
      nodeId: 'crashed',
      folderId: new Types.ObjectId(folder.id),
      userId: new Types.ObjectId(ben.user.id),
      since: now,
      at: now,
    } as never);

    const anas = await openIn(ana);
    await sees(anas, 'Ben', 'Ana');

    await sees(anas, 'Ana');
    expect(await nodes().countDocuments({ _id: 'crashed' })).toBe(0);
  });

  test('that was removed by mistake stores its tabs again', async () => {
    const anas = await openIn(ana);
    await sees(anas, 'Ana');
    const bens = await openIn(ben);
    await Promise.all([sees(anas, 'Ana', 'Ben'), sees(bens, 'Ana', 'Ben')]);

    await nodes().deleteMany({});
    await presence().deleteMany({});

    await sees(anas, 'Ana', 'Ben');
  });
});

test('of several tabs of one person, the first sets since and the last sets the item', () => {
  const tab = (second: number, itemId?: string) => ({
    _id: String(second),
    nodeId: 'n',
    folderId: new Types.ObjectId(item(1)),
    userId: new Types.ObjectId(item(2)),
    ...(itemId ? { itemId: new Types.ObjectId(itemId) } : {}),
    since: new Date(second * 1000),
    at: new Date(second * 1000),
  });

  expect(toPeople([tab(3), tab(2, item(6)), tab(1, item(5))])).toEqual([
    { userId: new Types.ObjectId(item(2)), since: new Date(1000), itemId: new Types.ObjectId(item(6)) },
  ]);
});
