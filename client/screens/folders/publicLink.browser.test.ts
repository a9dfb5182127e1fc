import { expect, test } from '@jest/globals';
import { setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, signUp, titleFacts } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });

test('a list is shared by a public link, read without an account, and not found after the link has ended', async () => {
  const ana = await signUp(site.server, 'Ana');
  const folder = await createFolder(ana, 'Movie night');
  await addItem(ana, folder.id, titleFacts({ title: 'Heat', overview: 'A thief and a detective.' }));
  const tab = await site.open(`/folder/${folder.id}`, ana);

  await tab.getByRole('button', { name: 'More actions' }).click();
  await tab.getByRole('menuitem', { name: 'Public link' }).click();
  await tab.getByRole('button', { name: 'Make a public link' }).click();
  const address = await tab.getByRole('textbox', { name: 'Public link' }).inputValue();
  await tab.getByRole('button', { name: 'Copy: Public link' }).click();
  const path = new URL(address).pathname;

  const page = await site.open(path, null);
  await page.getByRole('heading', { name: 'Movie night' }).waitFor();
  await page.getByText('Heat', { exact: true }).click();
  await page.getByText('A thief and a detective.').waitFor();
  const appLink = await page.getByRole('link', { name: 'Open in Marquee' }).getAttribute('href');
  expect(new URL(appLink ?? '').pathname).toBe(`/folder/${folder.id}`);

  await tab.getByRole('button', { name: 'End link' }).click();
  await tab.getByRole('dialog', { name: 'End this link?' }).getByRole('button', { name: 'End link' }).click();
  await tab.getByText('Link ended').waitFor();
  // A new context has no cached copy.
  const later = await site.open(path, null);
  await later.getByRole('heading', { name: 'This link has ended' }).waitFor();
});
