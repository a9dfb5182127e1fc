import { beforeAll, describe, expect, test } from '@jest/globals';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';
import { distance, holdBack, placesIn } from '../../../server/testing/previews.ts';

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

/** The list in a window of this width, with the app's code held back. */
async function open({ path, as }: { path: string; as: Person }, width: number, isPhone: boolean) {
  const touch = { hasTouch: isPhone, isMobile: isPhone };
  return holdBack(await site.open('/healthz', as, { viewport: { width, height: 900 }, ...touch }), path);
}

describe.each([{ width: 390, isPhone: true }, ...[820, 1440, 1920].map((width) => ({ width, isPhone: false }))])(
  'at $width pixels, before the app code has loaded (phone: $isPhone)',
  ({ width, isPhone }) => {
    test.each(['an own list', 'a completely watched list, as a category', 'a list shared by another user', 'Reviewed'])(
      'a list shows, %s, where the app will show it',
      async (name) => {
        const { page, letGo } = await open(paths[name]!, width, isPhone);
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
