import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { check, follow, setUpSite } from '../../../server/testing/browser.ts';
import { type Person, signUp } from '../../../server/testing/people.ts';
import { smallTargets } from '../../../server/testing/touchTargets.ts';

const site = setUpSite({
  // The first account is then the operator's.
  isNew: true,
  tab: { isArtless: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
});
let operator: Person;
let ben: Person;
let page: Page;

beforeAll(async () => {
  operator = await signUp(site.server, 'Olga');
  ben = await signUp(site.server, 'Ben');
  const ana = await signUp(site.server, 'Ana');
  await ana.post('/api/reports', { kind: 'user', id: ben.user.id, reason: 'abuse', comment: 'Rude.' });
  page = await site.open('/admin?tab=storage', operator);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});

/** The tab, with or without the number behind its name. */
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) });

/** Whether the tab is inside the window as a whole. */
const isInView = (name: string) =>
  tab(name).evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= 0 && right <= window.innerWidth;
  });

/** Whether a press on the middle of the element reaches it. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('an operator looks through all tabs on a phone, makes an invitation link and resolves a report', async () => {
  await page.getByRole('heading', { name: 'Nodes and jobs' }).waitFor();
  expect(await isInView('Storage')).toBe(true);

  for (const name of ['Settings', 'Reports', 'Invitations', 'People', 'Health', 'Storage']) {
    await tab(name).click();
    await page.getByRole('tabpanel', { name }).getByRole('heading', { level: 2 }).first().waitFor();
    expect([name, await isInView(name)]).toEqual([name, true]);
    expect([name, ...(await check(page)), ...(await smallTargets(page))]).toEqual([name]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }

  await tab('Invitations').click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('region', { name: 'Invitation links' }).getByRole('button', { name: 'Copy link' }).waitFor();
  const { body } = await operator.get('/api/admin/invitation-links');
  expect(body).toMatchObject([{ maxUses: 1, list: null }]);

  await tab('Reports').click();
  await page.getByText('Rude.').waitFor();
  await page.getByRole('tab', { name: 'Reports (1)' }).waitFor();
  await page.getByRole('button', { name: 'Resolve: Ben Test' }).click();
  await page.getByText('Resolved', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Reports', exact: true }).waitFor();
  expect((await operator.get('/api/admin/reports')).body).toMatchObject([{ resolvedAt: expect.any(String) }]);
  await page.getByRole('link', { name: 'Ben Test', exact: true }).click();
  await page.waitForURL(`**/users/${ben.user.id}`);
});

test('somebody who becomes an operator can run this site without opening the page again', async () => {
  const bens = await site.open('/account', ben);
  const link = bens.getByRole('link', { name: 'Run this site' });
  await bens.getByRole('link', { name: 'Open diary' }).waitFor();
  expect(await link.count()).toBe(0);

  await operator.put(`/api/admin/accounts/${ben.user.id}/operator`).expect(204);

  await link.click();
  await bens.getByRole('heading', { name: 'Run this site' }).waitFor();
});

test('an operator chooses the country by typing, on a phone', async () => {
  await follow(page, '/admin?tab=settings');
  const country = page.getByRole('combobox', { name: 'Country' });

  await country.click();
  await country.fill('germ');
  // The bottom bar does not cover the field.
  expect(await isOnTop(country)).toBe(true);
  await page.getByRole('option', { name: 'Germany' }).click();

  await page.getByText('Country saved').waitFor();
  expect(await country.inputValue()).toBe('Germany');
  expect((await operator.get('/api/config')).body).toMatchObject({ region: 'DE' });
});
