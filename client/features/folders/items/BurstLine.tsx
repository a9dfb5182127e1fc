import { Avatar } from '../../../components/Avatar.tsx';
import { displayName } from '../../../lib/person.ts';
import type { Burst } from '../state/arrivals.ts';
import { countOf } from '../state/wording.ts';
import classes from './BurstLine.module.css';

/** One line for many titles at once: 'Ana added 12 titles', 'Ana imported 214 titles'. It floats, so nothing moves. LiveSummary announces it to screen readers. */
export function BurstLine({ bursts }: { bursts: readonly Burst[] }) {
  return (
    <div className={classes.lines} aria-hidden="true">
      {bursts.map(({ by, kind, count }) => (
        <p key={`${by.id}:${kind}`} className={classes.line}>
          <Avatar person={by} size={24} hasRing />
          <bdi>{displayName(by)}</bdi> {kind} {countOf(count, 'title')}
        </p>
      ))}
    </div>
  );
}
