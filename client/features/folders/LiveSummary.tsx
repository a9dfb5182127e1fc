import { useEffect, useRef, useState } from 'react';
import { shownName } from '../../../common/replica.pending.ts';
import { displayName } from '../../lib/person.ts';
import type { Arrival } from './arrivals.ts';
import { useFolders } from './folder.store.ts';
import { countOf } from './wording.ts';

/** A burst is told once it has been quiet for this long… */
const QUIET_MS = 800;
/** …and one that goes on and on, this long after it began. */
const AT_MOST_MS = 3000;

/** Tells a screen reader, politely and once a burst, what others just did to a list, or to any of them. */
export function LiveSummary({ folderId }: { folderId?: string }) {
  const arrivals = useFolders((state) => state.arrivals);
  /** Up to which rev each list has been told. */
  const told = useRef<Record<string, number>>(undefined);
  told.current ??= newestRevs(arrivals);
  const begunAt = useRef<number>(undefined);
  const [summary, setSummary] = useState({ text: '', number: 0 });

  useEffect(() => {
    const known = told.current ?? {};
    const fresh = Object.entries(arrivals).flatMap(([id, list]) => {
      const untold = id === folderId || folderId === undefined ? list.filter(({ rev }) => rev > (known[id] ?? 0)) : [];
      return untold.length > 0 ? [{ id, untold }] : [];
    });
    if (fresh.length === 0) return;
    const now = Date.now();
    begunAt.current ??= now;
    const wait = Math.max(0, Math.min(QUIET_MS, begunAt.current + AT_MOST_MS - now));
    const timer = setTimeout(() => {
      begunAt.current = undefined;
      told.current = { ...known, ...newestRevs(arrivals) };
      const text = fresh.map(({ id, untold }) => summaryOf(nameOf(id), untold)).join('. ');
      // Numbered, so that the same words twice are told twice.
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

function newestRevs(arrivals: Record<string, readonly Arrival[]>): Record<string, number> {
  const newest = Object.entries(arrivals).map(([id, list]) => [id, Math.max(0, ...list.map(({ rev }) => rev))]);
  return Object.fromEntries(newest);
}

function nameOf(folderId: string): string {
  const replica = useFolders.getState().replicas[folderId];
  return replica ? shownName(replica) : '';
}

/** 'Ben added Heat to Friday', 'Ben added 3 titles to Friday, Cleo removed Alien from Friday'. */
export function summaryOf(name: string, arrivals: readonly Arrival[]): string {
  const groups = new Map<string, Arrival[]>();
  for (const arrival of arrivals) {
    const key = `${arrival.by.id}:${arrival.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), arrival]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const what = group.length === 1 ? first.title : countOf(group.length, 'title');
      return [`${displayName(first.by)} ${first.kind} ${what} ${first.kind === 'added' ? 'to' : 'from'} ${name}`];
    })
    .join(', ');
}
