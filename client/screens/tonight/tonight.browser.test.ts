import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';
import { openPoll, startVote } from '../../../server/testing/polls.ts';
import { smallTargets } from '../../../server/testing/touchTargets.ts';

const site = setUpSite({ tab: { isArtless: true, viewport: { width: 390, height: 844 } } });
const TITLES = ['Arrival', 'Brazil', 'Contact', 'Dune'];
let ana: Person;
let ben: Person;
let folder: Folder;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  folder = await createFolder(ana, 'Movie night');
  await shareWith(ana, folder.id, ben, only());
});

const address = () => `/folder/${folder.id}/tonight`;
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Votes on the title that the tab shows, by its name. */
async function voteBy(page: Page, voteOn: (title: string) => string): Promise<void> {
  for (let place = 1; place <= TITLES.length; place += 1) {
    await sees(page, `${place} of ${TITLES.length}`);
    const title = await page.getByRole('article').getByRole('heading').textContent();
    await press(page, voteOn(title ?? ''));
  }
  await sees(page, 'You voted on every title.');
  await press(page, "I'm done");
}

test('two members and a guest choose a title on their phones, and a screen reader can follow each step', async () => {
  for (const title of TITLES) await addItem(ana, folder.id, { title });
  const anas = await site.open(address(), ana);
  await sees(anas, 'What are we watching tonight?');
  expect(await check(anas)).toEqual([]);
  await anas.getByText('4', { exact: true }).click();
  await anas.getByRole('switch', { name: /^Fill up/ }).click();
  const bens = await site.open(`/folder/${folder.id}`, ben);
  await bens.getByRole('heading', { name: 'Movie night' }).waitFor();
  await press(anas, 'Gather everyone');

  // Ben is in the list, and joins by the line that appears there.
  await sees(bens, 'What are we watching tonight? People are gathering.');
  expect(await check(bens)).toEqual([]);
  await bens.getByRole('link', { name: 'Join' }).click();
  await sees(anas, '2 people here · 4 titles to choose from');

  // Gus has no account.
  await press(anas, 'Invite guests');
  const link = await anas.getByRole('textbox', { name: 'Link for guests' }).inputValue();
  await anas.getByRole('img', { name: 'QR code of the link for guests' }).waitFor();
  expect(await check(anas)).toEqual([]);
  const guests = await site.open(new URL(link).pathname, null);
  await sees(guests, 'Ana Test asks');
  expect(await check(guests)).toEqual([]);
  expect(await smallTargets(guests)).toEqual([]);
  await guests.getByLabel('Your name').fill('Gus');
  await press(guests, 'Vote along');
  await sees(anas, '3 people here');
  await sees(guests, 'Ana Test starts the vote.');
  expect(await check(guests)).toEqual([]);

  await press(anas, 'Start the vote');
  for (const page of [anas, bens, guests]) await sees(page, '1 of 4');
  expect(await check(bens)).toEqual([]);
  await voteBy(anas, (title) => (title === 'Contact' ? 'Yes' : 'Maybe'));
  await sees(anas, 'Waiting for Ben Test and Gus');
  expect(await check(anas)).toEqual([]);
  await voteBy(bens, (title) => (title === 'Contact' ? 'Yes' : 'No'));
  await sees(anas, 'Waiting for Gus');
  await voteBy(guests, (title) => (title === 'Dune' ? 'Veto' : 'Yes'));

  for (const page of [anas, bens, guests]) {
    await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor();
    await sees(page, 'Everybody said yes.');
    expect(await check(page)).toEqual([]);
  }
  expect(await guests.getByRole('button', { name: "We're watching it" }).count()).toBe(0);
  // The link has ended with the result, but not for the guest who used it.
  await guests.reload();
  await guests.getByRole('heading', { name: 'Contact', level: 1 }).waitFor();

  await press(anas, "We're watching it");
  await sees(anas, 'Enjoy the show');
  await bens.getByRole('button', { name: 'Choose again' }).waitFor();
  // The result stays for those who still read it.
  for (const page of [anas, bens]) {
    await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor();
    await press(page, 'Choose again');
    await sees(page, 'Earlier evenings');
  }
});

