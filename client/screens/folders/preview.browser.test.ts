import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

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
/** The positions of the title, headings and posters in the first window. */
const placesIn = (page: Page, root: string) =>
  page.evaluate((within) => {
    const found = [
      ...document.querySelectorAll(`${within} h1, ${within} h2, ${within} [class*="_poster_"], ${within} .poster`),
    ];
    return (
      found
        .map((one) => ({ box: one.getBoundingClientRect(), isText: /^H/.test(one.tagName) }))
        .filter(({ box }) => box.top < window.innerHeight)
        // A heading's width depends on its text.
        .map(({ box, isText }) => [box.left, box.top, isText ? 0 : box.width, box.height])
    );
  }, root);

/** The largest distance between the same elements, in pixels. */
function distance(before: readonly number[][], after: readonly number[][]): number {
  return Math.max(
    ...before.flatMap((place, at) => place.map((value, side) => Math.abs(value - (after[at]?.[side] ?? 1e6)))),
  );
}

/** The page with the app's code delayed, and a function that releases it. */
async function openHeldBack({ path, as }: { path: string; as: Person }, width: number, isPhone = false) {
  const touch = { hasTouch: isPhone, isMobile: isPhone };
  const page = await site.open('/healthz', as, { viewport: { width, height: 900 }, ...touch });
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/index-*.js', (route) => isLetGo.then(() => route.continue()));
  await page.goto(path, { waitUntil: 'commit' });
  return { page, letGo };
}

describe.each([{ width: 390, isPhone: true }, ...[820, 1440, 1920].map((width) => ({ width, isPhone: false }))])(
  'at $width pixels, before the app code has loaded (phone: $isPhone)',
  ({ width, isPhone }) => {
    test.each(['an own list', 'a completely watched list, as a category', 'a list shared by another user', 'Reviewed'])(
      'a list shows, %s, where the app will show it',
      async (name) => {
        const { page, letGo } = await openHeldBack(paths[name]!, width, isPhone);
        await page.locator('#preview h1').waitFor();
        const before = await placesIn(page, '#preview');

        letGo();
        await page.locator('#preview').waitFor({ state: 'detached' });

        expect(before.length).toBeGreaterThan(1);
        // The app rounds row positions to whole pixels.
        expect(distance(before, await placesIn(page, '#main'))).toBeLessThan(1.01);
      },
    );
  },
);

test('leaving a list before it has loaded removes its preview', async () => {
  const page = await site.open('/healthz', ana);
  await page.route('**/items?*', () => {});
  await page.goto(paths['an own list']!.path);
  await page.locator('#preview').waitFor({ state: 'attached' });

  await page.getByRole('link', { name: 'My List' }).first().click();

  await page.locator('#preview').waitFor({ state: 'detached' });
});
