import { useEffect, useState } from 'react';

/** The current visit. It continues between screens of the same folder. */
interface Visit {
  key: string;
  /** The rev at the end of the last visit; null on the first one. */
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

/** With two tabs on one list, what either has shown counts as seen. */
function storeRev(key: string, rev: number): void {
  try {
    localStorage.setItem(key, String(Math.max(rev, readRev(key) ?? 0)));
  } catch {
    // Without storage nothing is marked.
  }
}

/** The rev of the folder when this user last left it on this device; null on the first visit. */
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
      // The next screen of the same folder mounts when this one unmounts.
      setTimeout(() => {
        if (current.screens === 0 && visit === current) visit = null;
      }, 1000);
    };
  }, [key, seen]);

  return since;
}
