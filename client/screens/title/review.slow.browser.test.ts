import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { setUpSite, visit } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;

/** The tab of most tests. Each of them begins with a visit. Tests do not build on each other's data. */
let page: Page;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  page = await site.open('/robots.txt', ana);
});

const TITLE = 'The Matrix';
const button = (tab: Page, name: string | RegExp) => tab.getByRole('button', { name, exact: true });
const toast = (tab: Page, text: string) => tab.getByRole('region', { name: 'Notification' }).getByText(text);
const form = (tab: Page) => tab.getByRole('dialog', { name: 'Your Review' });
const searchOf = (page: Page) => new URL(page.url()).search;

describe('a review', () => {
  test('is written in the dialog, shows in Reviewed, and is edited and deleted there', async () => {
    await visit(page, '/?title=movie-603');

    await button(page, 'Review').click();
    await page.getByText('5 out of 5 stars').waitFor();
    await form(page).getByRole('radio', { name: '4 stars' }).check({ force: true });
    await form(page).getByLabel('Comment').fill('Whoa.');
    await page.getByText('5/500 characters').waitFor();
    await form(page).getByRole('button', { name: 'Save Review' }).click();
    await button(page, 'Reviewed').waitFor();

    await form(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText('1 movie · 0 shows').waitFor();
    await page.getByRole('link', { name: 'View All reviewed' }).click();
    const poster = page.getByRole('link', { name: `${TITLE} (1999), rated 8 out of 10` });
    await poster.getByText('8/10').waitFor();
    await poster.click();
    await button(page, 'Reviewed').click();
    await form(page).getByRole('radio', { name: '4 stars' }).press('ArrowLeft');
    await button(page, 'Update Review').click();
    await toast(page, 'Review updated').waitFor();
    await page.getByRole('img', { name: '3 out of 5 stars' }).waitFor();

    await button(page, 'Delete').click();
    await page.getByRole('group', { name: 'Delete this review?' }).getByText('Delete', { exact: true }).click();
    await button(page, 'Review').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('This list is empty').waitFor();
  });

  test('without stars is refused, and with stars is live in the user’s other tabs', async () => {
    const other = await site.open('/?title=movie-278', ana);
    await visit(page, '/?title=movie-278');
    await Promise.all([page, other].map((tab) => tab.getByText('Not rated yet').waitFor()));

    await page.getByRole('radio', { name: '1 star', exact: true }).focus();
    await button(page, 'Save Review').click();
    await toast(page, 'Error').waitFor();
    await page.getByText('Not rated yet').waitFor();

    await page.getByRole('radio', { name: '2 stars' }).check({ force: true });
    await page.getByLabel('Comment').fill('Seen from afar');
    await button(page, 'Save Review').click();
    await button(other, 'Reviewed').waitFor();
    await other.getByText('Seen from afar').waitFor();

    await button(page, 'Delete').click();
    await page.getByRole('group', { name: 'Delete this review?' }).getByText('Delete', { exact: true }).click();
    await other.getByText('Not rated yet').waitFor();
  });

  test('can be restored in Reviewed after its title was removed', async () => {
    const ben = await signUp(site.server, 'Ben');
    await ben.post('/api/reviews', { mediaType: 'movie', tmdbId: 603, rating: 5 }).expect(201);
    const folders = (await ben.get('/api/folders')).body as Folder[];
    const tab = await site.open(`/folder/${folders.find(({ isReviewed }) => isReviewed)?.id}`, ben);
    await tab.getByRole('link', { name: /^The Matrix/ }).hover();
    await button(tab, `Remove ${TITLE}`).click();
    await tab.getByText('This list is empty').waitFor();

    await button(tab, 'Add Previous Reviews').click();

    await toast(tab, 'Previous reviews added').waitFor();
    await tab.getByRole('link', { name: /^The Matrix/ }).waitFor();
  });
});

describe('rewatch', () => {
  test('for a title in no list asks for one and adds it as watched', async () => {
    await visit(page, '/?title=movie-603');
    await button(page, 'Rewatch').click();
    await page.getByRole('heading', { name: 'Add to List' }).waitFor();

    await button(page, 'New List').click();
    await page.getByLabel('List name').fill('Again');
    await button(page, 'Create and Add').click();

    await toast(page, 'Added to rewatch list').waitFor();
    await page.getByRole('button', { name: 'Rewatch', pressed: true }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Again' }).click();
    await page.getByRole('heading', { name: 'Rewatch (1)' }).waitFor();
  });

  test('changes the item in the list that the title was opened from', async () => {
    const [first, second] = [await createFolder(ana, 'First'), await createFolder(ana, 'Second')];
    const facts = { tmdbId: 278, mediaType: 'movie', title: 'The Shawshank Redemption' } as const;
    await addItem(ana, first.id, facts);
    await addItem(ana, second.id, facts);
    await visit(page, `/folder/${second.id}`);
    await page.getByRole('link', { name: /^The Shawshank/ }).click();

    await button(page, 'Rewatch').click();

    await toast(page, 'Added to rewatch list').waitFor();
    const watched = async ({ id }: Folder) => (await ana.get(`/api/folders/${id}/items`)).body[0].watched;
    expect([await watched(first), await watched(second)]).toEqual([false, true]);
  });
});

test('an actor opens from a direct link, and links to a film and back', async () => {
  await visit(page, '/?actor=6384');
  await page.getByRole('heading', { name: 'Keanu Reeves' }).waitFor();
  await page.getByText(/^Popularity \d+\.\d$/).waitFor();
  expect(await page.getByRole('list', { name: 'Known for' }).getByRole('link').count()).toBe(3);

  await button(page, 'Movie credits').click();
  const films = page.getByRole('list', { name: 'movies', exact: true });
  await films.getByRole('link', { name: 'The Matrix (1999)' }).click();
  await page.getByRole('heading', { name: TITLE }).waitFor();
  expect(searchOf(page)).toBe('?title=movie-603');

  await page.goBack();
  await page.getByRole('heading', { name: 'Keanu Reeves' }).waitFor();
});

test('the keyboard alone opens a poster, reviews it, adds it and returns to it', async () => {
  await createFolder(ana, 'Friday');
  await visit(page, '/', { width: 1280, height: 900 });
  const posters = page.getByRole('list', { name: 'Popular movies' }).getByRole('link');
  await posters.nth(1).waitFor();

  await page.keyboard.press('/');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('matrix');
  const found = page.getByRole('list', { name: 'Found movies' }).getByRole('link').first();
  await found.waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
  await posters.nth(1).waitFor();

  await posters.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).and(page.locator(':focus')).waitFor();
  await button(page, 'Review').waitFor();
  await page.keyboard.press('Escape');
  await posters.nth(1).and(page.locator(':focus')).waitFor();

  await page.keyboard.press('a');
  await page.getByRole('heading', { name: 'Add to List' }).waitFor();
  await page.getByRole('button', { name: /^Friday/ }).press('Enter');
  await toast(page, 'Added to "Friday"').waitFor();
  await posters.nth(1).and(page.locator(':focus')).waitFor();
});
