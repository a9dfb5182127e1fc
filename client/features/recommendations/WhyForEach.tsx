import type { GroupRecommendation } from '../../../common/schemas/recommendation.ts';
import { displayName, initialOf, memberColour } from '../../lib/person.ts';
import classes from './WhyForEach.module.css';

export const LINES_SHOWN = 3;

interface WhyForEachProps {
  reasons: GroupRecommendation['reasons'];
  /** The most lines of a reason. */
  lines?: 1 | 2;
}

/** A line for each person who shares the list: why a title suits them. */
export function WhyForEach({ reasons, lines = 2 }: WhyForEachProps) {
  const others = reasons.length - LINES_SHOWN;
  return (
    <ul className={classes.people} data-lines={lines} aria-label="Why it fits">
      {reasons.slice(0, LINES_SHOWN).map(({ user, text }) => (
        <li key={user.id} className={classes.person} title={text}>
          <span
            className={classes.initial}
            style={{ '--ring': memberColour(user.id) }}
            role="img"
            aria-label={displayName(user)}
          >
            {initialOf({ firstName: user.firstName ?? user.username, email: null })}
          </span>
          <span>{text}</span>
        </li>
      ))}
      {others > 0 && <li className={classes.person}>and {others} more</li>}
    </ul>
  );
}
