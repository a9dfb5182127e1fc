import type { ReactNode } from 'react';
import classes from './ChoiceLine.module.css';

/** A line of a form: a label, and the control at its end. */
export function ChoiceLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <span className={classes.label}>{label}</span>
      {children}
    </div>
  );
}