test('who opens a vote can choose its titles, of which one may be removed meanwhile', async () => {
  const items = [];
  for (const title of TITLES) items.push(await addItem(ana, folder.id, { title }));
  const page = await site.open(address(), ana);
  const choice = (name: string) => page.getByRole('button', { name: new RegExp(`^Vote on ${name}`) });
  await page.getByText('My choice', { exact: true }).click();
  for (const title of ['Arrival', 'Brazil', 'Contact']) await choice(title).click();
  await sees(page, '3 of 3 to 12 chosen');
  expect(await check(page)).toEqual([]);

  await ana.delete(`/api/watchlist/${items[1]?.id}`);
  await sees(page, '2 of 3 to 12 chosen');
  expect(await page.getByRole('button', { name: 'Gather everyone' }).isEnabled()).toBe(false);
  await page.getByRole('searchbox', { name: 'Find in this list' }).fill('dun');
  await choice('Arrival').waitFor({ state: 'detached' });
  await choice('Dune').click();
  await press(page, 'Gather everyone');

  await sees(page, '1 person here · 3 titles to choose from');
  const wall = page.getByRole('list', { name: 'Titles to choose from' }).getByRole('img');
  const names = await wall.evaluateAll((pictures) => pictures.map((picture) => picture.getAttribute('alt')));
  expect(names.sort()).toEqual(['Arrival', 'Contact', 'Dune']);
});

test('in a vote by keys, the focus goes on to what comes next', async () => {
  const items = [];
  for (const title of ['Arrival', 'Brazil', 'Contact']) items.push(await addItem(ana, folder.id, { title }));
  await openPoll(ana, folder.id, { itemIds: items.map(({ id }) => id) });
  const page = await site.open(address(), ana, { viewport: { width: 390, height: 600 } });
  const hasFocus = (role: 'heading' | 'button', name: string) =>
    page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor();
  const pressKey = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

  await pressKey('Start the vote');
  await hasFocus('heading', 'Would you watch it tonight?');
  for (const place of [1, 2, 3]) {
    await sees(page, `${place} of 3`);
    await pressKey('Yes');
  }
  await hasFocus('button', "I'm done");
  const done = await page.getByRole('button', { name: "I'm done" }).boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Primary' }).boundingBox();
  expect((done?.y ?? Infinity) + (done?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: "We're watching it" }).waitFor();
  const winner = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await hasFocus('heading', winner);
});

test('a vote by swipes, to the right yes and to the left no, goes on by keys after a reload', async () => {
  await startVote(ana, folder.id, [ben]);
  const page = await site.open(address(), ana);
  const pressed = () => page.locator('[aria-pressed=true]').allTextContents();
  const swipe = async (by: number) => {
    const box = await page.getByRole('article').boundingBox();
    if (!box) throw new Error('No card is shown');
    const [x, y] = [box.x + box.width / 2, box.y + 60];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y, { steps: 5 });
    await page.mouse.up();
  };

  await sees(page, '1 of 3');
  await swipe(40);
  await swipe(140);
  await sees(page, '2 of 3');
  await swipe(-140);
  await sees(page, '3 of 3');
  await page.getByText('All titles').click();
  expect(await pressed()).toEqual(['Yes', 'No']);
  await page.getByText('Saving…').waitFor({ state: 'detached' });

  await page.reload();
  await sees(page, '3 of 3');
  // Backspace takes the last vote back, also one from before the reload.
  await page.keyboard.press('Backspace');
  await sees(page, '2 of 3');
  await page.keyboard.press('Backspace');
  await sees(page, '1 of 3');
  await page.keyboard.press('3');
  await sees(page, '2 of 3');
  await page.keyboard.press('Backspace');
  await sees(page, '1 of 3');
  for (const key of ['1', '2', 'v']) await page.keyboard.press(key);

  await sees(page, 'You voted on every title.');
  expect(await pressed()).toEqual(['No', 'Maybe', 'Veto']);
});
