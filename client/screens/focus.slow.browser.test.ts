import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { setUpSite } from '../../server/testing/browser.ts';
import { createFolder, inviteTo, type Person, shareWith, signUp } from '../../server/testing/people.ts';
import { addTitles, openPoll } from '../../server/testing/polls.ts';

// Where the keyboard goes on when the control that was pressed is gone or was disabled meanwhile.

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let ben: Person;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const hasFocus = (page: Page, control: Locator) =>
  control.and(page.locator(':focus')).waitFor({ state: 'attached', timeout: 15_000 });

test('inviting by a link, also after a failure', async () => {
  const { id } = await createFolder(ana, 'Friday');
  const page = await site.open(`/folder/${id}/details?share=${id}`, ana);
  const search = page.getByPlaceholder('Search users by name or email...');
  await hasFocus(page, search);

  await button(page, 'Invite by link').press('Enter');
  await hasFocus(page, page.getByRole('radio', { name: 'One person' }));
  await page.route('**/invitation-links', (route) => route.abort(), { times: 1 });
  await button(page, 'Create link').press('Enter');
  await page.getByRole('region', { name: 'Notification' }).getByText('Error').waitFor();
  await hasFocus(page, button(page, 'Create link'));
  await page.keyboard.press('Enter');
  await hasFocus(page, button(page, 'Copy link'));
  await button(page, 'Done').press('Enter');
  await hasFocus(page, search);
});

test('choosing a person to invite', async () => {
  const { id } = await createFolder(ana, 'Saturday');
  const page = await site.open(`/folder/${id}/details?share=${id}`, ana);

  await button(page, /^Ben/).press('Enter');
  await hasFocus(page, button(page, 'Change User'));
  await page.keyboard.press('Enter');
  await hasFocus(page, page.getByPlaceholder('Search users by name or email...'));
  await button(page, /^Ben/).press('Enter');
  await button(page, 'Send Invitation').press('Enter');
  await hasFocus(page, page.getByPlaceholder('Search users by name or email...'));
});

test('a form that could not be sent, and an invitation that was', async () => {
  await createFolder(ana, 'Monday');
  const page = await site.open('/folders', ana);

  await button(page, 'New Folder').press('Enter');
  await page.getByLabel('List name').fill('Tuesday');
  await page.route('**/api/folders', (route) => setTimeout(() => route.abort(), 300), { times: 1 });
  await button(page, 'Create List').press('Enter');
  await page.getByRole('region', { name: 'Notification' }).getByText('Error').waitFor();
  await hasFocus(page, button(page, 'Create List'));
  await page.keyboard.press('Escape');

  await button(page, 'Invite to Monday').press('Enter');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Ben');
  await button(page, 'Invite Ben Test').press('Enter');
  await hasFocus(page, button(page, 'Invited'));
});

test('adding titles in the editor', async () => {
  const { id } = await createFolder(ana, 'Wednesday');
  const page = await site.open(`/folder/${id}/editor`, ana);
  const first = page.getByRole('list', { name: 'Popular titles' }).getByRole('button').first();

  await first.press('Enter');

  await hasFocus(page, first.and(page.getByRole('button', { name: /^In the list: / })));
});

test('an entry of the sidebar with the focus is not covered', async () => {
  await inviteTo(ben, (await createFolder(ben, 'Thursday')).id, ana);
  for (let n = 1; n <= 12; n += 1) await createFolder(ana, `List ${n}`);
  const page = await site.open('/users', ana, { viewport: { width: 1280, height: 500 } });
  const entries = page.getByRole('complementary').getByRole('link', { name: /^List \d+/ });
  await entries.nth(11).waitFor();
  await page.getByRole('complementary').getByText('1 pending invitation').waitFor();

  const covered = await entries.evaluateAll(
    (links) =>
      links.filter((link) => {
        (link as HTMLElement).focus();
        const { left, top, height } = link.getBoundingClientRect();
        return !link.contains(document.elementFromPoint(left + 20, top + height / 2));
      }).length,
  );

  expect(covered).toBe(0);
});

test('closing a vote', async () => {
  const { id } = await createFolder(ana, 'Sunday');
  await shareWith(ana, id, ben);
  await addTitles(ana, id, 3);
  const poll = await openPoll(ana, id);
  await ana.post(`/api/polls/${poll.id}/start`);
  const revealed = await ana.post(`/api/polls/${poll.id}/reveal`);
  expect(revealed.status).toBe(200);
  const page = await site.open(`/folder/${id}/tonight`, ana);

  await button(page, "We're watching it").press('Enter');

  await hasFocus(page, button(page, 'Choose again'));
  await page.keyboard.press('Enter');
  await page.getByText('Earlier evenings').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('writing, editing and deleting a review', async () => {
  const page = await site.open('/?title=movie-603', ana);
  const star = (name: string) => page.getByRole('radio', { name, exact: true });
  await star('4 stars').press('Space');

  await page.getByRole('button', { name: 'Save Review' }).press('Enter');
  await hasFocus(page, button(page, 'Edit review'));
  await page.keyboard.press('Enter');
  await hasFocus(page, star('4 stars'));
  await page.keyboard.press('ArrowLeft');
  await button(page, 'Update Review').press('Enter');
  await hasFocus(page, button(page, 'Edit review'));
  await button(page, 'Delete').press('Enter');
  await hasFocus(page, button(page, 'Keep'));
  await page.getByRole('group', { name: 'Delete this review?' }).getByRole('button', { name: 'Delete' }).press('Enter');
  await hasFocus(page, star('1 star'));
});

test('closing the review dialog, by Escape and by saving', async () => {
  const page = await site.open('/?title=movie-278', ana);
  await page.getByText('Not rated yet').waitFor();

  await button(page, 'Review').press('Enter');
  await hasFocus(page, page.getByRole('radio', { name: '5 stars' }));
  await page.keyboard.press('Escape');
  await hasFocus(page, button(page, 'Review'));
  await page.keyboard.press('Enter');
  await hasFocus(page, page.getByRole('radio', { name: '5 stars' }));
  await button(page, 'Save Review').press('Enter');

  await hasFocus(page, button(page, 'Reviewed'));
});
