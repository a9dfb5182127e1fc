import { useEffect, useState } from 'react';
import { isFocusLost } from './isFocusLost.ts';

/**
 * For what is rendered only while it is open: gives the focus back to what had it before. Mantine does so only for a dialog
 * that stays rendered.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);

  useEffect(
    () => () => {
      // After this dialog's focus trap has released the focus, and the one of a dialog below has taken it, with a timeout.
      requestAnimationFrame(() => setTimeout(() => giveBackTo(before), 0));
    },
    [before],
  );
}

function giveBackTo(before: Element | null): void {
  const isThere = before?.isConnected && before !== document.body;
  const target = isThere ? before : isFocusLost() && document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
