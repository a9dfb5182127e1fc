import { beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../common/schemas/folder.ts';
import { setUpSite } from '../../server/testing/browser.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../server/testing/people.ts';

jest.setTimeout(60_000);

const site = setUpSite({ tab: { isArtless: true, viewport: { width: 390, height: 844 }, hasTouch: true } });
let ana: Person;
let list: Folder;

beforeAll(async () => {
  ana = await signUp(site.server, 'Ana');
  const ben = await signUp(site.server, 'Benedikta-Alexandra', 'Konstantinopolitanska');
  list = await createFolder(ana, 'Friday nights at the cinema');
  for (let n = 1; n <= 21; n += 1) await addItem(ana, list.id, { tmdbId: n, title: `Title ${n}` });
  const shared = await createFolder(ben, 'Films for the long weekend');
  await shareWith(ben, shared.id, ana);
});

/** The spacing that users may set: WCAG 2.2, 1.4.12. */
const spaceOut = (page: Page) =>
  page.addStyleTag({
    content:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  });

/** The text of the elements that hide a part of it. */
const cutOff = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) =>
    found
      .flatMap((element) => [element, ...element.querySelectorAll('*')])
      .filter((element) => element.clientWidth > 1 && getComputedStyle(element).overflowX !== 'visible')
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
      )
      .map((element) => element.textContent),
  );

test.each([false, true])('on a phone, My List shows the names of lists whole (wide spacing: %s)', async (isSpaced) => {
  const page = await site.open('/my-list', ana, { bypassCSP: true });
  await page.getByRole('list', { name: list.name }).waitFor();
  await page.getByText('This category is empty').waitFor();
  if (isSpaced) await spaceOut(page);

  expect(await cutOff(page, 'main section h2')).toEqual([]);
  // No heading covers what is below it.
  const rows = await page
    .locator('main section:has(h2 a[href^="/category/"])')
    .evaluateAll((sections) =>
      sections.map((section) =>
        [section.querySelector('h2'), section.querySelector('[role="list"], p')].map((part) =>
          part?.getBoundingClientRect(),
        ),
      ),
    );
  for (const [heading, below] of rows) expect(heading?.bottom).toBeLessThanOrEqual(below?.top ?? 0);
});

test.each([false, true])('the number of selected titles is never cut off (wide spacing: %s)', async (isSpaced) => {
  const page = await site.open(`/folder/${list.id}/editor`, ana, { bypassCSP: true });
  await page.getByRole('tab', { name: /^In this list/ }).click();
  const firstTitle = page.getByRole('checkbox', { name: 'Select Title 21' });
  const before = (await firstTitle.boundingBox())?.y;
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Remove 21' }).waitFor();
  expect((await firstTitle.boundingBox())?.y).toBe(before);
  if (isSpaced) await spaceOut(page);

  expect(await cutOff(page, 'div:has(> label input[type="checkbox"]):has(> [role="status"])')).toEqual([]);
  const chosen = page.getByText('21 selected');
  const { right } = await chosen.evaluate((element) => element.getBoundingClientRect());
  expect(right).toBeLessThanOrEqual(390);
});
