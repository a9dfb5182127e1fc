import { type FocusEvent, useRef } from 'react';
import { useKeptFocus } from './useKeptFocus.ts';

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
