import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Folder } from '../../common/schemas/folder.ts';
import { follow, setUpSite, waitForTransitions } from '../../server/testing/browser.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true, forcedColors: 'active', colorScheme: 'dark' } });
let ana: Person;
let ben: Person;
let list: Folder;

beforeAll(async () => {
  [ana, ben] = (await Promise.all(['Ana', 'Ben'].map((name) => signUp(site.server, name)))) as [Person, Person];
  list = await createFolder(ana, 'Friday');
  await addItem(ana, list.id, { title: 'The Matrix', tmdbId: 603 });
  await shareWith(ana, list.id, ben);
});

/** What the control looks like without the pointer and without the focus. */
async function lookOf(page: Page, control: Locator): Promise<string> {
  await page.mouse.move(0, 0);
  await control.evaluate((element) => element.blur());
  await waitForTransitions(page);
  const clip = (await control.boundingBox()) ?? undefined;
  return (await page.screenshot({ clip })).toString('base64');
}

test('with the colours of the system, a switch is visible, and whether it is on', async () => {
  const page = await site.open(`/folder/${list.id}/details?tab=permissions`, ana);
  await page.getByRole('button', { name: 'Edit permissions of Ben Test' }).click();
  const control = page.getByRole('switch', { name: 'Remove items from folder' });
  const track = control.locator('xpath=following-sibling::*[1]');

  const off = await lookOf(page, track);
  await control.press('Space');
  const on = await lookOf(page, track);
  await track.evaluate((element) => {
    element.style.visibility = 'hidden';
  });
  const hidden = await lookOf(page, track);

  expect(on === off).toBe(false);
  expect(off === hidden).toBe(false);
});

test('with the colours of the system, it is visible what is pressed, chosen and current', async () => {
  const page = await site.open(`/nowhere?title=movie-603&folder=${list.id}`, ana);
  const rewatch = page.getByRole('dialog').getByRole('button', { name: 'Rewatch' });
  await rewatch.and(page.locator(':enabled')).waitFor();
  const off = await lookOf(page, rewatch);
  await rewatch.click();
  await rewatch.and(page.locator('[aria-pressed="true"]')).waitFor();
  const on = await lookOf(page, rewatch);

  await follow(page, '/users');
  const users = page.getByRole('banner').getByRole('link', { name: 'Users' });
  await users.and(page.locator('[aria-current="page"]')).waitFor();
  const current = await lookOf(page, users);
  await follow(page, '/diary');
  await users.and(page.locator(':not([aria-current])')).waitFor();
  const other = await lookOf(page, users);

  expect(on === off).toBe(false);
  expect(current === other).toBe(false);
});

test('with the colours of the system, the sign-in page shows its button and which form is chosen', async () => {
  const page = await site.open('/api/login', null);
  const styleOf = (target: Locator) =>
    target.evaluate((element) => {
      const { borderTopWidth, textDecorationLine } = getComputedStyle(element);
      return { borderTopWidth, textDecorationLine };
    });

  expect((await styleOf(page.getByRole('button', { name: 'Sign in', exact: true }))).borderTopWidth).toBe('1px');
  expect((await styleOf(page.locator('label[for=show-login]'))).textDecorationLine).toBe('underline');
  expect((await styleOf(page.locator('label[for=show-register]'))).textDecorationLine).toBe('none');
});

test('with the colours of the system, a chosen chip has another background', async () => {
  const page = await site.open(`/nowhere?title=movie-603&folder=${list.id}`, ana);
  await page.getByRole('dialog').getByRole('button', { name: "I've seen this" }).click();
  const form = page.getByRole('form', { name: "I've seen this" });
  const backgroundOf = (name: string) =>
    form
      .locator('label', { has: page.getByText(name, { exact: true }) })
      .evaluate((label) => getComputedStyle(label).backgroundColor);
  await form.getByText('Ben Test', { exact: true }).click();
  await form.getByRole('checkbox', { name: 'Ben Test', checked: true }).waitFor({ state: 'attached' });
  await waitForTransitions(page);

  const [chosenDay, otherDay, chosenPerson] = await Promise.all(['Today', 'Yesterday', 'Ben Test'].map(backgroundOf));

  expect(chosenDay === otherDay).toBe(false);
  expect(chosenPerson).toBe(chosenDay);
});
