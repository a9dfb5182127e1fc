import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true, viewport: { width: 390, height: 844 } } });
let ana: Person;
let ben: Person;
let club: Folder;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  club = await createFolder(ben, 'Film club');
  await shareWith(ben, club.id, ana, only('canAdd'));
});

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true });

/** In the page: remembers that a line was shown. It goes after seconds, which a slow machine may miss. */
function rememberLine(text: string): void {
  new MutationObserver(() => {
    const lines = [...document.querySelectorAll('p')];
    if (lines.some(({ textContent }) => textContent?.endsWith(text))) document.body.dataset.hasSaid = '';
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

const WATCHLIST = [
  'Date,Name,Year,Letterboxd URI',
  '2024-05-01,Heat,1995,https://boxd.it/2a',
  '2024-05-02,Se7en,1995,https://boxd.it/2b',
  '2024-05-03,The Matriks,1999,https://boxd.it/2c',
  '',
].join('\n');

test('on a phone: choose a file, fix a title, import into a shared list, where the partner sees it arrive, and undo', async () => {
  const [page, bens, other] = await Promise.all([
    site.open('/account', ana),
    site.open(`/folder/${club.id}`, ben),
    site.open('/import', ana),
  ]);
  await bens.getByText('This list is empty').waitFor();

  await page.getByRole('link', { name: 'Import files' }).click();
  await page
    .getByLabel('Files to import')
    .setInputFiles({ name: 'watchlist.csv', mimeType: 'text/csv', buffer: Buffer.from(WATCHLIST) });
  await page.getByRole('heading', { name: 'Files from Letterboxd' }).waitFor();
  await button(page, 'See what will be imported').click();

  await page.getByRole('tab', { name: 'Not found (1)' }).click();
  await button(page, 'Search The Matriks (1999)').click();
  await page.getByRole('searchbox', { name: 'Search films and shows' }).fill('The Matrix');
  await button(page, /^The Matrix Film · 1999/).click();
  await page.getByRole('tab', { name: 'Coming (3)' }).waitFor();
  expect(await check(page)).toEqual([]);

  await page.getByRole('combobox', { name: 'Films to watch' }).selectOption({ label: 'Film club · Ben Test' });
  await bens.evaluate(rememberLine, 'Ana Test imported 3 titles');
  await button(page, 'Import').click();
  await bens.getByText('To Watch (3)').waitFor();
  await bens.waitForFunction(() => 'hasSaid' in document.body.dataset);
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  await other.getByText('3 titles imported').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await button(page, 'Undo').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('heading', { name: 'Undone' }).waitFor();
  await bens.getByText('This list is empty').waitFor();
  await other.getByText('undone').waitFor();
});
