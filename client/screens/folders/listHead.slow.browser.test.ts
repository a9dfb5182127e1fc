import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { resize, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

const site = setUpSite();
let ana: Person;
let ben: Person;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
});

/** Creates a list of Ana with this many titles, shared with Ben. */
async function createSharedList(count: number): Promise<string> {
  const { id } = await createFolder(ana, 'Friday nights');
  await shareWith(ana, id, ben);
  for (let n = 1; n <= count; n++) await addItem(ana, id, { tmdbId: n, posterPath: `/api/art/poster/movie/${n}` });
  return id;
}

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

/** The lowest contrast of each text with what is behind it, pixel by pixel. */
async function contrastsOf(page: Page, texts: readonly string[]): Promise<{ text: string; ratio: number }[]> {
  const hidden = [];
  for (const text of texts) {
    const element = page.getByRole('main').getByText(text, { exact: true }).first();
    const colour = await element.evaluate((node) => {
      const painted = getComputedStyle(node).color;
      // Only what is behind the text remains.
      node.style.color = 'transparent';
      return (painted.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    });
    const box = await element.boundingBox();
    if (!box) throw new Error(`${text} is not shown`);
    hidden.push({ text, element, colour, box });
  }
  const right = Math.max(...hidden.map(({ box }) => box.x + box.width));
  const bottom = Math.max(...hidden.map(({ box }) => box.y + box.height));
  const clip = { x: 0, y: 0, width: Math.ceil(right), height: Math.ceil(bottom) };
  const picture = await page.screenshot({ animations: 'disabled', clip });
  const found = [];
  for (const { text, element, colour, box } of hidden) {
    await element.evaluate((node) => node.style.removeProperty('color'));
    const [left, top] = [Math.floor(box.x), Math.floor(box.y)];
    const area = { left, top, width: Math.ceil(box.x + box.width) - left, height: Math.ceil(box.y + box.height) - top };
    const { data, info } = await sharp(picture).extract(area).raw().toBuffer({ resolveWithObject: true });
    const pixels = Array.from({ length: data.length / info.channels }, (_, at) => at * info.channels);
    const ratios = pixels.map((at) => contrast(colour, [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]));
    found.push({ text, ratio: Math.min(...ratios) });
  }
  return found;
}

/** Shows the page in this theme and width, and waits until its cover is drawn. */
async function showIn(page: Page, colorScheme: 'dark' | 'light', width: number): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await resize(page, { width, height: 900 });
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('main [aria-hidden="true"] img')];
    return pictures.length > 0 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
  });
}

test.each(['white', 'black'])('the words of a list can be read over a cover of %s posters', async (fill) => {
  const page = await site.open('/healthz', ana);
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><rect width="2" height="3" fill="${fill}"/></svg>`;
  await page.route('**/api/art/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  await page.goto(`/folder/${await createSharedList(12)}?filter=movies`);
  await page.locator('#preview').waitFor({ state: 'detached' });
  await page.getByText('You and 1 other').waitFor();

  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const width of [390, 1440]) {
      await showIn(page, colorScheme, width);
      const contrasts = await contrastsOf(page, ['Friday nights', 'You and 1 other', 'of 12 total']);
      const low = contrasts.filter(({ ratio }) => ratio < 4.5);
      found.push(...low.map(({ text, ratio }) => `${colorScheme}, ${width} px, ${text}: ${ratio.toFixed(2)}`));
    }
  }
  expect(found).toEqual([]);
});

test.each([390, 820, 1440])('at %i px, what others did arrives without moving the titles', async (width) => {
  const listId = await createSharedList(3);
  const page = await site.open('/healthz', ana, { isArtless: true, viewport: { width, height: 900 } });
  await page.evaluate((key) => localStorage.setItem(key, '1'), `marquee.seen.${ana.user.id}.${listId}`);
  await addItem(ben, listId, { title: 'Ninotchka' });
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/changes?*', (route) => isLetGo.then(() => route.continue()));
  await page.goto(`/folder/${listId}`);
  const first = page.getByRole('list', { name: 'Titles in Friday nights' }).getByRole('listitem').nth(1);
  await first.waitFor();
  const before = await first.boundingBox();

  letGo();
  await page.getByRole('button', { name: /Ben Test added Ninotchka/ }).waitFor();

  expect(await first.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test.each([820, 1440])('at %i px, the whole menu of a filter is in view', async (width) => {
  const listId = await createSharedList(3);
  const page = await site.open(`/folder/${listId}`, ana, { isArtless: true, viewport: { width, height: 900 } });
  await page.locator('#preview').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Sort', exact: true }).click();
  await page.getByRole('menuitemradio').first().waitFor();

  // A press by the test would scroll a clipped menu into view first.
  const areOnTop = await page.getByRole('menuitemradio').evaluateAll((choices) =>
    choices.map((choice) => {
      const { left, top, width, height } = choice.getBoundingClientRect();
      return choice.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }),
  );
  expect(areOnTop.length).toBeGreaterThan(3);
  expect(areOnTop).not.toContain(false);
});
