import { useEffect } from 'react';

const REST_MS = 150;

/**
 * Marks the page with `data-scrolling` while it scrolls. Without a GPU, a blurred bar takes a third of the time of each
 * frame in which something moves behind it.
 */
export function useScrollMark(): void {
  useEffect(() => {
    const page = document.documentElement;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const removeMark = () => page.removeAttribute('data-scrolling');
    const handleScroll = () => {
      page.setAttribute('data-scrolling', '');
      clearTimeout(rest);
      rest = setTimeout(removeMark, REST_MS);
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', handleScroll);
      clearTimeout(rest);
      removeMark();
    };
  }, []);
}
