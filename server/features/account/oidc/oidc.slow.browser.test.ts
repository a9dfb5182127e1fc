import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check, setUpSite } from '../../../testing/browser.ts';
import { startProvider } from '../../../testing/oidc/provider.ts';
import { PASSWORD, signUp } from '../../../testing/people.ts';

// The provider prints warnings about settings for production.
for (const method of ['info', 'warn'] as const) jest.spyOn(console, method).mockImplementation(() => undefined);

const provider = await startProvider();
const site = setUpSite({ env: provider.env, tab: { isArtless: true } });
beforeAll(() => provider.register(site.server.url));
afterAll(() => provider.close());

const CONTINUE = 'Continue with single sign-on';

async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** Agrees on the provider's page, which it shows once. */
const consent = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

const isAt = (page: Page, path: string) => page.waitForURL(`${site.server.url}${path}`, { waitUntil: 'commit' });

test('people sign in through the page and the provider, in two tabs at the same time', async () => {
  const page = await site.open('/api/login?returnTo=/my-folders', null);
  const other = await page.context().newPage();
  await other.goto(`${site.server.url}/api/login?returnTo=/account`);
  expect(await check(page)).toEqual([]);
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: CONTINUE }).click();
    await tab.getByPlaceholder('Enter any login').waitFor();
  }

  await signInThere(page, 'Ana');
  await consent(page);
  await isAt(page, '/my-folders');
  await page.getByText('Reviewed').first().waitFor();
  await signInThere(other, 'Ana');
  await isAt(other, '/account');

  await other.getByText('ana@example.com').waitFor();
  await other.getByText('You sign in with it, without a password').waitFor();
  expect(await other.getByRole('region', { name: 'Password' }).count()).toBe(0);
  expect(await page.getByText('Reviewed').first().isVisible()).toBe(true);
});

test('cancelling at the provider leads back to the page, which says so and can be used again', async () => {
  const page = await site.open('/api/login', null);
  await page.getByRole('link', { name: CONTINUE }).click();

  await page.getByRole('link', { name: 'Cancel' }).click();

  await page.getByRole('alert').getByText('The sign-in was cancelled. Nothing has changed.').waitFor();
  expect(await check(page)).toEqual([]);
  await page.getByRole('link', { name: CONTINUE }).click();
  await signInThere(page, 'Cem');
  await consent(page);
  await isAt(page, '/');
});

test('a person with a password connects single sign-on in the settings', async () => {
  const dora = await signUp(site.server, 'Dora');
  const page = await site.open('/account', dora);

  await page.getByRole('button', { name: 'Connect single sign-on' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await signInThere(page, 'Dora');
  await consent(page);

  await isAt(page, '/account');
  await page.getByRole('button', { name: 'Disconnect single sign-on' }).waitFor();
  await page.getByText(dora.user.email).waitFor();
});
