import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

// The browser may be slow on a busy machine.
jest.setTimeout(60_000);

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let list: string;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  const folder = await createFolder(ana, 'Friday');
  await addItem(ana, folder.id, { tmdbId: 603, title: 'The Matrix' });
  list = `/folder/${folder.id}`;
});

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const found = (page: Page) => page.getByRole('link', { name: 'Barbie (2023)', exact: true });
const phone = { viewport: { width: 390, height: 844 } };

describe('a search on the screen of a list', () => {
  test.each([{ viewport: { width: 1280, height: 800 } }, phone])(
    'survives a reload and a title, and back leaves it (%j)',
    async (options) => {
      const page = await site.open(list, ana, options);
      await page.getByRole('link', { name: /^The Matrix/ }).waitFor();

      await page.getByRole('searchbox').first().fill('barbie');
      await found(page).waitFor();
      expect(pathOf(page)).toBe(`${list}?q=barbie`);
      await page.getByRole('tab', { name: /^Movies \(\d+\)$/, selected: true }).waitFor();
      expect(await check(page)).toEqual([]);

      await page.reload();
      await found(page).click();
      await page.getByRole('dialog').waitFor();
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await found(page).waitFor();

      await page.goBack();
      await page.getByRole('link', { name: /^The Matrix/ }).waitFor();
      expect(pathOf(page)).toBe(list);
      expect(await page.getByRole('searchbox').first().inputValue()).toBe('');
    },
  );

  test('is cleared by Escape', async () => {
    const page = await site.open(`${list}?q=barbie`, ana);
    await found(page).waitFor();

    await page.getByRole('searchbox').first().press('Escape');

    await page.getByRole('link', { name: /^The Matrix/ }).waitFor();
    expect(pathOf(page)).toBe(list);
  });
});
