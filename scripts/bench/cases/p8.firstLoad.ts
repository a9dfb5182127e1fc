import type { Page } from 'playwright-core';
import { buildSamePackages } from '../controls/samePackages.ts';
import { startApp } from '../lib/app.ts';
import type { Benchmark } from '../lib/benchmark.ts';
import { openChromium, openPage } from '../lib/chromium.ts';
import { makeFolder, readTitles } from '../lib/data/library.ts';
import { gzippedBytes } from '../lib/data/sizes.ts';
import { makeWorld, type Person } from '../lib/data/world.ts';
import { cookieFor } from './p9.firstPoster.ts';

const LIMIT = 255_000;

export const p8: Benchmark = {
  id: 'P8',
  title: 'Size of the scripts and stylesheets that a browser loads',
  isOfEmbeddedOnly: true,
  async run() {
    const control = gzippedBytes(await buildSamePackages());
    const first = await measureFirstLoad();
    return [
      {
        what: `gzipped until the first list shows (${first.requests} files, and the code inside the page)`,
        control: show(control),
        ours: show(first.bytes),
        ratio: first.bytes / control,
        goal: `≤ ${show(LIMIT)}`,
        isHeld: first.bytes <= LIMIT,
      },
    ];
  },
};

const show = (bytes: number) => `${(bytes / 1e3).toFixed(1)} kB`;

/** Opens a list with a cold cache. Sizes do not vary, so one run is enough. */
async function measureFirstLoad(): Promise<{ bytes: number; requests: number }> {
  await using app = await startApp();
  await using browser = await openChromium();
  const world = await makeWorld(app.databaseUri, { people: 1, items: 1 });
  const [person] = world.people as [Person];
  const folderId = await makeFolder(app.databaseUri, world, await readTitles(app, person.cookie, 50));
  const url = `http://127.0.0.1:${app.port}/folder/${folderId}`;
  const page = await openPage(browser, () => undefined);
  await page.context().addCookies([cookieFor(person, url)]);
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (answer) => {
    if (['script', 'stylesheet'].includes(answer.request().resourceType())) bodies.push(answer.body());
  });
  const html = await (await page.goto(url, { waitUntil: 'commit' }))?.text();
  await showsFolder(page);
  const fetched = [...bodies];
  const inside = [...(html ?? '').matchAll(/<(script|style)[^>]*>(.+?)<\/\1>/gs)].map(([, , text = '']) => text);
  return { bytes: gzippedBytes([...(await Promise.all(fetched)), inside.join('\n')]), requests: fetched.length };
}

/** Waits until the app itself, and not the server's preview, shows a poster. */
async function showsFolder(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.getElementById('preview') &&
      [...document.querySelectorAll<HTMLImageElement>('#root img[src*="poster"]')].some((image) => image.complete),
    null,
    { timeout: 30_000 },
  );
}
