import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { check, follow, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, shareWith, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });

const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a title of Ben counts at the bell of both tabs of Ana, and what she reads in one is read in the other', async () => {
  const [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  const { id } = await createFolder(ben, 'Friday nights');
  await shareWith(ben, id, ana);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [page, other] = await Promise.all([site.open('/my-list', ana), site.open('/diary', ana, phone)]);
  for (const tab of [page, other]) await bell(tab, 'Notifications').waitFor();

  await addItem(ben, id, { title: 'Heat' });
  for (const tab of [page, other]) await bell(tab, 'Notifications: 1 new').waitFor();
  await bell(page, 'Notifications: 1 new').click();
  const notice = page.getByRole('link', { name: /^New: Ben Test added Heat to Friday nights/ });
  await notice.waitFor();

  for (const tab of [page, other]) await bell(tab, 'Notifications').waitFor();
  await follow(other, '/notifications');
  await other.getByRole('link', { name: /^Ben Test added Heat/ }).waitFor();
  expect([...(await check(page)), ...(await check(other))]).toEqual([]);
  await notice.click();
  await page.getByRole('heading', { name: 'Friday nights' }).waitFor();
});
