import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check, setUpSite, visit } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
/** One tab for all tests. Each begins with a visit. */
let page: Page;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  page = await site.open('/robots.txt', ana);
});

const desktop = { width: 1280, height: 720 };
const phone = { width: 390, height: 844 };

const found = (name: string) =>
  page.getByRole('list', { name: 'Filtered movies' }).getByRole('link', { name, exact: true });
const searchOf = () => new URL(page.url()).search;

describe('the filters of Discover', () => {
  test('are chosen by keyboard, stored in the address and cleared together', async () => {
    await visit(page, '/', desktop);
    await page.getByRole('button', { name: 'Decade' }).press('ArrowDown');
    await page.getByRole('menuitemradio', { name: '1990s' }).press('Enter');
    await page.getByRole('button', { name: 'Sort' }).click();
    await page.getByRole('menuitemradio', { name: 'Highest rated' }).click();

    await found('The Shawshank Redemption (1994)').waitFor();
    expect(searchOf()).toBe('?decade=1990&sort=rating');
    expect(await page.getByText('Number one right now').count()).toBe(0);
    await page.getByRole('button', { name: 'Decade: 1990s' }).and(page.locator('[aria-expanded="false"]')).waitFor();
    expect(await check(page)).toEqual([]);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('list', { name: 'Popular movies' }).waitFor();
    expect(searchOf()).toBe('');
  });

  test('give the focus back on Escape and pass it on with Tab', async () => {
    await visit(page, '/', desktop);
    const focused = (name: string) => page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));
    const openMenu = async () => {
      await page.getByRole('button', { name: 'Decade' }).press('ArrowDown');
      await page.getByRole('menuitemradio').first().and(page.locator(':focus')).waitFor();
    };
    await openMenu();
    await page.keyboard.press('Escape');
    await focused('Decade').waitFor();

    await openMenu();
    await page.keyboard.press('Tab');
    await focused('Rating').waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  test('take several genres in one go and keep what was chosen beside an open dialog', async () => {
    await visit(page, '/?decade=1990', desktop);
    await page.getByRole('button', { name: 'Genre' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Crime' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Thriller' }).click();
    expect(await check(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Genre: Crime +1' }).waitFor();
    const first = page.getByRole('list', { name: 'Filtered movies' }).getByRole('link').first();
    await first.click();
    await page.getByRole('dialog').waitFor();
    expect(searchOf()).toMatch(/^\?decade=1990&genre=80%2C53&title=movie-\d+$/);
  });

  test('without results show a hint', async () => {
    await visit(page, '/?genre=37,10402&decade=1930&rating=9', desktop);

    await page.getByText('Nothing fits all of these filters at once.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();

    await page.getByRole('list', { name: 'Popular movies' }).waitFor();
  });

  test('are in a drawer on phones, with the choices next to its button', async () => {
    await visit(page, '/', phone);
    await page.getByRole('button', { name: 'Filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('button', { name: 'Western' }).click();
    await drawer.getByRole('button', { name: '8 and up' }).click();
    expect(await check(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Show movies' }).click();
    await drawer.waitFor({ state: 'detached' });

    await found('The Good, the Bad and the Ugly (1966)').waitFor();
    await page.getByRole('button', { name: 'Remove filter Western' }).click();
    await page.getByRole('button', { name: 'Remove filter Western' }).waitFor({ state: 'detached' });
    expect(searchOf()).toBe('?rating=8');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  test('are off during a search and return when it is cleared', async () => {
    await visit(page, '/?decade=1990&sort=rating', desktop);
    await found('The Shawshank Redemption (1994)').waitFor();
    const search = page.getByRole('searchbox').first();

    await search.fill('barbie');

    await page.getByText('Results for “barbie” (filters off)').waitFor();
    await page.getByRole('link', { name: 'Barbie (2023)', exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Filters' }).count()).toBe(0);
    expect(searchOf()).toBe('?decade=1990&sort=rating&q=barbie');
    expect(await check(page)).toEqual([]);

    await search.fill('');

    await found('The Shawshank Redemption (1994)').waitFor();
    await page.getByRole('button', { name: 'Decade: 1990s' }).waitFor();
  });

  test('offer the genres of shows on the shows tab', async () => {
    await visit(page, '/?tab=tv&genre=10765&sort=rating', desktop);

    await page.getByRole('button', { name: 'Genre: Sci-Fi & Fantasy' }).waitFor();
    await page.getByRole('list', { name: 'Filtered TV shows' }).getByRole('link').first().waitFor();
  });
});

describe('About', () => {
  test('opens from the avatar menu and returns the focus', async () => {
    await visit(page, '/', desktop);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'About' }).click();
    const about = page.getByRole('dialog', { name: 'About Marquee' });
    await about.getByText(/not endorsed, certified, or otherwise approved by TMDB/).waitFor();
    expect(await check(page)).toEqual([]);

    await page.keyboard.press('Escape');

    await about.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Account menu' }).and(page.locator(':focus')).waitFor();
  });

  test('is at the end of every screen on a phone', async () => {
    await visit(page, '/my-list', phone);

    await page.getByRole('button', { name: 'About Marquee' }).click();

    await page.getByRole('dialog', { name: 'About Marquee' }).waitFor();
  });
});

describe('a title stored from another source', () => {
  test('opens with its item’s facts, and shows the drawn poster if its own is not available', async () => {
    const folder = await createFolder(ana, 'Kept elsewhere');
    await addItem(ana, folder.id, { tmdbId: 603, mediaType: 'movie', title: 'The Matrix', posterPath: '/abc.jpg' });
    await addItem(ana, folder.id, {
      tmdbId: 8_000_001,
      mediaType: 'movie',
      title: 'Nowhere Else',
      posterPath: '/d.jpg',
    });
    await visit(page, `/folder/${folder.id}`, desktop);

    const poster = page.getByRole('img', { name: /The Matrix/ });
    await poster.waitFor();
    expect(await poster.getAttribute('src')).toMatch(/^\/api\/art\/poster\/movie\/603\?size=/);

    await page.getByRole('link', { name: /Nowhere Else/ }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Nowhere Else' }).waitFor();
  });
});
