import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let folder: Folder;

beforeEach(async () => {
  ana = await signUp(site.server, 'Ana');
  folder = await createFolder(ana);
  for (const title of ['Alien', 'Brazil', 'Casablanca', 'Dune']) await addItem(ana, folder.id, { title });
});

const dialog = (page: Page) => page.getByRole('dialog');
const titlesOf = async () => {
  const { body } = await ana.get(`/api/folders/${folder.id}/items`);
  return (body as Item[]).map(({ title }) => title);
};

describe('quick repeated input', () => {
  test('a double click removes one title, not the one that takes its place', async () => {
    const page = await site.open(`/folder/${folder.id}`, ana);
    await page.getByRole('link', { name: /^Brazil/ }).hover();

    await page.getByRole('button', { name: 'Remove Brazil' }).dblclick();
    await page.getByText('Removed Brazil').waitFor();

    await page.getByRole('link', { name: /^Brazil/ }).waitFor({ state: 'detached' });
    expect(await titlesOf()).toEqual(['Alien', 'Casablanca', 'Dune']);
  });

  test('Escape pressed twice closes a dialog and stays on the screen below', async () => {
    const page = await site.open('/my-list', ana);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Weekend/ })
      .click();
    await page.getByRole('link', { name: /^Dune/ }).click();
    await dialog(page).waitFor();

    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]);
    await dialog(page).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: /^Dune/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/category/${folder.id}`);
  });

  test('a dialog opened by a double click closes with one Escape', async () => {
    const page = await site.open(`/folder/${folder.id}`, ana);

    await page.getByRole('link', { name: /^Dune/ }).dblclick();
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');

    await dialog(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });
});
