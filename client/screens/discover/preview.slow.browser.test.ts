import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { resize, setUpSite } from '../../../server/testing/browser.ts';
import { createFolder, type Person, signUp } from '../../../server/testing/people.ts';
import { distance, holdBack, placesIn } from '../../../server/testing/previews.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let listPath: string;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  // Who has no taste yet is asked for it in place of the picks.
  await ana.post('/api/reviews', { tmdbId: 603, mediaType: 'movie', rating: 5 }).expect(201);
  listPath = `/folder/${(await createFolder(ana)).id}`;
  await signUp(site.server, 'Anatol');
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await createFolder(ana, `Noir ${n}`);
  await createFolder(ana, 'Ana’s favourites');
  // Loads the catalogue, which takes longer than a page waits.
  await ana.get('/api/movies/search?q=matrix').expect(200);
  await ana.get('/api/recommendations?mediaType=movie').expect(200);
});

describe.each([{ width: 390, isPhone: true }, ...[820, 1440, 1920].map((width) => ({ width, isPhone: false }))])(
  'at $width pixels, before the app code has loaded (phone: $isPhone)',
  ({ width, isPhone }) => {
    let page: Page;
    beforeAll(async () => {
      const viewport = { width, height: 1100 };
      page = await site.open('/healthz', ana, { viewport, hasTouch: isPhone, isMobile: isPhone });
    });
    afterAll(() => page.context().close());

    test.each([
      ['the popular titles', () => '/'],
      ['the popular shows', () => '/?tab=tv'],
      ['the results of a search', () => '/?q=star'],
      ['the titles below matching lists and people', () => '/?q=ana'],
      ['the titles below more lists than a search shows at first', () => '/?q=noir'],
      ['found actors', () => '/browse?q=tom&tab=person'],
      ['the results of a search on a list', () => `${listPath}?q=matrix`],
    ])('%s are where the app will show them', async (_what, path) => {
      const { letGo } = await holdBack(page, path());
      // The display font comes with the stylesheets, and changes where a long title is broken.
      await page.waitForFunction(
        () => document.fonts.status === 'loaded' && document.fonts.check('600 1em "Bricolage Grotesque Variable"'),
      );
      const before = await placesIn(page, '#preview');

      letGo();
      await page.locator('#preview').waitFor({ state: 'detached' });

      expect(before.length).toBeGreaterThan(1);
      // The app rounds row positions to whole pixels.
      expect(distance(before, await placesIn(page, '#main'))).toBeLessThan(1.01);
    });
  },
);

describe.each([true, false])('the row of picks is as high while it loads (touch: %s)', (hasTouch) => {
  const widths = hasTouch ? [390, 820] : [1440, 2560];

  test.each(['with its picks', 'as the choice of a new user'])('%s', async (what) => {
    const isNew = what === 'as the choice of a new user';
    const viewer = isNew ? await signUp(site.server, 'Nora') : ana;
    const page = await site.open('/healthz', viewer, { hasTouch });
    const heightsOf = async (row: Locator) => {
      const heights: Record<string, number | undefined> = {};
      for (const width of widths) {
        await resize(page, { width, height: 900 });
        heights[`at ${width} px`] = (await row.boundingBox())?.height;
      }
      return heights;
    };
    let letGo = () => {};
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/recommendations?*', (route) => isLetGo.then(() => route.continue()));
    await page.goto('/');
    const row = page.getByRole('region', { name: 'For you' });
    await row.getByRole('status').waitFor();
    const loading = await heightsOf(row);

    letGo();
    const shown = isNew ? page.getByRole('region', { name: 'Pick three titles you like' }) : row;
    await shown.getByRole('list').waitFor();

    expect(await heightsOf(shown)).toEqual(loading);
  });
});
