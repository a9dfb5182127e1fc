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

test('CHROMIUM_PATH has precedence over PATH', () => {
  const named = putProgram('my/chromium');
  putProgram('bin/chromium');

  const found = findBrowser({ CHROMIUM_PATH: named, PATH: join(folder, 'bin') });

  expect(found).toBe(named);
});

test('a CHROMIUM_PATH that does not exist is an error', () => {
  const find = () => findBrowser({ CHROMIUM_PATH: join(folder, 'nothing'), PATH: '' });

  expect(find).toThrow('there is no such file');
});

test('PATH is searched for all names of the program', () => {
  const chrome = putProgram('bin/google-chrome');

  const found = findBrowser({ PATH: ['/nowhere', join(folder, 'bin')].join(':') });

  expect(found).toBe(chrome);
});

test('a download of Playwright is used if PATH has none', () => {
  const downloaded = putProgram('browsers/chromium-1234/chrome-linux64/chrome');

  const found = findBrowser({ PATH: '', PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers') });

  expect(found).toBe(downloaded);
});
