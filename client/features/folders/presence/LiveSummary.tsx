import { useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { shownName } from '../../../../common/replica/replica.pending.ts';
import { displayName } from '../../../lib/person.ts';
import type { Arrival } from '../state/arrivals.ts';
import type { FoldersState } from '../state/folder.state.ts';
import { useFolders } from '../state/folder.store.ts';
import { countOf } from '../state/wording.ts';

/** A burst is announced after a pause of this length… */
const QUIET_MS = 800;
/** …and at the latest this long after it began. */
const AT_MOST_MS = 3000;

/** Announces changes by others to screen readers, once per burst: in one list, or in all lists. */
export function LiveSummary({ folderId }: { folderId?: string }) {
  const arrivals = useFolders(useShallow(arrivalsByFolder));
  /** The last announced rev of each list. */
  const announced = useRef<Record<string, number>>(undefined);
  announced.current ??= newestRevs(arrivals);
  const begunAt = useRef<number>(undefined);
  const [summary, setSummary] = useState({ text: '', number: 0 });

  useEffect(() => {
    const known = announced.current ?? {};
    const fresh = Object.entries(arrivals).flatMap(([id, list]) => {
      const unannounced =
        id === folderId || folderId === undefined ? list.filter(({ rev }) => rev > (known[id] ?? 0)) : [];
      return unannounced.length > 0 ? [{ id, unannounced }] : [];
    });
    if (fresh.length === 0) return;
    const now = performance.now();
    begunAt.current ??= now;
    const wait = Math.max(0, Math.min(QUIET_MS, begunAt.current + AT_MOST_MS - now));
    const timer = setTimeout(() => {
      begunAt.current = undefined;
      announced.current = { ...known, ...newestRevs(arrivals) };
      const text = fresh.map(({ id, unannounced }) => summaryOf(nameOf(id), unannounced)).join('. ');
      // Numbered, so that the same text is announced again.
      setSummary(({ number }) => ({ text, number: number + 1 }));
    }, wait);
    return () => clearTimeout(timer);
  }, [arrivals, folderId]);

  return (
    <div role="status" className="visually-hidden">
      {summary.text && <p key={summary.number}>{summary.text}</p>}
    </div>
  );
}

function arrivalsByFolder({ entries }: Pick<FoldersState, 'entries'>): Record<string, Arrival[]> {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([id, { arrivals }]) => (arrivals ? [[id, arrivals]] : [])),
  );
}

function newestRevs(arrivals: Record<string, readonly Arrival[]>): Record<string, number> {
  const newest = Object.entries(arrivals).map(([id, list]) => [id, Math.max(0, ...list.map(({ rev }) => rev))]);
  return Object.fromEntries(newest);
}

function nameOf(folderId: string): string {
  const replica = useFolders.getState().entries[folderId]?.replica;
  return replica ? shownName(replica) : '';
}

/** 'Ben added Heat to Friday', 'Ben added 3 titles to Friday, Cleo removed Alien from Friday'. */
function summaryOf(name: string, arrivals: readonly Arrival[]): string {
  const groups = new Map<string, Arrival[]>();
  for (const arrival of arrivals) {
    const key = `${arrival.by.id}:${arrival.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), arrival]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const count = group.reduce((sum, arrival) => sum + arrival.count, 0);
      const what = count === 1 ? first.title : countOf(count, 'title');
      return [`${displayName(first.by)} ${first.kind} ${what} ${first.kind === 'removed' ? 'from' : 'to'} ${name}`];
    })
    .join(', ');
}
