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

/** For a part of the screen with several steps: when the control with the focus is gone, the first one of the next step gets it. */
export function useFocusInside<Container extends HTMLElement>() {
  const ref = useRef<Container>(null);
  return { ref, ...useKeptFocus(() => ref.current && firstControl(ref.current)) };
}

function firstControl(container: HTMLElement): HTMLElement | null {
  const first = container.querySelector<HTMLElement>('input:enabled:not([readonly]), button:enabled');
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  // The Tab key leads to the chosen one too.
  return container.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? first;
}

/** For a list: when the line with the focus is removed, the line in its place gets it. */
export function useKeptPlace<List extends HTMLElement>(buttonSelector: string) {
  const ref = useRef<List>(null);
  const place = useRef(0);
  const buttons = () => Array.from(ref.current?.querySelectorAll<HTMLElement>(buttonSelector) ?? []);
  const kept = useKeptFocus(() => {
    const all = buttons();
    return all[Math.min(place.current, all.length - 1)] ?? document.getElementById('main');
  });

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const line = event.target.closest('li');
    place.current = Math.max(
      0,
      buttons().findIndex((button) => line?.contains(button)),
    );
    kept.onFocus(event);
  };
  return { ref, onFocus, onBlur: kept.onBlur };
}
