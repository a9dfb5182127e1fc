import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { isNewVisit } from '../lib/page/isNewVisit.ts';
import { retryEachFrame } from '../lib/page/retryEachFrame.ts';
import { useSearchQuery } from '../lib/page/searchUrl.ts';

const STORED_AS = 'scroll-positions';
const POSITIONS_KEPT = 50;
/** The router's key of the first entry of every page load. */
const FIRST_KEY = 'default';

/**
 * A new screen and the results of a search start at the top; going back and reloading restore the position. Dialogs only
 * change the query and do not scroll.
 */
export function useScrollRestoration(): void {
  const { key: entryKey, pathname } = useLocation();
  const key = entryKey === FIRST_KEY ? pathname : entryKey;
  const isSearching = useSearchQuery() !== '';
  const navigation = useNavigationType();
  const current = useRef({ key, pathname, isSearching });
  const positions = useRef<Map<string, number>>(undefined);
  positions.current ??= readPositions();
  const known = positions.current;

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const remember = () => known.set(current.current.key, window.scrollY);
    const store = () => storePositions(known);
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', store);
    };
  }, [known]);

  useLayoutEffect(() => {
    const isFirst = current.current.key === key;
    const isOther = current.current.pathname !== pathname || current.current.isSearching !== isSearching;
    current.current = { key, pathname, isSearching };
    if (isFirst && isNewVisit()) return;
    if (navigation === 'POP' && (isOther || isFirst)) return scrollWhenTall(known.get(key) ?? 0);
    if (isOther) window.scrollTo(0, 0);
  }, [key, pathname, isSearching, navigation, known]);
}

/** Scrolls as soon as the page is tall enough, unless the user scrolls first. Returns a function that stops waiting. */
function scrollWhenTall(top: number): () => void {
  return retryEachFrame(() => {
    const furthest = document.documentElement.scrollHeight - window.innerHeight;
    window.scrollTo(0, Math.min(top, furthest));
    return furthest >= top;
  });
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

function storePositions(positions: Map<string, number>): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify([...positions].slice(-POSITIONS_KEPT)));
  } catch {
    // Without storage a reload starts at the top.
  }
}
