import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { resize, setUpSite, visit } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
/** One tab for all tests. Each test, or group of tests, begins with a visit. */
let page: Page;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  page = await site.open('/robots.txt', ana);
});

const desktop = { width: 1280, height: 720 };

const posters = (tab = page) => tab.getByRole('list', { name: /movies$/ }).getByRole('listitem');
const toast = () => page.getByRole('region', { name: 'Notification' });
const pathOf = () => new URL(page.url()).pathname + new URL(page.url()).search;

/** How many cards the first row has, and how many pixels each is wide. */
async function firstRow(): Promise<{ columns: number; width: number }> {
  const cards = page.getByRole('list', { name: /^Popular/ }).getByRole('listitem');
  await cards.first().waitFor();
  const boxes = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect()));
  return { columns: boxes.filter(({ top }) => top === boxes[0]?.top).length, width: boxes[0]?.width ?? 0 };
}
/** How many pixels are left beside the placeholder of a field; below 0 the placeholder is cut. */
function roomBesidePlaceholder(field: HTMLElement | SVGElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(field);
  const { fontSize, fontFamily } = getComputedStyle(field, '::placeholder');
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  pen.font = `${fontSize} ${fontFamily}`;
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return room - pen.measureText(field.getAttribute('placeholder') ?? '').width;
}
const fitsWindow = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

describe('the layout of Discover', () => {
  beforeAll(async () => {
    await visit(page, '/', desktop);
    await posters().first().waitFor();
  });

  test.each([
    [390, 3],
    [820, 5],
    [1100, 7],
    [1200, 5],
    [1440, 7],
    [1920, 10],
  ])('at %i px has %i columns and nothing beside the window', async (width, columns) => {
    await resize(page, { width, height: 900 });

    expect((await firstRow()).columns).toBe(columns);
    expect(await fitsWindow()).toBe(true);
  });

  test('has no poster narrower than 110 px in any window from 390 to 2560 px, nor than 120 px in ten columns', async () => {
    const tooNarrow: string[] = [];

    for (let width = 390; width <= 2560; width += 31) {
      await resize(page, { width, height: 900 });
      const row = await firstRow();
      if (row.width < (row.columns === 10 ? 120 : 110)) {
        tooNarrow.push(`${row.columns} of ${row.width} px at ${width} px`);
      }
    }

    expect(tooNarrow).toEqual([]);
  });

  test.each([768, 900, 1024, 1080, 1280])(
    'at %i px the words of the spotlight fit and leave half to the art',
    async (width) => {
      await resize(page, { width, height: 900 });
      const spotlight = page.getByRole('region', { name: /^Number one right now/ });
      const title = spotlight.getByRole('heading');
      await title.waitFor();
      // The longest title that the catalogue has, roughly.
      await title.getByRole('link').evaluate((link) => {
        link.textContent = 'The Lord of the Rings: The Fellowship of the Ring';
      });

      const [whole, words] = [await spotlight.boundingBox(), await title.locator('xpath=..').boundingBox()];

      expect(words?.y).toBeGreaterThanOrEqual(whole?.y ?? Number.POSITIVE_INFINITY);
      expect(words?.width).toBeLessThanOrEqual((whole?.width ?? 0) / 2);
    },
  );

  test.each([768, 820, 920, 1024, 1200])('at %i px nothing in the header overlaps or is cut', async (width) => {
    await resize(page, { width, height: 900 });
    const field = page.getByPlaceholder('Search movies & TV shows...');
    const [search, create] = await Promise.all([
      field.boundingBox(),
      page.getByRole('button', { name: 'New Category' }).boundingBox(),
    ]);

    expect((search?.x ?? 0) + (search?.width ?? 0)).toBeLessThanOrEqual(create?.x ?? 0);
    expect(await field.evaluate(roomBesidePlaceholder)).toBeGreaterThanOrEqual(0);
  });

  test('at 1920 px has 10 columns of people and nothing beside the window', async () => {
    await visit(page, '/?tab=person', { width: 1920, height: 900 });

    expect((await firstRow()).columns).toBe(10);
    expect(await fitsWindow()).toBe(true);
  });
});

