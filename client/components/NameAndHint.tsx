import type { ReactNode } from 'react';
import classes from './NameAndHint.module.css';

/** A name in one line, and a quiet hint below it. */
export function NameAndHint({ name, hint }: { name: ReactNode; hint: ReactNode }) {
  return (
    <span className={classes.text}>
      <bdi className={classes.name}>{name}</bdi>
      <span className={classes.hint}>{hint}</span>
    </span>
  );
}
