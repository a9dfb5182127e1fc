import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { byRank } from '../common/rank.ts';
import type { Folder } from '../common/schemas/folder.ts';
import type { Item } from '../common/schemas/item.ts';
import { bundleClient, type Clients } from './testing/convergence/clients.ts';
import { read } from './testing/convergence/compare.ts';
import { createRandom, type Random } from './testing/convergence/random.ts';
import { openSimulatedTab, type SimulatedTab } from './testing/convergence/tab.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from './testing/people.ts';
import { type AppProcess, startSecondNode } from './testing/process.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const PEOPLE = 20;
const TITLES = 40;
const MOVES_EACH = 6;
const SETTLE_MS = 30_000;

let here: TestServer;
let there: AppProcess;
let clients: Clients;
let owner: Person;
let folder: Folder;
let titleIds: string[];
let tabs: SimulatedTab[];
/** Unexpected answers to the tabs' writes. */
const failed: string[] = [];
// SEED=… repeats a run.
const seed = Number(process.env.SEED) || Math.floor(Math.random() * 1e9);
const random = createRandom(seed);

beforeAll(async () => {
  here = await startTestServer();
  [there, clients, owner] = await Promise.all([startSecondNode(here), bundleClient(), signUp(here, 'Olga')]);
  folder = await createFolder(owner, 'Everyone');
  titleIds = [];
  for (let title = 0; title < TITLES; title += 1) titleIds.push((await addItem(owner, folder.id)).id);
  const members = await Promise.all(Array.from({ length: PEOPLE - 1 }, (_, at) => signUp(here, `Member${at}`)));
  for (const member of members) await shareWith(owner, folder.id, member, only('canEdit'));
  tabs = [];
  for (const person of [owner, ...members]) tabs.push(await open(person, tabs.length));
}, 120_000);
afterAll(async () => {
  for (const tab of tabs) tab.close();
  await clients.remove();
  await there.stop();
  await here.stop();
});

/** A tab with the list open; every second one is on the other node. */
async function open({ cookie, user }: Person, at: number): Promise<SimulatedTab> {
  const tab = await openSimulatedTab({
    name: `${user.firstName}'s tab`,
    cookie,
    userId: user.id,
    client: await clients.next(),
    random,
    pickUrl: () => (at % 2 ? here.url : there.url),
    onSent: ({ method, path, status }) => {
      if (status >= 400) failed.push(`${method} ${path} answered ${status}`);
    },
  });
  await tab.folders.loadItems(folder.id);
  return tab;
}

const itemsIn = (tab: SimulatedTab) => tab.folders.entries[folder.id]?.replica?.items ?? [];
const orderOf = (items: readonly Item[]) => [...items].sort(byRank).map(({ id }) => id);

/** Moves a title of the tab to another place, as the tab sees the list. */
async function moveAny(tab: SimulatedTab, { pick, below }: Random): Promise<void> {
  const items = [...itemsIn(tab)].sort(byRank);
  const item = pick(items);
  if (!item) throw new Error(`${tab.name} shows no titles`);
  const others = items.filter((other) => other !== item);
  const place = below(others.length + 1);
  await tab.folders.moveItem(item, { after: others[place - 1] ?? null, before: others[place] ?? null });
}

/** The tabs that show another order than the database, once all have caught up. */
async function waitForOneOrder(): Promise<string[]> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const stored = orderOf(await read<Item[]>(here.url, owner.cookie, `/api/folders/${folder.id}/items`));
    const different = tabs.filter((tab) => orderOf(itemsIn(tab)).join() !== stored.join()).map(({ name }) => name);
    if (different.length === 0 || performance.now() > until) return different;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('20 people who reorder a list at once through two nodes get one order, and no title is lost (P16)', async () => {
  await Promise.all(
    tabs.map(async (tab) => {
      for (let move = 0; move < MOVES_EACH; move += 1) await moveAny(tab, random);
    }),
  );
  await Promise.all(tabs.map((tab) => tab.settle()));

  const different = await waitForOneOrder();

  const [first] = tabs;
  const order = first ? orderOf(itemsIn(first)) : [];
  expect({ seed, failed, different }).toEqual({ seed, failed: [], different: [] });
  expect([...order].sort()).toEqual([...titleIds].sort());
  expect(order).not.toEqual(titleIds);
}, 120_000);

test('titles that all put into the same gap at once end between its two neighbours', async () => {
  const [after, before] = orderOf(await read<Item[]>(here.url, owner.cookie, `/api/folders/${folder.id}/items`));
  const moved = titleIds.filter((id) => id !== after && id !== before).slice(0, PEOPLE);

  await Promise.all(
    tabs.map((tab, at) => {
      const byId = (id: string | undefined) => itemsIn(tab).find((item) => item.id === id) ?? null;
      const item = byId(moved[at]);
      return item && tab.folders.moveItem(item, { after: byId(after), before: byId(before) });
    }),
  );
  await Promise.all(tabs.map((tab) => tab.settle()));

  expect(await waitForOneOrder()).toEqual([]);
  const order = tabs[0] ? orderOf(itemsIn(tabs[0])) : [];
  expect([order.indexOf(after ?? ''), order.indexOf(before ?? '')]).toEqual([0, PEOPLE + 1]);
  expect(order.slice(1, PEOPLE + 1).sort()).toEqual([...moved].sort());
}, 120_000);
