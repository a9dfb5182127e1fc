import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

const site = setUpSite();
let ana: Person;
let ben: Person;
let path: string;
let listId: string;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
});

beforeEach(async () => {
  const list = await createFolder(ana, 'Friday nights');
  await shareWith(ana, list.id, ben);
  for (let n = 1; n <= 12; n++) await addItem(ana, list.id, { tmdbId: n, posterPath: `/api/art/poster/movie/${n}` });
  listId = list.id;
  path = `/folder/${list.id}`;
});

/** WCAG's relative luminance of a colour. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** The lowest contrast of a text with what is behind it, pixel by pixel. */
async function contrastOf(page: Page, text: string): Promise<number> {
  const element = page.getByRole('main').getByText(text, { exact: true }).first();
  const colour = await element.evaluate((node) => {
    const painted = getComputedStyle(node).color;
    // Only what is behind the text remains.
    node.style.color = 'transparent';
    return (
      painted
        .match(/[\d.]+/g)
        ?.slice(0, 3)
        .map(Number) ?? []
    );
  });
  const { data, info } = await sharp(await element.screenshot({ animations: 'disabled' }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: data.length / info.channels }, (_, at) => at * info.channels);
  return Math.min(...pixels.map((at) => contrast(colour, [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])));
}

describe.each([
  ['dark', 390],
  ['dark', 1440],
  ['light', 390],
  ['light', 1440],
] as const)('over its cover, in the %s theme at %i px', (colorScheme, width) => {
  test.each(['white', 'black'])('the words of a list can be read on %s posters', async (fill) => {
    const page = await site.open('/healthz', ana, { colorScheme, viewport: { width, height: 900 } });
    const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><rect width="2" height="3" fill="${fill}"/></svg>`;
    await page.route('**/api/art/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
    await page.goto(`${path}?filter=movies`);
    await page.locator('#preview').waitFor({ state: 'detached' });
    await page.getByText('You and 1 other').waitFor();

    const texts = ['Friday nights', 'You and 1 other', 'of 12 total'];
    const found: string[] = [];
    for (const text of texts) {
      const ratio = await contrastOf(page, text);
      if (ratio < 4.5) found.push(`${text}: ${ratio.toFixed(2)}`);
    }

    expect(found).toEqual([]);
  });
});

test.each([390, 820, 1440])('at %i px, what others did arrives without moving the titles', async (width) => {
  const page = await site.open('/healthz', ana, { isArtless: true, viewport: { width, height: 900 } });
  await page.evaluate((key) => localStorage.setItem(key, '1'), `marquee.seen.${ana.user.id}.${listId}`);
  await addItem(ben, listId, { title: 'Ninotchka' });
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/changes?*', (route) => isLetGo.then(() => route.continue()));
  await page.goto(path);
  const first = page.getByRole('list', { name: 'Titles in Friday nights' }).getByRole('listitem').nth(1);
  await first.waitFor();
  const before = await first.boundingBox();

  letGo();
  await page.getByRole('button', { name: /Ben Test added Ninotchka/ }).waitFor();

  expect(await first.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
