import { useLayoutEffect, useRef } from 'react';

/**
 * The focus goes with a row that is removed, and the keyboard would begin at the top of the page again: it comes back to
 * what `findNext` gives, which has taken the row's place.
 */
export function useKeptFocus(findNext: () => HTMLElement | null | undefined) {
  const hasFocus = useRef(false);

  // React tells no blur of what it takes out itself, so whoever lost the focus that way still counts as having it.
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
