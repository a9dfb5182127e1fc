import { useEffect, useState } from 'react';

/**
 * For what is rendered only while it is open: gives the focus back to what had it before. Mantine does so only for a dialog
 * that stays rendered.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);

  useEffect(
    () => () => {
      // After the dialog's focus trap has released the focus.
      requestAnimationFrame(() => {
        const target = before?.isConnected ? before : document.getElementById('main');
        const isLost = !document.activeElement || document.activeElement === document.body;
        if (isLost && target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
