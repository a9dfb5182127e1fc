import { useRef } from 'react';
import { useKeptFocus } from './useKeptFocus.ts';

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
