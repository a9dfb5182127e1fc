import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from '@jest/globals';
import { OPEN_SIGN_OUT } from '../lib/http/signOut.ts';
import { fakeWindow } from '../testing/dom.ts';

const source = readFileSync('client/app/firstPaint.js', 'utf8');
// The page loads it as a classic script.
const start = () => new Function(source)();
const scheme = () => document.documentElement.dataset.mantineColorScheme;

beforeEach(() => {
  localStorage.clear();
  fakeWindow();
});

test.each([
  ['navigate', false],
  ['reload', true],
  ['back_forward', true],
])('a page that was opened by %s is marked as come back to: %s', (type, isMarked) => {
  performance.getEntriesByType = () => [{ type }] as unknown as PerformanceEntryList;
  document.documentElement.removeAttribute('data-returning');

  start();

  expect(document.documentElement.hasAttribute('data-returning')).toBe(isMarked);
});

test('the chosen colour scheme is set, or else the system’s', () => {
  start();
  expect(scheme()).toBe('dark');

  localStorage.setItem('mantine-color-scheme-value', 'light');
  start();
  expect(scheme()).toBe('light');
});

test.each([
  ['that knows nothing', null, [false, true]],
  ['that knows that they follow shows', 'yes', [true, true]],
  ['that knows that they follow none', 'no', [false, false]],
])('on a device %s, a person whom the server marks or not is marked: %s', (_which, known, expected) => {
  if (known) localStorage.setItem('follows-shows', known);

  const marked = [false, true].map((isMarkedByServer) => {
    document.documentElement.toggleAttribute('data-follows', isMarkedByServer);
    start();
    return document.documentElement.hasAttribute('data-follows');
  });

  expect(marked).toEqual(expected);
});

test('a page drawn for a person who has signed out offline is hidden, and taken for that of a visitor', () => {
  start();
  expect(document.documentElement.hidden).toBe(false);

  localStorage.setItem(OPEN_SIGN_OUT, 'yes');
  start();

  expect(document.documentElement.hidden).toBe(true);
  expect(document.documentElement.hasAttribute('data-visitor')).toBe(true);
});
