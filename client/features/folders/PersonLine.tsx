import type { ReactNode } from 'react';
import { Avatar } from '../../components/Avatar.tsx';
import { displayName, type Person } from '../../lib/person.ts';
import classes from './PersonLine.module.css';

interface PersonLineProps {
  person: Person;
  size?: number;
  /** Below the name; the address when absent. */
  hint?: ReactNode;
  children?: ReactNode;
}

/** Face, name and address in a line, with room for a control at its end. */
export function PersonLine({ person, size = 40, hint, children }: PersonLineProps) {
  const name = displayName(person);
  const below = hint ?? (person.email !== name ? person.email : undefined);
  return (
    <div className={classes.line}>
      <Avatar person={person} size={size} />
      <div className={classes.text}>
        <span className={classes.name}>{name}</span>
        {below && <span className={classes.hint}>{below}</span>}
      </div>
      {children && <div className={classes.end}>{children}</div>}
    </div>
  );
}
