import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { rareScreens } from '../../../scripts/setup/worker.mjs';
import { follow, openProfile, setUpSite, signInOn } from '../../../server/testing/browser.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../server/testing/people.ts';
import { screens } from '../screens.ts';

/** Eight seasons, of 10 episodes each at first. */
const SHOW = 1399;
const site = setUpSite();
let profile: string;
let device: BrowserContext;
let ana: Person;
let ben: Person;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(site.server, 'Ana'), signUp(site.server, 'Ben')]);
  profile = mkdtempSync(join(tmpdir(), 'pocket-'));
  device = await openProfile(profile, site.server);
  await signInOn(device, site.server, ana);
});
afterEach(async () => {
  await device.close();
  rmSync(profile, { recursive: true, force: true });
});

const itemsOf = async (person: Person, { id }: Folder): Promise<string[]> =>
  (await person.get(`/api/folders/${id}/items`)).body.map(({ title }: Item) => title).sort();

/** Waits for what another device does. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(200);
}

const titleLink = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) }).first();

/** Opens the app, and waits until its files are on the device. */
async function openApp(path: string): Promise<Page> {
  const page = await device.newPage();
  await page.goto(path);
  // A worker can be ready a moment before it answers for the page.
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  return page;
}

/** Waits until the database of the device has a text. */
const untilKept = (page: Page, text: string) => until(() => page.evaluate(isKept, text));

/** In the page: whether the database of the device has a text. */
async function isKept(wanted: string): Promise<boolean> {
  const { storageBuckets } = navigator as unknown as { storageBuckets: { open(name: string): Promise<Window> } };
  const { indexedDB } = await storageBuckets.open('marquee');
  // To open it before the app has would make it, without its stores.
  if ((await indexedDB.databases()).length === 0) return false;
  const request = indexedDB.open('marquee');
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  const read = request.result.transaction('kept').objectStore('kept').getAll();
  await new Promise((resolve) => {
    read.onsuccess = resolve;
  });
  request.result.close();
  return JSON.stringify(read.result).includes(wanted);
}

/** What the app stores, and with the browser's cache of answers, which scripts cannot clear. */
const STORED = /IndexedDB|Storage|Service Worker/;
const STORED_AND_CACHED = /IndexedDB|Storage|Service Worker|Cache/;

/** The site's own files in the browser's profile. The history, which has the titles of pages, is the browser's. */
function siteFiles(which = STORED_AND_CACHED): Buffer {
  const files = readdirSync(profile, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, file: join(entry.parentPath, entry.name) }))
    .filter(({ entry, file }) => entry.isFile() && which.test(file));
  return Buffer.concat(files.map(({ file }) => readIfThere(file)));
}

/** The browser also deletes files meanwhile. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** As a text may be stored, with one byte for each character or with two. */
const has = (bytes: Buffer, text: string) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'));

test('on a plane: lists are read and changed offline, over a closed tab, and each change arrives once', async () => {
  const folders = await Promise.all(['Friday', 'Noir', 'Shorts'].map((name) => createFolder(ana, name)));
  const [friday, noir, shorts] = folders as [Folder, Folder, Folder];
  await shareWith(ana, friday.id, ben);
  await addItem(ana, friday.id, { title: 'Heat' });
  await addItem(ana, friday.id, { title: 'Alien' });
  const laura = await addItem(ana, noir.id, { title: 'Laura' });
  const boat = await addItem(ana, shorts.id, { title: 'Boat' });
  const [{ rev }] = (await ana.get('/api/folders')).body.filter(({ id }: Folder) => id === friday.id);
  let page = await openApp('/my-list');
  for (const [folder, title] of [
    [friday, 'Heat'],
    [noir, 'Laura'],
    [shorts, 'Boat'],
  ] as const) {
    await follow(page, `/folder/${folder.id}`);
    await titleLink(page, title).waitFor();
    await untilKept(page, title);
  }

  await device.setOffline(true);
  await page.goto(`/folder/${friday.id}`);
  await page.getByText(/^Offline: showing what was here at \d\d:\d\d$/).waitFor();
  await page.getByRole('button', { name: 'Remove Heat' }).click();
  await titleLink(page, 'Heat').waitFor({ state: 'detached' });
  for (const [folder, item] of [
    [noir, laura],
    [shorts, boat],
  ] as const) {
    await follow(page, `/folder/${folder.id}`);
    await titleLink(page, item.title).waitFor();
    await follow(page, `/folder/${folder.id}?add=movie-${item.tmdbId}`);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Friday/ })
      .click();
    // Not the message about the title before.
    const added = page.getByRole('region', { name: 'Notification' }).filter({ hasText: 'Added to "Friday"' });
    await added.filter({ hasText: item.title }).waitFor();
  }
  await page.close();
  page = await device.newPage();
  await page.goto(`/folder/${friday.id}`);
  await titleLink(page, 'Laura').waitFor();
  await titleLink(page, 'Boat').waitFor();
  expect(await titleLink(page, 'Heat').count()).toBe(0);
  expect(await itemsOf(ben, friday)).toEqual(['Alien', 'Heat']);
  await device.setOffline(false);

  await until(async () => (await itemsOf(ben, friday)).join() === 'Alien,Boat,Laura');
  await page.getByText(/^Offline/).waitFor({ state: 'detached' });
  const { changes } = (await ana.get(`/api/folders/${friday.id}/changes?since=${rev}`)).body;
  expect(changes.map(({ type }: { type: string }) => type)).toEqual(['item:removed', 'item:added', 'item:added']);
});

