import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { setUpSite, visit } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true } });
let ana: Person;
let ben: Person;
let noir: Folder;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  noir = await createFolder(ben, 'Noir');
  await addItem(ben, noir.id, { title: 'Laura' });
});

const { open } = site;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });

test('a list that is shown to nobody, and a block, change what others see in their open tabs', async () => {
  const anas = await open(`/users/${ben.user.id}`, ana);
  await anas.getByRole('link', { name: 'Noir (1)' }).waitFor();
  const bens = await open(`/category/${noir.id}`, ben);

  await button(bens, 'More actions').click();
  await bens.getByRole('menuitem', { name: 'Who can see it' }).click();
  await bens.getByRole('radio', { name: 'Only the people of this list' }).click();
  await button(bens, 'Save').click();
  await anas.getByText("This user hasn't created any lists yet.").waitFor();

  await visit(bens, `/users/${ana.user.id}`);
  await button(bens, 'More actions').click();
  await bens.getByRole('menuitem', { name: 'Block' }).click();
  await button(bens, 'Block').click();
  await heading(bens, 'You blocked Ana Test').waitFor();
  await heading(anas, 'User Not Found').waitFor();

  await visit(bens, '/account');
  await button(bens, 'Unblock Ana Test').click();
  await heading(anas, 'Ben Test').waitFor();
});

test('somebody who hides which list they have open is not shown there', async () => {
  await shareWith(ben, noir.id, ana);
  const anas = await open(`/category/${noir.id}`, ana);
  await open(`/category/${noir.id}`, ben);
  const face = anas.getByRole('img', { name: 'Here now: Ben Test' });
  await face.waitFor();

  const account = await open('/account', ben);
  await account.getByRole('switch', { name: 'Show when I am in a list' }).click({ force: true });

  await face.waitFor({ state: 'detached' });
  expect(await anas.getByRole('link', { name: /Laura/ }).count()).toBeGreaterThan(0);
});
