import { beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../common/schemas/folder.ts';
import { follow, setUpSite } from '../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../server/testing/people.ts';

jest.setTimeout(60_000);

/** A window of 1280 × 900 px at 400 % zoom. */
const ZOOMED = { width: 320, height: 225 };
const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let list: Folder;
let longNamed: Folder;
let page: Page;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  list = await createFolder(ana, 'Friday');
  await addItem(ana, list.id, { title: 'Ninotchka', tmdbId: 1859, watched: true });
  longNamed = await createFolder(ana, 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2));
  page = await site.open('/nowhere', ana, { viewport: ZOOMED });
  await page.getByText('404 Page Not Found').waitFor();
});

/** The words of visible buttons that do not fit into them. */
const cutOff = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a[class*="Button"]')].flatMap((button) => {
      const parts = [button, ...button.querySelectorAll('*')].filter(
        // Words that only screen readers get are one pixel wide.
        (part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1,
      );
      return button.checkVisibility() && parts.length > 0 ? [button.textContent] : [];
    }),
  );

test.each([
  ['create', () => '/my-list?create=category', 'Create List'],
  ['review', () => '/?review=movie-603', 'Save Review'],
  ['My List', () => '/my-list', 'Friday'],
  ['the list', () => `/folder/${list.id}`, 'Rewatch (1)'],
  ['a title', () => '/?title=movie-603', 'Rewatch'],
  ['Tonight', () => `/folder/${longNamed.id}/tonight`, 'Gather everyone'],
  ['Account Settings', () => '/account', 'Account Guidelines'],
])('at 400 %% zoom no word of a button is cut off: %s', async (_name, path, sign) => {
  await follow(page, path());
  await page.getByText(sign).first().waitFor();

  expect(await cutOff()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('in a very low window nothing covers the content while it scrolls', async () => {
  await follow(page, '/my-list');
  await page.getByRole('heading', { name: 'My List' }).waitFor();

  await page.evaluate(() => window.scrollTo(0, 300));

  const inView = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
      .filter((element) => element.getBoundingClientRect().height > 0 && element.checkVisibility())
      // The skip link is above the window, and toasts are only there for a moment.
      .filter((element) => element.getBoundingClientRect().bottom > 0 && !element.matches('section[aria-live]'))
      .map((element) => element.className),
  );
  expect(inView).toEqual([]);
});

test('on paper a list is dark on white, without what only works on screen', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await follow(page, `/folder/${list.id}`);
  await page.getByText('Rewatch (1)').waitFor();
  await page.getByRole('complementary', { name: 'Your lists' }).waitFor();

  await page.emulateMedia({ media: 'print' });

  expect(await page.getByRole('complementary', { name: 'Your lists' }).isVisible()).toBe(false);
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  expect(await page.locator('[data-poster]').getByRole('button').count()).toBe(0);
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)');
});
