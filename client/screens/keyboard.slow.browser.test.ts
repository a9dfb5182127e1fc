import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { follow, setUpSite } from '../../server/testing/browser.ts';
import { addItem, createFolder, PASSWORD, type Person, signUp } from '../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ben: Person;
let bens: Page;

beforeAll(async () => {
  ben = await signUp(site.server, 'Ben');
  bens = await site.open('/my-list', ben);
});
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notification' }).getByText(text, { exact: true });
const dialog = (page: Page) => page.getByRole('dialog').last();

const FAR = 120;

/** Presses Tab until `target` has the focus, and checks that each focus is visible. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < FAR; presses += 1) {
    await page.keyboard.press(key);
    const { isReached, unseen } = await target.evaluate(inspectFocus);
    if (unseen) throw new Error(`The focus is not visible on: ${unseen}`);
    if (isReached) return;
  }
  throw new Error(`${FAR} presses of ${key} do not lead to ${target}`);
}

/** Whether the element has the focus, and the focused element if neither it nor its frame has an outline. */
function inspectFocus(target: Element): { isReached: boolean; unseen: string | null } {
  const focused = document.activeElement;
  const isReached = focused === target;
  const seen = { isReached, unseen: null };
  // A field may show the focus by its border, a radio button by its label, a switch by its track.
  if (!focused || focused.matches('body, input, textarea')) return seen;
  for (let element: Element | null = focused; element; element = element.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return seen;
  }
  return { isReached, unseen: focused.outerHTML.slice(0, 200) };
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves through the open menu to an entry. */
async function arrowTo(page: Page, entry: string): Promise<void> {
  const target = page.getByRole('menuitem', { name: entry });
  await target.waitFor();
  for (let presses = 0; presses < FAR; presses += 1) {
    await page.keyboard.press('ArrowDown');
    if (await target.and(page.locator(':focus')).count()) return;
  }
  throw new Error(`The arrow keys do not lead to ${entry}`);
}

async function join(page: Page, email: string): Promise<void> {
  // The server's preview, which the app replaces, has the same link.
  await press(page, page.locator('#root').getByRole('link', { name: 'Get Started' }));
  for (const [label, text] of [
    ['Email', email],
    ['Password', PASSWORD],
    ['First name', 'Ana'],
  ]) {
    await tabTo(page, page.locator('#register').getByLabel(label ?? ''));
    await page.keyboard.type(text ?? '');
  }
  await page.keyboard.press('Enter');
  await heading(page, 'Discover').waitFor();
}

test('the keyboard alone signs up, creates, finds, adds, shares, accepts, reviews, removes and signs out', async () => {
  const page = await site.open('/', null);
  await join(page, `ana.${Date.now()}@example.com`);

  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Skip to content');
  await press(page, button(page, 'New Category'));
  await dialog(page).getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Friday');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'New Category').and(page.locator(':focus')).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('matrix');
  await tabTo(page, page.getByRole('list', { name: 'Found movies' }).getByRole('link').first());
  await page.keyboard.press('a');
  await press(page, dialog(page).getByRole('button', { name: /^Friday/ }));
  await toast(page, 'Added to "Friday"').waitFor();

  await press(page, link(page, 'My List'));
  await press(page, page.getByRole('main').getByRole('link', { name: 'Friday (1)' }));
  await press(page, button(page, 'Share'));
  await page.getByPlaceholder('Search users by name or email...').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(ben.user.email);
  await press(page, button(page, /^Ben/));
  await press(page, button(page, 'Send Invitation'));
  await toast(page, 'Invitation sent').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Share').and(page.locator(':focus')).waitFor();

  await press(bens, button(bens, 'Accept invitation to Friday'));
  await toast(bens, 'Invitation accepted').waitFor();
  await press(page, button(page, 'More actions'));
  await arrowTo(page, 'Manage');
  await page.keyboard.press('Enter');
  await page.getByText('1 shared user').waitFor();

  await tabTo(page, link(page, '← View list'));
  await page.keyboard.press('Enter');
  const poster = page.getByRole('main').getByRole('link', { name: /^The Matrix/ });
  await press(page, poster.first());
  await press(page, dialog(page).getByRole('button', { name: 'Review', exact: true }));
  await press(page, page.getByRole('dialog', { name: 'Your Review' }).getByRole('button', { name: 'Save Review' }));
  await page.getByRole('dialog', { name: 'Your Review' }).waitFor({ state: 'detached' });
  await button(page, 'Reviewed').waitFor();
  await page.keyboard.press('Escape');
  await poster.first().and(page.locator(':focus')).waitFor();

  await press(page, button(page, 'Remove The Matrix'));
  await toast(page, 'Removed The Matrix').waitFor();
  await page.keyboard.press('F8');
  await press(page, button(page, 'Undo'));
  await press(page, button(page, 'Remove The Matrix'));
  await page.getByText('This list is empty').waitFor();

  await tabTo(page, button(page, 'Account menu'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await arrowTo(page, 'Log out');
  await page.keyboard.press('Enter');
  await link(page, 'Get Started').waitFor();
});

test('in the editor the keyboard adds, removes several and restores them', async () => {
  const folder = await createFolder(ben, 'Noir');
  for (const title of ['Laura', 'Gilda', 'The Third Man']) await addItem(ben, folder.id, { title });
  const page = bens;
  await follow(page, `/folder/${folder.id}/editor`);

  await press(page, page.getByRole('checkbox', { name: 'Select The Third Man' }), 'Space');
  await tabTo(page, page.getByRole('checkbox', { name: 'Select Laura' }));
  await page.keyboard.press('Shift+Space');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('Delete');
  await page.getByText('Nothing here yet.').waitFor();

  await toast(page, 'Removed 3 titles').waitFor();
  await page.keyboard.press('F8');
  await press(page, button(page, 'Undo'));

  for (const title of ['Laura', 'Gilda', 'The Third Man']) {
    await page.getByRole('checkbox', { name: `Select ${title}` }).waitFor();
  }
});

test('the focus moves to the next title after a removal, in the list and in its editor', async () => {
  const folder = await createFolder(ben);
  for (const title of ['Alien', 'Brazil', 'Casablanca', 'Dune']) await addItem(ben, folder.id, { title });
  const page = bens;
  const hasFocus = (target: Locator) => target.and(page.locator(':focus')).waitFor();
  await follow(page, `/folder/${folder.id}`);

  await button(page, 'Remove Brazil').press('Enter');
  await hasFocus(link(page, /^Casablanca/));

  await follow(page, `/folder/${folder.id}/editor`);
  // Until the editor is there, the list shows a button of the same name.
  await page.getByRole('checkbox', { name: 'Select Dune' }).waitFor();
  await button(page, 'Remove Dune').press('Enter');
  await hasFocus(page.getByRole('checkbox', { name: 'Select Casablanca' }));
});
