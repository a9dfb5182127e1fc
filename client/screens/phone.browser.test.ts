import { beforeAll, expect, test } from '@jest/globals';
import { setUpSite } from '../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../server/testing/people.ts';

// What a phone shows at once.

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, isArtless: true };
const site = setUpSite({ tab: phone });
let ana: Person;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
});

test('My List has the headings of all lists at once, and loads only the posters of those near the window', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `List ${index + 1}`);
  const lists = await Promise.all(names.map((name) => createFolder(ana, name)));
  await Promise.all(lists.map(({ id }) => addItem(ana, id)));
  const page = await site.open('/healthz', ana);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));

  await page.goto('/my-list');
  await page.getByRole('link', { name: /^List 1 / }).waitFor();

  const headings = await page.getByRole('heading', { level: 2, name: /^List/ }).allTextContents();
  expect(headings.sort()).toEqual(names.map((name) => `${name} (1)`).sort());
  const itemsOf = loaded.filter((path) => path.endsWith('/items'));
  expect(itemsOf.length).toBeLessThan(8);

  // The focus brings a row into the window, which must not take it away.
  const last = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .last();
  const link = last.getByRole('heading').getByRole('link');
  await link.focus();
  await last.locator('[data-poster]').waitFor();
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});
