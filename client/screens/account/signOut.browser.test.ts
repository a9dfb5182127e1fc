import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ItemModel } from '../../../server/features/folders/items/item.model.ts';
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
async function openOtherSite(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.setContent(`<a href="${site.server.url}/api/logout">Win a prize</a>`);
  return other;
}

test('an item whose picture paths lead to the sign-out does not sign viewers out', async () => {
  const noir = await createFolder(ana, 'Noir');
  const laura = await addItem(ana, noir.id, { title: 'Laura' });
  await ItemModel.updateOne({ _id: laura.id }, { posterPath: '/api/logout', backdropPath: '/api/logout' });
  const page = await open('/', ana);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));

  await page.goto(`/folder/${noir.id}`);
  await page.getByRole('link', { name: /^Laura/ }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Laura' }).waitFor();
  await page.waitForLoadState('load');

  expect(requested).not.toContain('/api/logout');
  expect((await ana.get('/api/auth/user')).status).toBe(200);
});

test('a picture with the sign-out as its address does not sign the viewer out', async () => {
  const page = await open('/account', ana);
  await logOutLink(page).waitFor();

  await page.evaluate(async () => {
    const image = new Image();
    const failed = new Promise((resolve) => image.addEventListener('error', resolve));
    image.src = '/api/logout';
    await failed;
  });

  await page.reload();
  await logOutLink(page).waitFor();
});

test('a link on another site opens a confirmation page, whose button signs out', async () => {
  const page = await open('/account', ana);
  await logOutLink(page).waitFor();
  const other = await openOtherSite(page);

  await other.getByRole('link').click();
  await question(other).waitFor();
  await logOutLink(page).waitFor();
  expect((await ana.get('/api/auth/user')).status).toBe(200);
  await other.getByRole('button', { name: 'Log out' }).click();

  await landing(other).waitFor();
  await landing(page).waitFor();
});

test('the confirmation page leads back to the app, still signed in', async () => {
  const page = await open('/account', ana);
  await logOutLink(page).waitFor();
  const other = await openOtherSite(page);
  await other.getByRole('link').click();

  await other.getByRole('link', { name: 'Stay signed in' }).click();

  await other.getByRole('link', { name: 'Users', exact: true }).waitFor();
});

test('the log-out link of the app signs out without confirmation', async () => {
  const page = await open('/account', ana);

  await logOutLink(page).click();

  await landing(page).waitFor();
});

describe.each([
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const)('at $width px in the $colorScheme theme', ({ width, colorScheme }) => {
  test('the confirmation page is accessible and fits the window', async () => {
    const page = await open('/account', ana, { colorScheme, viewport: { width, height: 800 }, isArtless: false });
    const other = await openOtherSite(page);
    await other.getByRole('link').click();
    await question(other).waitFor();

    expect(await check(other)).toEqual([]);
    expect(await other.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
