import { beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Folder } from '../../common/schemas/folder.ts';
import { follow, setUpSite } from '../../server/testing/browser.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp } from '../../server/testing/people.ts';

// How many presses the most common journeys take on a phone, from the start screen on. A longer way is a regression.

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, isArtless: true };
const site = setUpSite({ tab: phone });
let ana: Person;
let ben: Person;
let folder: Folder;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  folder = await createFolder(ana, 'Movie night');
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const myList = (page: Page) => page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'My List' });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notification' }).getByText(text, { exact: true });

/** Presses one thing after the other, and returns how many they were. */
async function pressAll(...targets: Locator[]): Promise<number> {
  for (const target of targets) await target.tap();
  return targets.length;
}

test('a title gets into the list that one shares', async () => {
  await shareWith(ana, folder.id, ben);
  const page = await site.open('/', ana);

  const presses = await pressAll(
    page
      .getByRole('main')
      .getByRole('list', { name: /movies$/ })
      .getByRole('button', { name: /^Add / })
      .first(),
    button(page, /^Movie night/),
  );

  await toast(page, 'Added to "Movie night"').waitFor();
  expect(presses).toBeLessThanOrEqual(3);
});

test('an invitation to a list is sent, typing aside', async () => {
  const page = await site.open('/', ana);

  let presses = await pressAll(myList(page), button(page, 'Invite to Movie night'));
  await page.getByPlaceholder('Search by name, email or username').fill(ben.user.email);
  presses += await pressAll(button(page, 'Invite Ben Test'));

  await toast(page, 'Invitation sent').waitFor();
  expect(presses).toBeLessThanOrEqual(3);
});

test.each([
  [
    'from the list',
    () => `/folder/${folder.id}`,
    (page: Page) => [
      button(page, 'Share'),
      page.getByRole('list', { name: 'Users' }).getByRole('button').first(),
      button(page, 'Send Invitation'),
    ],
  ],
  [
    'from My List',
    () => '/my-list',
    (page: Page) => [button(page, 'Invite to Movie night'), button(page, 'Invite Ben Test')],
  ],
])('a list is shared %s without typing, with a person from another shared list', async (_from, path, targets) => {
  await Promise.all(['Abe', 'Bea', 'Bob', 'Bud', 'Cy'].map((name) => signUp(site.server, name)));
  await shareWith(ana, (await createFolder(ana, 'Sundays')).id, ben);
  const page = await site.open('/my-list', ana);
  await button(page, 'Invite to Movie night').waitFor();
  await follow(page, path());

  const presses = await pressAll(...targets(page));

  await toast(page, 'Invitation sent').waitFor();
  expect(presses).toBeLessThanOrEqual(3);
  const { body } = await ben.get('/api/folder-invitations');
  expect(body).toMatchObject([{ folder: { id: folder.id } }]);
});

test('the dialog with all permissions is as near', async () => {
  const page = await site.open('/', ana);

  const presses = await pressAll(
    myList(page),
    page.getByRole('main').getByRole('link', { name: /^Movie night/ }),
    button(page, 'Share'),
  );

  await page.getByPlaceholder('Search users by name or email...').waitFor();
  expect(presses).toBeLessThanOrEqual(3);
});

test('an invitation is accepted, and the titles of the list are there', async () => {
  await addItem(ana, folder.id, { title: 'Ninotchka' });
  await inviteTo(ana, folder.id, ben);
  const page = await site.open('/', ben);

  const presses = await pressAll(
    page.getByRole('link', { name: 'Notifications: 1 new' }),
    button(page, 'Accept invitation to Movie night'),
  );

  await page
    .getByRole('main')
    .getByRole('link', { name: /^Ninotchka/ })
    .first()
    .waitFor();
  expect(presses).toBeLessThanOrEqual(2);
});

test('three titles get into the open list', async () => {
  const page = await site.open(`/category/${folder.id}`, ana);
  const found = page.getByRole('list', { name: 'Popular titles' }).getByRole('button', { name: /^Add / });

  let presses = await pressAll(page.getByRole('link', { name: 'Add titles' }));
  for (let added = 1; added <= 3; added += 1) {
    presses += await pressAll(found.first());
    await page.getByRole('tab', { name: `In this list (${added})` }).waitFor();
  }

  expect(presses).toBeLessThanOrEqual(5);
});
