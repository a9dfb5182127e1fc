import type { Browser, Page } from 'playwright-core';
import type { Movie } from '../../../common/schemas/title.ts';
import { type App, startApp } from '../lib/app.ts';
import { atMost, type Benchmark, type Finding, interleave, median, percentile } from '../lib/benchmark.ts';
import { openChromium, openPage } from '../lib/chromium.ts';
import { makeFolder, readTitles } from '../lib/data/library.ts';
import { makeWorld, type Person } from '../lib/data/world.ts';
import { startControl } from '../lib/program.ts';
import { cookieFor, drawBeforehand, picturesOf } from './p9.firstPoster.ts';

const CHANGES = 30;
const SECONDS = 4;

export const p10: Benchmark = {
  id: 'P10',
  title: 'Smoothness of scrolling through thousands of posters while titles are added',
  isOfEmbeddedOnly: true,
  async run({ isShort, repetitions }) {
    const size = isShort ? 1000 : 5000;
    await using app = await startApp();
    await using browser = await openChromium();
    const world = await makeWorld(app.databaseUri, { people: 1, items: 1 });
    const [person] = world.people as [Person];
    const titles = await readTitles(app, person.cookie, size + CHANGES * repetitions);
    const small = await makeFolder(app.databaseUri, world, titles.slice(0, 50));
    const large = await makeFolder(app.databaseUri, world, titles.slice(0, size));
    const url = (folderId: string) => `http://127.0.0.1:${app.port}/folder/${folderId}`;
    await drawBeforehand(app, titles.slice(0, 900));
    const spare = titles.slice(size);
    const addOne = () => addTitle(app, person, large, spare.pop());
    await using control = await startControl('posters', picturesOf(app, titles.slice(0, 200)));
    const controlUrl = `http://127.0.0.1:${control.port}`;
    const changeControl = async () => void (await fetch(controlUrl, { method: 'POST' }));
    const fewNodes = await openFolder(browser, url(small), person, (page) => page.evaluate(countNodes));
    const { controls, ours } = await interleave(
      repetitions,
      () => openFolder(browser, `${controlUrl}/grid`, null, (page) => scroll(page, changeControl)),
      () => openFolder(browser, url(large), person, (page) => scroll(page, addOne)),
    );
    return findingsOf({ size, fewNodes, controls, ours });
  },
};

async function addTitle(app: App, person: Person, folderId: string, title: Movie | undefined): Promise<void> {
  const body = { folderId, tmdbId: title?.id, mediaType: 'movie', title: title?.title, posterPath: title?.poster_path };
  const answer = await fetch(`http://127.0.0.1:${app.port}/api/watchlist`, {
    method: 'POST',
    headers: { cookie: person.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`Adding a title was answered ${answer.status}`);
}

interface Measured {
  size: number;
  /** The DOM nodes of a page with 50 posters. */
  fewNodes: number;
  controls: Scrolled[];
  ours: Scrolled[];
}

function findingsOf({ size, fewNodes, controls, ours }: Measured): Finding[] {
  const nodes = median(ours.map((run) => run.peakNodes));
  const slow = (runs: Scrolled[]) => median(runs.map((run) => run.slowFrames));
  const paint = (runs: Scrolled[]) =>
    percentile(
      runs.flatMap((run) => run.paints),
      95,
    );
  const percentOf = (share: number) => `${(share * 100).toFixed(1)} %`;
  return [
    {
      what: `most DOM nodes while scrolling ${size} posters, against a page of 50`,
      control: `${fewNodes}`,
      ours: `${nodes}`,
      ...atMost(nodes / fewNodes, 1.3),
    },
    {
      what: `frames over 50 ms in ${SECONDS} s of scrolling, against plain images`,
      control: percentOf(slow(controls)),
      ours: percentOf(slow(ours)),
      ratio: null,
      goal: 'control + 0.5 %',
      isHeld: slow(ours) <= slow(controls) + 0.005,
    },
    {
      what: `time from a change’s arrival to its paint, p95 of ${CHANGES * ours.length}`,
      control: `${paint(controls).toFixed(0)} ms`,
      ours: `${paint(ours).toFixed(0)} ms`,
      ...atMost(paint(ours) / paint(controls), 1.5),
    },
  ];
}

interface Scrolled {
  peakNodes: number;
  /** The share of frames that took longer than 50 ms. */
  slowFrames: number;
  /** Milliseconds from each change's arrival in the tab to its paint. */
  paints: number[];
}

async function openFolder<T>(
  browser: Browser,
  url: string,
  person: Person | null,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await openPage(browser, listen);
  try {
    if (person) await page.context().addCookies([cookieFor(person, url)]);
    await page.goto(url, { waitUntil: 'load' });
    await page.getByText(/^[\d,]+ items$/).waitFor();
    await page.locator('img[src*="poster"]').first().waitFor();
    // Long lists are loaded in pages. Scrolling starts when the last one is there.
    await page.waitForTimeout(2500);
    return await use(page);
  } finally {
    await page.context().close();
  }
}

async function scroll(page: Page, change: () => Promise<void>): Promise<Scrolled> {
  const scrolling = page.evaluate(scrollDown, SECONDS);
  for (let made = 0; made < CHANGES; made++) {
    const pause = new Promise((resolve) => setTimeout(resolve, (SECONDS * 900) / CHANGES));
    await change();
    await pause;
  }
  return scrolling;
}

interface Listening {
  heard: number[];
}

/** Runs in the page before any other script: notes when a change arrives, before the app handles it. */
function listen(): void {
  const listening = globalThis as unknown as Listening & { WebSocket: typeof WebSocket };
  listening.heard = [];
  listening.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('item:added')) listening.heard.push(performance.now());
      });
    }
  };
}

function countNodes(): number {
  return document.querySelectorAll('*').length;
}

/** Runs in the page: scrolls steadily and measures the frames. */
async function scrollDown(seconds: number): Promise<Scrolled> {
  const { heard } = globalThis as unknown as Listening;
  const count = [...document.querySelectorAll('p')].find((element) => /^[\d,]+ items$/.test(element.textContent));
  if (!count) throw new Error('The page does not show the number of items');
  const paints: number[] = [];
  new MutationObserver(() => {
    const at = heard.splice(0);
    requestAnimationFrame(() => {
      // The message arrives after the frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        for (const time of at) paints.push(performance.now() - time);
        port1.close();
      };
      port2.postMessage(null);
    });
  }).observe(count, { subtree: true, childList: true, characterData: true });

  const frames: number[] = [];
  let peakNodes = 0;
  const began = performance.now();
  let last = began;
  await new Promise<void>((resolve) => {
    const frame = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (frames.length % 10 === 0) peakNodes = Math.max(peakNodes, document.querySelectorAll('*').length);
      if (now - began > seconds * 1000) return resolve();
      window.scrollBy(0, 32);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return { peakNodes, slowFrames: frames.filter((ms) => ms > 50).length / frames.length, paints };
}
