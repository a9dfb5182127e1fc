import { useLayoutEffect } from 'react';

/** Removes the server-rendered preview of the screen. */
export function removePreview(): void {
  document.getElementById('preview')?.remove();
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

/** Whether a grid of the screen is without its posters yet. */
function isGridBusy(): boolean {
  return document.querySelector('#root [role="list"][aria-busy="true"]') !== null;
}
