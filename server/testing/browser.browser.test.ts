import { expect, test } from '@jest/globals';
import { check, setUpSite } from './browser.ts';
import { addItem, createFolder, shareWith, signUp } from './people.ts';

const site = setUpSite();

test('a visitor sees the landing page, which is accessible', async () => {
  const page = await site.open('/', null);

  // The server's preview, which has the same link, stays until the app has been painted.
  await page.locator('#root').getByRole('link', { name: 'Get Started' }).waitFor();

  expect(await check(page)).toEqual([]);
});

test('a title that one member adds appears in the tab of another without a reload', async () => {
  const ana = await signUp(site.server, 'Ana');
  const ben = await signUp(site.server, 'Ben');
  const folder = await createFolder(ana, 'Movie night');
  await shareWith(ana, folder.id, ben);
  const page = await site.open(`/folder/${folder.id}`, ben);
  await page.getByRole('heading', { name: 'Movie night' }).waitFor();

  await addItem(ana, folder.id, { title: 'Ninotchka' });

  await page.getByText('Ninotchka').first().waitFor({ state: 'attached' });
});
