import type { ReactNode } from 'react';
import { Avatar } from '../../../components/Avatar.tsx';
import { displayName, type Person } from '../../../lib/person.ts';
import classes from './PersonLine.module.css';

interface PersonLineProps {
  person: Person;
  size?: number;
  /** The line below the name; the email by default. */
  hint?: ReactNode;
  children?: ReactNode;
}

/** A row with avatar, name and email, and space for a control. */
export function PersonLine({ person, size = 40, hint, children }: PersonLineProps) {
  const name = displayName(person);
  const below = hint ?? (person.email !== name ? person.email : undefined);
  return (
    <div className={classes.line}>
      <Avatar person={person} size={size} />
      <div className={classes.text}>
        <bdi className={classes.name}>{name}</bdi>
        {below && <span className={classes.hint}>{below}</span>}
      </div>
      {children && <div className={classes.end}>{children}</div>}
    </div>
  );
}
