import { useEffect } from 'react';

/** Longer than a component takes to give the focus to what replaces the removed element. */
const PATIENCE_MS = 100;

/**
 * An event of another member can remove the control that has the focus, such as a button that needs a right. The keyboard
 * would then start at the top of the page again, so the open dialog gets the focus, or else the screen.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const noteFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
    };
    const restore = () => {
      if (!isLost(focused)) return;
      focused = null;
      const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
      (dialog ?? document.getElementById('main'))?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isLost(focused)) return;
      clearTimeout(timer);
      timer = setTimeout(restore, PATIENCE_MS);
    });

    document.addEventListener('focusin', noteFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', noteFocus);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function isLost(focused: Element | null): boolean {
  return focused !== null && !focused.isConnected && document.activeElement === document.body;
}