describe('Discover', () => {
  test('shows twenty titles, and more with Load More without scrolling', async () => {
    await visit(page, '/', { width: 1440, height: 1400 });
    await posters().nth(19).waitFor();
    expect(await posters().count()).toBe(20);

    const more = page.getByRole('button', { name: 'Load More' });
    await more.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await more.click();

    await posters().nth(20).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
  });

  test.each([
    ['light', 'dark', 'rgb(15, 14, 17)'],
    ['dark', 'light', 'rgb(250, 247, 242)'],
  ] as const)(
    'on a %s system the page is %s from its first paint where one chose so',
    async (colorScheme, chosen, canvas) => {
      const tab = await site.open('/robots.txt', ana, { colorScheme });
      await tab.evaluate((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), chosen);
      await tab.route('**/*.css', () => undefined);

      await visit(tab, '/');
      await tab.locator('#root').waitFor({ state: 'attached' });

      expect(await tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(canvas);
    },
  );

  test('focusing the header does not scroll the page', async () => {
    await visit(page, '/', { width: 1440, height: 900 });
    await posters().first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));

    await page.keyboard.press('/');

    await page.locator('input[type=search]:focus').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(300);
  });

  test('searches films, shows and actors together, and the logo clears the search', async () => {
    await visit(page, '/', desktop);
    await posters().first().waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('matrix');
    await page.getByRole('list', { name: 'Found movies' }).getByRole('link', { name: 'The Matrix (1999)' }).waitFor();
    await page.getByRole('tab', { name: /Actors \(\d/ }).click();
    await page.getByRole('searchbox').fill('keanu reeves');
    await page.getByRole('link', { name: /Keanu Reeves/ }).waitFor();

    await page.getByRole('searchbox').fill('qqqqzzzzxxxx');
    await page.getByText('No actors found').waitFor();
    await page.getByRole('link', { name: 'Marquee' }).click();

    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await posters().first().waitFor();
  });

  test('moves between posters with the arrow keys', async () => {
    await visit(page, '/', { width: 1440, height: 900 });
    await posters().first().getByRole('link').focus();

    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');

    const focused = await page.evaluate(() =>
      document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell'),
    );
    expect(focused).toBe('8');
  });
});

test('going back restores the position in a long list', async () => {
  const tab = await site.open('/', ana, { viewport: { width: 820, height: 700 } });
  await posters(tab).first().waitFor();
  await tab.mouse.wheel(0, 500);
  await tab.waitForFunction(() => window.scrollY === 500);

  await tab.getByRole('link', { name: 'My List' }).click();
  await tab.getByRole('heading', { name: 'My List', level: 1 }).waitFor();
  expect(await tab.evaluate(() => window.scrollY)).toBe(0);
  await tab.goBack();

  await posters(tab).first().waitFor();
  await tab.waitForFunction(() => window.scrollY > 0);
});

test('reloading restores the position, and a newly opened page starts at the top', async () => {
  const tab = await site.open('/', ana, { viewport: { width: 820, height: 700 } });
  await posters(tab).first().waitFor();
  await tab.mouse.wheel(0, 300);
  await tab.waitForFunction(() => window.scrollY === 300);

  await tab.reload();
  await tab.waitForFunction(() => window.scrollY === 300);
  await tab.goto('/my-list');
  await tab.goto('/');

  await posters(tab).first().waitFor();
  expect(await tab.evaluate(() => window.scrollY)).toBe(0);
});

describe('the media dialog', () => {
  test('is opened by a poster, closed by back, and keeps position and focus', async () => {
    await visit(page, '/', desktop);
    const poster = posters().nth(2).getByRole('link');
    await poster.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Cast' }).waitFor();
    expect(pathOf()).toMatch(/^\/\?title=movie-\d+$/);

    await page.goBack();

    await dialog.waitFor({ state: 'detached' });
    expect(pathOf()).toBe('/');
    await poster.and(page.locator(':focus')).waitFor();
  });

  test('opened by its address closes with Escape', async () => {
    await visit(page, '/?title=movie-603', desktop);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'The Matrix' }).waitFor();
    await dialog.getByText('2 h 16 min').waitFor();
    await dialog.getByText(/need an online movie database/).waitFor();

    await page.keyboard.press('Escape');

    await dialog.waitFor({ state: 'detached' });
    expect(pathOf()).toBe('/');
  });

  test('turns rewatch on and off for the title in an own list', async () => {
    const folder = await createFolder(ana, 'Again');
    await addItem(ana, folder.id, { tmdbId: 603, mediaType: 'movie', title: 'The Matrix' });
    await visit(page, '/?title=movie-603', desktop);
    const rewatch = page.getByRole('dialog').getByRole('button', { name: 'Rewatch' });

    await rewatch.click();
    await toast().getByText('Added to rewatch list').waitFor();
    expect(await rewatch.getAttribute('aria-pressed')).toBe('true');

    await rewatch.click();
    await toast().getByText('Removed from rewatch list').waitFor();
    expect(await rewatch.getAttribute('aria-pressed')).toBe('false');
  });

  test('asks for a list first when rewatch is turned on for a title in no list', async () => {
    await createFolder(ana, 'Again');
    await visit(page, '/?title=movie-278', desktop);

    await page.getByRole('dialog').getByRole('button', { name: 'Rewatch' }).click();

    await page.waitForURL('**/?title=movie-278&add=movie-278&rewatch=1');
  });

  test('links to an actor and their filmography', async () => {
    await visit(page, '/?title=movie-603', desktop);
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Keanu Reeves/ })
      .click();

    await page.getByRole('dialog').getByRole('heading', { name: 'Keanu Reeves' }).waitFor();
    await page.getByRole('button', { name: 'Movie credits' }).click();
    const films = page.getByRole('dialog').getByRole('list', { name: 'movies', exact: true });
    await films
      .getByRole('link', { name: /The Matrix/ })
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Clear' }).click();
    await films.waitFor({ state: 'detached' });
  });
});
