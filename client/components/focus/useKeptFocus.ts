import { useLayoutEffect, useRef } from 'react';

/**
 * When the element with the focus is removed, the keyboard would start at the top of the page again. This moves the focus
 * to the element that `findNext` returns, which has taken the place of the removed one.
 */
export function useKeptFocus(findNext: () => HTMLElement | null | undefined) {
  const hasFocus = useRef(false);

  // React sends no blur event for an element that it removes, so `hasFocus` is still true after the removal.
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) findNext()?.focus({ preventScroll: true });
  });

  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
