import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../common/folder.ts';
import type { Item } from '../../common/item.ts';
import { check, setUpSite } from '../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../server/testing/people.ts';

// A browser beside other suites on a small machine: slow is no failure.
jest.setTimeout(60_000);

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let ben: Person;
let folder: Folder;
let item: Item;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  folder = await createFolder(ana, 'Movie night');
  await shareWith(ana, folder.id, ben, only('canAdd', 'canRemove'));
  item = await addItem(ana, folder.id, { title: 'Ninotchka', tmdbId: 1859 });
});
const { open } = site;

const faces = (page: Page, name: string) => page.getByRole('img', { name: `Here now: ${name}` });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('two people see each other come, what each opens, and each other go', async () => {
  const [anas, bens] = await Promise.all([
    open(`/folder/${folder.id}/details`, ana),
    open(`/category/${folder.id}`, ben),
  ]);
  await Promise.all([faces(anas, 'Ben Test').waitFor(), faces(bens, 'Ana Test').waitFor()]);

  await anas.getByRole('link', { name: 'Add Items' }).click();
  await bens
    .getByRole('link', { name: /^Ninotchka/ })
    .first()
    .click();
  await anas.getByTitle('Open at Ben Test').waitFor();
  await bens.goBack();
  await anas.getByTitle('Open at Ben Test').waitFor({ state: 'detached' });

  await bens.goto('/my-list');
  await faces(anas, 'Ben Test').waitFor({ state: 'detached' });
});

test('the poster that somebody has open wears their ring and initial', async () => {
  const [anas, bens] = await Promise.all([open(`/folder/${folder.id}`, ana), open(`/folder/${folder.id}`, ben)]);
  await faces(anas, 'Ben Test').waitFor();

  await bens
    .getByRole('link', { name: /^Ninotchka/ })
    .first()
    .click();

  const poster = anas.locator('a[data-open]');
  await poster.waitFor();
  expect(await poster.textContent()).toContain('B');
});

test('what happened is told live as sentences, and marked since one left', async () => {
  const anas = await open(`/folder/${folder.id}`, ana);
  await button(anas, 'Activity').waitFor();
  await anas.goto('/my-list');
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

test('a removal is undone from its toast, a later one from the drawer, and what changed since is refused', async () => {
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
  // Changed under Ben's eyes, faster than his screen can say so.
  await bens.route('**/undo', async (route) => {
    await ana.patch(`/api/watchlist/${item.id}/watched`, { watched: true });
    await route.continue();
  });
  await button(bens, 'Undo: added Ninotchka').click();
  await bens.getByText('Somebody changed this since, so it cannot be undone').waitFor();
});
