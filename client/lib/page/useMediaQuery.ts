import { useCallback, useSyncExternalStore } from 'react';

/** Below the width of a tablet. Style sheets have the same number. */
export const PHONE = '(max-width: 47.99em)';

/** Screens that cannot hover. */
export const TOUCH = '(hover: none)';

/** Whether a media query matches, correct from the first render. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
