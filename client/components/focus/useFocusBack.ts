import { useEffect, useState } from 'react';
import { isFocusLost } from './isFocusLost.ts';

/**
 * For what is rendered only while it is open: gives the focus back to what had it before, or to what took its place in a list.
 * Mantine does so only for a dialog that stays rendered.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  const [findInPlace] = useState(() => lineFinder(before));

  useEffect(
    () => () => {
      // After this dialog's focus trap has released the focus, and the one of a dialog below has taken it, with a timeout.
      requestAnimationFrame(() => setTimeout(() => giveBackTo(before, findInPlace), 0));
    },
    [before, findInPlace],
  );
}

function giveBackTo(before: Element | null, findInPlace: () => HTMLElement | null | undefined): void {
  const isThere = before?.isConnected && before !== document.body;
  const target = isThere ? before : isFocusLost() && (findInPlace() ?? document.getElementById('main'));
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** Finds the first control of the line that takes the place of this element's line in its list: a dialog may delete the line. */
function lineFinder(element: Element | null): () => HTMLElement | null | undefined {
  const line = element?.closest('li');
  const list = line?.parentElement;
  if (!line || !list) return () => null;
  const place = [...list.children].indexOf(line);
  return () => {
    const lines = list.isConnected ? [...list.children] : [];
    return lines[Math.min(place, lines.length - 1)]?.querySelector<HTMLElement>('a[href], button:enabled');
  };
}
