import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PROTOCOL, PROTOCOL_HEADER } from '../../../common/protocol.ts';
import { follow, setUpSite, waitForTransitions } from '../../../server/testing/browser.ts';
import { addItem, createFolder, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true, viewport: { width: 390, height: 800 } } });

/** From now on every answer to a list has a newer protocol number. */
const updateServerOf = (page: Page) =>
  page.route(/\/api\/(folders|categories)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), [PROTOCOL_HEADER]: String(PROTOCOL + 1) } });
  });

test('a tab with a newer server asks for a reload and keeps an unanswered write (P24)', async () => {
  const ana = await signUp(site.server);
  const folder = await createFolder(ana, 'Friday');
  const item = await addItem(ana, folder.id);
  const page = await site.open(`/folder/${folder.id}`, ana);
  const remove = page.getByRole('button', { name: `Remove ${item.title}` });
  await remove.waitFor();
  // The update. The pending write is never answered.
  await updateServerOf(page);
  await page.route('**/api/watchlist/**', () => new Promise(() => {}));

  await remove.click();
  await page.getByRole('link', { name: 'My List' }).first().click();
  await page.getByText('Marquee has been updated').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Reload' }).click();

  await page.waitForFunction(
    async (path) => (await (await fetch(path)).json()).length === 0,
    `/api/folders/${folder.id}/items`,
  );
  expect(await page.getByText('Marquee has been updated').count()).toBe(0);
});

test('the notice stays in view when the page is scrolled', async () => {
  const ana = await signUp(site.server);
  const folder = await createFolder(ana, 'Friday');
  const page = await site.open('/', ana, { viewport: { width: 1280, height: 400 } });
  await page.getByRole('link', { name: 'My List' }).first().waitFor();
  await updateServerOf(page);
  await follow(page, `/folder/${folder.id}`);
  const notice = page.getByText('Marquee has been updated');
  await notice.waitFor();

  await follow(page, '/');
  await page.waitForFunction(() => document.documentElement.scrollHeight > 2 * innerHeight);
  await page.evaluate(() => window.scrollTo(0, innerHeight));

  const box = await notice.boundingBox();
  expect(box?.y).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Reload' }).click({ trial: true });
});

test('the notice shows all of its button on a phone', async () => {
  const ana = await signUp(site.server);
  const folder = await createFolder(ana, 'Friday');
  const page = await site.open('/', ana, { viewport: { width: 360, height: 740 } });
  await page.getByRole('link', { name: 'My List' }).first().waitFor();
  await updateServerOf(page);
  await follow(page, `/folder/${folder.id}`);

  const label = page.getByRole('button', { name: 'Reload' }).locator('.mantine-Button-label');
  await label.waitFor();
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test.each([
  [390, 'title'],
  [1280, 'title'],
  [390, 'share'],
])(
  'at %i px the notice can be pressed while a dialog is open, and covers no control of it: %s',
  async (width, name) => {
    const ana = await signUp(site.server);
    const folder = await createFolder(ana, 'Friday');
    const page = await site.open('/', ana, { viewport: { width, height: 600 } });
    await page.getByRole('link', { name: 'My List' }).first().waitFor();
    await updateServerOf(page);
    await follow(page, `/folder/${folder.id}?${name}=${name === 'title' ? 'movie-603' : folder.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();

    const reload = page.getByRole('button', { name: 'Reload' });
    await reload.waitFor();
    await waitForTransitions(page);
    const notice = await page.getByRole('status').filter({ has: reload }).boundingBox();
    const box = await dialog.boundingBox();
    if (!notice || !box) throw new Error('The notice or the dialog is not visible');
    expect(box.y + box.height).toBeLessThanOrEqual(notice.y);
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    await reload.click();
    await page.waitForFunction(() => !('isOld' in window));
  },
);

test('a reload asks before it drops a review that is being written', async () => {
  const ana = await signUp(site.server);
  const page = await site.open('/?review=movie-603', ana);
  const comment = page.getByRole('dialog', { name: 'Your Review' }).getByLabel('Comment');
  await comment.pressSequentially('Typed before the update');

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  await (await asked).dismiss();

  expect((await asked).type()).toBe('beforeunload');
  expect(await comment.inputValue()).toBe('Typed before the update');
});

test('a click beside the review dialog, as on the notice behind it, keeps what is typed', async () => {
  const ana = await signUp(site.server);
  const page = await site.open('/?review=movie-603', ana);
  const comment = page.getByRole('dialog', { name: 'Your Review' }).getByLabel('Comment');
  await comment.pressSequentially('Typed before the update');

  await page.mouse.click(195, 20);

  await comment.pressSequentially(', and after it');
  expect(await comment.inputValue()).toBe('Typed before the update, and after it');
});
