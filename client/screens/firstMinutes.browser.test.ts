import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check, setUpSite } from '../../server/testing/browser.ts';
import { signUp } from '../../server/testing/people.ts';

// What a new person is led through by the screens themselves: likes, recommendations, a list, a link.

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, isArtless: true };
const site = setUpSite({ tab: phone });

async function register(page: Page, email: string): Promise<void> {
  await page.locator('#root').getByRole('link', { name: 'Get Started' }).tap();
  const form = page.locator('form').filter({ hasText: 'First name' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await form.getByLabel('First name').fill('Nora');
  await form.getByRole('button', { name: 'Create account' }).tap();
}

test('a new person gets recommendations, a list and a link to invite others', async () => {
  const page = await site.open('/', null);
  await register(page, 'nora@example.com');

  await page.getByRole('heading', { name: 'Pick three titles you like' }).waitFor();
  expect(await check(page)).toEqual([]);
  for (const n of [1, 2, 3]) {
    const likes = page.getByRole('button', { name: /^I like/, pressed: false });
    await likes.nth(n).tap();
    if (n < 3) await page.getByText(`${n} of 3`).waitFor();
  }
  const forYou = page.getByRole('list', { name: 'For you' });
  await forYou
    .getByText(/^Because you gave .* 5 stars$/)
    .first()
    .waitFor();
  await page.getByText('Press + on a title to start your first list').waitFor();

  await forYou.getByRole('button', { name: /^Add / }).first().tap();
  await page.getByRole('button', { name: 'New List' }).tap();
  await page.getByLabel('List name').fill('Movie night');
  await page.getByRole('button', { name: 'Create and Add' }).tap();
  await page.getByText('Added to "Movie night"').waitFor();

  await page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'My List' }).tap();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Movie night/ })
    .tap();
  await page.getByText('Only you').waitFor();
  expect(await check(page)).toEqual([]);
  await page.getByRole('button', { name: 'Invite by link' }).tap();
  const createLink = await page.getByRole('button', { name: 'Create link' }).boundingBox();
  expect((createLink?.y ?? 0) + (createLink?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height);
  await page.getByRole('button', { name: 'Create link' }).tap();

  const address = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  expect(new URL(address).pathname).toMatch(/^\/join\//);
});

test('an empty list says how to invite others', async () => {
  const page = await site.open('/my-list', await signUp(site.server, 'Omar'));
  await page.getByRole('button', { name: 'Create Category' }).tap();
  await page.getByLabel('List name').fill('Rainy Sundays');
  await page.getByRole('dialog').getByRole('button', { name: 'Create List' }).tap();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Rainy Sundays/ })
    .tap();
  await page.getByText('Watching with others? Send them a link.').waitFor();
  await page.getByRole('button', { name: 'Invite by link' }).tap();
  await page.getByRole('button', { name: 'Create link' }).waitFor();
});