test('ticks of episodes wait for a connection, one and several', async () => {
  const page = await openApp(`/?title=tv-${SHOW}`);
  const season = page.getByRole('tab', { name: /^Season 1/ });
  const row = (code: string) => page.getByRole('button', { name: `Seen ${code}`, exact: true });
  await row('S1 E1').waitFor();
  await device.setOffline(true);

  await row('S1 E1').click();
  await page.getByText('S1 E1 watched').waitFor();
  await page.getByRole('button', { name: 'Options for S1 E4' }).click();
  await page.getByRole('menuitem', { name: 'Seen up to here' }).click();
  await page.getByText('3 episodes marked as seen').waitFor();
  await season.filter({ hasText: '4 of 10' }).waitFor();
  await device.setOffline(false);

  await until(async () => (await ana.get(`/api/tv/${SHOW}/progress`)).body.seenCount === 4);
  expect((await ana.get('/api/plays')).body).toHaveLength(4);
});

test('signing out leaves nothing readable on the device, and the next person sees nothing of it', async () => {
  const secret = await createFolder(ana, 'Cleo’s surprise zqxjkv');
  await addItem(ana, secret.id, { title: 'Wvutsr' });
  const page = await openApp('/my-list');
  await page.getByText('zqxjkv').first().waitFor();
  await untilKept(page, 'zqxjkv');
  expect(has(siteFiles(), 'zqxjkv')).toBe(true);

  await follow(page, `/folder/${secret.id}`);
  await titleLink(page, 'Wvutsr').waitFor();
  await device.setOffline(true);
  await page.getByRole('button', { name: 'Remove Wvutsr' }).click();
  await titleLink(page, 'Wvutsr').waitFor({ state: 'detached' });
  await follow(page, '/account');
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: '1 change has not been sent' }).waitFor();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await device.setOffline(false);
  await until(async () => (await itemsOf(ana, secret)).length === 0);
  await page.getByText('Changes on this device still wait').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Log out' }).click();
  // For a moment the server's page and the app's both have it.
  await page.getByRole('link', { name: 'Sign In Now' }).first().waitFor();

  await until(async () => !has(siteFiles(), 'zqxjkv'));
  await signInOn(device, site.server, ben);
  await page.goto('/my-list');
  await page.getByRole('heading', { name: 'My List' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await untilKept(page, ben.user.id);
  await device.setOffline(true);
  await page.goto('/my-list');
  await page.getByText(/^Offline/).waitFor();
  expect(await page.getByText('zqxjkv').count()).toBe(0);
});

test('signing out on a plane leaves nothing readable in any tab, and ends the session when the connection is back', async () => {
  const secret = await createFolder(ana, 'Cleo’s surprise zqxjkv');
  await addItem(ana, secret.id, { title: 'Wvutsr' });
  const other = await openApp(`/folder/${secret.id}`);
  await titleLink(other, 'Wvutsr').waitFor();
  const page = await openApp('/account');
  await untilKept(page, 'zqxjkv');
  const said = (tab: Page) => tab.getByText(/^You’re logged out, and nothing of yours is left on this device/);
  await device.setOffline(true);

  await page.getByRole('link', { name: 'Log out' }).click();
  await Promise.all([said(page).waitFor(), said(other).waitFor()]);
  expect(await other.getByText('Wvutsr').count()).toBe(0);
  const isGone = (bytes: Buffer) => !has(bytes, 'zqxjkv') && !has(bytes, 'Wvutsr');
  await until(async () => isGone(siteFiles(STORED)));
  await page.goto('/my-list');
  await said(page).waitFor();
  await device.setOffline(false);

  await said(page).waitFor({ state: 'detached' });
  // For a moment the server's page and the app's both have it.
  await page.getByRole('link', { name: 'Sign In Now' }).first().waitFor();
  await until(async () => (await ana.get('/api/auth/user')).status === 401);
  await until(async () => isGone(siteFiles()));
});

test('a picture that was seen in one size is shown offline in every size', async () => {
  const page = await openApp('/my-list');
  const statusOf = (id: number, size: string) =>
    page.evaluate(async (url) => (await fetch(url)).status, `/api/art/poster/movie/${id}?size=${size}`);
  expect(await statusOf(603, 'w185')).toBe(200);

  await device.setOffline(true);

  expect(await statusOf(603, 'w500')).toBe(200);
  await expect(statusOf(604, 'w500')).rejects.toThrow('Failed to fetch');
});

