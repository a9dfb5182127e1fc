import { expect, test } from '@jest/globals';
import { setUpSite } from '../../../server/testing/browser.ts';
import { signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });

test('a screen that did not load is loaded again when the connection returns', async () => {
  const ana = await signUp(site.server);
  const page = await site.open('/account', ana);
  await page.getByRole('heading', { name: 'Account Settings' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('Reconnecting').waitFor();

  await page.getByRole('link', { name: 'Users' }).first().click();
  await page.getByRole('heading', { name: 'Couldn’t load this screen' }).waitFor();
  await page.context().setOffline(false);

  await page.getByRole('heading', { name: 'Platform Users' }).waitFor();
  expect(await page.getByText('Couldn’t load this screen').count()).toBe(0);
});
