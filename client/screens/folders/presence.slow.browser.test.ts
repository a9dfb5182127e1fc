import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let ben: Person;
let folder: Folder;
let item: Item;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
});

beforeEach(async () => {
  folder = await createFolder(ana, 'Movie night');
  await shareWith(ana, folder.id, ben, only('canAdd', 'canRemove'));
  item = await addItem(ana, folder.id, { title: 'Ninotchka', tmdbId: 1859 });
});
const { open } = site;

const faces = (page: Page, name: string) => page.getByRole('img', { name: `Here now: ${name}` });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('two users see each other arrive, open titles and leave', async () => {
  const [anas, bens] = await Promise.all([
    open(`/folder/${folder.id}/details`, ana),
    open(`/category/${folder.id}`, ben),
  ]);
  await Promise.all([faces(anas, 'Ben Test').waitFor(), faces(bens, 'Ana Test').waitFor()]);

  await anas.getByRole('link', { name: 'Add Items' }).click();
  const title = bens.getByRole('link', { name: /^Ninotchka/ }).first();
  await title.click();
  await anas.getByTitle('Open at Ben Test').waitFor();
  await bens.goBack();
  await anas.getByTitle('Open at Ben Test').waitFor({ state: 'detached' });

  // A poster that a user has open shows their ring and initial.
  await anas.goto(`/folder/${folder.id}`);
  await faces(anas, 'Ben Test').waitFor();
  await title.click();
  const poster = anas.locator('a[data-open]');
  await poster.waitFor();
  expect(await poster.textContent()).toContain('B');

  await bens.goto('/my-list');
  await faces(anas, 'Ben Test').waitFor({ state: 'detached' });
});

test('the activity shows live sentences and marks those since the last visit', async () => {
  const anas = await open(`/folder/${folder.id}`, ana);
  await button(anas, 'Activity').waitFor();
  await anas.getByRole('link', { name: 'My List' }).first().click();
  await anas.getByRole('heading', { name: 'My List' }).waitFor();
  await addItem(ben, folder.id, { title: 'Laura' });

  await anas.goto(`/folder/${folder.id}?activity=1`);
  const drawer = anas.getByRole('dialog', { name: 'Activity' });
  await drawer.getByText('Since you left').waitFor();
  await drawer.getByText('Ben Test added Laura').waitFor();
  await drawer.getByText('You added Ninotchka').waitFor();
  await addItem(ben, folder.id, { title: 'Gilda' });
  await drawer.getByText('Ben Test added Gilda').waitFor();

  expect(await check(anas)).toEqual([]);
});

test('removals are undone from the toast and the drawer, and refused after a newer change', async () => {
  const bens = await open(`/category/${folder.id}/editor`, ben);
  const anas = await open(`/folder/${folder.id}`, ana);
  const poster = anas.getByRole('link', { name: /^Ninotchka/ }).first();
  await poster.waitFor();

  await button(bens, 'Remove Ninotchka').click();
  await poster.waitFor({ state: 'detached' });
  await button(bens, 'Undo').click();
  await poster.waitFor();
  expect((await ana.get(`/api/folders/${folder.id}/items`)).body).toEqual([item]);

  await button(bens, 'Activity').click();
  await button(bens, 'Undo: added Ninotchka').waitFor();
  // Changed faster than Ben's screen can show it.
  await bens.route('**/undo', async (route) => {
    await ana.patch(`/api/watchlist/${item.id}/watched`, { watched: true });
    await route.continue();
  });
  await button(bens, 'Undo: added Ninotchka').click();
  await bens.getByText('Somebody changed this since, so it cannot be undone').waitFor();
});
