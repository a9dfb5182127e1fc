import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { isNewVisit } from '../lib/page/isNewVisit.ts';
import { retryEachFrame } from '../lib/page/retryEachFrame.ts';

/** A link to a part of a screen, such as '/account#notifications', scrolls to it once it is there. */
export function useScrollToPart(): void {
  const location = useLocation();
  const { key, hash } = location;
  const [first] = useState(location);
  const isFirst = location === first;
  const navigation = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link scrolls again
  useLayoutEffect(() => {
    // Going back and reloading restore the position.
    const isRestored = () => navigation === 'POP' && !(isFirst && isNewVisit());
    if (hash === '' || isRestored()) return;
    return retryEachFrame(() => scrollTo(hash.slice(1)));
  }, [key, hash, navigation, isFirst]);
}

function scrollTo(id: string): boolean {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  return part !== null;
}
