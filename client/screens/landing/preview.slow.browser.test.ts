import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { distance, holdBack } from '../../../server/testing/previews.ts';

const site = setUpSite({ tab: { isArtless: true } });

/** Texts, addresses and places of the hero. */
const heroIn = (page: Page, root: '#preview' | '#root') =>
  page.evaluate((within) => {
    const words = document.querySelector(`${within} h1`)?.parentElement;
    const all = [...(words?.querySelectorAll('h1, p, a') ?? [])];
    const posters = [...document.querySelectorAll(`${within} [aria-hidden=true] img`)];
    const placesOf = (elements: Element[]) =>
      elements
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width > 0 && box.top < window.innerHeight && box.bottom > 0)
        .map((box) => [box.left, box.top, box.width, box.height]);
    return {
      words: all.map((one) => [one.textContent, one.getAttribute('href')]),
      places: placesOf(all),
      // Only the first poster: in the app every second column of the wall begins with a copy, which the preview lacks.
      posters: placesOf(posters).slice(0, 1),
    };
  }, root);

describe('before the app code has loaded, the landing page', () => {
  let page: Page;
  beforeAll(async () => {
    page = await site.open('/healthz', null);
  });

  test.each([390, 820, 1440, 2200])('at %i pixels shows its hero where the app will show it', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const { letGo } = await holdBack(page, '/');
    await page.locator('#preview h1').waitFor();
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'));
    const before = await heroIn(page, '#preview');

    letGo();
    await page.locator('#preview').waitFor({ state: 'detached' });
    const after = await heroIn(page, '#root');

    expect(after.words).toEqual(before.words);
    expect(distance(before.places, after.places)).toBeLessThan(1.01);
    expect(distance(before.posters, after.posters)).toBeLessThan(1.01);
  });

  test.each([390, 820, 1440])('at %i pixels moves no poster while it still receives the last ones', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await holdBack(page, '/');

    const { whole, partial } = await page.evaluate(() => {
      const columns = [...document.querySelectorAll('#preview .column')];
      const posters = [...(columns[1]?.querySelectorAll('img') ?? [])];
      const places = () => posters.map((one) => one.getBoundingClientRect()).map(({ left, top }) => [left, top]);
      const whole = places();
      // What the page is like while the fourth column arrives.
      for (const column of columns.slice(4)) column.remove();
      for (const column of columns.slice(3)) column.querySelector('picture ~ picture')?.remove();
      return { whole, partial: places() };
    });

    expect(whole).toHaveLength(5);
    expect(partial).toEqual(whole);
  });

  test('has buttons that work, and nothing that is inaccessible', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await holdBack(page, '/');
    await page.locator('#preview h1').waitFor();
    expect(await check(page)).toEqual([]);

    await page.getByRole('link', { name: 'Get Started' }).click();

    await page.waitForURL('**/api/login?form=register');
  });
});

test('phones load no pictures that are beside the window', async () => {
  const page = await site.open('/healthz', null, { viewport: { width: 390, height: 844 } });
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));

  await page.goto('/', { waitUntil: 'networkidle' });

  expect(asked).toContain('/api/art/poster/movie/335984');
  expect(asked).not.toContain('/api/art/poster/movie/603');
});
