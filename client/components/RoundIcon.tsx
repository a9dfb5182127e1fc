import type { ReactNode } from 'react';
import classes from './RoundIcon.module.css';

/** The icon at the start of a line, on a circle. */
export function RoundIcon({ tone, children }: { tone?: 'good' | 'warning' | 'error'; children: ReactNode }) {
  return (
    <span className={classes.icon} data-tone={tone}>
      {children}
    </span>
  );
}
