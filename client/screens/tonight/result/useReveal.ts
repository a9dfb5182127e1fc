import { type RefObject, useLayoutEffect } from 'react';

const DURATION_MS = 900;

/** Lets the winning poster grow once when the result has just come. Not with reduced motion. */
export function useReveal(poster: RefObject<HTMLElement | null>, isNew: boolean): void {
  useLayoutEffect(() => {
    const element = poster.current;
    if (!element || !isNew || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const animation = element.animate(
      [
        { transform: 'translateY(30%) scale(0.3)', opacity: 0, filter: 'brightness(0.2)' },
        { transform: 'scale(1.04)', opacity: 1, filter: 'brightness(1.25)', offset: 0.75 },
        { transform: 'none', opacity: 1, filter: 'none' },
      ],
      { duration: DURATION_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    );
    return () => animation.cancel();
  }, [poster, isNew]);
}
