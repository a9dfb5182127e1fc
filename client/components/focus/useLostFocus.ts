import { useEffect } from 'react';
import { isFocusLost } from './isFocusLost.ts';

/** Longer than a component takes to give the focus to what replaces the removed element. */
const PATIENCE_MS = 100;

/**
 * The keyboard would start at the top of the page again when the control with the focus is removed, as a button is that
 * needs a right, or is disabled for a while, as a busy button is. The control gets the focus back when it is enabled again.
 * If it is gone, the open dialog gets the focus, or else the screen.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let focused: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const noteFocus = ({ target }: FocusEvent) => {
      focused = target instanceof HTMLElement ? target : null;
    };
    const noteBlur = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.matches(':disabled')) return;
      // What is still in the page a moment later was left by the user.
      setTimeout(() => {
        if (focused === target && target.isConnected) focused = null;
      });
    };
    const isLost = () => focused !== null && isFocusLost();
    /** It will be enabled again. A busy button can also be removed while it is disabled. */
    const isWaiting = (element: HTMLElement) => element.isConnected && element.matches(':disabled');
    const restore = () => {
      if (!focused || !isLost() || isWaiting(focused)) return;
      const target = focused.isConnected ? focused : placeBehind();
      target?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(restore, PATIENCE_MS);
    });

    document.addEventListener('focusin', noteFocus);
    document.addEventListener('focusout', noteBlur);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', noteFocus);
      document.removeEventListener('focusout', noteBlur);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function placeBehind(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ?? document.getElementById('main');
}
