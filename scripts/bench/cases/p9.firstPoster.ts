import type { Browser, Page } from 'playwright-core';
import { type App, startApp } from '../lib/app.ts';
import { atMost, type Benchmark, interleave, median } from '../lib/benchmark.ts';
import { openChromium, openPage } from '../lib/chromium.ts';
import { makeFolder, readTitles } from '../lib/data/library.ts';
import { makeWorld, type Person } from '../lib/data/world.ts';
import { type Program, startControl } from '../lib/program.ts';

export const p9: Benchmark = {
  id: 'P9',
  title: 'Time from navigation to the first poster of a list',
  isOfEmbeddedOnly: true,
  async run({ isShort, repetitions }) {
    const size = isShort ? 1000 : 5000;
    await using app = await startApp();
    await using browser = await openChromium();
    const world = await makeWorld(app.databaseUri, { people: 1, items: 1 });
    const [person] = world.people as [Person];
    const titles = await readTitles(app, person.cookie, size);
    const small = await makeFolder(app.databaseUri, world, titles.slice(0, 50));
    const large = await makeFolder(app.databaseUri, world, titles);
    const url = (folderId: string) => `http://127.0.0.1:${app.port}/folder/${folderId}`;
    await drawBeforehand(app, titles.slice(0, 60));
    await using control = await startControl('posters', picturesOf(app, titles.slice(0, 24)));
    const { controls, ours } = await interleave(
      repetitions * 5,
      () => firstPoster(browser, `http://127.0.0.1:${control.port}/static`, null),
      async () => ({
        small: await firstPoster(browser, url(small), person),
        large: await firstPoster(browser, url(large), person),
        again: await firstPosterAgain(browser, url(small), person),
      }),
    );
    const bare = median(controls.map((run) => run.ms));
    const few = median(ours.map((run) => run.small.ms));
    const many = median(ours.map((run) => run.large.ms));
    const again = median(ours.map((run) => run.again.ms));
    const shift = Math.max(...ours.flatMap((run) => [run.small, run.large, run.again].map(({ shift }) => shift)));
    const show = (ms: number) => `${ms.toFixed(0)} ms`;
    return [
      {
        what: `first poster of a list of ${size}, against a list of 50`,
        control: show(few),
        ours: show(many),
        ...atMost(many / few, 1.25),
      },
      {
        what: 'first poster of a list of 50, against static HTML with 24 posters',
        control: show(bare),
        ours: show(few),
        ...atMost(few / bare, 1.6),
      },
      {
        what: 'the same on a second visit, with the service worker',
        control: show(bare),
        ours: show(again),
        ...atMost(again / bare, 1),
      },
      {
        what: 'largest layout shift while loading',
        control: '–',
        ours: shift.toFixed(3),
        ratio: null,
        goal: '≤ 0.05',
        isHeld: shift <= 0.05,
      },
    ];
  },
};

/** The variables with which the control serves the same pictures. */
export function picturesOf(app: Program, titles: readonly { poster_path: string | null }[]): Record<string, string> {
  const paths = titles.map((title) => `${title.poster_path}?size=w300`);
  return { APP_URL: `http://127.0.0.1:${app.port}`, PICTURES: JSON.stringify(paths) };
}

/** Draws the pictures once. Only the browser's cache is cold in the benchmark. */
export async function drawBeforehand(app: App, titles: readonly { poster_path: string | null }[]): Promise<void> {
  for (const { poster_path } of titles) {
    for (const size of ['w92', 'w154', 'w300']) {
      await fetch(`http://127.0.0.1:${app.port}${poster_path}?size=${size}`).then((answer) => answer.arrayBuffer());
    }
  }
}

interface Visit {
  /** Milliseconds from navigation to the paint of the first poster. */
  ms: number;
  /** The layout shift of one and a half seconds or more. */
  shift: number;
}

async function firstPoster(browser: Browser, url: string, person: Person | null): Promise<Visit> {
  const page = await openPage(browser, watch);
  try {
    if (person) await page.context().addCookies([cookieFor(person, url)]);
    return await visit(page, url);
  } finally {
    await page.context().close();
  }
}

/** The same in a new tab of a browser that has had the list open before, in which the service worker is in place. */
async function firstPosterAgain(browser: Browser, url: string, person: Person): Promise<Visit> {
  const page = await openPage(browser, watch);
  const context = page.context();
  try {
    await context.addCookies([cookieFor(person, url)]);
    await visit(page, url);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    // Through the worker, which keeps the pictures.
    await page.reload();
    await page.waitForTimeout(1500);
    await page.close();
    return await visit(await context.newPage(), url);
  } finally {
    await context.close();
  }
}

async function visit(page: Page, url: string): Promise<Visit> {
  await page.goto(url, { waitUntil: 'commit' });
  // The page notes the time. To ask it earlier would keep its thread busy for some 50 ms while it loads.
  await page.waitForTimeout(1500);
  const handle = await page.waitForFunction(() => (globalThis as unknown as Watched).firstPoster, null, {
    timeout: 30_000,
  });
  const ms = (await handle.jsonValue()) as number;
  return { ms, shift: await page.evaluate(() => (globalThis as unknown as Watched).shift) };
}

export function cookieFor(person: Person, url: string): { name: string; value: string; url: string } {
  const [name = '', value = ''] = person.cookie.split(/=(.*)/s);
  return { name, value, url: new URL('/', url).href };
}

interface Watched {
  firstPoster: number | undefined;
  shift: number;
}

/** Runs in the page before any other script. */
function watch(): void {
  const watched = globalThis as unknown as Watched;
  watched.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) watched.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const isThere = [...document.querySelectorAll<HTMLImageElement>('img[src*="poster"]')].some(
      (image) => image.complete && image.naturalWidth > 0,
    );
    // One frame later the picture has been painted.
    requestAnimationFrame(() => {
      if (isThere) watched.firstPoster = performance.now();
      else look();
    });
  };
  look();
}
