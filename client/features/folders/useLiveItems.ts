import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Item, titleKey } from '../../../common/item.ts';
import { shownItems } from '../../../common/replica.pending.ts';
import type { Replica } from '../../../common/replica.ts';
import type { PublicUser } from '../../../common/user.ts';
import { ARRIVAL_MS, type Arrival, BURST_MS, type Burst, burstsOf, ringsOf } from './arrivals.ts';
import { useFolders } from './folder.store.ts';

const SHRINK_MS = 160;
const none: Arrival[] = [];
const noItems: Item[] = [];
const noKeys: ReadonlySet<string> = new Set();
const noRings: ReadonlyMap<string, PublicUser> = new Map();

export interface LiveItems {
  /** As shown, with those that are just shrinking away still in their places. */
  items: Item[];
  leavingKeys: ReadonlySet<string>;
  /** Who just added which item. */
  rings: ReadonlyMap<string, PublicUser>;
  bursts: Burst[];
}

/** The items of a folder with what other people are doing to them right now. */
export function useLiveItems(replica: Replica | undefined): LiveItems {
  const folderId = replica?.folder.id ?? '';
  const items = useMemo(
    () => (replica?.items ? shownItems({ items: replica.items, pending: replica.pending }) : noItems),
    [replica?.items, replica?.pending],
  );
  const arrivals = useFolders((state) => state.arrivals[folderId] ?? none);
  const now = useClock(arrivals);
  const { shown, leavingKeys } = useShrinking(folderId, items);

  // Most of the time nobody is doing anything: then the same empty map, so that no card draws again for it.
  const rings = useMemo(() => {
    const found = ringsOf(arrivals, now);
    return found.size > 0 ? found : noRings;
  }, [arrivals, now]);
  const bursts = useMemo(() => burstsOf(arrivals, now), [arrivals, now]);

  return useMemo(() => ({ items: shown, leavingKeys, rings, bursts }), [shown, leavingKeys, rings, bursts]);
}

/** The time, told again whenever a ring or a burst's line has had its time. */
function useClock(arrivals: readonly Arrival[]): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    setNow(Date.now());
    const newest = Math.max(...arrivals.map((arrival) => arrival.heardAt), 0);
    const timers = [ARRIVAL_MS, BURST_MS]
      .map((duration) => newest + duration - Date.now())
      .filter((wait) => wait > 0)
      .map((wait) => setTimeout(() => setNow(Date.now()), wait + 10));
    return () => timers.forEach(clearTimeout);
  }, [arrivals]);

  return now;
}

/** Keeps up to five removed items in their places while they shrink; more at once just close up. */
function useShrinking(folderId: string, items: Item[]) {
  const before = useRef<{ folderId: string; items: Item[] }>({ folderId, items });
  const [leaving, setLeaving] = useState<{ item: Item; after: string | null }[]>([]);

  // Before the paint, or the rest would close up and open again for one frame.
  useLayoutEffect(() => {
    const known = before.current;
    before.current = { folderId, items };
    // Nothing has gone where there are as many as before; comparing thousands is for when something has.
    if (known.folderId !== folderId || items.length >= known.items.length) return;
    const keys = new Set(items.map(titleKey));
    const gone = known.items.flatMap((item, index) => {
      const previous = known.items[index - 1];
      return keys.has(titleKey(item)) ? [] : [{ item, after: previous ? titleKey(previous) : null }];
    });
    if (gone.length === 0 || gone.length > 5) return;
    setLeaving(gone);
    const timer = setTimeout(() => setLeaving([]), SHRINK_MS);
    return () => {
      clearTimeout(timer);
      setLeaving([]);
    };
  }, [folderId, items]);

  return useMemo(() => {
    if (leaving.length === 0) return { shown: items, leavingKeys: noKeys };
    const present = new Set(items.map(titleKey));
    const ghosts = leaving.filter(({ item }) => !present.has(titleKey(item)) && item.folderId === folderId);
    const shown = [...items];
    for (const { item, after } of ghosts) {
      const at = after === null ? 0 : shown.findIndex((other) => titleKey(other) === after) + 1;
      shown.splice(at, 0, item);
    }
    return { shown, leavingKeys: new Set(ghosts.map(({ item }) => titleKey(item))) };
  }, [items, leaving, folderId]);
}
