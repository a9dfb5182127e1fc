import { Link } from 'react-router-dom';
import type { Play } from '../../../../common/schemas/play.ts';
import { displayName, type Person } from '../../../lib/person.ts';
import { inWords } from '../../folders/state/wording.ts';
import { whenText } from '../playTime.ts';
import classes from './record.module.css';

interface SeenLineProps {
  /** The viewer's plays of a title, newest first. */
  plays: readonly Play[];
  /** The others in the list who have seen it. */
  others: readonly Person[];
}

/** 'You saw this on January 31, 2026 with Ben, 2 times in all', and who else in the list has. */
export function SeenLine({ plays, others }: SeenLineProps) {
  if (plays.length === 0 && others.length === 0) return null;
  return (
    <p className={classes.seen}>
      {plays.length > 0 && (
        <span>
          {playsText(plays, new Date())} <Link to="/diary">Open diary</Link>
        </span>
      )}
      {others.length > 0 && <span>{inWords(others.map(displayName), 'and')} saw it too.</span>}
    </p>
  );
}

/** 'You saw this yesterday with Ben, 3 times in all.' */
function playsText([last, ...earlier]: readonly Play[], now: Date): string {
  if (!last) return '';
  const companions = last.companions.length > 0 ? ` with ${inWords(last.companions.map(displayName), 'and')}` : '';
  const times = earlier.length > 0 ? `, ${earlier.length + 1} times in all` : '';
  return `You saw this ${whenText(last, now)}${companions}${times}.`;
}
