import { useLayoutEffect } from 'react';
import { useDeferredMount } from './useDeferredMount.ts';

/** Removes the server-rendered preview of the screen. */
export function removePreview(): void {
  document.getElementById('preview')?.remove();
}

/** Removes the preview once the screen is complete, or when it is left. */
export function useRemovePreview(isShown: boolean): void {
  // The cards of a grid mount so too.
  const hasMounted = useDeferredMount(isShown);

  useLayoutEffect(() => {
    if (!hasMounted) return;
    // Posters are decoded off the main thread, so they are painted one frame later.
    const frame = requestAnimationFrame(() => requestAnimationFrame(removePreview));
    return () => cancelAnimationFrame(frame);
  }, [hasMounted]);

  useLayoutEffect(() => removePreview, []);
}
