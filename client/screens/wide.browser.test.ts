import { beforeAll, expect, test } from '@jest/globals';
import type { Folder } from '../../common/schemas/folder.ts';
import { setUpSite } from '../../server/testing/browser.ts';
import { createFolder, type Person, shareWith, signUp } from '../../server/testing/people.ts';
import { recordPlay } from '../../server/testing/plays.ts';

// In very wide windows, pages of text and buttons are centred and not stretched.

// The first account is then the operator's.
const site = setUpSite({ isNew: true, tab: { isArtless: true, viewport: { width: 2560, height: 1200 } } });
let ana: Person;
let list: Folder;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  list = await createFolder(ana, 'Friday nights');
  await recordPlay(ana, {});
  for (const name of ['Ben', 'Cleo', 'Dan']) await shareWith(ana, list.id, await signUp(site.server, name));
});

test.each([
  ['the details of a list', () => `/folder/${list.id}/details`, 'Manage permissions'],
  ['its permissions', () => `/folder/${list.id}/details?tab=permissions`, 'Edit permissions of Ben Test'],
  ["an operator's settings", () => '/admin?tab=settings', 'Save'],
  ['the settings of the account', () => '/account', 'Edit username'],
  ['the entries of the diary', () => '/diary', 'More actions for'],
  ['the people of a site', () => '/admin?tab=people', 'Actions for Ben Test'],
])('%s are centred in the window, with each button near its text', async (_name, path, label) => {
  const page = await site.open(path(), ana);
  const button = page.getByRole('main').getByRole('button', { name: label }).first();
  await button.waitFor();

  const { before, after, width } = await page.getByRole('main').evaluate((main) => {
    const space = main.getBoundingClientRect();
    const heading = main.querySelector('h1')?.closest('header')?.getBoundingClientRect() ?? new DOMRect();
    return { before: heading.left - space.left, after: space.right - heading.right, width: heading.width };
  });
  expect(width).toBeLessThanOrEqual(1400);
  expect(Math.abs(before - after)).toBeLessThan(2);

  const distance = await button.evaluate((element) => {
    const card = element.closest('li, section');
    return (card ?? element).getBoundingClientRect().width;
  });
  expect(distance).toBeLessThan(830);
});
