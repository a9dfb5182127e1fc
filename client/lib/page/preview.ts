import { useLayoutEffect } from 'react';

const GONE = 'preview-gone';

/** Removes the server-rendered preview of the screen. */
export function removePreview(): void {
  document.getElementById('preview')?.remove();
  dispatchEvent(new Event(GONE));
}

/** In which the app's first posters are painted. */
const PAINT_MS = 200;

/** A screen that takes longer than this does not hold up what waits for it. */
const LONGEST_MS = 3000;

/** Resolves when the app has taken the place of the preview and is painted; at once if there is no preview. */
export function previewReplaced(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.getElementById('preview')) return resolve();
    addEventListener(GONE, () => setTimeout(resolve, PAINT_MS), { once: true });
    setTimeout(resolve, LONGEST_MS);
  });
}

/** Removes the preview once the screen is complete, or when it is left. */
export function useRemovePreview(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    // Posters are decoded off the main thread, so they are painted one frame after they are in the document.
    const settle = () => {
      frame = requestAnimationFrame(isGridBusy() ? settle : removePreview);
    };
    let frame = requestAnimationFrame(settle);
    return () => cancelAnimationFrame(frame);
  }, [isShown]);

  useLayoutEffect(() => removePreview, []);
}

/** Whether a grid or a row of the screen is without its posters yet. */
function isGridBusy(): boolean {
  return document.querySelector('#root [role="list"][aria-busy="true"]') !== null;
}
