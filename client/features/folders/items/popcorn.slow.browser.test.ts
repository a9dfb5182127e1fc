import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { setUpSite } from '../../../../server/testing/browser.ts';
import { type Person, signUp } from '../../../../server/testing/people.ts';

const site = setUpSite({ tab: { isArtless: true, viewport: { width: 1280, height: 800 } } });

async function createList(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').fill('Friday');
  await form.getByRole('button', { name: 'Create List' }).click();
}

const openForm = (ana: Person, reducedMotion: 'reduce' | 'no-preference') =>
  site.open('/my-list?create=category', ana, { reducedMotion });

interface Piece {
  /** The number of the piece's pixels in its bounding box. */
  filled: number;
  box: number;
  /** Corner pixels of the bounding box that belong to the piece. */
  corners: number;
  /** The brightness range of the piece's pixels, 0 to 255. */
  contrast: number;
}

/** The pieces in one frame, each a connected area of pixels, without those at the window's edge. */
async function flyingPieces(page: Page): Promise<Piece[]> {
  const canvas = await page.waitForSelector('body > canvas', { state: 'attached' });
  return canvas.evaluate(async (element) => {
    const context = (element as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

    function readPieces(): Piece[] {
      const { width, height } = context.canvas;
      const { data } = context.getImageData(0, 0, width, height);
      const alphaAt = (pixel: number) => data[pixel * 4 + 3] ?? 0;
      const seen = new Uint8Array(width * height);
      const pieces: Piece[] = [];
      for (let start = 0; start < seen.length; start++) {
        if (seen[start] || alphaAt(start) === 0) continue;
        const pixels = [start];
        seen[start] = 1;
        for (const pixel of pixels) {
          const x = pixel % width;
          for (const next of [x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1, pixel - width, pixel + width]) {
            if (next < 0 || next >= seen.length || seen[next] || alphaAt(next) === 0) continue;
            seen[next] = 1;
            pixels.push(next);
          }
        }
        const xs = pixels.map((pixel) => pixel % width);
        const ys = pixels.map((pixel) => Math.floor(pixel / width));
        const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        if (left === 0 || top === 0 || right === width - 1 || bottom === height - 1) continue;
        const isCorner = (_x: unknown, at: number) =>
          (xs[at] === left || xs[at] === right) && (ys[at] === top || ys[at] === bottom);
        const green = pixels.map((pixel) => data[pixel * 4 + 1] ?? 0);
        pieces.push({
          filled: pixels.length,
          box: (right - left + 1) * (bottom - top + 1),
          corners: pixels.filter(isCorner).length,
          contrast: Math.max(...green) - Math.min(...green),
        });
      }
      return pieces;
    }

    let pieces: Piece[] = [];
    // At first the pieces overlap.
    while (element.isConnected && pieces.length < 15) {
      await nextFrame();
      pieces = readPieces();
    }
    return pieces;
  });
}

test('The confetti for a new list looks like round, shaded popcorn', async () => {
  const page = await openForm(await signUp(site.server, 'Ana'), 'no-preference');

  await createList(page);
  const pieces = await flyingPieces(page);

  expect(pieces.length).toBeGreaterThanOrEqual(15);
  for (const piece of pieces) {
    expect(piece.corners).toBe(0);
    expect(piece.filled / piece.box).toBeLessThan(0.9);
    expect(piece.contrast).toBeGreaterThan(30);
  }
});

test('There is no confetti with reduced motion', async () => {
  const page = await openForm(await signUp(site.server, 'Ben'), 'reduce');

  await createList(page);

  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('link', { name: 'Friday (0)' }).waitFor();
  expect(await page.locator('body > canvas').count()).toBe(0);
});
