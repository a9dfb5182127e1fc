import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Folder } from '../../../common/schemas/folder.ts';
import { setUpSite, visit } from '../../../server/testing/browser.ts';
import { addItem, createFolder, PASSWORD, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let ben: Person;
let noir: Folder;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  noir = await createFolder(ben, 'Noir');
  await addItem(ben, noir.id, { tmdbId: 603, title: 'The Matrix' });
  await addItem(ben, noir.id, { title: 'Laura', watched: true });
});

const { open } = site;

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const mailOf = (person: Person) => person.user.email;

test('a user is found, pinned and viewed, a title is added, and back returns step by step', async () => {
  const page = await open('/', ana);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByPlaceholder('Search users by name...').fill(mailOf(ben));
  await page.waitForURL('**/users?find=*');
  await button(page, 'Pin Ben Test').click();
  await toast(page).getByText('User pin status updated').waitFor();
  await button(page, 'Unpin Ben Test').waitFor();

  await page.getByRole('link', { name: 'Ben Test' }).click();
  await page.getByRole('heading', { name: 'Ben Test', level: 1 }).waitFor();
  expect(await page.getByRole('link', { name: 'Users', exact: true }).getAttribute('aria-current')).toBe('page');
  await page.getByRole('link', { name: 'Noir (2)' }).click();
  await page.getByRole('heading', { name: 'Rewatch (1)' }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^The Matrix/ })
    .click();
  await page.getByRole('dialog').getByRole('heading', { name: 'The Matrix' }).waitFor();

  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await page.getByRole('heading', { name: 'Ben Test', level: 1 }).waitFor();
  for (let back = 0; back < 3; back += 1) await page.goBack();

  await button(page, 'Unpin Ben Test').waitFor();
  expect(pathOf(page)).toBe(`/users?find=${encodeURIComponent(mailOf(ben))}`);
});

test('the address of a list of another user opens it on their profile, and back leaves it', async () => {
  const page = await open('/users', ana);
  await page.getByRole('heading', { name: 'Platform Users' }).waitFor();
  await visit(page, `/folder/${noir.id}`);

  await page.getByRole('heading', { name: 'Rewatch (1)' }).waitFor();
  expect(pathOf(page)).toBe(`/users/${ben.user.id}/folders/${noir.id}`);
  await page.goBack();

  await page.getByRole('heading', { name: 'Platform Users' }).waitFor();
});

test('going back to the directory restores the position', async () => {
  await Promise.all(Array.from({ length: 24 }, (_, n) => signUp(site.server, `Person ${n}`)));
  const page = await open('/users', ana, { viewport: { width: 390, height: 700 } });
  await page.getByRole('link', { name: 'Person 0 Test' }).first().waitFor();
  await page.mouse.wheel(0, 900);
  await page.waitForFunction(() => window.scrollY === 900);

  await page.locator('[data-person] a').nth(3).click();
  await page.getByText("This user hasn't created any lists yet.").waitFor();
  await page.goBack();

  await page.waitForFunction(() => window.scrollY === 900);
});

test('the directory and a profile work by keyboard alone', async () => {
  const page = await open(`/users?find=${encodeURIComponent(mailOf(ben))}`, ana);
  const link = page.getByRole('link', { name: 'Ben Test' });
  await link.waitFor();

  await page.getByPlaceholder('Search users by name...').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await link.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await button(page, 'Unpin Ben Test').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Ben Test', level: 1 }).waitFor();
  await page.getByRole('list', { name: 'Noir' }).getByRole('link').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL(/title=/);
});

test('an own list on the own profile is marked and links to the list', async () => {
  const page = await open(`/users/${ben.user.id}/folders/${noir.id}`, ben);

  await page.getByText('Your Folder').waitFor();
  await page.getByRole('link', { name: 'Open and edit' }).click();

  await page.waitForURL(`**/folder/${noir.id}`);
});

