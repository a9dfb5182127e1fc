import { expect, test } from '@jest/globals';
import { setUpSite } from '../../../server/testing/browser.ts';
import { signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });

test('a form that checks what is typed stays within the Content-Security-Policy', async () => {
  const page = await site.open('/healthz', await signUp(site.server));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      document.documentElement.dataset.violation = `${violatedDirective} ${blockedURI}`;
    });
  });
  await page.goto('/account');

  await page.getByRole('button', { name: 'Edit username' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('a b');
  await page.getByRole('button', { name: /^(Save|Confirm)/ }).click();
  await page
    .getByText(/Username can only contain|Invalid username|at least 3/)
    .first()
    .waitFor();

  expect(await page.locator('html').getAttribute('data-violation')).toBeNull();
});
