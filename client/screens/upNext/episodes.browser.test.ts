import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { type Person, signUp } from '../../../server/testing/people.ts';
import { recordPlay } from '../../../server/testing/plays.ts';

// What people do with the episodes of a show, and with how few presses.

/** Eight seasons, of 10 episodes each at first. */
const SHOW = 1399;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, isArtless: true };
const site = setUpSite({ tab: phone });
let ana: Person;

beforeEach(async () => {
  ana = await signUp(site.server, 'Ana');
});

const seen = (...numbers: [season: number, episode: number][]) =>
  Promise.all(numbers.map(([season, episode]) => recordPlay(ana, { tmdbId: SHOW, mediaType: 'tv', season, episode })));
const progressOf = async () => (await ana.get(`/api/tv/${SHOW}/progress`)).body;
const row = (page: Page, code: string) => page.getByRole('button', { name: `Seen ${code}`, exact: true });

test('tonight’s episode is ticked from the start screen with one press, in all tabs, and this can be undone', async () => {
  await seen([1, 1]);
  const page = await site.open('/', ana);
  const other = await site.open('/up-next', ana);
  const ticks = (tab: Page) => tab.getByRole('main').getByRole('button', { name: /^Watched/ });
  await ticks(other).first().waitFor();

  await page.getByRole('button', { name: /^Watched .* S1 E2$/ }).tap();

  await page.getByRole('button', { name: /^Watched .* S1 E3$/ }).waitFor();
  await other.getByRole('button', { name: /^Watched .* S1 E3$/ }).waitFor();
  expect(await progressOf()).toMatchObject({ seen: { 1: [[1, 2]] } });
  await page.getByRole('button', { name: 'Undo' }).tap();
  await page.getByRole('button', { name: /^Watched .* S1 E2$/ }).waitFor();
  expect(await check(page)).toEqual([]);
});

test('three seasons are marked as seen with three presses', async () => {
  const page = await site.open(`/?title=tv-${SHOW}`, ana);

  await page.getByRole('tab', { name: /^Season 3/ }).tap();
  await page.getByRole('button', { name: 'Options for Season 3' }).tap();
  await page.getByRole('menuitem', { name: 'Seen up to here' }).tap();

  await page.getByText('30 episodes marked as seen').waitFor();
  await page.getByRole('tab', { name: /^Season 2.*10 of 10$/ }).waitFor();
  expect(await progressOf()).toMatchObject({ seenCount: 30, next: { season: 4, episode: 1 } });
});

test('press and hold opens the menu of an episode, and a skipped one is scrolled to', async () => {
  await seen([1, 1], [2, 10]);
  const page = await site.open(`/?title=tv-${SHOW}`, ana);

  await page.getByRole('button', { name: 'You skipped 18' }).tap();
  const skipped = page.getByRole('list', { name: 'Skipped episodes' });
  await skipped.getByRole('button', { name: /^S1 E10/ }).tap();
  await row(page, 'S1 E10').waitFor();
  await expect(row(page, 'S1 E10').evaluate(isInWindow)).resolves.toBe(true);

  const held = page.getByRole('listitem').filter({ has: row(page, 'S1 E10') });
  await held.dispatchEvent('touchstart', { touches: [{ identifier: 0, clientX: 40, clientY: 400 }] });
  await page.getByRole('menuitem', { name: 'Seen on…' }).waitFor();
  await held.dispatchEvent('touchend');
  expect(await check(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
  await row(page, 'S1 E10').waitFor();
});

const isInWindow = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};
