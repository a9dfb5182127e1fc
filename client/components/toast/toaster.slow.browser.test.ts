import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { follow, setUpSite } from '../../../server/testing/browser.ts';
import { createFolder, type Person, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
let ana: Person;
let folder: Folder;

beforeEach(async () => {
  ana = await signUp(site.server, 'Ana');
  folder = await createFolder(ana, 'Movie night');
});

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByText('Added to "Movie night"');

/** The controls inside the given element, of those in view, that the toast covers. */
async function coveredIn(page: Page, selector: string): Promise<string[]> {
  await toast(page).waitFor();
  return page.evaluate((within) => {
    const region = document.querySelector('[aria-label="Notification"]');
    const root = [...document.querySelectorAll(within)].at(-1);
    const box = root?.getBoundingClientRect();
    if (!region || !root || !box) throw new Error(`No ${within}, or no toast`);
    const controls = [...root.querySelectorAll('a, button, input')];
    if (controls.length === 0) throw new Error(`No controls in ${within}`);
    return controls
      .map((control) => ({ control, at: control.getBoundingClientRect() }))
      .filter(({ at }) => at.width > 0)
      .flatMap(({ control, at }) =>
        [at.left + 2, at.left + at.width / 2, at.right - 2].flatMap((x) =>
          [at.top + 2, at.top + at.height / 2, at.bottom - 2]
            .filter((y) => x > box.left && x < box.right && y > box.top && y < box.bottom)
            .filter((y) => region.contains(document.elementFromPoint(x, y)))
            .map(() => control.textContent || control.getAttribute('aria-label') || control.tagName),
        ),
      );
  }, selector);
}

/** Adds a title to the list; the toast stays while the pointer rests on it. */
async function addTitle(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Movie night/ }).click();
  await toast(page).hover();
}

async function openDialog(page: Page, dialog: string): Promise<void> {
  await follow(page, `/folder/${folder.id}`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await follow(page, `/folder/${folder.id}?${dialog}`);
  await page.getByRole('dialog').getByRole('button').first().waitFor();
}

test.each([
  ['phones', phone],
  ['wide screens', desktop],
])('on %s a toast covers no control of a dialog that opens under it', async (_where, viewport) => {
  const page = await site.open(`/folder/${folder.id}?add=movie-949`, ana, { viewport });
  await addTitle(page);

  for (const dialog of ['title=movie-949', `share=${folder.id}&by=link`, `share=${folder.id}`, 'shortcuts=1']) {
    await openDialog(page, dialog);
    // An open dialog moves it.
    await toast(page).hover();
    expect([dialog, await coveredIn(page, '[role="dialog"]')]).toEqual([dialog, []]);
  }
  await openDialog(page, `share=${folder.id}&by=link`);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('textbox', { name: 'Invitation link' }).waitFor();
});

test('a toast covers nothing of the bottom bar', async () => {
  const page = await site.open(`/folder/${folder.id}?add=movie-949`, ana, { viewport: phone });
  await addTitle(page);

  expect(await coveredIn(page, 'nav')).toEqual([]);
});
