import { useEffect, useRef } from 'react';

/**
 * When the phase changes, what was pressed is gone: shows the new phase from its top, with the focus on its heading. Put
 * the returned ref on the element with the heading. The first phase changes nothing.
 */
export function useStartAtHeading(phase: string | undefined) {
  const room = useRef<HTMLDivElement>(null);
  const shown = useRef(phase);
  useEffect(() => {
    const before = shown.current;
    if (phase === undefined || before === phase) return;
    shown.current = phase;
    if (before === undefined) return;
    window.scrollTo(0, 0);
    const heading = room.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [phase]);
  return room;
}
