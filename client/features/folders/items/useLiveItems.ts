import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { shownItems } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { ARRIVAL_MS, type Arrival, BURST_MS, type Burst, burstsOf, ringsOf } from '../state/arrivals.ts';
import { useFolders } from '../state/folder.store.ts';

const SHRINK_MS = 160;
const none: Arrival[] = [];
const noItems: Item[] = [];
const noKeys: ReadonlySet<string> = new Set();
const noRings: ReadonlyMap<string, PublicUser> = new Map();

export interface LiveItems {
  /** The shown items, including removed ones that are still shrinking. */
  items: Item[];
  leavingKeys: ReadonlySet<string>;
  /** The user who just added each item. */
  rings: ReadonlyMap<string, PublicUser>;
  bursts: Burst[];
}

/** The items of a folder, with the current changes by other users. */
export function useLiveItems(replica: Replica | undefined): LiveItems {
  const folderId = replica?.folder.id ?? '';
  const items = useMemo(
    () => (replica?.items ? shownItems({ items: replica.items, pending: replica.pending }) : noItems),
    [replica?.items, replica?.pending],
  );
  const arrivals = useFolders((state) => state.entries[folderId]?.arrivals ?? none);
  const now = useClock(arrivals);
  const { shown, leavingKeys } = useShrinking(folderId, items);

  // Reuses the same empty map, so that cards do not render again.
  const rings = useMemo(() => {
    const found = ringsOf(arrivals, now);
    return found.size > 0 ? found : noRings;
  }, [arrivals, now]);
  const bursts = useMemo(() => burstsOf(arrivals, now), [arrivals, now]);

  return useMemo(() => ({ items: shown, leavingKeys, rings, bursts }), [shown, leavingKeys, rings, bursts]);
}

/** The time, updated when a ring or a burst's line expires. */
function useClock(arrivals: readonly Arrival[]): number {
  const [now, setNow] = useState(() => performance.now());

  useEffect(() => {
    setNow(performance.now());
    const newest = Math.max(...arrivals.map((arrival) => arrival.heardAt));
    const timers = [ARRIVAL_MS, BURST_MS]
      .map((duration) => newest + duration - performance.now())
      .filter((wait) => wait > 0)
      .map((wait) => setTimeout(() => setNow(performance.now()), wait + 10));
    return () => timers.forEach(clearTimeout);
  }, [arrivals]);

  return now;
}

/** Keeps up to five removed items in their places while they shrink. More than five disappear immediately. */
function useShrinking(folderId: string, items: Item[]) {
  const before = useRef<{ folderId: string; items: Item[] }>({ folderId, items });
  const [leaving, setLeaving] = useState<{ item: Item; after: string | null }[]>([]);

  // Before paint, or the other items would move for one frame.
  useLayoutEffect(() => {
    const known = before.current;
    before.current = { folderId, items };
    // Skips the comparison of thousands of items if their number is the same.
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
