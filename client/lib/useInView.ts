import { type RefObject, useEffect, useState } from 'react';

/** True from when the element is first in or near the window. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);

  useEffect(() => {
    const target = element.current;
    if (!target || isInView) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setInView(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isInView]);

  return isInView;
}
