import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { matchPath } from 'react-router-dom';
import { screens } from '../client/app/screens.ts';

// docs/screens.md names the test of each part of a screen. This file tests docs/screens.md.

const rows = readFileSync('docs/screens.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What'));
const source = ['client', 'common', 'server'].map(readAll).join('\n');

function readAll(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return readAll(path);
      return /\.tsx?$/.test(entry.name) ? inOneFamily(readFileSync(path, 'utf8')) : '';
    })
    .join('\n');
}

/** Replaces the nouns of both families by a placeholder, since the product has such texts only once. */
function inOneFamily(text: string): string {
  return text
    .replace(/\$?\{(?:\w+\.)*family\.(?:noun|nouns|Noun|Nouns)\}/g, '§')
    .replace(/\b(?:folder|folders|category|categories)\b/gi, '§')
    .replace(/\\'/g, "'")
    .replace(/\s+/g, ' ');
}

/** The quoted texts of a row. Apostrophes inside words are no quotation marks. */
function quotedIn(row: string): string[] {
  return [...row.matchAll(/(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g)].map(([, text]) => text ?? '');
}

/** The parts of a text without placeholders, which are a number n or a {name}. */
function fixedParts(text: string): string[] {
  return inOneFamily(text)
    .split(/\{[^}]*\}|(?<!\w)n(?!\w)/)
    .filter((part) => /\w/.test(part));
}

describe('docs/screens.md', () => {
  test('has a row for every screen', () => {
    const paths = screens.map(({ path }) => path);

    expect(paths.filter((path) => !rows.some((row) => row.includes(`\`${path}\``)))).toEqual([]);
  });

  test('names existing tests in every row', () => {
    const unknown = rows.filter((row) => {
      const files = [...row.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file ?? '');
      return files.length === 0 || !files.every((file) => existsSync(file));
    });

    expect(unknown).toEqual([]);
  });

  test('quotes only texts of the product', () => {
    const unknown = rows.flatMap(quotedIn).filter((text) => !fixedParts(text).every((part) => source.includes(part)));

    expect(unknown).toEqual([]);
  });
});

test('every screen sets the title of the browser tab with usePageTitle', () => {
  const files = readdirSync('client/screens', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('Screen.tsx'))
    .map((file) => join('client/screens', file));

  expect(files.filter((file) => !readFileSync(file, 'utf8').includes('usePageTitle('))).toEqual([]);
});

/** Screens to which links from outside lead. */
const linkedFromOutside: Record<string, string> = {
  '/browse': 'the same as /',
  '/join/:token': 'an invitation link',
  '/share': 'the menu of the device, for what another app shares',
  '/tonight/:token': 'the link for guests of a vote',
};

test('something in the app leads to every screen', () => {
  const texts = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing|^app.screens\.ts$/.test(file))
    .map((file) => readFileSync(join('client', file), 'utf8'))
    .join('\n');
  const plain = screens.filter((screen) => !('family' in screen) && !(screen.path in linkedFromOutside));
  const isLinked = (path: string) => new RegExp(`['"\`]${path.replace(/:.*/, '\\$')}(['"\`?#]|(?<=\\$))`).test(texts);

  expect(plain.map(({ path }) => path).filter((path) => !isLinked(path))).toEqual([]);
});

test.each([
  ['phones', ['BottomBar.tsx']],
  ['wide windows', ['header/Header.tsx', 'header/AccountMenu.tsx']],
])('on %s, the navigation has every entry that screens mark', (_where, files) => {
  const text = files.map((file) => readFileSync(join('client/app/layout', file), 'utf8')).join('\n');
  const places = new Set(screens.flatMap(({ place }) => place ?? []));

  expect([...places].filter((place) => !text.includes(`to="${place}"`))).toEqual([]);
});

/** Screens that tests open by a link that the product has made. */
const openedByLink: Record<string, string> = {
  Join: 'client/screens/folders/links.slow.browser.test.ts',
  Guest: 'client/screens/tonight/tonight.browser.test.ts',
};

/** The names of the screens of which no path is in these tests, apart from those that are opened by a link. */
function notVisitedBy(tests: readonly string[]): string[] {
  const visited = tests
    .flatMap((text) => [...text.matchAll(/['`](\/[^'`]*)['`]/g)])
    .map(([, path = '']) => path.replace(/\$\{[^}]*\}/g, 'id').replace(/\?.*/, ''));
  const isVisited = (name: string) =>
    screens.some((screen) => screen.name === name && visited.some((path) => matchPath(screen.path, path)));
  const names = [...new Set(screens.map(({ name }) => name))];
  return names.filter((name) => !isVisited(name) && !(name in openedByLink));
}

test('axe checks every screen: each has a line in accessibility.slow.browser.test.ts', () => {
  const checks = readdirSync('client/screens', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.browser.test.ts'))
    .map((file) => readFileSync(join('client/screens', file), 'utf8'))
    .filter((text) => text.includes('await check('));

  expect(notVisitedBy(checks)).toEqual([]);
  for (const file of Object.values(openedByLink)) expect(readFileSync(file, 'utf8')).toContain('await check(');
});

test('every screen is opened on a phone: each has a line in phoneWidth.slow.browser.test.ts', () => {
  const text = readFileSync('client/screens/phoneWidth.slow.browser.test.ts', 'utf8');

  expect(notVisitedBy([text])).toEqual([]);
});
