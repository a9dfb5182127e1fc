import type { Change } from '../../../../common/schemas/changes.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';

/** An item that another user just added to or removed from a folder, or several that they imported. */
export interface Arrival {
  rev: number;
  kind: 'added' | 'removed' | 'imported';
  /** Of the first one. */
  itemId: string;
  title: string;
  count: number;
  by: PublicUser;
  /** When this tab received it, by performance.now(). */
  heardAt: number;
}

export interface Burst {
  by: PublicUser;
  kind: Arrival['kind'];
  count: number;
}

/** How long an arrival is highlighted. */
export const ARRIVAL_MS = 2000;
/** A burst's line stays as long as a toast. */
export const BURST_MS = 5000;
const BURST_FROM = 6;

const kinds: Partial<Record<Change['type'], Arrival['kind']>> = {
  'item:added': 'added',
  'item:removed': 'removed',
  'items:added': 'imported',
};

/** The arrivals that are still recent, with those in `changes`. An import arrives in many changes and stays one. */
export function noteArrivals(
  arrivals: readonly Arrival[],
  changes: readonly Change[],
  viewerId: string,
  now: number,
): Arrival[] {
  let noted = arrivals.filter((arrival) => now - arrival.heardAt < BURST_MS);
  for (const { type, rev, by, ...change } of changes) {
    if (by.id === viewerId) continue;
    const items = 'items' in change ? change.items : 'item' in change ? [change.item] : [];
    const kind = kinds[type];
    const [first] = items;
    if (!kind || !first) continue;
    const known = noted.find((other) => kind === 'imported' && other.kind === kind && other.by.id === by.id);
    noted = noted.filter((other) => other !== known);
    const count = items.length + (known?.count ?? 0);
    noted.push({ rev, kind, itemId: first.id, title: first.title, count, by, heardAt: now });
  }
  return noted;
}

/** An import, or more than five of one kind by one user, are shown as one line, without animations. */
export function burstsOf(arrivals: readonly Arrival[], now: number): Burst[] {
  const groups = new Map<string, Burst>();
  for (const { by, kind, count, heardAt } of arrivals) {
    if (now - heardAt >= BURST_MS) continue;
    const key = `${by.id}:${kind}`;
    groups.set(key, { by, kind, count: (groups.get(key)?.count ?? 0) + count });
  }
  return [...groups.values()].filter(({ kind, count }) => kind === 'imported' || count >= BURST_FROM);
}

/** The user who just added each item, without bursts. */
export function ringsOf(arrivals: readonly Arrival[], now: number): Map<string, PublicUser> {
  const bursts = burstsOf(arrivals, now);
  const rings = new Map<string, PublicUser>();
  for (const { by, kind, itemId, heardAt } of arrivals) {
    const isBurst = bursts.some((burst) => burst.by.id === by.id && burst.kind === kind);
    if (kind === 'added' && !isBurst && now - heardAt < ARRIVAL_MS) rings.set(itemId, by);
  }
  return rings;
}
