import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './BackLink.module.css';

/** The link above the heading of a list's management view or editor. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={`${classes.back} roomy-link`} to={to}>
      ← {children}
    </Link>
  );
}
