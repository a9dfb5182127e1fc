import { useEffect } from 'react';

/** The longest wait for the element that gets the first focus. */
const PATIENCE_MS = 8000;
const USER_INPUT = ['keydown', 'pointerdown'] as const;

/**
 * Focuses the first field of the top dialog as soon as it is rendered: when a link opens the dialog directly, the
 * dialog's own focus trap finds only the close button, or nothing. Stops as soon as the user acts.
 */
export function useDialogFocus(): void {
  useEffect(() => {
    const start = performance.now();
    let frame = 0;
    const stop = () => {
      cancelAnimationFrame(frame);
      for (const name of USER_INPUT) document.removeEventListener(name, stop);
    };
    const attempt = () => {
      const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
      const target = dialog?.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)');
      target?.focus({ preventScroll: true });
      // An element that is not visible yet cannot get the focus.
      const isThere = target !== undefined && target !== null && document.activeElement === target;
      if (isThere || performance.now() - start > PATIENCE_MS) stop();
      else frame = requestAnimationFrame(attempt);
    };
    // The click that opened the dialog is finished by the next frame.
    frame = requestAnimationFrame(() => {
      for (const name of USER_INPUT) document.addEventListener(name, stop);
      attempt();
    });
    return stop;
  }, []);
}
