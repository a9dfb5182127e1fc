import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/setup/browser.mjs';

export interface Person {
  email: string;
  password: string;
  firstName?: string;
  lastName?: string;
}

export interface TestBrowser {
  /** A tab of a visitor who is not signed in. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A tab of that person, on a device of their own: registered when they are new, signed in when they are not. */
  openAs(person: Person, path?: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A Chromium with a profile of its own, for pages of the server at `baseUrl`. */
export async function startBrowser(baseUrl: string): Promise<TestBrowser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No Chromium found: run `node scripts/setup.mjs browser`');
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });

  return {
    async open(path = '/', options = {}) {
      const context = await newContext(browser, baseUrl, options);
      return openPage(context, path);
    },
    async openAs(person, path = '/', options = {}) {
      const context = await newContext(browser, baseUrl, options);
      await signIn(context, person);
      return openPage(context, path);
    },
    close: () => browser.close(),
  };
}

/** What axe finds that keeps people out, one line each; an accessible page gives an empty list. */
export async function check(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(', ')})`);
}

async function newContext(browser: Browser, baseURL: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(10_000);
  return context;
}

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Through the REST API: requests of a context share its cookies. */
async function signIn(context: BrowserContext, person: Person): Promise<void> {
  const registered = await context.request.post('/api/auth/register', { data: person });
  if (registered.ok()) return;
  const { email, password } = person;
  const signedIn = await context.request.post('/api/auth/login', { data: { email, password } });
  if (!signedIn.ok()) throw new Error(`${email} could not sign in: ${signedIn.status()} ${await signedIn.text()}`);
}
