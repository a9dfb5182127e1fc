import { useLayoutEffect } from 'react';

/** Removes the server-rendered preview of the screen. */
export function removePreview(): void {
  document.getElementById('preview')?.remove();
}

/** Removes the preview once the screen is complete, or when it is left. */
export function useRemovePreview(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    // Posters are decoded off the main thread, so they are painted one frame later.
    const frame = requestAnimationFrame(() => requestAnimationFrame(removePreview));
    return () => cancelAnimationFrame(frame);
  }, [isShown]);

  useLayoutEffect(() => removePreview, []);
}