test('the app can be installed: its manifest, its icons in their sizes, and a worker that starts it offline', async () => {
  const page = await openApp('/my-list');
  await page.getByRole('heading', { name: 'My List' }).waitFor();
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(link ?? '');
  const manifest = await answer.json();

  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  expect(manifest).toMatchObject({ name: 'Marquee', display: 'standalone', scope: '/', start_url: '/my-list' });
  expect(manifest.icons.filter(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toHaveLength(1);
  const pictures: { src: string; sizes: string }[] = [...manifest.icons, ...manifest.screenshots];
  for (const { src, sizes } of pictures.filter((picture) => picture.sizes !== 'any')) {
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'GET' });
  const worker = await page.request.get('/sw.js');
  expect(worker.headers()['cache-control']).toMatch(/no-cache|max-age=0/);
  await untilKept(page, ana.user.id);
  await device.setOffline(true);
  await page.goto('/users');
  await page.goto(manifest.start_url);
  await page.getByRole('heading', { name: 'My List' }).waitFor();
  await device.setOffline(false);
  await page.goto('/share?text=Game%20of%20Thrones%20https%3A%2F%2Fwww.imdb.com%2Ftitle%2Ftt0944947%2F');
  await page.getByRole('dialog').getByRole('heading', { name: 'Game of Thrones' }).waitFor();
});

test('an app that loses its connection before it is on the device is there once the connection is back', async () => {
  await device.addInitScript(() => {
    const workers = navigator.serviceWorker;
    const register = workers.register.bind(workers);
    workers.register = () => {
      workers.register = register;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
  });
  const page = await device.newPage();
  await page.goto('/my-list');
  await page.getByRole('heading', { name: 'My List' }).waitFor();
  await untilKept(page, ana.user.id);

  await device.setOffline(true);
  await page.getByText(/^Offline/).waitFor();
  await device.setOffline(false);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await device.setOffline(true);
  await page.goto('/my-list');

  await page.getByRole('heading', { name: 'My List' }).waitFor();
});

test('a first visit that is cut off while the app is loaded goes on once the connection is back', async () => {
  const page = await device.newPage();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/my-list');
  await page.getByText('No connection. Marquee is loaded as soon as the server answers.').waitFor();

  await page.unroute('**/assets/*.js');

  await page.getByRole('heading', { name: 'My List' }).waitFor();
});

test('the screens that most people use open offline, though they were never open before', async () => {
  const folder = await createFolder(ana, 'Friday');
  const page = await openApp('/my-list');
  await untilKept(page, 'Friday');
  await device.setOffline(true);
  const usual = screens.filter(({ name }) => !rareScreens.includes(name));
  const failed: string[] = [];

  for (const { path } of usual) {
    await page.goto(path.replace(/:\w+/, folder.id));
    const title = page.getByRole('main').getByRole('heading', { level: 1 }).first();
    if ((await title.textContent()) === 'Couldn’t load this screen') failed.push(path);
  }

  expect(failed).toEqual([]);
});

test('the app opens from the device while a proxy answers that its server is away', async () => {
  const folder = await createFolder(ana, 'Friday');
  const proxy = await startProxy();
  const page = await openApp(`${proxy.url}/folder/${folder.id}`);
  await untilKept(page, 'Friday');
  proxy.loseServer();

  await page.goto(`${proxy.url}/folder/${folder.id}`);

  await page.getByRole('heading', { name: 'Friday' }).waitFor();
  await device.close();
  await proxy.stop();
});

test('a new version is offered, but not to a page that came with it', async () => {
  const proxy = await startProxy();
  const page = await openApp(`${proxy.url}/my-list`);
  const notice = page.getByText('A new version is ready.');
  // The browser joins an update with its own, which may have read the worker before it changed. Then it is asked again.
  const updateUntil = (isSo: () => Promise<boolean>) =>
    until(async () => {
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      return isSo();
    });
  let isCompared = false;
  page.on('requestfinished', (request) => {
    isCompared ||= request.url().endsWith('/shell?now');
  });
  proxy.change('/sw.js', (worker) => `${worker}// The version of the page`);
  // The new worker takes over once the one before has nothing to do any more, which can take minutes.
  await updateUntil(async () => isCompared);
  expect(await notice.count()).toBe(0);

  proxy.change('/sw.js', (worker) => `${worker}// A newer version`);
  proxy.change('/shell?now', (shell) => shell.replaceAll('assets/index-', 'assets/newer-'));

  await updateUntil(() => notice.isVisible());
  await device.close();
  await proxy.stop();
});

/** A proxy before the site. */
async function startProxy() {
  let isAway = false;
  const changes = new Map<string, (text: string) => string>();
  const proxy = createServer(async (req, res) => {
    const url = `${site.server.url}${req.url}`;
    const change = changes.get(req.url ?? '');
    if (isAway) res.writeHead(502).end('Bad Gateway');
    else if (change) {
      const answer = await fetch(url);
      res.setHeader('content-type', answer.headers.get('content-type') ?? '').end(change(await answer.text()));
    } else {
      const { method, headers } = req;
      const onward = request(url, { method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      req.pipe(onward);
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** From now on it answers for a server that is away. */
    loseServer() {
      isAway = true;
    },
    /** From now on, the text at an address is another one. */
    change(address: string, toChanged: (text: string) => string) {
      changes.set(address, toChanged);
    },
    async stop() {
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
