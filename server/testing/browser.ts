import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import axe, { type RunOptions } from 'axe-core';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/setup/browser.mjs';
import { claimInstance } from '../platform/instance/instance.model.ts';
import type { Person } from './people.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url));

interface TabOptions extends BrowserContextOptions {
  /** Blank pictures for tests that do not need them, because drawing many posters takes long. */
  isArtless?: boolean;
}

interface Site {
  server: TestServer;
  /** Opens a tab on a new device, for a signed-in person or, with null, for a visitor. */
  open(path: string, as: Pick<Person, 'cookie'> | null, options?: TabOptions): Promise<Page>;
  /** Console messages of all pages about violations of the Content-Security-Policy. */
  refused: string[];
  close(): Promise<void>;
}

const BLANK = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"/>' };

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a server with the built client, and Chromium with a new profile. */
async function startSite(options: Omit<TestServerOptions, 'clientDir'> = {}): Promise<Site> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No Chromium found: run `node scripts/setup.mjs browser`');
  if (!existsSync(clientDir)) throw new Error('The client is not built: run `npm run build`');
  const server = await startTestServer({ ...options, clientDir });
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  const refused: string[] = [];
  return {
    server,
    refused,
    async open(path, as, { isArtless = false, ...options } = {}) {
      const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(40_000);
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text());
      });
      if (isArtless) await context.route('**/api/art/**', (route) => route.fulfill(BLANK));
      if (as) await context.addCookies(cookiesOf(as.cookie, server.url));
      const page = await context.newPage();
      await visit(page, path);
      return page;
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

/** Opens a browser with a profile in a folder, which keeps what sites store. */
export function openProfile(folder: string, server: TestServer): Promise<BrowserContext> {
  const options = { baseURL: server.url, headless: true, args: FLAGS, reducedMotion: 'reduce' } as const;
  return chromium.launchPersistentContext(folder, { ...options, executablePath: findBrowser() ?? undefined });
}

export async function signInOn(
  device: BrowserContext,
  server: TestServer,
  person: Pick<Person, 'cookie'>,
): Promise<void> {
  await device.addCookies(cookiesOf(person.cookie, server.url));
}

export interface SiteOptions extends Omit<TestServerOptions, 'clientDir'> {
  /** Options of every tab, unless a test gives others. */
  tab?: TabOptions;
  /** Whether the first account is still to be created, so that visitors are asked to set the site up. */
  isNew?: boolean;
}

/** A site for the tests of one file. The tabs of a test are closed after it; those opened in `beforeAll` stay open. */
export function setUpSite({ tab = {}, isNew = false, ...options }: SiteOptions = {}): Pick<Site, 'server' | 'open'> {
  let site: Site;
  let pages: Page[] = [];
  beforeAll(async () => {
    site = await startSite(options);
    if (!isNew) await claimInstance();
  });
  beforeEach(() => {
    pages = [];
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    // No page may violate its Content-Security-Policy.
    expect(site.refused.splice(0)).toEqual([]);
  });
  afterAll(() => site.close());
  return {
    get server() {
      return site.server;
    },
    async open(path, as, own) {
      const page = await site.open(path, as, { ...tab, ...own });
      pages.push(page);
      return page;
    },
  };
}

interface Size {
  width: number;
  height: number;
}

/** Loads the app again at a path, in a window of this size. Without a size, the window keeps its own. */
export async function visit(page: Page, path: string, size?: Size): Promise<void> {
  if (size) await page.setViewportSize(size);
  // Tests wait for what they need. Some of it, such as the preview, is gone when the page has loaded.
  await page.goto(path, { waitUntil: 'commit' });
}

/** Goes to an address of the app as a link does, without loading the app again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

type WithAxe = { axe?: typeof axe };

/** The accessibility problems that axe finds, one line each. Checks all rules, best practices too, or the given ones. */
export async function check(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => (globalThis as WithAxe).axe !== undefined))) await page.evaluate(axe.source);
  await waitForTransitions(page);
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations = [] } =
    (await page.evaluate((wanted) => (globalThis as WithAxe).axe?.run(wanted), options)) ?? {};
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** Gives the window another size, and waits until the app has drawn it. The side bar's width changes in a transition. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => window.innerWidth === width, size.width);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await waitForTransitions(page);
}

/** Waits for animations, since colours that are fading in have too little contrast. Endless ones are not waited for. */
export async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ timeline, playState }) => timeline === document.timeline && playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  return header.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url };
  });
}
