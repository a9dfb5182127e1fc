import type { Page } from 'playwright-core';
import { visit } from './browser.ts';

interface Held {
  page: Page;
  /** Lets the app's code through. */
  letGo: () => void;
}

/** Opens a path in a page whose app code is held back, so that only the server's preview is there. */
export async function holdBack(page: Page, path: string): Promise<Held> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/index-*.js', (route) => isLetGo.then(() => route.continue()));
  await visitWithPreview(page, path);
  return { page, letGo };
}

/** Opens a path again until the page comes with its preview: a busy server may leave it out. */
export async function visitWithPreview(page: Page, path: string): Promise<void> {
  do await visit(page, path);
  while (!(await hasPreview(page)));
}

async function hasPreview(page: Page): Promise<boolean> {
  await page.locator('#root').waitFor({ state: 'attached' });
  return (await page.locator('#preview').count()) > 0;
}

/** The positions of the title, headings and posters in the first window. */
export function placesIn(page: Page, root: '#preview' | '#main'): Promise<number[][]> {
  return page.evaluate((within) => {
    const poster = `${within} [class*="_poster_"], ${within} [class*="_picture_"], ${within} .poster`;
    const found = [...document.querySelectorAll(`${within} h1, ${within} h2, ${poster}`)];
    return (
      found
        .map((one) => ({ box: one.getBoundingClientRect(), isText: /^H/.test(one.tagName) }))
        .filter(({ box }) => box.top < window.innerHeight && box.left < window.innerWidth)
        // A heading's width depends on its text.
        .map(({ box, isText }) => [box.left, box.top, isText ? 0 : box.width, box.height])
    );
  }, root);
}

/** The largest distance between the same elements, in pixels. */
export function distance(before: readonly number[][], after: readonly number[][]): number {
  return Math.max(
    ...before.flatMap((place, at) => place.map((value, side) => Math.abs(value - (after[at]?.[side] ?? 1e6)))),
  );
}
