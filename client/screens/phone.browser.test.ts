import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { follow, setUpSite, waitForTransitions } from '../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../server/testing/people.ts';

// What a phone shows at once.

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, isArtless: true };
// The first account is then the operator's.
const site = setUpSite({ isNew: true, tab: phone });
let ana: Person;
let ben: Person;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  ben = await signUp(site.server, 'Ben');
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

test('a shared list shows two rows of posters below its head, and its question covers none of them', async () => {
  const list = await createFolder(ana, 'Friday nights');
  for (let n = 0; n < 9; n += 1) await addItem(ana, list.id);
  await shareWith(ana, list.id, ben);
  const page = await site.open(`/folder/${list.id}`, ana);
  const question = page.getByRole('region', { name: "What you've seen" });
  await question.waitFor();
  await page.locator('#preview').waitFor({ state: 'detached' });

  const posters = await page
    .locator('[data-cell] > a')
    .evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
  const rows = [...new Set(posters.map(({ bottom }) => bottom))].sort((a, b) => a - b);
  expect(rows[1]).toBeLessThanOrEqual(await topOf(page.getByRole('navigation', { name: 'Primary' })));

  const actions = ['Activity', 'Share', 'More actions'].map((name) => page.getByRole('button', { name }));
  const tops = await Promise.all([...actions, page.getByRole('link', { name: 'Add titles' })].map(topOf));
  expect(new Set(tops).size).toBe(1);

  const box = await question.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(Math.min(...posters.map(({ top }) => top)));
});

test('the search, the filters and the order of a list are behind a button each', async () => {
  const list = await createFolder(ana, 'Saturday nights');
  for (const title of ['Ninotchka', 'Laura', 'Gilda']) await addItem(ana, list.id, { title });
  const page = await site.open(`/folder/${list.id}`, ana);
  const posters = page.locator('[data-cell]');
  const main = page.getByRole('main');

  await main.getByRole('button', { name: 'Find in this list' }).tap();
  await page.getByPlaceholder('Find in this list').fill('laura');
  await page.getByText('of 3 total').waitFor();
  await expectCount(posters, 1);
  await main.getByRole('button', { name: 'Close the search' }).tap();
  await expectCount(posters, 3);

  await main.getByRole('button', { name: 'Filters' }).tap();
  await page.getByRole('button', { name: 'A to Z' }).tap();
  await page.getByRole('button', { name: 'Show titles' }).tap();
  await posters
    .first()
    .getByRole('link', { name: /^Gilda/ })
    .waitFor();

  await main.getByRole('button', { name: 'Filters: 1 chosen' }).tap();
  await page.getByRole('button', { name: 'Clear filters' }).tap();
  await page.getByRole('button', { name: 'Change order' }).tap();
  await page.getByRole('dialog', { name: /^Change the order/ }).waitFor();
});

test('a list that another person shares has year, rating and a button below its posters', async () => {
  const list = await createFolder(ben, 'Noir');
  await addItem(ben, list.id, { title: 'Laura', releaseDate: '1944-10-11', voteAverage: 77 });
  await shareWith(ben, list.id, ana, only());
  const page = await site.open(`/folder/${list.id}`, ana);

  const card = page.locator('[data-cell]').first();
  await card.getByText('1944').waitFor();
  await card.getByText('7.7').waitFor();
  await card.getByRole('button', { name: 'Add Laura to a list' }).tap();

  await page.getByRole('dialog').getByText('Friday nights').waitFor();
  expect(await card.getByRole('button').count()).toBe(1);
});

test('each dialog is within the window, with space at both sides if it does not fill it', async () => {
  const list = await createFolder(ana, 'A-long-name-that-has-no-space-to-wrap-at');
  await addItem(ana, list.id, { title: 'Laura', tmdbId: 1939 });
  const page = await site.open(`/folder/${list.id}`, ana);
  await page.locator('[data-cell]').first().waitFor();
  const dialog = page.getByRole('dialog').last();
  const found: string[] = [];

  for (const opened of [
    'create=folder',
    'add=movie-1939',
    'review=movie-1939',
    `share=${list.id}`,
    `share=${list.id}&by=link`,
    'invitations=1',
    'deleted=folder',
    'shortcuts=1',
    'about=1',
    'title=movie-1939',
  ]) {
    await follow(page, `/folder/${list.id}?${opened}`);
    await dialog.getByRole('button').first().waitFor();
    await waitForTransitions(page);
    const { x, width } = (await dialog.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
    const isWhole = x === 0 && width === phone.viewport.width;
    const hasSpace = x >= 8 && x + width <= phone.viewport.width - 8;
    if (!isWhole && !hasSpace) found.push(`${opened}: from ${x} to ${x + width}`);
    await follow(page, `/folder/${list.id}`);
    await dialog.waitFor({ state: 'detached' });
  }

  expect(found).toEqual([]);
});

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;

async function expectCount(locator: Locator, count: number): Promise<void> {
  await locator.nth(count - 1).waitFor();
  await locator.nth(count).waitFor({ state: 'detached' });
}
