import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ItemModel } from '../../../server/features/folders/model/item.model.ts';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
const { open } = site;
let ana: Person;

beforeEach(async () => {
  ana = await signUp(site.server, 'Ana');
});

const logOutLink = (page: Page) => page.getByRole('link', { name: 'Log out' });
const question = (page: Page) => page.getByRole('heading', { name: 'Log out?' });
const landing = (page: Page) => page.getByRole('link', { name: 'Sign In Now' });

/** A page of another site in the same browser, with a link to the sign-out. */
async function showOtherSite(other: Page): Promise<void> {
  await other.goto('about:blank');
  await other.setContent(`<a href="${site.server.url}/api/logout">Win a prize</a>`);
}

test('an item whose picture paths lead to the sign-out does not sign viewers out', async () => {
  const noir = await createFolder(ana, 'Noir');
  const laura = await addItem(ana, noir.id, { title: 'Laura' });
  await ItemModel.updateOne({ _id: laura.id }, { posterPath: '/api/logout', backdropPath: '/api/logout' });
  const page = await open('about:blank', ana);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));

  await page.goto(`/folder/${noir.id}`);
  await page.getByRole('link', { name: /^Laura/ }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Laura' }).waitFor();
  await page.waitForLoadState('load');

  expect(requested).not.toContain('/api/logout');
  expect((await ana.get('/api/auth/user')).status).toBe(200);
});

test('a picture with the address of the sign-out does not sign out; the log-out link does, without confirmation', async () => {
  const page = await open('/account', ana);
  await logOutLink(page).waitFor();

  await page.evaluate(async () => {
    const image = new Image();
    const failed = new Promise((resolve) => image.addEventListener('error', resolve));
    image.src = '/api/logout';
    await failed;
  });
  await page.reload();
  await logOutLink(page).click();

  await landing(page).waitFor();
});

test('a link on another site opens a confirmation page, which leads back to the app or signs out', async () => {
  const page = await open('/account', ana);
  await logOutLink(page).waitFor();
  const other = await page.context().newPage();
  await showOtherSite(other);

  await other.getByRole('link').click();
  await question(other).waitFor();
  await other.getByRole('link', { name: 'Stay signed in' }).click();
  await other.getByRole('link', { name: 'Users', exact: true }).waitFor();
  await logOutLink(page).waitFor();
  expect((await ana.get('/api/auth/user')).status).toBe(200);

  await showOtherSite(other);
  await other.getByRole('link').click();
  await other.getByRole('button', { name: 'Log out' }).click();

  await landing(other).waitFor();
  await landing(page).waitFor();
});

test('the confirmation page is accessible and fits the window in each theme', async () => {
  const page = await open('about:blank', ana, { isArtless: false });
  await showOtherSite(page);
  await page.getByRole('link').click();
  await question(page).waitFor();

  for (const width of [390, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const look = `${width} px, ${colorScheme}`;
      expect([look, ...(await check(page))]).toEqual([look]);
      expect([look, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([look, width]);
    }
  }
});
