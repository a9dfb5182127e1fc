import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;

beforeEach(async () => {
  ana = await signUp(site.server, 'Ana');
});
const { open } = site;

const posters = (page: Page) => page.getByRole('list', { name: /movies$/ }).getByRole('listitem');
const toast = (page: Page) => page.getByRole('region', { name: 'Notification' });
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

describe('Discover', () => {
  test('shows twenty titles, and more with Load More without scrolling', async () => {
    const page = await open('/', ana, { viewport: { width: 1440, height: 1400 } });
    await posters(page).nth(19).waitFor();
    expect(await posters(page).count()).toBe(20);

    const more = page.getByRole('button', { name: 'Load More' });
    await more.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await more.click();

    await posters(page).nth(20).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
  });

  test.each([
    [390, 3, 'movie'],
    [820, 5, 'movie'],
    [1100, 7, 'movie'],
    [1200, 5, 'movie'],
    [1440, 7, 'movie'],
    [1920, 10, 'movie'],
    [1920, 10, 'person'],
  ])('at %i px has %i columns and nothing beside the window (%s)', async (width, columns, tab) => {
    const page = await open(`/?tab=${tab}`, ana, { viewport: { width, height: 900 } });
    const cards = page.getByRole('list', { name: /^Popular/ }).getByRole('listitem');
    await cards.first().waitFor();

    const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));

    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  test('no poster is narrower than 110 px in any window from 390 to 2560 px, nor than 120 px in ten columns', async () => {
    const page = await open('/', ana);
    await posters(page).first().waitFor();
    const tooNarrow: string[] = [];

    for (let width = 390; width <= 2560; width += 31) {
      await page.setViewportSize({ width, height: 900 });
      const [poster, columns] = await posters(page).evaluateAll((cards) => {
        const boxes = cards.map((card) => card.getBoundingClientRect());
        return [boxes[0]?.width ?? 0, boxes.filter((box) => box.top === boxes[0]?.top).length];
      });
      if (poster < (columns === 10 ? 120 : 110)) tooNarrow.push(`${columns} of ${poster} px at ${width} px`);
    }

    expect(tooNarrow).toEqual([]);
  });

  test.each([768, 900, 1024, 1080, 1280])(
    'at %i px the words of the spotlight fit and leave half to the art',
    async (width) => {
      const page = await open('/', ana, { viewport: { width, height: 900 } });
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

  test.each([768, 1024, 1200])('at %i px nothing in the header overlaps', async (width) => {
    const page = await open('/', ana, { viewport: { width, height: 900 } });
    const [search, create] = await Promise.all([
      page.getByPlaceholder('Search movies & TV shows...').boundingBox(),
      page.getByRole('button', { name: 'New Category' }).boundingBox(),
    ]);

    expect((search?.x ?? 0) + (search?.width ?? 0)).toBeLessThanOrEqual(create?.x ?? 0);
  });

  test.each([
    ['light', 'dark', 'rgb(15, 14, 17)'],
    ['dark', 'light', 'rgb(250, 247, 242)'],
  ] as const)(
    'on a %s system the page is %s from its first paint where one chose so',
    async (colorScheme, chosen, canvas) => {
      const page = await open('/', ana, { colorScheme });
      await page.evaluate((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), chosen);
      await page.route('**/*.css', () => undefined);

      await page.reload({ waitUntil: 'commit' });
      await page.locator('#root').waitFor({ state: 'attached' });

      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(canvas);
    },
  );

  test('focusing the header does not scroll the page', async () => {
    const page = await open('/', ana, { viewport: { width: 1440, height: 900 } });
    await posters(page).first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));

    await page.keyboard.press('/');

    await page.locator('input[type=search]:focus').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(300);
  });

  test('searches films, shows and actors together, and the logo clears the search', async () => {
    const page = await open('/', ana);
    await posters(page).first().waitFor();

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
    await posters(page).first().waitFor();
  });

  test('moves between posters with the arrow keys', async () => {
    const page = await open('/', ana, { viewport: { width: 1440, height: 900 } });
    await posters(page).first().getByRole('link').focus();

    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');

    const focused = await page.evaluate(() =>
      document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell'),
    );
    expect(focused).toBe('8');
  });
});

test('going back restores the position in a long list', async () => {
  const page = await open('/', ana, { viewport: { width: 820, height: 700 } });
  await posters(page).first().waitFor();
  await page.mouse.wheel(0, 500);
  await page.waitForFunction(() => window.scrollY === 500);

  await page.getByRole('link', { name: 'My List' }).click();
  await page.getByRole('heading', { name: 'My List', level: 1 }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();

  await posters(page).first().waitFor();
  await page.waitForFunction(() => window.scrollY > 0);
});

describe('the media dialog', () => {
  test('is opened by a poster, closed by back, and keeps position and focus', async () => {
    const page = await open('/', ana);
    const poster = posters(page).nth(2).getByRole('link');
    await poster.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Cast' }).waitFor();
    expect(pathOf(page)).toMatch(/^\/\?title=movie-\d+$/);

    await page.goBack();

    await dialog.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/');
    await poster.and(page.locator(':focus')).waitFor();
  });

  test('opened by its address closes with Escape', async () => {
    const page = await open('/?title=movie-603', ana);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'The Matrix' }).waitFor();
    await dialog.getByText('2 h 16 min').waitFor();
    await dialog.getByText(/come with a connection to an online movie database/).waitFor();

    await page.keyboard.press('Escape');

    await dialog.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/');
  });

  test('turns rewatch on and off for the title in an own list', async () => {
    const folder = await createFolder(ana, 'Again');
    await addItem(ana, folder.id, { tmdbId: 603, mediaType: 'movie', title: 'The Matrix' });
    const page = await open('/?title=movie-603', ana);
    const rewatch = page.getByRole('dialog').getByRole('button', { name: 'Rewatch' });

    await rewatch.click();
    await toast(page).getByText('Added to rewatch list').waitFor();
    expect(await rewatch.getAttribute('aria-pressed')).toBe('true');

    await rewatch.click();
    await toast(page).getByText('Removed from rewatch list').waitFor();
    expect(await rewatch.getAttribute('aria-pressed')).toBe('false');
  });

  test('asks for a list first when rewatch is turned on for a title in no list', async () => {
    await createFolder(ana, 'Again');
    const page = await open('/?title=movie-603', ana);

    await page.getByRole('dialog').getByRole('button', { name: 'Rewatch' }).click();

    await page.waitForURL('**/?title=movie-603&add=movie-603&rewatch=1');
  });

  test('links to an actor and their filmography', async () => {
    const page = await open('/?title=movie-603', ana);
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
