import type { ReactNode } from 'react';
import classes from './ActionRow.module.css';

/** The buttons of a list's head. On phones they are icons in one row, with their words below them. */
export function ActionRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
