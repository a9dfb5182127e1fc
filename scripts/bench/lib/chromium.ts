import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../setup/browser.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A Chromium with a fresh profile; the pages of each of its contexts start with a cold cache. */
export async function openChromium(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No Chromium found: run `node scripts/setup.mjs browser`');
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

const VIEWPORT = { width: 1440, height: 900 };

/** A page that runs `script` before anything of its own, on a device with a cold cache. Close its context after use. */
export async function openPage(browser: Browser, script: () => void): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'dark' });
  const page = await context.newPage();
  // The loader of these scripts names functions through a helper that pages don't have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(script);
  return page;
}
