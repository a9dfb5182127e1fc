import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Flags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Share } from '../../../common/schemas/share.ts';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
const rights = only('canAdd', 'canShare', 'canEdit');
let ana: Person;
let ben: Person;
let list: Folder;
let share: Share;

beforeAll(async () => {
  [ana, ben] = (await Promise.all(['Ana', 'Ben', 'Cleo'].map((name) => signUp(site.server, name)))) as [
    Person,
    Person,
    Person,
  ];
  list = await createFolder(ana, 'Friday');
  await addItem(ana, list.id, { title: 'The Matrix', tmdbId: 603 });
  await shareWith(ana, list.id, ben, rights);
  share = (await ana.get(`/api/folders/${list.id}/shares`)).body[0];
});

const give = (flags: Flags) => ana.put(`/api/folder-shares/${share.id}/permissions`, flags).expect(200);
const hasFocus = (page: Page, target: Locator) => target.and(page.locator(':focus')).waitFor();

/** A tab in which Ben has all rights of this file. */
async function open(path: string): Promise<Page> {
  await give(rights);
  return site.open(path, ben);
}

test('a dialog that a link opened gives the focus to the screen when Escape closes it', async () => {
  const page = await site.open('/my-list?create=category', ben);
  await hasFocus(page, page.getByRole('dialog').getByRole('textbox'));

  await page.keyboard.press('Escape');

  await hasFocus(page, page.getByRole('main'));
});

test('the share dialog closes with the right to share, and the screen says why and has the focus', async () => {
  const page = await open(`/folder/${list.id}?share=${list.id}`);
  await page.getByRole('dialog').getByPlaceholder('Search users by name or email...').waitFor();

  await give(only('canAdd'));

  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('You can no longer edit the details or share it.').waitFor();
  await hasFocus(page, page.getByRole('main'));
});

test('the share dialog that is open at a person closes too, and the screen has the focus', async () => {
  const page = await open(`/folder/${list.id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Cleo/ }).click();
  await page.getByRole('button', { name: 'Change User' }).waitFor();

  await give(only('canAdd'));

  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hasFocus(page, page.getByRole('main'));
});

test('a button with the focus that goes with its right leaves the focus to the screen', async () => {
  const page = await open(`/folder/${list.id}`);
  await page.getByRole('button', { name: 'Share' }).focus();

  await give(only('canAdd'));

  await page.getByRole('button', { name: 'Share' }).waitFor({ state: 'detached' });
  await hasFocus(page, page.getByRole('main'));
});

test('a list that is deleted while its share dialog is open leads to the overview, and a toast says why', async () => {
  const { id } = await createFolder(ana, 'Saturday');
  await shareWith(ana, id, ben, rights);
  const page = await site.open(`/folder/${id}`, ben);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByPlaceholder('Search users by name or email...').waitFor();

  await ana.delete(`/api/folders/${id}`).expect(204);

  await page.getByText('"Saturday" was deleted').waitFor();
  await page.getByRole('heading', { name: 'My Folders' }).waitFor();
  await hasFocus(page, page.getByRole('main'));
  expect(new URL(page.url()).pathname).toBe('/folders');
});

test('the dialog to add a title keeps the focus when the list that has it may not be added to any more', async () => {
  const page = await open(`/folder/${list.id}?add=movie-550`);
  await hasFocus(page, page.getByRole('dialog').getByRole('button', { name: /^Friday/ }));

  await give(only('canShare'));

  await hasFocus(page, page.getByRole('dialog').getByRole('button', { name: 'New List' }));
});

test('a note that is being written stays when the right is taken away, and is saved when it is back', async () => {
  const page = await open(`/folder/${list.id}?title=movie-603&folder=${list.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add a note' }).click();
  const note = page.getByRole('dialog').getByLabel('Note', { exact: true });
  await note.fill('For the long evening');

  await give(only('canShare'));
  await page.getByText('You can no longer add titles or edit the details.').waitFor();
  await page.getByRole('button', { name: 'Save note' }).click();

  await page.getByText('You are not allowed to do this').waitFor();
  expect(await note.inputValue()).toBe('For the long evening');

  await give(rights);
  await page.getByText('You can now add titles and edit the details.').waitFor();
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit note' }).waitFor();
  expect(await page.getByRole('dialog').getByText('For the long evening').isVisible()).toBe(true);
});