test('a username is set, refused if taken, and shown to others', async () => {
  const name = `ana_${Date.now() % 1e9}`;
  const page = await open('/account', ana);
  await page.getByText('No username set').waitFor();
  await button(page, 'Edit username').click();
  await page.getByRole('textbox', { name: 'Username' }).fill(name);
  await page.getByRole('region', { name: 'Username' }).getByRole('button', { name: 'Save' }).click();
  await toast(page).getByText('Your username has been successfully updated.').waitFor();
  await page.getByRole('region', { name: 'Username' }).getByText(name).waitFor();

  const bens = await open('/account', ben);
  await button(bens, 'Edit username').click();
  await bens.getByRole('textbox', { name: 'Username' }).fill(name.toUpperCase());
  await bens.keyboard.press('Tab');
  await toast(bens).getByText('This username is already taken').waitFor();
  await bens
    .getByRole('region', { name: 'Username' })
    .getByRole('button', { name: 'Save' })
    .and(bens.locator(':focus'))
    .waitFor();

  await visit(bens, `/users/${ana.user.id}`);
  await bens.getByText(`@${name}`).waitFor();
});

test('a picture is chosen, previewed, saved and shown in the header', async () => {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c2334d' } })
    .png()
    .toBuffer();
  const page = await open('/account', ana);
  await button(page, 'Edit profile picture').click();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await toast(page).getByText('Please select a JPEG, PNG, WebP, or GIF image.').waitFor();

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('img', { name: 'How others will see you' }).waitFor();
  await page.getByRole('region', { name: 'Profile picture' }).getByRole('button', { name: 'Save' }).click();

  await toast(page).getByText('Your profile picture has been successfully updated.').waitFor();
  await page.getByText('Custom profile picture').waitFor();
  const face = button(page, 'Account menu').locator('img');
  await face.waitFor();
  await page.waitForFunction(
    (image) => image instanceof HTMLImageElement && image.naturalWidth === 256,
    await face.elementHandle(),
  );
});

test('a new password ends the other sessions and works for the next sign-in', async () => {
  const page = await open('/account', ana);
  await button(page, 'Edit password').click();
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('region', { name: 'Password' }).getByRole('button', { name: 'Save' }).click();
  await toast(page).getByText("That's not your current password").waitFor();

  await page.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page).getByText('Your other devices have been signed out.').waitFor();
  await page.getByRole('link', { name: 'Log out' }).click();

  await page.getByRole('link', { name: 'Sign In Now' }).waitFor();
});

test.each(['/users', '/account', `/users/${'0'.repeat(24)}`, `/users/${'0'.repeat(24)}/folders/${'1'.repeat(24)}`])(
  'a visitor is taken from %s to the sign-in page',
  async (path) => {
    const page = await open(path, null);

    await page.waitForURL('**/api/login');
  },
);

test('a visitor returns to the requested screen after sign-in', async () => {
  const page = await open(`/users?find=${encodeURIComponent(mailOf(ben))}`, null);
  await page.waitForURL('**/api/login');
  await page.locator('#login').getByLabel('Email').fill(mailOf(ana));
  await page.locator('#login').getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  await button(page, 'Pin Ben Test').waitFor();
  expect(pathOf(page)).toBe(`/users?find=${encodeURIComponent(mailOf(ben))}`);
});

test('signing out opens the landing screen in the other tabs, without any data', async () => {
  const page = await open('/account', ana);
  const live = await page.waitForEvent('websocket');
  // The sync answer after connecting: from then on the tab receives events.
  await live.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('43'));
  await page.getByText('No categories yet').waitFor();
  const other = await page.context().newPage();
  await other.goto('/api/logout');

  await page.getByRole('link', { name: 'Sign In Now' }).waitFor();
  expect(pathOf(page)).toBe('/');
  expect(await toast(page).textContent()).toBe('');
});

test.each([
  ['the directory', () => '/users', 'Everyone else'],
  ['a profile', () => `/users/${ben.user.id}`, 'Noir (2)'],
  ['another’s folder', () => `/users/${ben.user.id}/folders/${noir.id}`, 'Rewatch (1)'],
  [
    'another’s category',
    () => `/users/${ben.user.id}/categories/${noir.id}?filter=tv`,
    'No TV shows in this category.',
  ],
  ['the account', () => '/account', 'Account Guidelines'],
])('%s fits a phone', async (_name, path, sign) => {
  await ana.post(`/api/users/${ben.user.id}/pin`);
  const page = await open(path(), ana, { viewport: { width: 390, height: 900 } });
  await page.getByText(sign).first().waitFor();

  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
