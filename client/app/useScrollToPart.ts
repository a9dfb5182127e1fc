import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { retryEachFrame } from '../lib/page/retryEachFrame.ts';

/** A link to a part of a screen, such as '/account#notifications', scrolls to it once it is there. */
export function useScrollToPart(): void {
  const { key, hash } = useLocation();
  const navigation = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link scrolls again
  useLayoutEffect(() => {
    // Going back and reloading restore the position.
    if (hash === '' || navigation === 'POP') return;
    return retryEachFrame(() => scrollTo(hash.slice(1)), ['wheel', 'touchmove', 'keydown', 'pointerdown']);
  }, [key, hash, navigation]);
}

function scrollTo(id: string): boolean {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  return part !== null;
}
