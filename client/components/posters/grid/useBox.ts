import { type RefObject, useLayoutEffect, useState } from 'react';

/** The grid's width, gap and distance from the top of the page, kept up to date when the page changes. */
export function useBox(container: RefObject<HTMLElement | null>) {
  const [box, setBox] = useState({ width: 0, gap: 0, top: 0 });

  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => {
      const rect = element.getBoundingClientRect();
      const gap = Number.parseFloat(getComputedStyle(element).getPropertyValue('--grid-gap')) || 0;
      const next = { width: rect.width, gap, top: Math.round(rect.top + window.scrollY) };
      setBox((known) =>
        known.width === next.width && known.gap === next.gap && known.top === next.top ? known : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [container]);

  return box;
}
