import type { ReactNode } from 'react';
import classes from './LowerEdge.module.css';

/** A line at the end of a screen, which stays at the lower edge of the window while the screen goes on below it. */
export function LowerEdge({ children }: { children: ReactNode }) {
  return <div className={`${classes.edge} not-on-paper`}>{children}</div>;
}
