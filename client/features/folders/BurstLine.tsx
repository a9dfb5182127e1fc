import { Avatar } from '../../components/Avatar.tsx';
import { displayName } from '../../lib/person.ts';
import type { Burst } from './arrivals.ts';
import classes from './BurstLine.module.css';
import { countOf } from './wording.ts';

/** Many titles at once are one quiet line: 'Ana added 12 titles'. It floats, so that nothing moves for it; LiveSummary says it aloud. */
export function BurstLine({ bursts }: { bursts: readonly Burst[] }) {
  return (
    <div className={classes.lines} aria-hidden="true">
      {bursts.map(({ by, kind, count }) => (
        <p key={`${by.id}:${kind}`} className={classes.line}>
          <Avatar person={by} size={24} hasRing />
          {displayName(by)} {kind} {countOf(count, 'title')}
        </p>
      ))}
    </div>
  );
}
