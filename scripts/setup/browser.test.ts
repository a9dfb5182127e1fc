import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findBrowser } from './browser.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-browser-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function putProgram(path: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
}

test('the Chromium that is named wins over the one on the PATH', () => {
  const named = putProgram('my/chromium');
  putProgram('bin/chromium');

  const found = findBrowser({ CHROMIUM_PATH: named, PATH: join(folder, 'bin') });

  expect(found).toBe(named);
});

test('a Chromium that is named and missing is an error, not a reason to take another', () => {
  const find = () => findBrowser({ CHROMIUM_PATH: join(folder, 'nothing'), PATH: '' });

  expect(find).toThrow('there is no such file');
});

test('the PATH is searched under every name it goes by', () => {
  const chrome = putProgram('bin/google-chrome');

  const found = findBrowser({ PATH: ['/nowhere', join(folder, 'bin')].join(':') });

  expect(found).toBe(chrome);
});

test("without one on the PATH, Playwright's download is taken", () => {
  const downloaded = putProgram('browsers/chromium-1234/chrome-linux64/chrome');

  const found = findBrowser({ PATH: '', PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers') });

  expect(found).toBe(downloaded);
});
