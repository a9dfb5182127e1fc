import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { setupCodeOf } from '../../../platform/instance/instance.ts';
import { check, setUpSite } from '../../../testing/browser.ts';
import { startProvider } from '../../../testing/oidc/provider.ts';

// The provider prints warnings about settings for production.
for (const method of ['info', 'warn'] as const) jest.spyOn(console, method).mockImplementation(() => undefined);

const provider = await startProvider();
const site = setUpSite({
  isNew: true,
  env: { ...provider.env, HOST: '0.0.0.0' },
  tab: { isArtless: true, viewport: { width: 390, height: 844 } },
});
beforeAll(() => provider.register(site.server.url));
afterAll(() => provider.close());

test('the first person enters the setup code after single sign-on, and runs the site', async () => {
  const page = await site.open('/api/login', null);
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
  await page.getByPlaceholder('Enter any login').fill('Olga');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();

  const code = page.getByRole('textbox', { name: 'Setup code' });
  await code.waitFor();
  expect(await check(page)).toEqual([]);
  await code.fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').waitFor();
  await code.fill(setupCodeOf(site.server.config.sessionSecret ?? ''));
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${site.server.url}/admin`);
  await page.getByRole('heading', { name: 'Run this site' }).waitFor();
});
