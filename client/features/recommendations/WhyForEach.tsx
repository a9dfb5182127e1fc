import type { GroupRecommendation } from '../../../common/schemas/recommendation.ts';
import { useMemberColour } from '../../components/MemberColours.tsx';
import { displayName, initialOf, type Person } from '../../lib/person.ts';
import classes from './WhyForEach.module.css';

const OTHERS_SHOWN = 6;

/** Why a title suits each person who shares the list: the viewer's reason, and the others' initials with theirs as a hint. */
export function WhyForEach({ reasons }: Pick<GroupRecommendation, 'reasons'>) {
  const [best, ...others] = reasons;
  const more = others.length - OTHERS_SHOWN;
  return (
    <ul className={classes.people} aria-label="Why it fits">
      {best && (
        <li className={classes.best} title={best.text}>
          <Initial person={best.user} />
          <span className={classes.text}>{best.text}</span>
        </li>
      )}
      {others.slice(0, OTHERS_SHOWN).map(({ user, text }) => (
        <li key={user.id} title={text}>
          <Initial person={user} />
          <span className="visually-hidden">{text}</span>
        </li>
      ))}
      {more > 0 && <li className={classes.more}>+{more}</li>}
    </ul>
  );
}

function Initial({ person }: { person: Person }) {
  const colourOf = useMemberColour();
  return (
    <span
      className={classes.initial}
      style={{ '--ring': colourOf(person.id) }}
      role="img"
      aria-label={displayName(person)}
    >
      {initialOf({ firstName: person.firstName ?? person.username, email: null })}
    </span>
  );
}
