import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { cellAt } from './gridLayout.ts';

/** The one card of a virtual list that is in the tab order, and the focus that moves to it. */
export function useActiveCell(container: RefObject<HTMLElement | null>, count: number) {
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const activeIndex = Math.min(active, Math.max(0, count - 1));

  // The card to focus may only be rendered after scrolling to it, so look for it after every render.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const target = container.current?.querySelector<HTMLElement>(`[data-cell="${activeIndex}"] :is(a, button)`);
    if (!target) return;
    wantsFocus.current = false;
    target.focus({ preventScroll: true });
  });

  return {
    activeIndex,
    /** Makes this card the active one and focuses it when it is rendered. */
    focusCell: (index: number) => {
      wantsFocus.current = true;
      setActive(index);
    },
    /** The focus is on this element: makes its card the active one. */
    followFocus: (element: Element) => {
      const index = cellAt(element);
      if (index !== null && !wantsFocus.current) setActive(index);
    },
  };
}
