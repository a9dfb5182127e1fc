import { expect, test } from '@jest/globals';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { PASSWORD } from '../../../server/testing/people.ts';
import { smallTargets } from '../../../server/testing/touchTargets.ts';

const site = setUpSite({ isNew: true, tab: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

test('the first visitor unfolds the choices about titles, and finds them in the settings', async () => {
  const page = await site.open('/', null);
  await page.getByText('Titles, country and language').click();
  expect([...(await check(page)), ...(await smallTargets(page))]).toEqual([]);
  await page.getByLabel('Country, for where to watch').selectOption('Germany');
  await page.getByLabel('Language of titles, with a TMDB key').selectOption('German (Germany)');
  await page.getByLabel('Email').fill('olga@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);

  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL((url) => url.pathname === '/' && !url.search);
  await page.goto(`${site.server.url}/admin?tab=settings`);

  const country = page.getByRole('combobox', { name: 'Country' });
  await country.waitFor();
  expect(await country.inputValue()).toBe('Germany');
  expect(await page.getByRole('combobox', { name: 'Language of titles' }).inputValue()).toBe('German (Germany)');
});
