import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, run, SetupError } from './run.mjs';

// The headless shell first: it is the same engine without the browser's own windows, and a quarter faster.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const MAC_APPS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds Chromium by CHROMIUM_PATH, on PATH, or among Playwright's downloads. Returns null if none is found. */
export function findBrowser(environment = process.env) {
  const named = environment.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`CHROMIUM_PATH is ${named}, but there is no such file.`);
  }
  const onPath = (environment.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const isThere = (file) => existsSync(file);
  return onPath.find(isThere) ?? findDownloaded(environment) ?? MAC_APPS.find(isThere) ?? null;
}

/** Finds Chromium, or installs it with Playwright, or with apt where possible. */
export async function findOrInstallBrowser() {
  const found = findBrowser();
  if (found) return found;
  console.error('No Chromium found; installing one for the browser tests …');
  await run(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']);
  if (!findBrowser() && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    await run('apt-get', ['update']);
    // Older releases have no headless shell of its own.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (!findBrowser()) await installPackage(name);
    }
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new SetupError(
    'The browser tests need Chromium, which could not be installed. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

function installPackage(name) {
  return run('apt-get', ['install', '-y', '--no-install-recommends', name], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function findDownloaded(environment) {
  const folder = environment.PLAYWRIGHT_BROWSERS_PATH || join(cacheFolder(environment), 'ms-playwright');
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  const versions = existsSync(folder) ? readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name)) : [];
  return (
    versions
      .flatMap((version) => programs.map((program) => join(folder, version, program)))
      .find((file) => existsSync(file)) ?? null
  );
}

function cacheFolder(environment) {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches');
  if (process.platform === 'win32') return environment.LOCALAPPDATA ?? join(homedir(), 'AppData/Local');
  return environment.XDG_CACHE_HOME ?? join(homedir(), '.cache');
}
