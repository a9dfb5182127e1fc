import { displayName, type Person } from '../../lib/person.ts';
import { Tooltip } from '../controls/Tooltip.tsx';
import { useMemberColour } from '../MemberColours.tsx';
import classes from './SeenDots.module.css';

/** More do not fit under the narrowest poster. The tooltip has all names. */
const MOST = 8;

/** One dot for each member who has seen a title. The label of the poster says the names. */
export function SeenDots({ people }: { people: readonly Person[] }) {
  const colourOf = useMemberColour();
  return (
    <Tooltip label={seenByText(people)}>
      <span className={classes.dots} aria-hidden="true">
        {people.slice(0, MOST).map(({ id }) => (
          <span key={id} className={classes.dot} style={{ '--member': colourOf(id) }} />
        ))}
      </span>
    </Tooltip>
  );
}

/** 'Seen by Ana, Ben and Cleo'. */
export function seenByText(people: readonly Person[]): string {
  const names = people.map(displayName);
  const last = names.at(-1);
  return `Seen by ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last}`;
}
