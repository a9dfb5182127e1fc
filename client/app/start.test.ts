import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

const source = readFileSync('client/app/start.js', 'utf8');
// The page loads it as a classic script.
const run = () => new Function('location', source)({ reload });
const reload = jest.fn();
const sourcesOf = (selector: string, name: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
/** The scripts that run, in order. */
const started = async () => {
  await jest.advanceTimersByTimeAsync(0);
  return sourcesOf('script[type="module"]', 'src');
};

const LIST = '<script type="application/json" id="app">["assets/index.js","assets/shared.js"]</script>';
/** The app's own file is the last: it imports the others. */
const APP = ['/assets/shared.js', '/assets/index.js'];
const PREVIEW = '<div id="preview"></div>';

const { PerformanceObserver: original } = globalThis;
/** Tells the page that something is painted. */
let paint: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  document.head.innerHTML = '';
  document.documentElement.removeAttribute('data-returning');
  globalThis.PerformanceObserver = class {
    constructor(callback: (entries: unknown, observer: unknown) => void) {
      paint = () => callback([], this);
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof PerformanceObserver;
});
afterEach(() => {
  globalThis.PerformanceObserver = original;
  jest.useRealTimers();
});

test('the app is loaded when the preview is painted, and once', async () => {
  document.body.innerHTML = LIST + PREVIEW;

  run();
  expect(await started()).toEqual([]);
  paint();
  jest.runAllTimers();

  expect(await started()).toEqual(APP);
  expect(sourcesOf('link[rel="modulepreload"]', 'href')).toEqual(APP);
});

test('in a background tab, where nothing is painted, it is loaded after a second', async () => {
  document.body.innerHTML = LIST + PREVIEW;

  run();
  jest.advanceTimersByTime(1000);

  expect(await started()).toEqual(APP);
});

test.each([
  ['without a preview', LIST, false],
  ['with a hidden preview, on a page that one comes back to', LIST + PREVIEW, true],
])('%s it is loaded at once', async (_where, body, isReturning) => {
  document.body.innerHTML = body;
  document.documentElement.toggleAttribute('data-returning', isReturning);

  run();

  expect(await started()).toEqual(APP);
});

test('it waits for its stylesheets', async () => {
  document.body.innerHTML = `${LIST}<link rel="stylesheet">`;

  run();
  expect(await started()).toEqual([]);
  document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event('load'));

  expect(await started()).toEqual(APP);
});

describe('a file of the app that does not come', () => {
  const { fetch } = globalThis;
  let isAnswering = false;
  beforeEach(() => {
    reload.mockClear();
    isAnswering = false;
    globalThis.fetch = async () => {
      if (isAnswering) return { ok: true } as Response;
      throw new TypeError('Failed to fetch');
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  test.each(['link[rel="stylesheet"]', 'script[type="module"]'])('%s', async (missing) => {
    document.body.innerHTML = `${LIST}<link rel="stylesheet">`;
    run();
    if (missing.startsWith('script')) {
      document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event('load'));
      await started();
    }

    document.querySelector(missing)?.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(document.querySelector('[role="status"]')?.textContent).toMatch(/^No connection/);
    expect(reload).not.toHaveBeenCalled();

    isAnswering = true;
    await jest.advanceTimersByTimeAsync(5000);
    expect(reload).toHaveBeenCalled();
  });

  test('after the start is the app’s own matter', async () => {
    document.body.innerHTML = LIST;
    run();
    await started();
    [...document.querySelectorAll('script[type="module"]')].at(-1)?.dispatchEvent(new Event('load'));

    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet' }));
    document.querySelector('link[rel="stylesheet"]')?.dispatchEvent(new Event('error'));

    expect(document.querySelector('[role="status"]')).toBeNull();
  });
});

test('while developing, Vite loads it', async () => {
  document.body.innerHTML = PREVIEW;

  run();
  jest.runAllTimers();

  expect(await started()).toEqual([]);
});
