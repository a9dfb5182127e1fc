import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * When the element with the focus is removed, the keyboard would start at the top of the page again. This moves the focus
 * to the element that `findNext` returns, which has taken the place of the removed one. An element that is only disabled
 * for a while, as a busy button is, gets the focus back itself.
 */
export function useKeptFocus(findNext: () => HTMLElement | null | undefined) {
  const focused = useRef<HTMLElement>(null);

  // React sends no blur event for an element that it removes, so `focused` is still set after the removal.
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return;
    const target = focused.current.isConnected ? focused.current : findNext();
    target?.focus({ preventScroll: true });
  });

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target;
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      // The browser takes the focus from what is disabled.
      if (!target.matches(':disabled')) focused.current = null;
    },
  };
}
