import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import request from 'supertest';
import { check, setUpSite } from '../../../server/testing/browser.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../server/testing/people.ts';
import { jellyfinEpisode, plexEpisode } from '../../../server/testing/playerBodies.ts';

const SHOW = 1399;
const site = setUpSite({ tab: { isArtless: true, viewport: { width: 390, height: 844 } } });
let ana: Person;
let ben: Person;

beforeAll(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  const { id } = await createFolder(ana, 'Evenings');
  await shareWith(ana, id, ben, only('canEdit'));
  await addItem(ana, id, { tmdbId: SHOW, mediaType: 'tv', title: 'Game of Thrones' });
  for (const person of [ana, ben]) await person.put(`/api/folders/${id}/shows/${SHOW}/group/members/me`, {});
});

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

test('on a phone: set up a player, watch an episode to its end, and the other person gets it in the open tab', async () => {
  const [page, bens] = await Promise.all([site.open('/account', ana), site.open('/players', ben)]);
  await bens.getByText('Your player can tick for you').waitFor();

  await page.getByRole('link', { name: 'Open players' }).click();
  await button(page, 'Add a player').click();
  await page.getByRole('textbox', { name: 'Your user names there' }).fill('ana, TV');
  expect(await check(page)).toEqual([]);
  await button(page, 'Make the address').click();
  const address = await page.getByRole('textbox', { name: 'Address to paste' }).inputValue();
  expect(address).toMatch(new RegExp(`^${site.server.url}/api/scrobble/jellyfin/mq_\\w{49}$`));
  await page.getByText('Waiting for the first event…').waitFor();
  expect(await check(page)).toEqual([]);

  const send = (body: object) => request(address).post('').type('text/plain').send(JSON.stringify(body)).expect(200);
  await send(jellyfinEpisode({ NotificationType: 'PlaybackStart', UtcTimestamp: new Date().toISOString() }));
  await page.getByText(/^Received: Game of Thrones S1 E1 · watching now/).waitFor();
  await page.getByText('Ana Test · Game of Thrones S1 E1').waitFor();
  await button(page, 'Done').click();

  await button(page, 'I usually watch with…').click();
  // The choice has the focus, which opens it.
  await page.getByRole('option', { name: 'Ben Test' }).click();
  await button(page, 'Ask').click();
  await page
    .getByText('Ben Test usually watches with you · has not agreed yet. Ask them to open Account → Players.')
    .waitFor();
  expect(await check(page)).toEqual([]);
  await button(bens, 'Agree').click();
  await page.getByText('Ben Test usually watches with you', { exact: true }).waitFor();

  await send(jellyfinEpisode({ NotificationUsername: 'kids', EpisodeNumber: 5 }));
  await page.getByText(/S1 E5, watched by kids · not recorded/).waitFor();
  await Promise.all([
    page.getByText(/^Received: Game of Thrones S1 E1 · in your diary/).waitFor(),
    bens.getByRole('button', { name: 'Add to diary' }).click(),
    send(jellyfinEpisode({ UtcTimestamp: new Date().toISOString() })),
  ]);
  await bens.getByText('Added to your diary').waitFor();
  expect((await ben.get('/api/plays')).body).toMatchObject([{ tmdbId: SHOW, season: 1, episode: 1 }]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a title that is not recognised is picked, and then all like it follow', async () => {
  const { path } = (await ana.post('/api/players', { kind: 'plex', name: 'Plex' })).body;
  const send = (body: object) => request(site.server.url).post(path).field('payload', JSON.stringify(body)).expect(200);
  const page = await site.open('/players', ana);
  await send(plexEpisode());
  await page.getByRole('heading', { name: 'Not recognised' }).waitFor();
  expect(await check(page)).toEqual([]);

  await button(page, 'Search Game of Thrones').click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Game of Thrones Show/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Titles that you picked' }).waitFor();

  await send(plexEpisode({ index: 3, lastViewedAt: 1_773_950_400 }));
  await page.getByText(/^Received: Game of Thrones S3 E3 · in your diary/).waitFor();
});
