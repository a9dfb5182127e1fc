import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true, viewport: { width: 390, height: 844 } } });

/** A tab at a list that was opened from the overview. */
async function openList(owner: Person, name: string): Promise<Page> {
  const { id } = await createFolder(owner, name);
  await addItem(owner, id, { tmdbId: 1399, mediaType: 'tv', title: 'Game of Thrones' });
  const page = await site.open('/folders', owner);
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return page;
}

const dialog = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
  await dialog(page).waitFor();
}

test('back closes the dialogs of a list one by one, and then leaves the list', async () => {
  const page = await openList(await signUp(site.server, 'Ana'), 'Friday');
  await choose(page, 'Public link');
  await dialog(page).getByRole('button', { name: 'Make a public link' }).click();
  await dialog(page).getByRole('button', { name: 'End link' }).click();
  await page.getByText('End this link?').waitFor();

  await page.goBack();
  await page.getByText('End this link?').waitFor({ state: 'detached' });
  await dialog(page).getByText('Public link', { exact: true }).waitFor();
  await page.goBack();
  await closed(page);
  expect(pathOf(page)).toMatch(/^\/folder\//);
  await page.getByRole('heading', { name: 'Friday', level: 1 }).waitFor();

  // Forward has no dialog to open.
  await choose(page, 'Edit Folder');
  await page.keyboard.press('Escape');
  await closed(page);
  await page.goForward();
  await page.getByRole('button', { name: 'More actions' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'My Folders' }).waitFor();
});

test('back closes the diary form over a title, then the title', async () => {
  const page = await openList(await signUp(site.server, 'Ben'), 'Saturday');
  const list = pathOf(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Game of Thrones/ })
    .click();
  await dialog(page).waitFor();
  const title = page.url();
  await dialog(page).getByRole('button', { name: 'Options for Season 1' }).click();
  await page.getByRole('menuitem', { name: 'Season seen on…' }).click();
  await page.getByRole('dialog').nth(1).waitFor();

  await page.goBack();
  await page.getByRole('dialog').nth(1).waitFor({ state: 'detached' });
  expect(page.url()).toBe(title);
  await page.keyboard.press('Escape');
  await closed(page);
  expect([pathOf(page), new URL(page.url()).search]).toEqual([list, '']);
});
