import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { setUpSite } from '../../../server/testing/browser.ts';
import {
  addItem,
  createFolder,
  inviteTo,
  only,
  type Person,
  shareWith,
  signUp,
} from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let ben: Person;
let folder: Folder;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
});

beforeEach(async () => {
  folder = await createFolder(ana, 'Movie night');
});

const { open } = site;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const poster = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(title) })
    .first();

test('two users in three tabs invite, accept, add, permit and revoke without a reload', async () => {
  const [tab1, tab2, bens] = await Promise.all([
    open(`/folder/${folder.id}/details`, ana),
    open(`/folder/${folder.id}`, ana),
    open('/my-list', ben),
  ]);
  await tab2.getByText('This list is empty').waitFor();
  await bens.getByRole('heading', { name: 'My List' }).waitFor();
  await Promise.all([tab2, bens].map(markDocument));

  await button(tab1, 'Share Folder').click();
  await tab1.getByPlaceholder('Search users by name or email...').fill(ben.user.email);
  await button(tab1, /^Ben/).click();
  await tab1.getByText('Can only view folder contents').click();
  await button(tab1, 'Send Invitation').click();
  await button(bens, 'Accept invitation to Movie night').click();
  await bens.getByText('Shared by Ana Test').waitFor();

  await tab1.keyboard.press('Escape');
  await tab1.getByRole('link', { name: 'Add Items' }).click();
  const first = tab1.getByRole('list', { name: 'Popular titles' }).getByRole('button', { name: /^Add / }).first();
  const title = ((await first.textContent()) ?? '').replace(/^Add /, '').slice(0, 8);
  await first.click();
  await poster(tab2, title).waitFor();
  await poster(bens, title).waitFor();

  await tab1.goBack();
  await tab1.getByRole('tab', { name: 'Permissions' }).click();
  await button(tab1, /^Edit permissions of Ben/).click();
  await tab1.getByText('Can view, add, remove, edit, and manage the folder').click();
  await button(tab1, 'Save').click();
  await button(bens, 'More actions').click();
  await bens.getByRole('menuitem', { name: 'Manage' }).click();
  await button(bens, 'Edit Category').waitFor();

  await button(tab1, /^Edit permissions of Ben/).click();
  await button(tab1, 'Remove access').click();
  await tab1.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await bens.getByText('"Movie night" is no longer shared with you').waitFor();
  await bens.getByRole('heading', { name: /^My /, level: 1 }).waitFor();
  expect(await Promise.all([tab2, bens].map(hasMark))).toEqual([true, true]);
});

test('everyone who may share the list sees its invitations sent, answered and withdrawn', async () => {
  const [cleo, dan] = await Promise.all([signUp(site.server, 'Cleo'), signUp(site.server, 'Dan')]);
  await shareWith(ana, folder.id, ben, only('canAdd', 'canShare'));
  const permissions = `/folder/${folder.id}/details?tab=permissions`;
  const tabs = await Promise.all([open(permissions, ana), open(permissions, ana), open(permissions, ben)]);
  const isWaiting = (name: string) =>
    Promise.all(
      tabs.map((tab) => tab.getByRole('region', { name: 'Waiting for an answer' }).getByText(name).waitFor()),
    );
  const isGone = (name: string) =>
    Promise.all(tabs.map((tab) => tab.getByText(name, { exact: true }).waitFor({ state: 'detached' })));
  await Promise.all(tabs.map((tab) => tab.getByRole('tabpanel', { name: 'Permissions' }).waitFor()));
  await Promise.all(tabs.map(markDocument));

  await inviteTo(ben, folder.id, cleo);
  await isWaiting('Cleo Test');
  const { id } = await inviteTo(ana, folder.id, dan);
  await isWaiting('Dan Test');

  await button(tabs[0] as Page, 'Withdraw invitation of Cleo Test').click();
  await isGone('Cleo Test');
  await dan.post(`/api/folder-invitations/${id}/respond`, { status: 'declined' });
  await isGone('Dan Test');
  expect(await Promise.all(tabs.map(hasMark))).toEqual([true, true, true]);
});

test('additions by others show a ring and initial; many at once are one line', async () => {
  await shareWith(ana, folder.id, ben, only('canAdd'));
  const page = await open(`/folder/${folder.id}`, ana);
  await page.getByRole('link', { name: 'Browse Content' }).waitFor();

  await addItem(ben, folder.id, { title: 'Ninotchka' });
  await page.locator('[data-arrived]').waitFor();
  await Promise.all(Array.from({ length: 7 }, () => addItem(ben, folder.id)));

  await page.getByText(/Ben Test added \d+ titles$/).waitFor();
  await page.getByText('To Watch (8)').waitFor();
});

test('removing a title in one tab removes it in the other', async () => {
  await addItem(ana, folder.id, { title: 'Ninotchka' });
  const [tab1, tab2] = await Promise.all([
    open(`/folder/${folder.id}`, ana),
    open(`/category/${folder.id}?filter=movies`, ana),
  ]);
  await poster(tab2, 'Ninotchka').waitFor();

  await button(tab1, 'Remove Ninotchka').click({ force: true });

  await tab2.getByText('This list is empty').waitFor();
  await tab1.getByText('This list is empty').waitFor();
});

test('a tab that starts offline is live when the network is back, and catches up after a break', async () => {
  const page = await open('/healthz', ana);
  let isAway = true;
  await page.route('**/assets/realtime-*', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(`/folder/${folder.id}`);
  await page.getByText('Reconnecting…').waitFor({ state: 'attached' });

  isAway = false;
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
  await addItem(ana, folder.id, { title: 'Ninotchka' });
  await poster(page, 'Ninotchka').waitFor();

  await page.context().setOffline(true);
  await page.getByText('Reconnecting…').waitFor({ state: 'attached' });
  await addItem(ana, folder.id, { title: 'Trouble in Paradise' });
  await page.context().setOffline(false);
  await poster(page, 'Trouble in Paradise').waitFor();
});

test('a long list needs no more DOM nodes than one window', async () => {
  for (let at = 0; at < 150; at += 25) {
    await Promise.all(Array.from({ length: 25 }, () => addItem(ana, folder.id)));
  }
  const page = await open(`/folder/${folder.id}`, ana);

  await page.getByText('To Watch (150)').waitFor();

  expect(await page.locator('[data-cell]').count()).toBeLessThan(60);
});

/** A marker that a reload would remove. */
async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''));
}

function hasMark(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-mark'));
}
