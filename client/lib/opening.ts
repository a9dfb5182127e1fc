import { useLayoutEffect } from 'react';

/** Takes away the server's picture of the screen, which stood for it until now. */
export function endOpening(): void {
  document.getElementById('opening')?.remove();
}

/** Ends the opening once the screen shows what it has to show, or is left. */
export function useEndOfOpening(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    // Posters are decoded beside the page: in the frame after the one that has them, they are painted.
    const frame = requestAnimationFrame(() => requestAnimationFrame(endOpening));
    return () => cancelAnimationFrame(frame);
  }, [isShown]);

  useLayoutEffect(() => endOpening, []);
}
