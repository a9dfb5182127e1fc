import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let ben: Person;
let folder: Folder;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  folder = await createFolder(ana, 'Movie night');
  await shareWith(ana, folder.id, ben, only('canEdit'));
  for (const title of ['First pick', 'Second pick', 'Third pick']) await addItem(ana, folder.id, { title });
});

/** Waits until the list shows these titles in this order. */
async function waitForOrder(page: Page, titles: string[]) {
  await page.waitForFunction((wanted) => {
    const names = [...document.querySelectorAll<HTMLImageElement>('main a img')].map(({ alt }) => alt);
    const shown = names.flatMap((name) => wanted.find((title) => name.startsWith(title)) ?? []);
    return shown.join() === wanted.join();
  }, titles);
}

test('an order made by keys and by pointer is seen live by others', async () => {
  const [anas, bens] = await Promise.all([
    site.open(`/folder/${folder.id}`, ana),
    site.open(`/folder/${folder.id}`, ben),
  ]);
  await bens.getByRole('button', { name: 'Change order' }).click();
  const handle = (title: string) => bens.getByRole('button', { name: `Move ${title}`, exact: true });

  await handle('First pick').press('Space');
  await bens.getByText('You have lifted an item in position 1').waitFor({ state: 'attached' });
  await bens.keyboard.press('ArrowDown');
  await bens.getByText('You have moved the item from position 1 to position 2').waitFor({ state: 'attached' });
  await bens.keyboard.press('Space');
  await waitForOrder(anas, ['Second pick', 'First pick', 'Third pick']);

  // Hovering waits until the titles have stopped moving.
  await handle('Second pick').hover();
  const to = await handle('Second pick').boundingBox();
  await handle('Third pick').hover();
  await bens.mouse.down();
  await bens.mouse.move(to!.x + 20, to!.y + 10, { steps: 12 });
  await bens.mouse.up();
  await waitForOrder(anas, ['Third pick', 'Second pick', 'First pick']);
  expect(await check(bens)).toEqual([]);
});
