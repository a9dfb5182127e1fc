import { type RefObject, useEffect, useState } from 'react';

/** Whether a sideways scroller is at its start and at its end. The caller passes its scroll events to `update`. */
export function useScrollEdges(scroller: RefObject<HTMLElement | null>) {
  const [edges, setEdges] = useState({ atStart: true, atEnd: false });

  const update = () => {
    const element = scroller.current;
    if (!element) return;
    const atStart = element.scrollLeft <= 1;
    const atEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1;
    setEdges((known) => (known.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }));
  };

  // If everything fits, there is nothing to scroll to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: update only reads the element
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(update);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  return { ...edges, update };
}
