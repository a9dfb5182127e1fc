import { expect, test } from '@jest/globals';
import type { Item } from '../../../common/schemas/item.ts';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });

test('quick repeated input acts once: Escape, a double click that opens, and one that removes', async () => {
  const ana = await signUp(site.server, 'Ana');
  const folder = await createFolder(ana);
  for (const title of ['Alien', 'Brazil', 'Casablanca', 'Dune']) await addItem(ana, folder.id, { title });
  const page = await site.open('/my-list', ana);
  const dialog = page.getByRole('dialog');
  const link = (name: RegExp) => page.getByRole('main').getByRole('link', { name });
  await link(/^Weekend/).click();

  // Escape pressed twice closes a dialog and stays on the screen below.
  await link(/^Dune/).click();
  await dialog.waitFor();
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]);
  await dialog.waitFor({ state: 'detached' });
  await link(/^Dune/).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/category/${folder.id}`);

  // A dialog opened by a double click closes with one Escape.
  await link(/^Dune/).dblclick();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');

  // A double click removes one title, not the one that takes its place.
  await link(/^Brazil/).hover();
  await page.getByRole('button', { name: 'Remove Brazil' }).dblclick();
  await page.getByText('Removed Brazil').waitFor();
  await link(/^Brazil/).waitFor({ state: 'detached' });
  const { body } = await ana.get(`/api/folders/${folder.id}/items`);
  expect((body as Item[]).map(({ title }) => title)).toEqual(['Alien', 'Casablanca', 'Dune']);
});
