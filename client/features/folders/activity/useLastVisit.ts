import { useEffect, useState } from 'react';

/** The end of the last visit. */
export interface LastVisit {
  /** The rev of the folder at that time. */
  rev: number;
  /** When it was; null if it was stored by an older version. */
  at: string | null;
}

/** The current visit. It continues between screens of the same folder. */
interface Visit {
  key: string;
  /** Null on the first visit. */
  since: LastVisit | null;
  screens: number;
}

let visit: Visit | null = null;

const keyOf = (viewerId: string, folderId: string) => `marquee.seen.${viewerId}.${folderId}`;

/** A last visit is stored as its rev and its time, 12@2026-11-20T18:00:00.000Z. */
function readVisit(key: string): LastVisit | null {
  try {
    const [first, at = null] = (localStorage.getItem(key) ?? '').split('@');
    const rev = Number(first);
    return Number.isInteger(rev) && rev > 0 ? { rev, at } : null;
  } catch {
    return null;
  }
}

/** With two tabs on one list, what either has shown counts as seen. */
function storeVisit(key: string, rev: number): void {
  try {
    localStorage.setItem(key, `${Math.max(rev, readVisit(key)?.rev ?? 0)}@${new Date().toISOString()}`);
  } catch {
    // Without storage nothing is marked.
  }
}

/** When this user last left the folder on this device; null on the first visit. */
export function useLastVisit(viewerId: string, folderId: string, rev: number): LastVisit | null {
  const key = keyOf(viewerId, folderId);
  const [since, setSince] = useState<LastVisit | null>(() => (visit?.key === key ? visit.since : readVisit(key)));
  const [seen] = useState({ rev });
  seen.rev = rev;

  useEffect(() => {
    const current = visit?.key === key ? visit : { key, since: readVisit(key), screens: 0 };
    visit = current;
    current.screens += 1;
    setSince(current.since);
    const leave = () => storeVisit(key, seen.rev);
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
