import { useEffect } from 'react';

/** How long what a dialog starts at may take to load. */
const PATIENCE_MS = 8000;
const USER_INPUT = ['keydown', 'pointerdown'] as const;

/**
 * Brings the focus to where the dialog on top says that it starts, as soon as that is there: on a cold link the
 * dialog's own trap finds only the close button, or nothing at all. Whoever acts meanwhile is left alone.
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
      // Focusing what does not show yet does nothing.
      const isThere = target !== undefined && target !== null && document.activeElement === target;
      if (isThere || performance.now() - start > PATIENCE_MS) stop();
      else frame = requestAnimationFrame(attempt);
    };
    // The press that opened the dialog is over by the next frame.
    frame = requestAnimationFrame(() => {
      for (const name of USER_INPUT) document.addEventListener(name, stop);
      attempt();
    });
    return stop;
  }, []);
}
