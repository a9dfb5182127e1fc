import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check, setUpSite, visit } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

// The browser may be slow on a busy machine.
jest.setTimeout(60_000);

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let list: string;
/** One tab for all tests. Each begins with a visit. */
let page: Page;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  const folder = await createFolder(ana, 'Friday');
  await addItem(ana, folder.id, { tmdbId: 603, title: 'The Matrix' });
  list = `/folder/${folder.id}`;
  page = await site.open('/robots.txt', ana);
});

const pathOf = () => new URL(page.url()).pathname + new URL(page.url()).search;
const found = () => page.getByRole('link', { name: 'Barbie (2023)', exact: true });

describe('a search on the screen of a list', () => {
  test.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])('survives a reload and a title, and back leaves it ($width x $height)', async (size) => {
    await visit(page, list, size);
    await page.getByRole('link', { name: /^The Matrix/ }).waitFor();

    await page.getByRole('searchbox').first().fill('barbie');
    await found().waitFor();
    expect(pathOf()).toBe(`${list}?q=barbie`);
    await page.getByRole('tab', { name: /^Movies \(\d+\)$/, selected: true }).waitFor();
    expect(await check(page)).toEqual([]);

    await page.reload();
    await found().click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await found().waitFor();

    await page.goBack();
    await page.getByRole('link', { name: /^The Matrix/ }).waitFor();
    expect(pathOf()).toBe(list);
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('');
  });

  test('is cleared by Escape', async () => {
    await visit(page, `${list}?q=barbie`);
    await found().waitFor();

    await page.getByRole('searchbox').first().press('Escape');

    await page.getByRole('link', { name: /^The Matrix/ }).waitFor();
    expect(pathOf()).toBe(list);
  });
});
