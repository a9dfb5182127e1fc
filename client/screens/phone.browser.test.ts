import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { follow, setUpSite } from '../../server/testing/browser.ts';
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

test.each([390, 320])(
  'at %i px, no control of a screen is beside the window or in a bar that scrolls',
  async (width) => {
    const list = await createFolder(ana, 'Sunday nights');
    for (const title of ['Ninotchka', 'Laura', 'Gilda']) await addItem(ana, list.id, { title });
    await shareWith(ana, list.id, ben);
    const page = await site.open('/nowhere', ana, { viewport: { width, height: 844 } });
    await page.getByText('404 Page Not Found').waitFor();

    const found: string[] = [];
    for (const [path, sign] of [
      ['/?genre=28,35&decade=1990&rating=7&sort=newest', 'Clear filters'],
      ['/?q=the', 'Movies'],
      ['/my-list', 'Sunday nights'],
      ['/folders', 'Recently deleted'],
      [`/folder/${list.id}`, 'To Watch'],
      [`/folder/${list.id}/details`, 'Newest activity'],
      [`/folder/${list.id}/details?tab=permissions`, 'ben'],
      [`/folder/${list.id}/editor`, /^In this list/],
      [`/folder/${list.id}/tonight`, 'Gather everyone'],
      ['/diary', 'Nothing in your diary yet'],
      ['/users', 'Ben Test'],
      [`/users/${ben.user.id}`, /^Joined/],
      ['/account', 'Account Guidelines'],
      ['/admin', 'Check again'],
    ] as const) {
      await follow(page, path);
      await page.getByRole('main').getByText(sign).first().waitFor({ state: 'attached' });
      found.push(...(await outOfReach(page)).map((problem) => `${path}: ${problem}`));
    }

    expect(found).toEqual([]);
  },
);

/**
 * The controls that are beside the window or in a bar that scrolls sideways, one line each. Rows of posters may
 * go on beside the window.
 */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [role="tab"]')];
    const scrollerOf = (element: Element): Element | null => {
      const parent = element.parentElement;
      if (!parent) return null;
      const isScroller = /auto|scroll/.test(getComputedStyle(parent).overflowX);
      return isScroller && parent.scrollWidth > parent.clientWidth ? parent : scrollerOf(parent);
    };
    return controls.flatMap((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      if (width <= 1 || !control.checkVisibility() || control.closest('[inert], [aria-hidden="true"]')) return [];
      const scroller = scrollerOf(control);
      if (scroller?.querySelector('[data-poster], [data-cell]')) return [];
      const isBeside = left < -1 || right > window.innerWidth + 1;
      if (!scroller && !isBeside) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent;
      return [`${scroller ? 'in a bar that scrolls' : 'beside the window'}: ${name}`];
    });
  });
}

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;

async function expectCount(locator: Locator, count: number): Promise<void> {
  await locator.nth(count - 1).waitFor();
  await locator.nth(count).waitFor({ state: 'detached' });
}
