import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { resize, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';
import { distance, holdBack, placesIn, visitWithPreview } from '../../../server/testing/previews.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let ben: Person;
const paths: Record<string, { path: string; as: Person }> = {};

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  const [mixed, watched] = [await createFolder(ana, 'Friday nights'), await createFolder(ana, 'Seen')];
  for (let n = 1; n <= 24; n++) await addItem(ana, mixed.id, { tmdbId: n, watched: n % 3 === 0, posterPath: null });
  await addItem(ana, watched.id, { watched: true, posterPath: '/api/art/poster/movie/278-8a3a2d' });
  await shareWith(ana, mixed.id, ben, only());
  const lists = (await ana.get('/api/folders')).body as { id: string; isReviewed: boolean }[];
  const reviewed = lists.find((list) => list.isReviewed);
  await ana.post('/api/reviews', { tmdbId: 278, mediaType: 'movie', rating: 4, comment: 'Good.', title: 'Escape' });
  paths['an own list'] = { path: `/folder/${mixed.id}`, as: ana };
  paths['a completely watched list, as a category'] = { path: `/category/${watched.id}`, as: ana };
  paths['a list shared by another user'] = { path: `/folder/${mixed.id}`, as: ben };
  paths.Reviewed = { path: `/folder/${reviewed?.id}`, as: ana };
});

/** The app rounds row positions to whole pixels. */
const TOLERANCE = 1.01;
const MOST_FRAMES = 100;

/** How far the app shows its elements from those places. After a change of the width, it needs some frames. */
async function distanceInApp(page: Page, places: number[][]): Promise<number> {
  let found = distance(places, await placesIn(page, '#main'));
  for (let frame = 0; found >= TOLERANCE && frame < MOST_FRAMES; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    found = distance(places, await placesIn(page, '#main'));
  }
  return found;
}

describe.each([
  { kind: 'a phone', isPhone: true, widths: [390] },
  { kind: 'a computer', isPhone: false, widths: [820, 1440, 1920] },
])('on $kind, before the app code has loaded', ({ isPhone, widths }) => {
  test.each(['an own list', 'a completely watched list, as a category', 'a list shared by another user', 'Reviewed'])(
    'a list shows, %s, where the app will show it',
    async (name) => {
      const { path, as } = paths[name]!;
      const sizes = widths.map((width) => ({ width, height: 900 }));
      const tab = await site.open('/healthz', as, { viewport: sizes[0], hasTouch: isPhone, isMobile: isPhone });
      const { page, letGo } = await holdBack(tab, path);
      await page.locator('#preview h1').waitFor();
      const previews = [];
      for (const size of sizes) {
        await resize(page, size);
        previews.push({ size, places: await placesIn(page, '#preview') });
      }

      letGo();
      await page.locator('#preview').waitFor({ state: 'detached' });

      // The app starts at the last width.
      for (const { size, places } of previews.reverse()) {
        await resize(page, size);
        const moved = await distanceInApp(page, places);
        expect({ ...size, isShown: places.length > 1, isMoved: moved >= TOLERANCE }).toEqual({
          ...size,
          isShown: true,
          isMoved: false,
        });
      }
    },
  );
});

test('the posters of a list are on the screen in every frame from the preview to the app', async () => {
  const { page, letGo } = await holdBack(await site.open('/healthz', ana), paths['an own list']!.path);
  await page.evaluate(watchForBlankFrames);

  letGo();
  await page.locator('#preview').waitFor({ state: 'detached' });
  await page.locator('#main [data-poster]').first().waitFor();

  expect(await page.evaluate(() => document.documentElement.dataset.blankFrames)).toBeUndefined();
});

/** In the page: marks it when a frame shows neither the preview nor a poster. */
function watchForBlankFrames(): void {
  const look = () => {
    const isBlank = !document.querySelector('#preview, #main [data-poster]');
    if (isBlank) document.documentElement.dataset.blankFrames = 'seen';
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test('leaving a list before it has loaded removes its preview', async () => {
  const page = await site.open('/healthz', ana);
  await page.route('**/items?*', () => {});
  await visitWithPreview(page, paths['an own list']!.path);

  await page.getByRole('link', { name: 'My List' }).first().click();

  await page.locator('#preview').waitFor({ state: 'detached' });
});
