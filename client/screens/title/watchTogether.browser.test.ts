import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Folder } from '../../../common/schemas/folder.ts';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';

/** Its first season has ten episodes. */
const SHOW = 1399;
const site = setUpSite({ tab: { isArtless: true, viewport: { width: 390, height: 844 } } });
let ana: Person;
let ben: Person;
let folder: Folder;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  folder = await createFolder(ana, 'Sofa');
  await shareWith(ana, folder.id, ben, only());
  await addItem(ana, folder.id, { tmdbId: SHOW, mediaType: 'tv', title: 'Game of Thrones' });
  for (const [person, episode] of [
    [ana, 8],
    [ben, 9],
  ] as const) {
    await person.post('/api/plays/up-to', { tmdbId: SHOW, season: 1, episode }).expect(200);
  }
});

const list = () => `/folder/${folder.id}`;
const dialog = () => `${list()}?title=tv-${SHOW}&folder=${folder.id}`;
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

test('two people watch a season to its end on their phones, from founding the group on', async () => {
  const bens = await site.open(list(), ben);
  await bens.getByRole('heading', { name: 'Sofa' }).waitFor();
  const anas = await site.open(dialog(), ana);
  await press(anas, 'Watch together');
  await sees(anas, 'You’re the first. Others of this list can join you.');
  expect(await check(anas)).toEqual([]);

  await press(anas, /^Ask.*Ben/);
  const question = bens.getByRole('complementary', { name: 'Watch together' });
  await question.getByText('Ana Test wants to watch Game of Thrones with you.').waitFor();
  expect(await check(bens)).toEqual([]);
  await question.getByRole('button', { name: 'Join' }).click();
  // Ben is one episode ahead, which Ana does not learn.
  await sees(anas, 'Next for you both: S1 E9');
  await sees(anas, 'You and Ben Test watch this together.');
  await press(anas, 'We watched it');
  await sees(anas, 'Next for you both: S1 E10');

  await bens.goto(new URL(dialog(), bens.url()).href);
  await sees(bens, 'Next for you both: S1 E10');
  await bens.getByRole('switch', { name: /^Others may tick for me/ }).click();
  await bens.getByRole('switch', { name: /^Others may tick for me/, checked: true }).waitFor();
  await press(anas, 'We watched it');
  await sees(bens, 'Ana Test ticked S1 E10 of Game of Thrones for you');
  for (const page of [anas, bens]) await sees(page, 'Next for you both: S2 E1');
  expect(await check(bens)).toEqual([]);

  for (const person of [ana, ben]) {
    const { body } = await person.get(`/api/tv/${SHOW}/progress`);
    expect(body).toMatchObject({ seen: { 1: [[1, 10]] }, next: { season: 2, episode: 1 } });
  }
});
