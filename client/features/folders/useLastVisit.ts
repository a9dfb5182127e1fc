import { useEffect, useState } from 'react';

/** The visit that goes on while any screen of the folder shows, from one of them to the next. */
interface Visit {
  key: string;
  /** The rev at which the last visit ended; null for the first. */
  since: number | null;
  screens: number;
}

let visit: Visit | null = null;

const keyOf = (viewerId: string, folderId: string) => `marquee.seen.${viewerId}.${folderId}`;

function readRev(key: string): number | null {
  try {
    const stored = Number(localStorage.getItem(key));
    return Number.isInteger(stored) && stored > 0 ? stored : null;
  } catch {
    return null;
  }
}

/** Two tabs look at one list: what either has shown has been seen. */
function storeRev(key: string, rev: number): void {
  try {
    localStorage.setItem(key, String(Math.max(rev, readRev(key) ?? 0)));
  } catch {
    // A browser that keeps nothing marks nothing.
  }
}

/** The rev of the folder when this person last left it, on this device; null at the first visit. */
export function useLastVisit(viewerId: string, folderId: string, rev: number): number | null {
  const key = keyOf(viewerId, folderId);
  const [since, setSince] = useState<number | null>(() => (visit?.key === key ? visit.since : readRev(key)));
  const [seen] = useState({ rev });
  seen.rev = rev;

  useEffect(() => {
    const current = visit?.key === key ? visit : { key, since: readRev(key), screens: 0 };
    visit = current;
    current.screens += 1;
    setSince(current.since);
    const leave = () => storeRev(key, seen.rev);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      current.screens -= 1;
      // The next screen of the same folder is on its way in when this one leaves.
      setTimeout(() => {
        if (current.screens === 0 && visit === current) visit = null;
      }, 1000);
    };
  }, [key, seen]);

  return since;
}
