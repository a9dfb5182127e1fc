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

/** Starts Chromium with a new profile. Each context of it starts with a cold cache. */
export async function openChromium(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No Chromium found: run `node scripts/setup.mjs browser`');
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

const VIEWPORT = { width: 1440, height: 900 };

/** Opens a page with a cold cache. All pages of its context run `script` before their own. Close the context after use. */
export async function openPage(browser: Browser, script: () => void): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'dark' });
  // tsx compiles functions with calls of a helper that pages do not have.
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript(script);
  return context.newPage();
}
