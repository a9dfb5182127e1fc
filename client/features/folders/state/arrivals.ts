import type { Change } from '../../../../common/schemas/changes.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';

/** An item that another user just added to or removed from a folder. */
export interface Arrival {
  rev: number;
  kind: 'added' | 'removed';
  itemId: string;
  title: string;
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

/** The arrivals that are still recent, with those in `changes`. */
export function noteArrivals(
  arrivals: readonly Arrival[],
  changes: readonly Change[],
  viewerId: string,
  now: number,
): Arrival[] {
  const fresh: Arrival[] = [];
  for (const change of changes) {
    if (change.by.id === viewerId) continue;
    if (change.type !== 'item:added' && change.type !== 'item:removed') continue;
    const kind = change.type === 'item:added' ? 'added' : 'removed';
    fresh.push({
      rev: change.rev,
      kind,
      itemId: change.item.id,
      title: change.item.title,
      by: change.by,
      heardAt: now,
    });
  }
  return [...arrivals.filter((arrival) => now - arrival.heardAt < BURST_MS), ...fresh];
}

/** More than five of one kind by one user are shown as one line, without animations. */
export function burstsOf(arrivals: readonly Arrival[], now: number): Burst[] {
  const groups = new Map<string, Burst>();
  for (const { by, kind, heardAt } of arrivals) {
    if (now - heardAt >= BURST_MS) continue;
    const key = `${by.id}:${kind}`;
    groups.set(key, { by, kind, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()].filter((burst) => burst.count >= BURST_FROM);
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
